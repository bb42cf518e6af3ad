import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeStripe } from '../../../test-support/fake-stripe/fake-stripe.js';
import { readConfig } from '../../config.js';
import { openPayments } from './open-payments.js';
import { type Payments, PaymentsFailure } from './payments.js';
import { stripeEventKinds } from './stripe-events.js';

const owner = { accountId: 'acc_1', email: 'owner@example.com', revision: 0 };
let stripe: FakeStripe;
let payments: Payments;
let customerId: string;

beforeEach(async () => {
  stripe = await FakeStripe.start();
  payments = (await openPayments(readConfig(stripe.variables))) as Payments;
  customerId = await payments.createCustomer(owner);
});
afterEach(() => stripe.stop());

const page = () => ({
  accountId: 'acc_1',
  customerId,
  successUrl: 'https://svc.example/',
  cancelUrl: 'https://svc.example/',
});
const newPayment = (attempt = 1) => ({
  accountId: 'acc_1',
  customerId,
  chargeId: 'chg_1',
  amount: 5000,
  description: '5,000 credits',
  attempt,
});

async function savedCard(): Promise<string> {
  const { id } = stripe.complete(await payments.startCardSetup(page()));
  return (await payments.checkout(id)).savedCard?.id as string;
}

test('without a key there are no payments', async () => {
  expect(await openPayments(readConfig({}))).toBeUndefined();
});

test('an account has one customer, however often it is made', async () => {
  expect(await payments.createCustomer(owner)).toBe(customerId);
  expect(await payments.createCustomer({ ...owner, revision: 7 })).not.toBe(customerId);
});

test('a customer has the card that was saved, and its subscriptions', async () => {
  const { id } = stripe.complete(await payments.startCardSetup(page()), { last4: '0005' });
  const { savedCard: card, ...checkout } = await payments.checkout(id);
  expect(checkout).toEqual({ accountId: 'acc_1', customerId, paymentId: null });
  await payments.useCard(customerId, card?.id as string);
  stripe.complete(await payments.startSubscription({ ...page(), plan: 'pro', interval: 'annual' }));
  expect(await payments.customer(customerId)).toMatchObject({
    accountId: 'acc_1',
    card: { brand: 'visa', last4: '0005' },
    subscriptions: [
      {
        accountId: 'acc_1',
        status: 'active',
        billed: { plan: 'pro', interval: 'annual' },
        currentPeriodEnd: '2030-03-17T17:46:40.000Z',
      },
    ],
  });
  expect(await payments.customer('cus_gone')).toMatchObject({ isGone: true, card: null });
});

test('a pack that was bought says how many credits, for whom, and what was refunded', async () => {
  const { id } = stripe.complete(await payments.startTopup({ ...page(), credits: 5000, amount: 5000 }));
  const { paymentId } = await payments.checkout(id);
  stripe.refund(paymentId as string, 1000);
  expect(await payments.payment(paymentId as string)).toMatchObject({
    status: 'succeeded',
    amount: 5000,
    accountId: 'acc_1',
    credits: 5000,
    refunds: [{ amount: 1000 }],
  });
});

describe('a charge', () => {
  test('takes money once, also if it is confirmed again or its answer is lost', async () => {
    const cardId = await savedCard();
    const id = await payments.preparePayment(newPayment());
    expect((await payments.payment(id)).status).toBe('unconfirmed');
    stripe.order({ path: /confirm$/, loses: true });
    expect(await payments.confirmPayment(id, { cardId, attempt: 1 })).toMatchObject({
      status: 'succeeded',
      chargeId: 'chg_1',
    });
    expect((await payments.confirmPayment(id, { cardId, attempt: 2 })).status).toBe('succeeded');
    expect(stripe.objects.all('charge')).toHaveLength(1);
  });

  test('that the bank declines says why, and so does one of a card that is gone', async () => {
    const cardId = await savedCard();
    stripe.decline(cardId, 'Your card has insufficient funds.');
    const id = await payments.preparePayment(newPayment());
    const declined = { status: 'failed', failure: 'Your card has insufficient funds.' };
    expect(await payments.confirmPayment(id, { cardId, attempt: 1 })).toMatchObject(declined);
    expect(await payments.payment(id)).toMatchObject(declined);
    stripe.detach(cardId);
    expect(await payments.confirmPayment(id, { cardId, attempt: 2 })).toMatchObject({
      status: 'failed',
      failure: 'The card was removed.',
    });
  });

  test('that met trouble at Stripe is tried anew, not answered with the old trouble', async () => {
    stripe.order({ path: /payment_intents$/, times: 3, refusal: { status: 500, kept: true } });
    const failed = await payments.preparePayment(newPayment(1)).catch((error) => error);
    expect(failed).toBeInstanceOf(PaymentsFailure);
    expect(failed).toMatchObject({ isTransientFailure: true });
    expect(await payments.preparePayment(newPayment(2))).toMatch(/^pi_/);
  });
});

test('a failure says whether it passes, and never names the secret key', async () => {
  stripe.order({ path: /portal/, refusal: { status: 429, kept: false } });
  const portal = { customerId, returnUrl: 'https://svc.example/' };
  await expect(payments.openPortal(portal)).rejects.toMatchObject({ isTransientFailure: true });
  await expect(payments.openPortal({ ...portal, customerId: 'cus_gone' })).rejects.toMatchObject({
    isTransientFailure: false,
    message: "Stripe: No such customer: 'cus_gone'",
  });
  const wrong = await openPayments(
    readConfig({ ...stripe.variables, SVC_STRIPE_SECRET_KEY: 'sk_test_wrong' }),
  );
  const failure = await wrong?.openPortal(portal).catch((error) => error);
  expect(failure).toMatchObject({ isTransientFailure: false });
  expect(JSON.stringify([failure.message, failure.stack])).not.toContain('sk_test');
});

describe('an event', () => {
  const read = (body: string, signature: string) => payments.readEvent(Buffer.from(body), signature);

  test('names what it is about', async () => {
    stripe.takeEvents();
    const url = await payments.startCardSetup(page());
    stripe.complete(url);
    const card = stripe.objects.all('payment_method').at(-1);
    stripe.detach(card?.id as string);
    const subjects = stripe.takeEvents().map((event) => read(...stripe.signed(event))?.subject);
    expect(subjects).toEqual([null, { customerId, checkoutId: stripe.checkoutAt(url).id }, { customerId }]);
  });

  test('is of a kind that the documentation tells to subscribe to', async () => {
    const documentation = await readFile(
      new URL('../../../../docs/administration.md', import.meta.url),
      'utf8',
    );
    expect(stripeEventKinds.filter((kind) => !documentation.includes(`\`${kind}\``))).toEqual([]);
  });

  test('that is altered, old or signed by another is none', () => {
    stripe.tell('customer.updated', stripe.objects.get('customer', customerId));
    const [event] = stripe.takeEvents();
    if (!event) throw new Error('no event');
    const [body, signature] = stripe.signed(event);
    expect(read(body, signature)).toEqual({
      id: event.id,
      kind: 'customer.updated',
      subject: { customerId },
    });
    expect(read(body.replace('acc_1', 'acc_2'), signature)).toBeUndefined();
    expect(read(...stripe.signed(event, Date.now() - 301_000))).toBeUndefined();
    expect(read(body, 't=1,v1=00')).toBeUndefined();
    expect(read(body, '')).toBeUndefined();
  });
});
