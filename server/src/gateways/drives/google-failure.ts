import { DriveFailure } from './drive-failure.js';
import { jsonOf } from './json-of.js';

interface GoogleError {
  error?: { message?: string; errors?: { reason?: string; location?: string }[] };
}

const rateLimits = ['userRateLimitExceeded', 'rateLimitExceeded', 'dailyLimitExceeded', 'quotaExceeded'];
const missingScopes = ['insufficientPermissions', 'insufficientScopes', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT'];

/** What an error of the Drive API means; its reason tells more than its status. */
export function googleFailure(status: number, body: string, retryAfter: number | null): DriveFailure {
  const reasons = (jsonOf<GoogleError>(body)?.error?.errors ?? []).map(({ reason }) => reason ?? '');
  const has = (known: readonly string[]) => reasons.some((reason) => known.includes(reason));
  if (status === 401 || (status === 403 && has(missingScopes)))
    return new DriveFailure('authorization', 'Google Drive no longer lets the service read for this user.');
  if (status === 429 || (status === 403 && has(rateLimits)))
    return new DriveFailure('rate-limited', 'Google Drive limits how often it is asked.', { retryAfter });
  if (status === 403 && has(['exportSizeLimitExceeded']))
    return new DriveFailure('too-large', 'Google exports spreadsheets of at most 10 MB.');
  if (status === 403 && has(['fileNotDownloadable', 'fileNotExportable']))
    return new DriveFailure('unsupported', 'The file has no content that Google Drive hands out.');
  if (status === 403 && has(['accessNotConfigured']))
    return new DriveFailure(
      'unavailable',
      'The Drive API is not enabled for the OAuth client of this service.',
    );
  if (status === 403)
    return new DriveFailure('forbidden', `Google Drive does not let this user read it${said(reasons)}.`);
  if (status === 400) return new DriveFailure('invalid', 'Google Drive does not know this id or cursor.');
  if (status === 404)
    return new DriveFailure('not-found', 'Google Drive has no file with this id for this user.');
  const isPassing = status >= 500 && status <= 504;
  return new DriveFailure('unavailable', `Google Drive answered with status ${status}${said(reasons)}.`, {
    retryAfter,
    isPassing,
  });
}

const said = (reasons: readonly string[]): string => (reasons[0] ? ` (${reasons[0]})` : '');
