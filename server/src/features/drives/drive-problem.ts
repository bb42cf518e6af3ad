import { type Problem, problem } from '../../core/problems.js';
import { type DriveProvider, driveNames } from '../../core/provenance.js';
import type { DriveFailure, DriveFailureKind } from '../../gateways/drives/drive-failure.js';

/** How long to wait where the drive does not say. */
const RETRY_SECONDS = 30;

/** What a failure of a drive is to its user. One of the authorization needs a new one instead. */
export function driveProblem(
  { kind, message, retryAfter }: DriveFailure,
  { provider, account = null }: { provider: DriveProvider; account?: string | null },
): Problem {
  switch (kind as Exclude<DriveFailureKind, 'authorization'>) {
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
