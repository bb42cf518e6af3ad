import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { savedCard, TestAccount } from '../../../test-support/test-account.js';
import type { Catalog } from '../../catalog/catalog.js';
import { openCatalog } from '../../catalog/open-catalog.js';
import { creditCharge, failCharge } from './charges.js';
import { settleOverage } from './settle-overage.js';

let dataDir: string;
let catalog: Catalog;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'settle-'));
  catalog = await openCatalog({ dataDir, databaseUrl: undefined });
});
afterAll(async () => {
  await catalog.close();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-31T23:00:00Z') }));
afterEach(() => vi.useRealTimers());

const settle = () => settleOverage(catalog, new Date());

/** An account that owes this much at the end of October. */
async function owing(credits: number): Promise<TestAccount> {
  const account = await TestAccount.create(catalog);
  await account.bill({ ...savedCard, usage_billing: 1 });
  await account.spend(1000 + credits);
  await settle();
  expect(await account.charges()).toEqual([]);
  return account;
}

test('what was owed when a month ended is charged once in the next', async () => {
  const account = await owing(600);
  vi.setSystemTime('2026-11-01T00:30:00Z');
  await account.spend(1100);
  for (const _ of [1, 2]) await settle();
  const charge = { purpose: 'settlement', credits: 600, amount: 600, state: 'pending' };
  expect(await account.charges()).toEqual([expect.objectContaining(charge)]);
  const id = await account.pendingCharge();
  await account.write((c) => creditCharge(c, id, 'pi_1'));
  await settle();
  expect(await account.charges()).toHaveLength(1);
  // Those of November are not due yet.
  expect(await account.balance()).toMatchObject({ overage: -100, arrears: 0 });
});

test('less than the floor is carried on until more is owed', async () => {
  const account = await owing(300);
  vi.setSystemTime('2026-11-01T00:30:00Z');
  await settle();
  await account.spend(1300);
  vi.setSystemTime('2026-12-01T00:30:00Z');
  await settle();
  expect(await account.charges()).toEqual([expect.objectContaining({ credits: 600 })]);
});

test('a card that cannot be charged ends overage until another one is', async () => {
  const account = await owing(600);
  vi.setSystemTime('2026-11-01T00:30:00Z');
  await settle();
  const id = await account.pendingCharge();
  await account.write((c) => failCharge(c, id, 'Your card was declined.'));
  await settle();
  expect(await account.charges()).toHaveLength(1);
  expect(await account.left()).toEqual({ monthly: 1000, prepaid: 0, overage: 0 });
  await expect(account.spend(1001)).rejects.toMatchObject({ slug: 'out-of-credits' });
  await account.bill({ card_id: 'pm_2' });
  await settle();
  const again = await account.pendingCharge();
  await account.write((c) => creditCharge(c, again, 'pi_2'));
  expect(await account.left()).toEqual({ monthly: 1000, prepaid: 0, overage: 5000 });
});

test('if a charge that was given up succeeds after all, what exceeds the debt is kept as credits', async () => {
  const account = await owing(600);
  vi.setSystemTime('2026-11-01T00:30:00Z');
  await settle();
  const givenUp = await account.pendingCharge();
  await account.write((c) => failCharge(c, givenUp, 'Your card was declined.'));
  await account.bill({ card_id: 'pm_2' });
  await settle();
  const paid = await account.pendingCharge();
  await account.write((c) => creditCharge(c, paid, 'pi_3'));
  await account.write((c) => creditCharge(c, givenUp, 'pi_4'));
  expect(await account.balance()).toMatchObject({ overage: 0, arrears: 0, prepaid: 600 });
});
