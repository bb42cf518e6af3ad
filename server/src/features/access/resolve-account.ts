import { say } from '@workbook-data-service/contract/messages';
import { problem } from '../../core/problems.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { type AccountRecord, defaultAccount } from './default-account.js';

/**
 * The account that a call applies to. A token or key is bound to one account and may not name another; a member's token
 * is bound to an account of somebody else. A session may name any account of its user and otherwise applies to the
 * default account.
 */
export async function resolveAccount(
  service: Service,
  caller: Caller,
  accountId?: string | null,
): Promise<AccountRecord> {
  const account = await findAccount(service, caller, accountId);
  if (caller.trace) caller.trace.accountId = account.id;
  return account;
}

async function findAccount(
  service: Service,
  caller: Caller,
  accountId?: string | null,
): Promise<AccountRecord> {
  const bound = caller.credential.accountId;
  if (bound !== null && accountId != null && accountId !== bound)
    throw problem('not-found', say('account-unknown'));
  const wanted = accountId ?? bound;
  if (wanted === null) return await defaultAccount(service, caller);
  const account = await service.catalog.db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', wanted)
    .$if(bound === null, (query) => query.where('owner_user_id', '=', caller.userId))
    .executeTakeFirst();
  if (!account) throw problem('not-found', say('account-unknown'));
  return account;
}

/** Refuses a key that is pinned to a workspace what concerns its whole account. */
export function requireWholeAccount({ credential }: Caller, what: string): void {
  if (credential.reach.kind !== 'account') throw problem('outside-reach', say('key-pinned', { what }));
}
