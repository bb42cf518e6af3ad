import { change } from '../../catalog/change.js';
import { type DriveGrant, deleteGrant, findGrant } from '../../catalog/drive-grants.js';
import { type Problem, problem } from '../../core/problems.js';
import { driveNames } from '../../core/provenance.js';
import type { Access, Drive } from '../../gateways/drives/drive.js';
import { DriveFailure, type DriveFailureKind } from '../../gateways/drives/drive-failure.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { authorizationNeeded, type DriveRequest, requireDrive } from './authorize-drive.js';

/** A drive as its owner let the service read it. */
export interface UsableDrive {
  drive: Drive;
  access: Access;
  account: string | null;
}

/** Runs `work` with the caller's drive. Failures of the drive become problems; a grant that was withdrawn is deleted. */
export async function useDrive<Result>(
  service: Service,
  caller: Caller,
  request: DriveRequest,
  work: (drive: UsableDrive) => Promise<Result>,
): Promise<Result> {
  const { provider } = request;
  const { drive, authorization } = requireDrive(service, provider);
  const grant = await findGrant(service.catalog, { userId: caller.userId, provider });
  if (!grant) {
    const detail = `You have not let the service read your ${driveNames[provider]}.`;
    throw await authorizationNeeded(service, caller, request, detail);
  }
  const access = service.accessTokens.accessWith(grant, authorization);
  try {
    return await work({ drive, access, account: grant.account });
  } catch (failure) {
    if (!(failure instanceof DriveFailure)) throw failure;
    if (failure.kind === 'authorization') {
      await endGrant(service, caller, grant);
      throw await authorizationNeeded(service, caller, request, failure.message);
    }
    throw problemOf(failure.kind, failure, grant);
  }
}

/** The provider no longer accepts the grant, so it is of no more use. */
async function endGrant(service: Service, caller: Caller, grant: DriveGrant): Promise<void> {
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

/** How long to wait where the drive does not say. */
const RETRY_SECONDS = 30;

function problemOf(
  kind: Exclude<DriveFailureKind, 'authorization'>,
  { message, retryAfter }: DriveFailure,
  { provider, account }: DriveGrant,
): Problem {
  switch (kind) {
    case 'rate-limited':
    case 'unavailable':
      return problem('drive-unavailable', message, { members: { retry_after: retryAfter ?? RETRY_SECONDS } });
    case 'changed':
      return problem('drive-file-changed', message);
    case 'too-large':
      return problem('too-large', message, {
        fix: 'Download the file from the drive and upload it, or split it.',
      });
    case 'invalid':
      return problem('invalid-request', message, {
        fix: 'Send the ids and the next_cursor that GET /api/v1/cloud-files/{provider} answered.',
      });
    case 'not-found':
    case 'trashed':
    case 'forbidden':
    case 'unsupported':
      return problem(
        'drive-refused',
        `${message} It was asked for ${account ?? `your ${driveNames[provider]}`}.`,
      );
  }
}
