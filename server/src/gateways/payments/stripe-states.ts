import type Stripe from 'stripe';
import type { Billed, Card, CheckoutState, CustomerState, PaymentState, Subscription } from './payments.js';

export const deletedCustomer: CustomerState = {
  isGone: true,
  accountId: null,
  card: null,
  subscriptions: [],
};

export function customerState(
  customer: Stripe.Customer,
  subscriptions: readonly Stripe.Subscription[],
  billedBy: (price: string) => Billed | null,
): CustomerState {
  return {
    isGone: false,
    accountId: customer.metadata.account_id ?? null,
    card: cardOf(customer.invoice_settings.default_payment_method),
    subscriptions: subscriptions.map((subscription) => subscriptionState(subscription, billedBy)),
  };
}

function subscriptionState(
  { id, metadata, status, items, created, default_payment_method }: Stripe.Subscription,
  billedBy: (price: string) => Billed | null,
): Subscription {
  const [item] = items.data;
  return {
    id,
    accountId: metadata.account_id ?? null,
    status,
    billed: item ? billedBy(item.price.id) : null,
    currentPeriodEnd: item ? timeOf(item.current_period_end) : null,
    createdAt: timeOf(created),
    card: cardOf(default_payment_method),
  };
}

/** Undefined parts of a method that is not a card: only cards are charged without their owner. */
function cardOf(method: string | Stripe.PaymentMethod | null | undefined): Card | null {
  if (!method || typeof method === 'string' || !method.card) return null;
  return {
    id: method.id,
    brand: method.card.brand,
    last4: method.card.last4,
    createdAt: timeOf(method.created),
  };
}

export function checkoutState(session: Stripe.Checkout.Session): CheckoutState {
  const { metadata, customer, payment_intent, setup_intent } = session;
  const method = typeof setup_intent === 'object' ? setup_intent?.payment_method : null;
  const isKept = typeof method === 'object' && idOf(method?.customer) === idOf(customer);
  return {
    accountId: metadata?.account_id ?? null,
    customerId: idOf(customer),
    paymentId: idOf(payment_intent),
    savedCard: session.status === 'complete' && isKept ? cardOf(method) : null,
  };
}

export function paymentState(intent: Stripe.PaymentIntent, refunds: readonly Stripe.Refund[]): PaymentState {
  const { metadata } = intent;
  return {
    id: intent.id,
    ...outcomeOf(intent),
    amount: intent.amount,
    accountId: metadata.account_id ?? null,
    chargeId: metadata.charge_id ?? null,
    credits: metadata.credits === undefined ? null : Number(metadata.credits),
    refunds: refunds
      .filter(({ status }) => status !== 'failed' && status !== 'canceled')
      .map(({ id, amount }) => ({ id, amount })),
  };
}

function outcomeOf(intent: Stripe.PaymentIntent): Pick<PaymentState, 'status' | 'failure'> {
  const failure = intent.last_payment_error?.message ?? null;
  switch (intent.status) {
    case 'succeeded':
      return { status: 'succeeded', failure: null };
    case 'requires_confirmation':
      return { status: 'unconfirmed', failure: null };
    case 'requires_payment_method':
      return failure === null ? { status: 'unconfirmed', failure } : { status: 'failed', failure };
    case 'requires_action':
      return { status: 'failed', failure: 'The bank wants the owner of the card to confirm the payment.' };
    case 'canceled':
      return { status: 'failed', failure: failure ?? 'The payment was cancelled.' };
    default:
      return { status: 'processing', failure: null };
  }
}

export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'object' ? (reference?.id ?? null) : (reference ?? null);
}

function timeOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
