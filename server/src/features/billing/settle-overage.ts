import { sql } from 'kysely';
import type { Catalog } from '../../catalog/catalog.js';
import { type Author, type Change, change } from '../../catalog/change.js';
import type { Db } from '../../catalog/db.js';
import { MIN_SETTLED_CREDITS, overageCents } from '../../core/plans.js';
import { monthOf } from './buckets.js';
import { insertCharge } from './insert-charge.js';
import { Ledger } from './ledger.js';

const PAGE = 100;
const background: Author = { userId: null, credentialId: null, requestId: null };

/**
 * Has what accounts owe from before this month charged to their cards, if it reaches the floor; less is carried on. A
 * card is asked once a month, so this may run at any time and on several nodes; another card is asked at the next run.
 */
export async function settleOverage(catalog: Catalog, now: Date): Promise<void> {
  const month = monthOf(now.toISOString());
  for (let after = ''; ; ) {
    const page = await inDebt(catalog.db, month)
      .where('balance.account_id', '>', after)
      .orderBy('balance.account_id')
      .limit(PAGE)
      .execute();
    for (const { account_id } of page)
      await change(catalog, background, (c) => settleAccount(c, account_id, month));
    if (page.length < PAGE) return;
    after = page.at(-1)?.account_id as string;
  }
}

async function settleAccount(c: Change, accountId: string, month: string): Promise<void> {
  const { billing, balance } = await Ledger.open(c, accountId);
  const credits = 0 - balance.arrears;
  const due = await inDebt(c.tx, month).where('balance.account_id', '=', accountId).executeTakeFirst();
  if (due) await insertCharge(c, billing, { purpose: 'settlement', credits, amount: overageCents(credits) });
  // Another node was faster, or the card was removed.
  else await c.audit({ chain: accountId, action: 'billing.settlement_not_due' });
}

/** The accounts that owe enough from before the month, and whose card was not asked for it yet. */
function inDebt(db: Db, month: string) {
  return db
    .selectFrom('credit_balances as balance')
    .innerJoin('billing', 'billing.account_id', 'balance.account_id')
    .select('balance.account_id')
    .where('balance.overage', '<', sql.lit(0))
    .where('billing.customer_id', 'is not', null)
    .where('billing.card_id', 'is not', null)
    .where(
      (eb) =>
        eb
          .case()
          .when('balance.month', '<', month)
          .then(eb.ref('balance.overage'))
          .else(eb.ref('balance.arrears'))
          .end(),
      '<=',
      -MIN_SETTLED_CREDITS,
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('charges')
            .select('charges.id')
            .whereRef('charges.account_id', '=', 'balance.account_id')
            .where('charges.purpose', '=', 'settlement')
            .where((eb) =>
              eb.or([
                eb('charges.state', '=', 'pending'),
                eb.and([
                  eb('charges.card_id', '=', eb.ref('billing.card_id')),
                  eb('charges.created_at', '>=', month),
                ]),
              ]),
            ),
        ),
      ),
    );
}
