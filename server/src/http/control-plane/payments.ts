import { Billing } from '@workbook-data-service/contract/billing';
import { say } from '@workbook-data-service/contract/messages';
import {
  DevCheckoutRequest,
  DevPortalRequest,
  DevTopupRequest,
  EventReceipt,
  PaygEnableRequest,
  PaymentPage,
  ReuseCardRequest,
} from '@workbook-data-service/contract/payments';
import { problem } from '../../core/problems.js';
import { applyPaymentEvent } from '../../features/billing/apply-payment-event.js';
import { reuseCard } from '../../features/billing/reuse-card.js';
import {
  openPortal,
  startPayg,
  startSubscription,
  startTopup,
} from '../../features/billing/start-checkout.js';
import { ok } from '../../present/answer.js';
import { billingBody } from '../../present/billing.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { paymentProblems } from '../problems-of.js';

const BILLING = '/api/control/account/billing';
const NOTHING_YET = 'Nothing changes until the page is completed and Stripe has said so.';
/** Larger than any event of the kinds that mean something here. */
const MAX_EVENT_BYTES = 1024 * 1024;

interface CheckoutBody {
  account_id?: string | null | undefined;
  success_url?: string | null | undefined;
  cancel_url?: string | null | undefined;
}

const checkoutOf = ({ account_id, success_url, cancel_url }: CheckoutBody, origin: string) => ({
  accountId: account_id,
  successUrl: success_url,
  cancelUrl: cancel_url,
  origin,
});

export const paymentEndpoints: Endpoint[] = [
  endpoint({
    id: 'startSubscription',
    method: 'POST',
    path: `${BILLING}/checkout`,
    summary: 'Start a subscription: the page to pay for it',
    description: NOTHING_YET,
    tag: 'Billing',
    access: { to: 'control-plane', scope: 'billing:manage' },
    body: DevCheckoutRequest,
    problems: [...paymentProblems, 'conflict'],
    answers: { 200: PaymentPage },
    run: ({ service, caller, commit, body, origin }) =>
      startSubscription(
        service,
        caller,
        { plan: body.plan, interval: body.interval, ...checkoutOf(body, origin) },
        commit,
      ),
    present: (page) => ok(page),
  }),
  endpoint({
    id: 'enablePayg',
    method: 'POST',
    path: `${BILLING}/payg`,
    summary: 'Enable pay-as-you-go: the page to save a card',
    description: `Nothing is charged for it. Then the account is on pay-as-you-go, with auto-recharge on. ${NOTHING_YET}`,
    tag: 'Billing',
    access: { to: 'control-plane', scope: 'billing:manage' },
    body: PaygEnableRequest,
    problems: paymentProblems,
    answers: { 200: PaymentPage },
    run: ({ service, caller, commit, body, origin }) =>
      startPayg(service, caller, checkoutOf(body, origin), commit),
    present: (page) => ok(page),
  }),
  endpoint({
    id: 'buyCredits',
    method: 'POST',
    path: `${BILLING}/topup`,
    summary: 'Buy a pack of credits: the page to pay for it',
    description: NOTHING_YET,
    tag: 'Billing',
    access: { to: 'control-plane', scope: 'billing:manage' },
    body: DevTopupRequest,
    problems: paymentProblems,
    answers: { 200: PaymentPage },
    run: ({ service, caller, commit, body, origin }) =>
      startTopup(service, caller, { credits: body.credits, ...checkoutOf(body, origin) }, commit),
    present: (page) => ok(page),
  }),
  endpoint({
    id: 'openBillingPortal',
    method: 'POST',
    path: `${BILLING}/portal`,
    summary: 'The page to change cards and subscriptions and read invoices',
    tag: 'Billing',
    access: { to: 'control-plane', scope: 'billing:manage' },
    body: DevPortalRequest,
    problems: paymentProblems,
    answers: { 200: PaymentPage },
    run: ({ service, caller, commit, body, origin }) =>
      openPortal(service, caller, { accountId: body.account_id, returnUrl: body.return_url, origin }, commit),
    present: (page) => ok(page),
  }),
  endpoint({
    id: 'reuseCard',
    method: 'POST',
    path: `${BILLING}/reuse-card`,
    summary: "Let a developer account pay with the card of its owner's default account",
    description: 'It is on pay-as-you-go with auto-recharge at once. Needs the session of the owner.',
    tag: 'Billing',
    access: { to: 'control-plane', scope: 'billing:manage' },
    body: ReuseCardRequest,
    problems: [...paymentProblems, 'owner-session-required', 'no-card', 'conflict'],
    answers: { 200: Billing },
    run: ({ service, caller, commit, body }) => reuseCard(service, caller, body.account_id, commit),
    present: (billing) => ok(billingBody(billing)),
  }),
  endpoint({
    id: 'receiveStripeEvent',
    method: 'POST',
    path: '/api/control/stripe/webhook',
    summary: 'For Stripe: an event, as Stripe sends and signs it',
    description:
      'An event may come late, repeated and in any order. Kinds that mean nothing here are taken too.',
    tag: 'Billing',
    access: { to: 'signature' },
    takesBytes: true,
    takesStripeSignature: true,
    storesData: false,
    problems: [...paymentProblems, 'bad-signature'],
    answers: { 200: EventReceipt },
    run: async ({ service, bytes, stripeSignature = '', requestId }) => {
      const body = await readEvent(bytes);
      await applyPaymentEvent(service, { body, signature: stripeSignature, requestId });
    },
    present: () => ok({ received: true }),
  }),
];

/** The bytes as they were signed. */
async function readEvent(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.length;
    if (length > MAX_EVENT_BYTES) throw problem('too-large', say('stripe-event-too-large'));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
