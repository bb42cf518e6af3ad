import { problem } from '../../core/problems.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { type AccountRecord, defaultAccount } from './default-account.js';

/**
 * The account that a call applies to. A token or key is bound to one account and may not name another;
 * a session may name any account of its user and otherwise applies to the default account.
 */
export async function resolveAccount(
  service: Service,
  caller: Caller,
  accountId?: string | null,
): Promise<AccountRecord> {
  const bound = caller.credential.accountId;
  if (bound !== null && accountId != null && accountId !== bound)
    throw problem('not-found', 'No such account.');
  const wanted = accountId ?? bound;
  if (wanted === null) return await defaultAccount(service, caller);
  const account = await service.catalog.db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', wanted)
    .where('owner_user_id', '=', caller.userId)
    .executeTakeFirst();
  if (!account) throw problem('not-found', 'No such account.');
  return account;
}
