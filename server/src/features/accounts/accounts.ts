import { type CommitOptions, change } from '../../catalog/change.js';
import { newId } from '../../core/ids.js';
import { nameFault, refuseName } from '../../core/names.js';
import { problem } from '../../core/problems.js';
import { type PlannedAccount, planOf } from '../billing/account-plan.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { type AccountRecord, defaultAccount } from './default-account.js';

/** The default account first, then developer accounts from oldest to newest; a key sees only its own account. */
export async function listAccounts(service: Service, caller: Caller): Promise<AccountRecord[]> {
  const { accountId } = caller.credential;
  if (accountId === null) await defaultAccount(service, caller);
  return await service.catalog.db
    .selectFrom('accounts')
    .selectAll()
    .where('owner_user_id', '=', caller.userId)
    .$if(accountId !== null, (query) => query.where('id', '=', accountId))
    .orderBy((eb) => eb.case().when('kind', '=', 'default').then(0).else(1).end())
    .orderBy('id')
    .execute();
}

/** Creates a developer account beside the default account. */
export async function createAccount(
  service: Service,
  caller: Caller,
  name: string,
  commit: CommitOptions,
): Promise<PlannedAccount> {
  refuseName(nameFault(name), '/name');
  if (caller.credential.kind !== 'session') throw problem('owner-session-required');
  return await change(
    service.catalog,
    caller,
    async (c) => {
      const account: AccountRecord = {
        id: newId('acc'),
        owner_user_id: caller.userId,
        kind: 'developer',
        name,
        created_at: c.at,
      };
      await c.tx.insertInto('accounts').values(account).execute();
      await c.audit({
        chain: caller.userId,
        action: 'account.created',
        target: account.id,
        detail: { name },
      });
      return { ...account, ...(await planOf(service, account.id, c.tx)) };
    },
    commit,
  );
}
