import { say } from '@workbook-data-service/contract/messages';
import { DriveFailure } from './drive-failure.js';
import { jsonOf } from './json-of.js';

interface GoogleError {
  error?: { message?: string; errors?: { reason?: string; location?: string }[] };
}

const NAME = 'Google Drive';

const rateLimits = ['userRateLimitExceeded', 'rateLimitExceeded', 'dailyLimitExceeded', 'quotaExceeded'];
const missingScopes = ['insufficientPermissions', 'insufficientScopes', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT'];

/** What an error of the Drive API means; its reason tells more than its status. */
export function googleFailure(status: number, body: string, retryAfter: number | null): DriveFailure {
  const reasons = (jsonOf<GoogleError>(body)?.error?.errors ?? []).map(({ reason }) => reason ?? '');
  const reason = reasons[0] || null;
  const has = (known: readonly string[]) => reasons.some((one) => known.includes(one));
  if (status === 401 || (status === 403 && has(missingScopes)))
    return new DriveFailure('authorization', say('drive-no-longer', { drive: NAME }));
  if (status === 429 || (status === 403 && has(rateLimits)))
    return new DriveFailure('rate-limited', say('drive-limits', { drive: NAME }), { retryAfter });
  if (status === 403 && has(['exportSizeLimitExceeded']))
    return new DriveFailure('too-large', say('drive-export-limit'));
  if (status === 403 && has(['fileNotDownloadable', 'fileNotExportable']))
    return new DriveFailure('unsupported', say('drive-no-content'));
  if (status === 403 && has(['accessNotConfigured']))
    return new DriveFailure('unavailable', say('drive-api-off'));
  if (status === 403) return new DriveFailure('forbidden', say('drive-forbids', { drive: NAME, reason }));
  if (status === 400) return new DriveFailure('invalid', say('drive-unknown-id', { drive: NAME }));
  if (status === 404) return new DriveFailure('not-found', say('drive-no-file', { drive: NAME }));
  const isTransientFailure = status >= 500 && status <= 504;
  return new DriveFailure('unavailable', say('drive-status', { drive: NAME, status, reason }), {
    retryAfter,
    isTransientFailure,
  });
}
