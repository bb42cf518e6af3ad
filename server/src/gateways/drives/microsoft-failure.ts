import { DriveFailure } from './drive-failure.js';
import { jsonOf } from './json-of.js';

interface GraphError {
  error?: { code?: string; message?: string };
}

const NAME = 'OneDrive';

/** What an error of Microsoft Graph means. */
export function microsoftFailure(status: number, body: string, retryAfter: number | null): DriveFailure {
  const code = jsonOf<GraphError>(body)?.error?.code;
  const said = code === undefined ? '' : ` (${code})`;
  if (status === 401 || (status === 403 && code === 'Authorization_RequestDenied'))
    return new DriveFailure('authorization', `${NAME} no longer lets the service read for this user.`);
  if (status === 429 || code === 'activityLimitReached')
    return new DriveFailure('rate-limited', `${NAME} limits how often it is asked.`, { retryAfter });
  if (status === 403 || status === 423)
    return new DriveFailure('forbidden', `${NAME} does not let this user read it${said}.`);
  if (status === 404 || status === 410)
    return new DriveFailure('not-found', `${NAME} has no file with this id for this user.`);
  if (status === 400) return new DriveFailure('invalid', `${NAME} does not know this id or cursor.`);
  const isPassing = status >= 500 && status <= 504;
  return new DriveFailure('unavailable', `${NAME} answered with status ${status}${said}.`, {
    retryAfter,
    isPassing,
  });
}
