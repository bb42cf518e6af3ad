import { tmpdir } from 'node:os';
import type { Catalog } from '../src/catalog/catalog.js';
import { type Change, change } from '../src/catalog/change.js';
import { readConfig } from '../src/config.js';
import { newId } from '../src/core/ids.js';
import { planOf } from '../src/features/billing/account-plan.js';
import { readBilling } from '../src/features/billing/billing-record.js';
import type { LedgerEntry } from '../src/features/billing/buckets.js';
import { readBalance } from '../src/features/billing/ledger.js';
import { type Spending, spendCredits } from '../src/features/billing/spend.js';
import { type BillingChanges, updateBilling } from '../src/features/billing/update-billing.js';
import { author, newWorkbook } from './catalog.js';

/** What Stripe says once a card is saved. */
export const savedCard = { customer_id: 'cus_1', card_id: 'pm_1', card_brand: 'visa', card_last4: '4242' };

/** A new account, and what happens to its credits. */
export class TestAccount {
  #spendings = 0;
  private constructor(
    readonly catalog: Catalog,
    readonly id: string,
    readonly workbookId: string,
  ) {}

  static async create(catalog: Catalog): Promise<TestAccount> {
    const { workbookId, workspaceId } = await newWorkbook(catalog);
    const { account_id } = await catalog.db
      .selectFrom('workspaces')
      .select('account_id')
      .where('id', '=', workspaceId)
      .executeTakeFirstOrThrow();
    return new TestAccount(catalog, account_id, workbookId);
  }

  /** A change of which the audit log is not of interest. */
  async write<Result>(work: (c: Change) => Promise<Result>): Promise<Result> {
    return await change(this.catalog, author, async (c) => {
      const result = await work(c);
      await c.audit({ chain: this.id, action: 'workbook.updated' });
      return result;
    });
  }

  async spend(credits: number, as: Partial<Spending> = {}): Promise<void> {
    const subject = `work ${this.#spendings++}`;
    const spending: Spending = {
      accountId: this.id,
      workbookId: this.workbookId,
      kind: 'structuring',
      subject,
      credits,
      metered: true,
      ...as,
    };
    await this.write((c) => spendCredits(c, spending));
  }

  async bill(changes: BillingChanges): Promise<void> {
    await this.write((c) => updateBilling(c, this.id, changes));
  }

  billing = () => readBilling(this.catalog.db, this.id);

  balance = () => readBalance(this.catalog.db, this.id);

  /** What is left in each bucket, as a user is told. */
  async left(): Promise<Record<string, number>> {
    const config = readConfig({ SVC_DATA_DIR: tmpdir(), SVC_METERING: 'true' });
    const { credits } = await planOf({ catalog: this.catalog, config }, this.id);
    return Object.fromEntries(credits.map(({ name, left }) => [name, left]));
  }

  async entries(): Promise<LedgerEntry[]> {
    return await this.catalog.db
      .selectFrom('credit_entries')
      .select(['kind', 'subject', 'bucket', 'credits'])
      .where('account_id', '=', this.id)
      .orderBy('id')
      .execute();
  }

  charges = () =>
    this.catalog.db
      .selectFrom('charges')
      .select(['id', 'purpose', 'credits', 'amount', 'state', 'card_id', 'payment_id'])
      .where('account_id', '=', this.id)
      .orderBy('id')
      .execute();

  async pendingCharge(): Promise<string> {
    const pending = (await this.charges()).find(({ state }) => state === 'pending');
    return pending?.id ?? newId('chg');
  }
}
