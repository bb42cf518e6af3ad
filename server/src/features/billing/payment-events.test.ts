import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type BilledAccount, BilledService } from '../../../test-support/billed-service.js';
import { describeEachDatabase } from '../../../test-support/databases.js';
import type { FakeEvent } from '../../../test-support/fake-stripe/fake-stripe.js';

describeEachDatabase('an event of Stripe', (database) => {
  let billed: BilledService;
  let account: BilledAccount;
  beforeAll(async () => {
    billed = await BilledService.start(await database.fresh());
  });
  afterAll(() => billed.dispose());
  beforeEach(async () => {
    account = await billed.account();
  });

  const deliverAtOnce = (events: readonly FakeEvent[]) =>
    Promise.all(events.map((event) => billed.stripe.deliver(billed.send, [event])));

  test('credits a pack once, repeated, out of order and all at once', async () => {
    billed.stripe.complete(await account.pageToBuy(5000));
    expect(await account.balance()).toMatchObject({ prepaid: 0 });
    const events = billed.stripe.takeEvents();
    await deliverAtOnce([...events, ...events.toReversed(), ...events]);
    await billed.stripe.deliver(billed.send, events.toReversed());
    expect(await account.balance()).toMatchObject({ prepaid: 5000 });
  });

  test('credits a pack that is paid by transfer when the money arrives', async () => {
    const url = await account.pageToBuy(20_000);
    billed.stripe.complete(url, { isPaid: false });
    await billed.deliver();
    expect(await account.balance()).toMatchObject({ prepaid: 0 });
    billed.stripe.arrive(url);
    await billed.deliver();
    expect(await account.balance()).toMatchObject({ prepaid: 20_000 });
  });

  test('of a page that expires changes nothing', async () => {
    billed.stripe.expire(await account.pageToBuy(5000));
    const before = await account.billing();
    await billed.deliver();
    expect(await account.billing()).toEqual(before);
  });

  test('takes back what is left of a refunded pack, also if the refund is heard of first', async () => {
    const session = billed.stripe.complete(await account.pageToBuy(5000));
    const [paid] = billed.stripe.takeEvents();
    billed.stripe.refund(session.payment_intent, 1000);
    await billed.deliver();
    expect(await account.balance()).toMatchObject({ prepaid: 4000 });
    await billed.stripe.deliver(billed.send, [paid as FakeEvent]);
    await account.spend(3000);
    billed.stripe.refund(session.payment_intent);
    const [refunded] = billed.stripe.events;
    await billed.deliver();
    await billed.stripe.deliver(billed.send, [{ ...(refunded as FakeEvent), id: 'evt_again' }]);
    expect(await account.balance()).toMatchObject({ prepaid: 0 });
  });

  test('of a saved card enables pay-as-you-go with auto-recharge, until the card is removed', async () => {
    const { card_id } = await account.saveCard('0005');
    const payg = { usage_billing: 1, auto_topup: 1, card_brand: 'visa', card_last4: '0005' };
    expect(await account.billing()).toMatchObject(payg);
    billed.stripe.detach(card_id as string);
    await billed.deliver();
    expect(await account.billing()).toMatchObject({
      usage_billing: 0,
      auto_topup: 0,
      auto_topup_stopped: 'The card was removed.',
      card_id: null,
    });
  });

  test('of a customer that was deleted ends what it paid for, and the next page has another', async () => {
    const { customer_id } = await account.saveCard();
    billed.stripe.deleteCustomer(customer_id as string);
    await billed.deliver();
    expect(await account.billing()).toMatchObject({ customer_id: null, card_id: null, usage_billing: 0 });
    expect((await account.saveCard()).customer_id).not.toBe(customer_id);
  });

  test('that comes late puts no old card in the place of a newer one', async () => {
    billed.stripe.complete(await account.pageToSaveCard(), { last4: '1111' });
    const late = billed.stripe.takeEvents();
    await account.saveCard('2222');
    await billed.stripe.deliver(billed.send, late);
    expect(await account.billing()).toMatchObject({ card_last4: '2222' });
  });

  test('of a subscription gives its plan while it is paid', async () => {
    const { subscription } = billed.stripe.complete(await account.pageToSubscribe('solo', 'annual'));
    await billed.deliver();
    expect(await account.billing()).toMatchObject({
      subscription_plan: 'solo',
      subscription_interval: 'annual',
      subscription_status: 'active',
      current_period_end: '2030-03-17T17:46:40.000Z',
      card_last4: '4242',
    });
    expect(await account.balance()).toMatchObject({ monthly: 20_000 });
    await expect(account.pageToSubscribe('pro')).rejects.toMatchObject({ slug: 'conflict' });
    billed.stripe.change(subscription, { price: 'price_pro_annual' });
    await billed.deliver();
    expect(await account.balance()).toMatchObject({ monthly: 100_000 });
    billed.stripe.change(subscription, { status: 'canceled' });
    await billed.deliver();
    expect(await account.billing()).toMatchObject({ subscription_status: 'canceled' });
  });

  test('never replaces a newer state by an older one that was asked for before', async () => {
    const { subscription } = billed.stripe.complete(await account.pageToSubscribe('solo'));
    await billed.deliver();
    billed.stripe.change(subscription, { status: 'past_due' });
    const [pastDue] = billed.stripe.takeEvents();
    // While the answer is on its way, the subscription ends, and the event of that is handled.
    billed.stripe.order({
      path: /GET \/v1\/subscriptions/,
      meanwhile: async () => {
        billed.stripe.change(subscription, { status: 'canceled' });
        await billed.deliver();
      },
    });
    await billed.stripe.deliver(billed.send, [pastDue as FakeEvent]);
    expect(await account.billing()).toMatchObject({ subscription_status: 'canceled' });
  });

  test('leads to the same end in any order and number', async () => {
    const shuffle = fc.array(fc.nat(), { minLength: 12, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(shuffle, async (order) => {
        const one = await billed.account();
        billed.stripe.complete(await one.pageToSaveCard());
        const bought = billed.stripe.complete(await one.pageToBuy(5000));
        const { subscription } = billed.stripe.complete(await one.pageToSubscribe('solo'), { last4: '7777' });
        billed.stripe.change(subscription, { price: 'price_pro_monthly' });
        billed.stripe.refund(bought.payment_intent, 500);
        const events = billed.stripe.takeEvents();
        const told = [...order.map((n) => events[n % events.length] as FakeEvent), ...events];
        for (let at = 0; at < told.length; at += 3) await deliverAtOnce(told.slice(at, at + 3));
        expect(await one.balance()).toMatchObject({ monthly: 100_000, prepaid: 4500 });
        expect(await one.billing()).toMatchObject({
          usage_billing: 1,
          subscription_plan: 'pro',
          card_last4: '4242',
        });
      }),
      { numRuns: 3 },
    );
  });

  test('of somebody unknown, or of another kind, is taken and changes nothing', async () => {
    const { objects } = billed.stripe;
    billed.stripe.tell('customer.updated', objects.add('customer', 'cus', {}));
    billed.stripe.tell('product.created', objects.add('product', 'prod', {}));
    billed.stripe.tell('payment_intent.succeeded', objects.add('payment_intent', 'pi', { metadata: {} }));
    await billed.deliver();
  });

  test('is refused without the signature of Stripe', async () => {
    billed.stripe.complete(await account.pageToBuy(5000));
    for (const event of billed.stripe.takeEvents()) {
      const [body] = billed.stripe.signed(event);
      await expect(billed.send(body, 't=1,v1=00')).rejects.toMatchObject({ slug: 'bad-signature' });
    }
  });

  test('that could not be looked into is left for its repetition', async () => {
    billed.stripe.complete(await account.pageToBuy(5000));
    const events = billed.stripe.takeEvents();
    billed.stripe.order({ path: /payment_intents/, refusal: { status: 429, kept: false } });
    await expect(billed.stripe.deliver(billed.send, events)).rejects.toMatchObject({
      slug: 'payments-unavailable',
    });
    await billed.stripe.deliver(billed.send, events);
    expect(await account.balance()).toMatchObject({ prepaid: 5000 });
  });
});
