import { say } from '@workbook-data-service/contract/messages';
import { nameFault } from '@workbook-data-service/sheets/names';
import { type CommitOptions, change } from '../../catalog/change.js';
import type { Tx } from '../../catalog/db.js';
import { lockUser } from '../../catalog/user-records.js';
import { refuseName } from '../../core/given-names.js';
import { newId } from '../../core/ids.js';
import { problem } from '../../core/problems.js';
import { type AccountRecord, defaultAccount } from '../access/default-account.js';
import { type PlannedAccount, planOf } from '../billing/account-plan.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';

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

/** Of one user, the default account included. */
const MAX_ACCOUNTS = 20;

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
      await refuseTooMany(c.tx, caller.userId);
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

/** Refuses one account more of a user who has as many as one may have. */
export async function refuseTooMany(tx: Tx, userId: string): Promise<void> {
  await lockUser(tx, userId);
  const { count } = await tx
    .selectFrom('accounts')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('owner_user_id', '=', userId)
    // The default account may come into being later, at its first use.
    .where('kind', '=', 'developer')
    .executeTakeFirstOrThrow();
  if (Number(count) + 1 >= MAX_ACCOUNTS)
    throw problem('conflict', say('account-limit', { max: MAX_ACCOUNTS }), {
      fix: say('fix-account-limit'),
    });
}
