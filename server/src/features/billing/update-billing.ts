import type { Updateable } from 'kysely';
import type { Change } from '../../catalog/change.js';
import type { Schema } from '../../catalog/schema.js';
import { topUpIfLow } from './auto-topup.js';
import { unbilled } from './billing-record.js';
import { Ledger } from './ledger.js';

export type BillingChanges = Omit<Updateable<Schema['billing']>, 'account_id' | 'revision' | 'updated_at'>;

/**
 * Changes how an account pays, and what follows from it: a higher plan has its credits at once, and a card with
 * auto-recharge is charged if few credits are left. With `revision`, only if nothing was changed since it was read;
 * answers whether anything was.
 */
export async function updateBilling(
  c: Change,
  accountId: string,
  changes: BillingChanges,
  { revision }: { revision?: number } = {},
): Promise<boolean> {
  // The ledger is locked before the record, as in every writer of both, and read again after.
  await Ledger.open(c, accountId);
  await c.tx
    .insertInto('billing')
    .values({ ...unbilled(accountId), updated_at: c.at })
    .onConflict((oc) => oc.doNothing())
    .execute();
  const updated = await c.tx
    .updateTable('billing')
    .set((eb) => ({ ...changes, revision: eb('revision', '+', 1), updated_at: c.at }))
    .where('account_id', '=', accountId)
    .$if(revision !== undefined, (query) => query.where('revision', '=', revision as number))
    .returning('account_id')
    .executeTakeFirst();
  if (!updated) return false;
  await topUpIfLow(c, await Ledger.open(c, accountId));
  return true;
}
