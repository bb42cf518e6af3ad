import { say } from '@workbook-data-service/contract/messages';
import { type CommitOptions, change } from '../../catalog/change.js';
import { creditPacks, isPaying } from '../../core/plans.js';
import { problem } from '../../core/problems.js';
import type { Billed, Checkout, Payments } from '../../gateways/payments/payments.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { readBilling } from './billing-record.js';
import { ensureCustomer } from './ensure-customer.js';
import { accountToBill, askPayments, requirePayments } from './require-payments.js';

interface CheckoutRequest {
  accountId: string | null | undefined;
  successUrl: string | null | undefined;
  cancelUrl: string | null | undefined;
  /** Where users reach the service. */
  origin: string;
}

/** A page of the payment provider, to be opened in a browser. */
interface PaymentPage {
  url: string;
}

/** Begins a subscription: nothing changes until its page is completed. */
export async function startSubscription(
  service: Service,
  caller: Caller,
  request: CheckoutRequest & Billed,
  commit: CommitOptions,
): Promise<PaymentPage> {
  const { plan, interval } = request;
  const { id } = await accountToBill(service, caller, request.accountId);
  if (!requirePayments(service).offers(request)) {
    const setting = `SVC_STRIPE_PRICE_${plan}_${interval}`.toUpperCase();
    throw problem('not-configured', say('plan-unset', { interval, plan, setting }));
  }
  if (isPaying((await readBilling(service.catalog.db, id)).subscription_status))
    throw problem('conflict', say('subscription-exists'), {
      fix: say('fix-change-plan'),
    });
  return await startCheckout(service, caller, request, commit, {
    detail: { page: 'subscription', plan, interval },
    start: (payments, checkout) => payments.startSubscription({ ...checkout, plan, interval }),
  });
}

/** Begins pay-as-you-go: a card is saved, and nothing is charged. */
export async function startPayg(
  service: Service,
  caller: Caller,
  request: CheckoutRequest,
  commit: CommitOptions,
): Promise<PaymentPage> {
  return await startCheckout(service, caller, request, commit, {
    detail: { page: 'card' },
    start: (payments, checkout) => payments.startCardSetup(checkout),
  });
}

export async function startTopup(
  service: Service,
  caller: Caller,
  request: CheckoutRequest & { credits: number },
  commit: CommitOptions,
): Promise<PaymentPage> {
  const pack = creditPacks.find(({ credits }) => credits === request.credits);
  if (!pack) {
    const sizes = creditPacks.map(({ credits }) => credits.toLocaleString('en')).join(', ');
    throw problem('invalid-request', say('credit-packs', { sizes }));
  }
  const { credits, cents: amount } = pack;
  return await startCheckout(service, caller, request, commit, {
    detail: { page: 'topup', credits, amount },
    start: (payments, checkout) => payments.startTopup({ ...checkout, credits, amount }),
  });
}

/** Opens the page on which the owner of an account changes cards and subscriptions and reads invoices. */
export async function openPortal(
  service: Service,
  caller: Caller,
  request: Pick<CheckoutRequest, 'accountId' | 'origin'> & { returnUrl: string | null | undefined },
  commit: CommitOptions,
): Promise<PaymentPage> {
  const { returnUrl, ...rest } = request;
  return await startCheckout(service, caller, { ...rest, successUrl: returnUrl, cancelUrl: null }, commit, {
    detail: { page: 'portal' },
    start: (payments, { customerId, successUrl }) =>
      payments.openPortal({ customerId, returnUrl: successUrl }),
  });
}

interface Page {
  detail: Record<string, unknown>;
  start(payments: Payments, checkout: Checkout): Promise<string>;
}

async function startCheckout(
  service: Service,
  caller: Caller,
  { accountId, successUrl, cancelUrl, origin }: CheckoutRequest,
  commit: CommitOptions,
  { detail, start }: Page,
): Promise<PaymentPage> {
  const account = await accountToBill(service, caller, accountId);
  const urls = { successUrl: urlBelow(origin, successUrl), cancelUrl: urlBelow(origin, cancelUrl) };
  const customerId = await ensureCustomer(service, caller, account);
  const url = await askPayments(service, (payments) =>
    start(payments, { accountId: account.id, customerId, ...urls }),
  );
  return await change(
    service.catalog,
    caller,
    async (c) => {
      await c.audit({ chain: account.id, action: 'billing.page_opened', detail });
      return { url };
    },
    commit,
  );
}

/** Pages of the provider send their user back to this service and nowhere else. */
function urlBelow(origin: string, url: string | null | undefined): string {
  const home = `${origin}/`;
  if (url === null || url === undefined) return home;
  // The parsed address, because a browser would resolve `..` and `@` too.
  if (URL.canParse(url) && new URL(url).href.startsWith(home)) return new URL(url).href;
  throw problem('invalid-request', say('return-page', { home }));
}
