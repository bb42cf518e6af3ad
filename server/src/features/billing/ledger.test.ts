import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachDatabase } from '../../../test-support/databases.js';
import { savedCard, TestAccount } from '../../../test-support/test-account.js';
import type { Catalog } from '../../catalog/catalog.js';
import { openCatalog } from '../../catalog/open-catalog.js';
import { creditCharge, failCharge } from './charges.js';
import { creditTopup, refundTopup } from './ledger.js';

describeEachDatabase('the ledger of credits', (database) => {
  let catalog: Catalog;
  beforeAll(async () => {
    catalog = await openCatalog(await database.fresh());
  });
  afterAll(() => catalog.close());

  test('credits of the month are spent first, then prepaid ones, then those paid for later', async () => {
    const account = await TestAccount.create(catalog);
    await account.bill({ ...savedCard, usage_billing: 1 });
    const topup = { accountId: account.id, credits: 500, paymentId: 'pi_1' };
    await account.write((c) => creditTopup(c, topup));
    await account.spend(900);
    expect(await account.left()).toEqual({ monthly: 100, prepaid: 500, overage: 5000 });
    await account.spend(300);
    expect(await account.left()).toEqual({ monthly: 0, prepaid: 300, overage: 5000 });
    await account.spend(1300);
    expect(await account.left()).toEqual({ monthly: 0, prepaid: 0, overage: 4000 });
  });

  test('an account beside the default one has monthly credits only if somebody pays for them', async () => {
    const account = await TestAccount.create(catalog);
    await catalog.db
      .updateTable('accounts')
      .set({ kind: 'developer' })
      .where('id', '=', account.id)
      .execute();
    await expect(account.spend(1)).rejects.toMatchObject({ slug: 'out-of-credits' });
    await account.bill({ ...savedCard, usage_billing: 1 });
    await account.spend(1);
    expect(await account.left()).toEqual({ monthly: 0, prepaid: 0, overage: 4999 });
    await account.bill({ subscription_status: 'active', subscription_plan: 'solo' });
    expect(await account.left()).toMatchObject({ monthly: 20_000 });
  });

  test('what costs more than is left is refused whole, except for a review that was made already', async () => {
    const account = await TestAccount.create(catalog);
    await expect(account.spend(1001)).rejects.toMatchObject({ slug: 'out-of-credits' });
    expect(await account.left()).toMatchObject({ monthly: 1000 });
    await account.spend(1200, { kind: 'review' });
    expect(await account.left()).toEqual({ monthly: 0, prepaid: 0, overage: 0 });
    expect(await account.balance()).toMatchObject({ uncharged: -200 });
  });

  test('spendings at the same time never take more than there is', async () => {
    const account = await TestAccount.create(catalog);
    const outcomes = await Promise.allSettled(Array.from({ length: 15 }, () => account.spend(100)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await account.balance()).toMatchObject({ monthly: 0, prepaid: 0, overage: 0, uncharged: 0 });
  });

  test('a subject is paid for once, a payment credited once, a refund taken once, also at the same time', async () => {
    const account = await TestAccount.create(catalog);
    const twice = <Result>(work: () => Promise<Result>) => Promise.all([work(), work()]);
    await twice(() => account.spend(10, { subject: 'the same' }));
    const topup = { accountId: account.id, credits: 50, paymentId: 'pi_2' };
    const refund = { accountId: account.id, credits: 30, refundId: 're_1' };
    const credited = await twice(() => account.write((c) => creditTopup(c, topup)));
    const taken = await twice(() => account.write((c) => refundTopup(c, refund)));
    expect(credited.sort()).toEqual([false, true]);
    expect(taken.sort()).toEqual([0, 30]);
    expect(await account.left()).toMatchObject({ monthly: 990, prepaid: 20 });
  });

  test('a higher plan has its credits at once, and a lower one takes none away', async () => {
    const account = await TestAccount.create(catalog);
    await account.spend(400);
    await account.bill({ subscription_plan: 'solo', subscription_status: 'active' });
    expect(await account.left()).toMatchObject({ monthly: 19_600 });
    await account.bill({ subscription_status: 'canceled' });
    expect(await account.left()).toMatchObject({ monthly: 19_600 });
    await account.bill({ subscription_plan: 'pro', subscription_status: 'past_due' });
    expect(await account.left()).toMatchObject({ monthly: 99_600 });
  });

  test('few credits have the card charged, one charge at a time, until it fails', async () => {
    const account = await TestAccount.create(catalog);
    await account.bill({ ...savedCard, usage_billing: 1, auto_topup: 1 });
    expect(await account.charges()).toEqual([]);
    await Promise.all([account.spend(10), account.spend(10)]);
    const first = { purpose: 'auto_topup', credits: 5000, amount: 5000, state: 'pending', card_id: 'pm_1' };
    expect(await account.charges()).toEqual([expect.objectContaining(first)]);
    const id = await account.pendingCharge();
    expect(await account.write((c) => creditCharge(c, id, 'pi_3'))).toBe(true);
    expect(await account.write((c) => creditCharge(c, id, 'pi_3'))).toBe(false);
    expect(await account.left()).toMatchObject({ monthly: 980, prepaid: 5000 });
    await account.spend(5500);
    const second = await account.pendingCharge();
    await account.write((c) => failCharge(c, second, 'Your card was declined.'));
    await account.spend(10);
    expect((await account.charges()).map(({ state }) => state)).toEqual(['succeeded', 'failed']);
    const stopped = { auto_topup: 0, auto_topup_stopped: 'Your card was declined.' };
    expect(await account.billing()).toMatchObject(stopped);
  });

  test('auto-recharge that is switched on with few credits charges at once', async () => {
    const account = await TestAccount.create(catalog);
    await account.spend(999);
    await account.bill({ ...savedCard, auto_topup: 1, auto_topup_amount: 700, auto_topup_threshold: 10 });
    expect(await account.charges()).toEqual([expect.objectContaining({ credits: 700, amount: 700 })]);
  });
});
