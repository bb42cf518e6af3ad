import Stripe from 'stripe';
import { CURRENCY } from '../../core/plans.js';
import type { Billed, Checkout, PaymentState, Payments } from './payments.js';
import { askStripe, isMissing, isUnexpectedState, refusalOfCard } from './stripe-errors.js';
import { readStripeEvent } from './stripe-events.js';
import { checkoutState, customerState, deletedCustomer, paymentState } from './stripe-states.js';

interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  apiUrl: string;
  prices: readonly OfferedPrice[];
  /** How often the client repeats a call that failed in passing. */
  retries?: number;
}

interface OfferedPrice extends Billed {
  /** Absent, the plan is not offered. */
  price: string | undefined;
}

/** The parameters and answers here are those of this version, whatever the account's default; stripe-mock knows it. */
export const API_VERSION = '2026-08-26.dahlia';
const TIMEOUT_MS = 10_000;
const RETRIES = 2;
/** More subscriptions or refunds than one customer or payment has. */
const ALL = 100;

/**
 * Payments by Stripe. Whatever takes money does so on one payment whose id is stored beforehand, so that a call may be
 * repeated at any time; keys against repetition only save needless objects.
 */
export function stripePayments(settings: StripeSettings): Payments {
  const { prices, webhookSecret } = settings;
  const stripe = clientOf(settings);

  const priceOf = (billed: Billed): string | undefined =>
    prices.find(({ plan, interval }) => plan === billed.plan && interval === billed.interval)?.price;
  const billedBy = (price: string): Billed | null =>
    prices.find((offered) => offered.price === price) ?? null;

  async function payment(id: string): Promise<PaymentState> {
    const intent = await askStripe(() => stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }));
    const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
    if (!charge || charge.amount_refunded === 0) return paymentState(intent, []);
    const refunds = await askStripe(() => stripe.refunds.list({ payment_intent: id, limit: ALL }));
    return paymentState(intent, refunds.data);
  }

  async function startCheckout(
    { accountId, customerId, successUrl, cancelUrl }: Checkout,
    parameters: Stripe.Checkout.SessionCreateParams,
  ): Promise<string> {
    const session = await askStripe(() =>
      stripe.checkout.sessions.create({
        customer: customerId,
        success_url: successUrl,
        cancel_url: cancelUrl,
        client_reference_id: accountId,
        metadata: { account_id: accountId },
        ...parameters,
      }),
    );
    return session.url as string;
  }

  return {
    createCustomer: async ({ accountId, email, revision }) => {
      const customer = await askStripe(() =>
        stripe.customers.create(
          { email, metadata: { account_id: accountId } },
          { idempotencyKey: `customer-${accountId}-${revision}` },
        ),
      );
      return customer.id;
    },

    customer: async (id) => {
      const customer = await askStripe(() =>
        stripe.customers.retrieve(id, { expand: ['invoice_settings.default_payment_method'] }),
      ).catch((error) => {
        if (isMissing(error)) return undefined;
        throw error;
      });
      if (!customer || customer.deleted) return deletedCustomer;
      const subscriptions = await askStripe(() =>
        stripe.subscriptions.list({
          customer: id,
          status: 'all',
          limit: ALL,
          expand: ['data.default_payment_method'],
        }),
      );
      return customerState(customer, subscriptions.data, billedBy);
    },

    useCard: async (customerId, cardId) => {
      await askStripe(() =>
        stripe.customers.update(customerId, { invoice_settings: { default_payment_method: cardId } }),
      );
    },

    offers: (billed) => priceOf(billed) !== undefined,

    startSubscription: (checkout) =>
      startCheckout(checkout, {
        mode: 'subscription',
        payment_method_types: ['card'],
        line_items: [{ price: priceOf(checkout) as string, quantity: 1 }],
        subscription_data: { metadata: { account_id: checkout.accountId } },
      }),

    startCardSetup: (checkout) =>
      startCheckout(checkout, {
        mode: 'setup',
        payment_method_types: ['card'],
        setup_intent_data: { metadata: { account_id: checkout.accountId } },
      }),

    startTopup: (checkout) =>
      startCheckout(checkout, {
        mode: 'payment',
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: CURRENCY,
              unit_amount: checkout.amount,
              product_data: { name: `${checkout.credits.toLocaleString('en')} credits` },
            },
          },
        ],
        payment_intent_data: {
          metadata: { account_id: checkout.accountId, credits: String(checkout.credits) },
        },
      }),

    openPortal: async ({ customerId, returnUrl }) => {
      const session = await askStripe(() =>
        stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl }),
      );
      return session.url;
    },

    checkout: async (id) =>
      checkoutState(
        await askStripe(() =>
          stripe.checkout.sessions.retrieve(id, { expand: ['setup_intent.payment_method'] }),
        ),
      ),

    preparePayment: async ({ accountId, customerId, chargeId, amount, description, attempt }) => {
      const intent = await askStripe(() =>
        stripe.paymentIntents.create(
          {
            amount,
            currency: CURRENCY,
            customer: customerId,
            description,
            // Nobody is there to be sent to another page.
            automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
            metadata: { account_id: accountId, charge_id: chargeId },
          },
          // Stripe answers a key for a day as it did the first time, also that it had failed.
          { idempotencyKey: `${chargeId}-${attempt}` },
        ),
      );
      return intent.id;
    },

    confirmPayment: async (id, { cardId, attempt }) => {
      try {
        const intent = await askStripe(() =>
          stripe.paymentIntents.confirm(
            id,
            { payment_method: cardId, off_session: true },
            { idempotencyKey: `${id}-confirm-${attempt}` },
          ),
        );
        return paymentState(intent, []);
      } catch (error) {
        const failure = refusalOfCard(error);
        // Without a refusal, somebody else has confirmed it meanwhile.
        if (failure === undefined && !isUnexpectedState(error)) throw error;
        const state = await payment(id);
        return failure === undefined || state.status === 'succeeded'
          ? state
          : { ...state, status: 'failed', failure };
      }
    },

    payment,

    readEvent: (body, signature) => readStripeEvent(stripe, body, signature, webhookSecret),
  };
}

function clientOf({ secretKey, apiUrl, retries = RETRIES }: StripeSettings): Stripe {
  const { protocol, hostname, port } = new URL(apiUrl);
  return new Stripe(secretKey, {
    apiVersion: API_VERSION,
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port || (protocol === 'http:' ? '80' : '443'),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: retries,
    telemetry: false,
  });
}
