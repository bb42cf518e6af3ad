import { grants } from '../../core/scopes.js';
import { lastDays } from '../../core/utc-day.js';
import type { Caller } from '../caller.js';
import { manages } from '../identity/manage-credentials.js';
import type { Service } from '../service.js';

interface DayOfTokens {
  day: string;
  /** The busiest first. */
  tokens: { id: string; name: string | null; requests: number }[];
}

/**
 * The requests of the caller's tokens and keys, by day. A credential that may not list the others is told of itself
 * alone.
 */
export async function tokenUsage(service: Service, caller: Caller, days: number): Promise<DayOfTokens[]> {
  await service.usage.flush();
  const byDay = new Map(lastDays(new Date(), days).map((day) => [day, { day, tokens: [] } as DayOfTokens]));
  const { id, accountId, scopes } = caller.credential;
  const [first = ''] = byDay.keys();
  const rows = await service.catalog.db
    .selectFrom('credential_usage')
    .innerJoin('credentials', 'credentials.id', 'credential_usage.credential_id')
    .select(['day', 'credentials.id', 'name', 'resource', 'requests'])
    .where('user_id', '=', caller.userId)
    .$if(accountId !== null, (query) => query.where('account_id', '=', accountId))
    .$if(!grants(scopes, 'keys:read'), (query) => query.where('credentials.id', '=', id))
    .where('day', '>=', first)
    .orderBy('requests', 'desc')
    .orderBy('credentials.id')
    .execute();
  for (const { day, resource, ...token } of rows)
    if (manages(caller, { id: token.id, resource })) byDay.get(day)?.tokens.push(token);
  return [...byDay.values()];
}
