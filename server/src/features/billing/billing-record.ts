import type { Selectable } from 'kysely';
import type { Db } from '../../catalog/db.js';
import type { Schema } from '../../catalog/schema.js';
import { autoTopupDefaults, monthlyCreditsOf, planNamed, plans } from '../../core/plans.js';

export type BillingRecord = Selectable<Schema['billing']>;

/** How an account pays; an account that never did has a record all the same, at revision 0. */
export async function readBilling(db: Db, accountId: string): Promise<BillingRecord> {
  const stored = await db
    .selectFrom('billing')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return stored ?? unbilled(accountId);
}

/** How many credits the account is granted in a month. */
export async function monthlyCredits(db: Db, billing: BillingRecord): Promise<number> {
  const { kind } = await db
    .selectFrom('accounts')
    .select('kind')
    .where('id', '=', billing.account_id)
    .executeTakeFirstOrThrow();
  return monthlyCreditsOf(planNamed(billing), kind);
}

/** The record of an account that never paid anything. */
export function unbilled(accountId: string): BillingRecord {
  return {
    account_id: accountId,
    customer_id: null,
    subscription_id: null,
    subscription_status: null,
    subscription_plan: null,
    subscription_interval: null,
    current_period_end: null,
    usage_billing: 0,
    card_id: null,
    card_brand: null,
    card_last4: null,
    auto_topup: 0,
    auto_topup_amount: autoTopupDefaults.amount,
    auto_topup_threshold: autoTopupDefaults.threshold,
    auto_topup_stopped: null,
    overage_stopped: null,
    revision: 0,
    updated_at: '',
  };
}

/** How many credits may be owed: none without a card to charge, or while what is owed could not be charged. */
export function overageLimit(billing: BillingRecord): number {
  const { card_id, overage_stopped } = billing;
  return card_id === null || overage_stopped !== null ? 0 : plans[planNamed(billing)].overageLimit;
}
