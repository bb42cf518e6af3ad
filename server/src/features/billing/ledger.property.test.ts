import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { savedCard, TestAccount } from '../../../test-support/test-account.js';
import type { Catalog } from '../../catalog/catalog.js';
import { openCatalog } from '../../catalog/open-catalog.js';
import { Problem } from '../../core/problems.js';
import { overageLimit } from './billing-record.js';
import { balanceAfter, emptyBalance, type LedgerEntry, monthOf } from './buckets.js';
import { creditCharge, failCharge } from './charges.js';
import { creditTopup, refundTopup } from './ledger.js';
import { settleOverage } from './settle-overage.js';
import type { BillingChanges } from './update-billing.js';

const RUNS = 40;

let dataDir: string;
let catalog: Catalog;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ledger-'));
  catalog = await openCatalog({ dataDir, databaseUrl: undefined });
});
afterAll(async () => {
  await catalog.close();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-15T12:00:00Z') }));
afterEach(() => vi.useRealTimers());

const DAY_MS = 24 * 60 * 60 * 1000;

const states: BillingChanges[] = [
  { usage_billing: 0, subscription_status: null, subscription_plan: null },
  { usage_billing: 1, subscription_status: 'canceled' },
  { subscription_status: 'active', subscription_plan: 'solo', subscription_interval: 'annual' },
  { subscription_status: 'trialing', subscription_plan: 'pro' },
  { subscription_status: 'past_due', subscription_plan: 'pro' },
  { subscription_status: 'unpaid', subscription_plan: 'pro' },
  savedCard,
  { card_id: 'pm_2' },
  { card_id: null },
  { auto_topup: 1, auto_topup_amount: 800, auto_topup_threshold: 500 },
  { auto_topup: 0 },
];

/** Few payments, refunds and subjects, so that they are repeated; amounts near what plans hold. */
const few = fc.integer({ min: 0, max: 4 });
const credits = fc.oneof(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 900, max: 25_000 }));
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      spend: credits,
      subject: fc.integer({ min: 0, max: 40 }),
      metered: fc.boolean(),
      kind: fc.constantFrom('structuring' as const, 'review' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ topup: few }) },
  { weight: 1, arbitrary: fc.record({ refund: few, credits }) },
  { weight: 3, arbitrary: fc.record({ becomes: fc.constantFrom(...states) }) },
  { weight: 2, arbitrary: fc.record({ days: fc.integer({ min: 1, max: 70 }) }) },
  { weight: 2, arbitrary: fc.record({ settle: fc.constant(true) }) },
  { weight: 3, arbitrary: fc.record({ charge: few, succeeds: fc.boolean() }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Does a step as the service would, and keeps in mind what was paid. */
class Run {
  readonly #payments = new Map<string, number>();
  constructor(readonly account: TestAccount) {}

  async take(step: Step): Promise<void> {
    const { account } = this;
    if ('spend' in step) return await this.#spend(step);
    if ('topup' in step) {
      const topup = { accountId: account.id, credits: 700 * (step.topup + 1), paymentId: `pi_${step.topup}` };
      const isNew = await account.write((c) => creditTopup(c, topup));
      expect(isNew).toBe(!this.#payments.has(topup.paymentId));
      this.#payments.set(topup.paymentId, topup.credits);
    } else if ('refund' in step) {
      const refund = { accountId: account.id, credits: step.credits, refundId: `re_${step.refund}` };
      await account.write((c) => refundTopup(c, refund));
    } else if ('becomes' in step) await account.bill(step.becomes);
    else if ('days' in step) vi.setSystemTime(Date.now() + step.days * DAY_MS);
    else if ('settle' in step) await settleOverage(catalog, new Date());
    else await this.#charge(step);
  }

  async #spend({ spend, subject: n, metered, kind }: Extract<Step, { spend: number }>): Promise<void> {
    const { account } = this;
    const subject = `work ${n}`;
    const of = (entries: LedgerEntry[]) =>
      entries.filter((entry) => entry.kind === kind && entry.subject === subject);
    const before = of(await account.entries());
    const owed = (await account.balance()).overage;
    const done = await account.spend(spend, { subject, metered, kind }).then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof Problem) || !metered || kind === 'review') throw error;
        return false;
      },
    );
    const after = of(await account.entries());
    if (!done || before.length > 0) return expect(after).toEqual(before);
    expect(sum(after)).toBe(-spend);
    if (metered && kind === 'structuring')
      expect(after.map(({ bucket }) => bucket)).not.toContain('uncharged');
    const { overage } = await account.balance();
    if (overage < owed) expect(-overage).toBeLessThanOrEqual(overageLimit(await account.billing()));
  }

  /** Ends a charge, whatever became of it before. */
  async #charge({ charge, succeeds }: { charge: number; succeeds: boolean }): Promise<void> {
    const charges = await this.account.charges();
    const chosen = charges[charges.length - 1 - charge];
    if (!chosen) return;
    if (!succeeds) await this.account.write((c) => failCharge(c, chosen.id, 'declined'));
    else {
      await this.account.write((c) => creditCharge(c, chosen.id, `pi_${chosen.id}`));
      this.#payments.set(`pi_${chosen.id}`, chosen.credits);
    }
  }

  async check(): Promise<void> {
    const [balance, entries] = [await this.account.balance(), await this.account.entries()];
    expect(balance).toEqual(balanceAfter(emptyBalance, entries));
    for (const bucket of ['monthly', 'prepaid', 'overage', 'uncharged'] as const)
      expect(balance[bucket]).toBe(sum(entries.filter((entry) => entry.bucket === bucket)));
    expect(balance.monthly).toBeGreaterThanOrEqual(0);
    expect(balance.prepaid).toBeGreaterThanOrEqual(0);
    expect(balance.arrears).toBeLessThanOrEqual(0);
    expect(balance.overage).toBeLessThanOrEqual(balance.arrears);
    expect(balance.uncharged).toBeLessThanOrEqual(0);
    const paid = entries.filter(({ kind }) => kind === 'topup' || kind === 'settlement');
    expect(sum(paid)).toBe([...this.#payments.values()].reduce((total, one) => total + one, 0));
    const grants = entries.filter(({ kind }) => kind === 'grant');
    const inMonth = grants.filter(({ subject }) => monthOf(subject) === balance.month);
    expect(sum(inMonth)).toBe(balance.granted);
    expect(grants.length).toBeGreaterThan(0);
    const pending = (await this.account.charges()).filter(({ state }) => state === 'pending');
    expect(new Set(pending.map(({ purpose }) => purpose)).size).toBe(pending.length);
  }
}

function sum(entries: readonly { credits: number }[]): number {
  return entries.reduce((total, entry) => total + entry.credits, 0);
}

test('whatever happens, a ledger sums to its balance, no bucket crosses its bounds, and each payment counts once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
      vi.setSystemTime('2026-01-15T12:00:00Z');
      const run = new Run(await TestAccount.create(catalog));
      await run.account.spend(1);
      for (const one of steps) {
        await run.take(one);
        await run.check();
      }
    }),
    { numRuns: RUNS },
  );
});
