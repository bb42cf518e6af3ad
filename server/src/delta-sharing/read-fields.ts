import { say } from '@workbook-data-service/contract/messages';
import { problem } from '../core/problems.js';

/** A field of a query or body that holds a whole number, 0 or more; undefined if it is absent. */
export function wholeNumber(value: unknown, field: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (Number.isSafeInteger(number) && (number as number) >= 0) return number as number;
  throw problem('bad-request', say('feed-number-invalid', { field }), {
    fix: say('fix-feed-number-invalid'),
  });
}

/** A time as it is stored; undefined if it is absent. */
export function moment(value: unknown, field: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  const isTime =
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(value);
  const time = isTime ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(time)) return new Date(time).toISOString();
  throw problem('bad-request', say('feed-time-invalid', { field }), { fix: say('fix-feed-time-invalid') });
}
