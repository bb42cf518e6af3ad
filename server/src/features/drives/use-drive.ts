import { say } from '@workbook-data-service/contract/messages';
import { change } from '../../catalog/change.js';
import { type DriveGrant, deleteGrant, findGrant } from '../../catalog/drive-grants.js';
import { driveNames } from '../../core/provenance.js';
import type { Access, Drive } from '../../gateways/drives/drive.js';
import { DriveFailure } from '../../gateways/drives/drive-failure.js';
import type { JobAuthor } from '../queue/queue-job.js';
import type { Service } from '../service.js';
import { authorizationNeeded, type DriveRequest, requireDrive } from './authorize-drive.js';
import { driveProblem } from './drive-problem.js';

/** A drive as its owner let the service read it. */
export interface UsableDrive {
  drive: Drive;
  access: Access;
  account: string | null;
}

/** Runs `work` with the caller's drive. Failures of the drive become problems; a grant that was withdrawn is deleted. */
export async function useDrive<Result>(
  service: Service,
  caller: JobAuthor,
  request: DriveRequest,
  work: (drive: UsableDrive) => Promise<Result>,
): Promise<Result> {
  const { provider } = request;
  const { drive, authorization } = requireDrive(service, provider);
  const grant = await findGrant(service.catalog, { userId: caller.userId, provider });
  if (!grant) {
    const detail = say('drive-not-connected', { drive: driveNames[provider] });
    throw await authorizationNeeded(service, caller, request, detail);
  }
  const access = service.accessTokens.accessWith(grant, authorization);
  try {
    return await work({ drive, access, account: grant.account });
  } catch (failure) {
    if (!(failure instanceof DriveFailure)) throw failure;
    if (failure.kind === 'authorization') {
      await endGrant(service, caller, grant);
      throw await authorizationNeeded(service, caller, request, failure.said);
    }
    throw driveProblem(failure, grant);
  }
}

/** The provider no longer accepts the grant, so it is of no more use. */
async function endGrant(service: Service, caller: JobAuthor, grant: DriveGrant): Promise<void> {
  await change(service.catalog, caller, async (c) => {
    const wasAuthorized = await deleteGrant(c, grant);
    await c.audit({
      chain: grant.userId,
      action: 'drive.authorization_lost',
      target: grant.provider,
      detail: { provider: grant.provider, was_authorized: wasAuthorized },
    });
  });
}
