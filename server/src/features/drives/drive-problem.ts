import { say } from '@workbook-data-service/contract/messages';
import { whyOf } from '@workbook-data-service/contract/messages/why';
import { type Problem, problem } from '../../core/problems.js';
import { type DriveProvider, driveNames } from '../../core/provenance.js';
import type { DriveFailure, DriveFailureKind } from '../../gateways/drives/drive-failure.js';

/** How long to wait where the drive does not say. */
const RETRY_SECONDS = 30;

/** What a failure of a drive is to its user. One of the authorization needs a new one instead. */
export function driveProblem(
  { kind, said, retryAfter }: DriveFailure,
  { provider, account = null }: { provider: DriveProvider; account?: string | null },
): Problem {
  switch (kind as Exclude<DriveFailureKind, 'authorization'>) {
    case 'rate-limited':
    case 'unavailable':
      return problem('drive-unavailable', said, {
        members: { retry_after: retryAfter ?? RETRY_SECONDS },
      });
    case 'changed':
      return problem('drive-file-changed', said);
    case 'too-large':
      return problem('too-large', said, {
        fix: say('fix-drive-too-large'),
      });
    case 'invalid':
      return problem('invalid-request', said, {
        fix: say('fix-drive-ids'),
      });
    case 'not-found':
    case 'trashed':
    case 'forbidden':
    case 'unsupported':
      return problem(
        'drive-refused',
        account === null
          ? say('drive-asked-for-yours', { drive: driveNames[provider], ...whyOf(said) })
          : say('drive-asked-for', { account, ...whyOf(said) }),
      );
  }
}
