import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { type FieldError, fieldError, problem } from './problems.js';

/** The most that a credential can grant to a token or key it mints; null where there is no bound. */
export interface IssuerBounds {
  rateLimitPerMinute: number | null;
  expiresAt: string | null;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The requested rate, refused beyond the bound; without a request, the default within the bound. */
export function boundedRate(asked: number | null, byDefault: number, bounds: IssuerBounds): number {
  const most = bounds.rateLimitPerMinute ?? Number.POSITIVE_INFINITY;
  if (asked !== null && asked > most)
    throw beyond(
      say('credential-rate', { max: most }),
      fieldError('/rate_limit_per_minute', say('rate-beyond-issuer', { max: most })),
    );
  return asked ?? Math.min(byDefault, most);
}

export function boundedExpiry(
  now: string,
  asked: number | null,
  byDefault: number | null,
  bounds: IssuerBounds,
): string | null {
  const after = (days: number) => new Date(Date.parse(now) + days * DAY_MS).toISOString();
  const end = bounds.expiresAt;
  if (asked !== null) {
    const wanted = after(asked);
    if (end !== null && wanted > end)
      throw beyond(
        say('credential-expiry', { end }),
        fieldError('/expires_in_days', say('expiry-beyond-issuer', { end })),
      );
    return wanted;
  }
  const usual = byDefault === null ? null : after(byDefault);
  return end !== null && (usual === null || usual > end) ? end : usual;
}

function beyond(detail: Message, error: FieldError) {
  return problem('invalid-request', detail, {
    fix: say('fix-credential-bound'),
    members: { errors: [error] },
  });
}
