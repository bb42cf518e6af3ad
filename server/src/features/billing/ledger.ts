import type { Change } from '../../catalog/change.js';
import type { Db } from '../../catalog/db.js';
import { newId } from '../../core/ids.js';
import { type BillingRecord, monthlyCredits, readBilling } from './billing-record.js';
import {
  type Balance,
  balanceAfter,
  emptyBalance,
  type LedgerEntry,
  monthlyEntries,
  refundEntry,
} from './buckets.js';

/** The balance of an account as of its last entry. */
export async function readBalance(db: Db, accountId: string): Promise<Balance> {
  const stored = await db
    .selectFrom('credit_balances')
    .select(['month', 'granted', 'monthly', 'prepaid', 'overage', 'uncharged', 'arrears'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return stored ?? emptyBalance;
}

/**
 * The credits of an account, opened for writing within a change. Opening it locks it until the commit, so that writers
 * take turns, and brings it to the present: the month is begun, and a higher plan has its credits. Whoever also writes
 * the billing or the charges of the account opens the ledger first, so that writers cannot deadlock.
 */
export class Ledger {
  private constructor(
    private readonly c: Change,
    readonly accountId: string,
    readonly billing: BillingRecord,
    public balance: Balance,
  ) {}

  static async open(c: Change, accountId: string): Promise<Ledger> {
    const balance = await lockBalance(c, accountId);
    const billing = await readBilling(c.tx, accountId);
    const ledger = new Ledger(c, accountId, billing, balance);
    await ledger.write(monthlyEntries(balance, await monthlyCredits(c.tx, billing), c.at));
    return ledger;
  }

  async write(entries: readonly LedgerEntry[], workbookId: string | null = null): Promise<void> {
    if (entries.length === 0) return;
    const { c, accountId } = this;
    this.balance = balanceAfter(this.balance, entries);
    await c.tx
      .insertInto('credit_entries')
      .values(
        entries.map((entry) => ({
          id: newId('crd'),
          account_id: accountId,
          workbook_id: workbookId,
          ...entry,
          created_at: c.at,
        })),
      )
      .execute();
    await c.tx.updateTable('credit_balances').set(this.balance).where('account_id', '=', accountId).execute();
  }

  /** Whether the ledger has an entry of this kind for the subject. */
  async has(kind: LedgerEntry['kind'], subject: string): Promise<boolean> {
    return await hasEntry(this.c.tx, { accountId: this.accountId, kind, subject });
  }
}

/** Writes nothing new, but locks the row, which is made at the first use. */
async function lockBalance({ tx }: Change, accountId: string): Promise<Balance> {
  return await tx
    .insertInto('credit_balances')
    .values({ account_id: accountId, ...emptyBalance })
    .onConflict((oc) =>
      oc.column('account_id').doUpdateSet((eb) => ({ month: eb.ref('credit_balances.month') })),
    )
    .returning(['month', 'granted', 'monthly', 'prepaid', 'overage', 'uncharged', 'arrears'])
    .executeTakeFirstOrThrow();
}

export async function hasEntry(
  db: Db,
  { accountId, kind, subject }: { accountId: string; kind: LedgerEntry['kind']; subject: string },
): Promise<boolean> {
  const entry = await db
    .selectFrom('credit_entries')
    .select('id')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .limit(1)
    .executeTakeFirst();
  return entry !== undefined;
}

/** Ends the monthly credits that an account has in this month. */
export async function forfeitMonthlyCredits(c: Change, accountId: string): Promise<void> {
  const ledger = await Ledger.open(c, accountId);
  const { month, monthly } = ledger.balance;
  await ledger.write([
    { kind: 'expiry', subject: `${month} handed over`, bucket: 'monthly', credits: 0 - monthly },
  ]);
}

/** Credits that were paid for, once for each payment. Answers whether this call added them. */
export async function creditTopup(
  c: Change,
  { accountId, credits, paymentId }: { accountId: string; credits: number; paymentId: string },
): Promise<boolean> {
  const ledger = await Ledger.open(c, accountId);
  if (await ledger.has('topup', paymentId)) return false;
  await ledger.write([{ kind: 'topup', subject: paymentId, bucket: 'prepaid', credits }]);
  await c.audit({
    chain: accountId,
    action: 'billing.topped_up',
    target: paymentId,
    detail: { credits },
  });
  return true;
}

/** Takes back what is left of refunded credits, once for each refund. Answers how many this call took. */
export async function refundTopup(
  c: Change,
  { accountId, credits, refundId }: { accountId: string; credits: number; refundId: string },
): Promise<number> {
  const ledger = await Ledger.open(c, accountId);
  if (await ledger.has('refund', refundId)) return 0;
  const entry = refundEntry(ledger.balance, credits, refundId);
  await ledger.write([entry]);
  const taken = 0 - entry.credits;
  await c.audit({
    chain: accountId,
    action: 'billing.refunded',
    target: refundId,
    detail: { credits, taken },
  });
  return taken;
}
