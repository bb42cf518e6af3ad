import { say } from '@workbook-data-service/contract/messages';
import { inOwnWords, type Problem, problem } from '../../core/problems.js';
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
      return problem('drive-unavailable', inOwnWords(message), {
        members: { retry_after: retryAfter ?? RETRY_SECONDS },
      });
    case 'changed':
      return problem('drive-file-changed', inOwnWords(message));
    case 'too-large':
      return problem('too-large', inOwnWords(message), {
        fix: say('fix-drive-too-large'),
      });
    case 'invalid':
      return problem('invalid-request', inOwnWords(message), {
        fix: say('fix-drive-ids'),
      });
    case 'not-found':
    case 'trashed':
    case 'forbidden':
    case 'unsupported':
      return problem(
        'drive-refused',
        inOwnWords(`${message} It was asked for ${account ?? `your ${driveNames[provider]}`}.`),
      );
  }
}
