import type { Db } from '../../catalog/db.js';
import type { Config } from '../../config.js';
import { type AccountPlan, type CreditBucket, planNamed } from '../../core/plans.js';
import type { AccountRecord } from '../access/default-account.js';
import type { Service } from '../service.js';
import { type BillingRecord, monthlyCredits, overageLimit, readBilling } from './billing-record.js';
import { type Balance, balanceAfter, monthlyEntries, spendable } from './buckets.js';
import { readBalance } from './ledger.js';

/** With Stripe, credits cost money; without, they limit nothing unless the operator wants it. */
export function isMetered({ metered, stripeSecretKey }: Config): boolean {
  return metered || stripeSecretKey !== undefined;
}

/** The plan of an account and the credits it has left. */
export async function planOf(
  { catalog, config }: Pick<Service, 'catalog' | 'config'>,
  accountId: string,
  db: Db = catalog.db,
): Promise<AccountPlan> {
  const billing = await readBilling(db, accountId);
  const balance = await presentBalance(db, billing);
  return {
    plan: planNamed(billing),
    metered: isMetered(config),
    credits: creditBuckets(balance, overageLimit(billing)),
  };
}

/** The balance that the next writer will find. Reading it does not begin the month. */
async function presentBalance(db: Db, billing: BillingRecord): Promise<Balance> {
  const balance = await readBalance(db, billing.account_id);
  const credits = await monthlyCredits(db, billing);
  return balanceAfter(balance, monthlyEntries(balance, credits, new Date().toISOString()));
}

export type PlannedAccount = AccountRecord & AccountPlan;

export async function withPlan(service: Service, account: AccountRecord): Promise<PlannedAccount> {
  return { ...account, ...(await planOf(service, account.id)) };
}

function creditBuckets(balance: Balance, limit: number): CreditBucket[] {
  const { monthly, prepaid, overage } = spendable(balance, limit);
  return [
    { name: 'monthly', granted: balance.granted, left: monthly, renewsAt: monthAfter(balance.month) },
    { name: 'prepaid', granted: prepaid, left: prepaid, renewsAt: null },
    { name: 'overage', granted: limit, left: overage, renewsAt: null },
  ];
}

/** The first moment of the month after one such as `2026-12`. */
function monthAfter(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 1)).toISOString();
}
