import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type BilledAccount, BilledService } from '../../test-support/billed-service.js';
import { describeEachDatabase } from '../../test-support/databases.js';
import type { FakeEvent } from '../../test-support/fake-stripe/fake-stripe.js';
import type { Payments } from '../gateways/payments/payments.js';
import { createLog } from '../log.js';
import { createMetrics } from '../metrics.js';
import { ChargeRunner } from './charge-runner.js';

const MINUTE_MS = 60_000;

describeEachDatabase('the charge runner', (database) => {
  let billed: BilledService;
  let account: BilledAccount;
  let cardId: string;
  let now: Date;
  const metrics = createMetrics();
  beforeAll(async () => {
    billed = await BilledService.start(await database.fresh());
  });
  afterAll(() => billed.dispose());
  beforeEach(async () => {
    account = await billed.account();
    // A minute ahead, so that what is asked for in the test is due.
    now = new Date(Date.now() + MINUTE_MS);
    cardId = (await account.saveCard()).card_id as string;
  });

  /** With a clock that only the test moves. */
  const runner = () => {
    const { catalog, payments } = billed.host.service;
    return new ChargeRunner({
      catalog,
      payments: payments as Payments,
      log: createLog('silent'),
      metrics,
      now: () => now,
    });
  };
  async function run(one = runner()): Promise<void> {
    one.look();
    await one.idle();
  }
  function pass(minutes: number): void {
    now = new Date(now.getTime() + minutes * MINUTE_MS);
  }
  /** How many attempts ended so. */
  const attempts = async (outcome: string) =>
    (await metrics.chargeAttempts.get()).values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
  /** How often the cards of all accounts of this test file were charged. */
  const taken = () => billed.stripe.objects.all('charge').length;

  test('charges a card when credits run low, credits them, and does it once', async () => {
    const before = taken();
    await account.spend(200);
    expect(await account.charges()).toMatchObject([{ state: 'pending', credits: 5000, amount: 5000 }]);
    await run();
    await run();
    expect(await account.charges()).toMatchObject([{ state: 'succeeded', next_attempt_at: null }]);
    expect(await account.balance()).toMatchObject({ monthly: 0, prepaid: 5000 });
    // Stripe tells of it too.
    await billed.deliver();
    expect(await account.balance()).toMatchObject({ prepaid: 5000 });
    expect(taken()).toBe(before + 1);
  });

  test('stops auto-recharge when the card is declined, and says why', async () => {
    billed.stripe.decline(cardId, 'Your card has expired.');
    const failures = await attempts('failed');
    await account.spend(200);
    await run();
    expect(await attempts('failed')).toBe(failures + 1);
    expect(await account.charges()).toMatchObject([{ state: 'failed', error: 'Your card has expired.' }]);
    expect(await account.billing()).toMatchObject({
      auto_topup: 0,
      auto_topup_stopped: 'Your card has expired.',
    });
    await account.spend(200);
    pass(600);
    await run();
    await billed.deliver();
    expect(await account.charges()).toHaveLength(1);
    expect(await account.balance()).toMatchObject({ prepaid: 0 });
  });

  test.each([
    ['answers too many requests', { refusal: { status: 429, kept: false } }],
    ['fails, and says so again when asked the same', { refusal: { status: 500, kept: true }, times: 3 }],
    ['does it, and the answer is lost again and again', { loses: true, times: 3 }],
  ])('tries again if Stripe %s, and charges once', async (_, fault) => {
    for (const path of [/POST .*payment_intents$/, /confirm$/]) {
      const before = taken();
      billed.stripe.order({ path, ...fault });
      const postponed = await attempts('postponed');
      await account.spend(6000);
      await run();
      expect(await attempts('postponed')).toBe(postponed + 1);
      expect((await account.charges()).at(-1)).toMatchObject({ state: 'pending', attempts: 1 });
      await run();
      pass(1);
      await run();
      expect((await account.charges()).at(-1)).toMatchObject({ state: 'succeeded', attempts: 2 });
      expect(taken()).toBe(before + 1);
    }
  });

  test('leaves a charge to the one that hears of it first', async () => {
    const before = taken();
    await account.spend(200);
    // The webhook is there before the answer.
    billed.stripe.order({ path: /confirm$/, meanwhile: () => billed.deliver() });
    await run();
    expect(await account.balance()).toMatchObject({ prepaid: 5000 });
    expect(await account.charges()).toMatchObject([{ state: 'succeeded' }]);
    expect(taken()).toBe(before + 1);
  });

  test('shares the work with another, also one whose lease has ended while it waits', async () => {
    const before = taken();
    await account.spend(200);
    await Promise.all([run(), run()]);
    expect(taken()).toBe(before + 1);
    await account.spend(4600);
    for (const path of [/POST .*payment_intents$/, /confirm$/])
      billed.stripe.order({
        path,
        meanwhile: async () => {
          pass(6);
          await run();
        },
      });
    await run();
    expect(taken()).toBe(before + 2);
    expect((await account.charges()).map(({ state }) => state)).toEqual(['succeeded', 'succeeded']);
    expect(await account.balance()).toMatchObject({ prepaid: 5000 - 4600 + 5000 });
  });

  test('fails a charge whose card was removed', async () => {
    await account.spend(200);
    billed.stripe.detach(cardId);
    const [removed] = billed.stripe.takeEvents();
    await run();
    expect(await account.charges()).toMatchObject([{ state: 'failed', error: 'The card was removed.' }]);
    await billed.stripe.deliver(billed.send, [removed as FakeEvent]);
    expect(await account.billing()).toMatchObject({ card_id: null, auto_topup: 0 });
  });
});
