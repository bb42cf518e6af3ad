import { type CommitOptions, change } from '../../catalog/change.js';
import { deleteGrant, findGrant } from '../../catalog/drive-grants.js';
import type { DriveProvider } from '../../core/provenance.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';

/** Forgets the caller's drive and revokes the permission at the provider. Doing it again changes nothing. */
export async function forgetDrive(
  service: Service,
  caller: Caller,
  provider: DriveProvider,
  commit: CommitOptions,
): Promise<void> {
  const grant = await findGrant(service.catalog, { userId: caller.userId, provider });
  await change(
    service.catalog,
    caller,
    async (c) => {
      const wasAuthorized = grant !== undefined && (await deleteGrant(c, grant));
      await c.audit({
        chain: caller.userId,
        action: 'drive.forgotten',
        target: provider,
        detail: { provider, was_authorized: wasAuthorized },
      });
    },
    commit,
  );
  // A provider that is out of reach, or no longer set up, does not keep the service from forgetting.
  if (grant) await service.drives[provider]?.authorization.revoke(grant.refreshToken);
}
