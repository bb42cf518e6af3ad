import { say } from '@workbook-data-service/contract/messages';
import { DriveFailure } from './drive-failure.js';
import { jsonOf } from './json-of.js';

interface GraphError {
  error?: { code?: string; message?: string };
}

const NAME = 'OneDrive';

/** What an error of Microsoft Graph means. */
export function microsoftFailure(status: number, body: string, retryAfter: number | null): DriveFailure {
  const code = jsonOf<GraphError>(body)?.error?.code;
  const reason = code ?? null;
  if (status === 401 || (status === 403 && code === 'Authorization_RequestDenied'))
    return new DriveFailure('authorization', say('drive-no-longer', { drive: NAME }));
  if (status === 429 || code === 'activityLimitReached')
    return new DriveFailure('rate-limited', say('drive-limits', { drive: NAME }), { retryAfter });
  if (status === 403 || status === 423)
    return new DriveFailure('forbidden', say('drive-forbids', { drive: NAME, reason }));
  if (status === 404 || status === 410)
    return new DriveFailure('not-found', say('drive-no-file', { drive: NAME }));
  if (status === 400) return new DriveFailure('invalid', say('drive-unknown-id', { drive: NAME }));
  const isTransientFailure = status >= 500 && status <= 504;
  return new DriveFailure('unavailable', say('drive-status', { drive: NAME, status, reason }), {
    retryAfter,
    isTransientFailure,
  });
}
