import { say } from '@workbook-data-service/contract/messages';
import { type Author, type Change, change } from '../../catalog/change.js';
import { problem } from '../../core/problems.js';
import type {
  CheckoutState,
  CustomerState,
  PaymentEvent,
  PaymentState,
  Payments,
} from '../../gateways/payments/payments.js';
import type { Service } from '../service.js';
import { applyPayment, payerOfPayment } from './apply-payment.js';
import { billingAfter } from './billing-after.js';
import type { BillingRecord } from './billing-record.js';
import { askPayments } from './require-payments.js';
import { updateBilling } from './update-billing.js';

const MAX_TRIES = 10;

/**
 * Takes an event of the payment provider. Events arrive late, repeated and out of order, so an event only says what to
 * ask for: what its customer and payment are now is asked of the provider, and written together with the event's id.
 */
export async function applyPaymentEvent(
  service: Service,
  { body, signature, requestId }: { body: Buffer; signature: string; requestId: string },
): Promise<void> {
  await askPayments(service, async (payments) => {
    const event = payments.readEvent(body, signature);
    if (!event) throw problem('bad-signature');
    if (event.subject === null) return;
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      if (await isKnown(service, event)) return;
      const news = await askForNews(service, payments, event);
      if (await writeNews(service, event, news, requestId)) return;
    }
    throw problem('unavailable', say('billing-busy'));
  });
}

/** What an event is about, as it is now. */
interface News {
  /** The accounts of the customer, read before the customer was asked for. */
  accounts: BillingRecord[];
  customer: CustomerState | undefined;
  checkout: CheckoutState | undefined;
  payment: PaymentState | undefined;
}

async function askForNews(service: Service, payments: Payments, { subject }: PaymentEvent): Promise<News> {
  const checkout = subject?.checkoutId ? await payments.checkout(subject.checkoutId) : undefined;
  const customerId = checkout?.customerId ?? subject?.customerId ?? null;
  const paymentId = checkout?.paymentId ?? subject?.paymentId ?? null;
  const accounts = customerId === null ? [] : await accountsOfCustomer(service, customerId);
  const payment = paymentId === null ? undefined : await payments.payment(paymentId);
  if (customerId === null || accounts.length === 0)
    return { accounts: [], customer: undefined, checkout, payment };
  const customer = await payments.customer(customerId);
  const saved = checkout?.savedCard;
  if (!saved || saved.id === customer.card?.id) return { accounts, customer, checkout, payment };
  // An event that comes late does not put an old card in the place of a newer one.
  if (customer.card && customer.card.createdAt > saved.createdAt)
    return { accounts, customer, checkout, payment };
  await payments.useCard(customerId, saved.id);
  return { accounts, customer: await payments.customer(customerId), checkout, payment };
}

async function accountsOfCustomer({ catalog }: Service, customerId: string): Promise<BillingRecord[]> {
  return await catalog.db
    .selectFrom('billing')
    .selectAll()
    .where('customer_id', '=', customerId)
    // Whoever writes several accounts locks them in this order.
    .orderBy('account_id')
    .execute();
}

async function isKnown({ catalog }: Service, { id }: PaymentEvent): Promise<boolean> {
  const known = await catalog.db
    .selectFrom('stripe_events')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return known !== undefined;
}

/** Another writer was faster, so that what was asked for may be old. */
class Overtaken extends Error {}

/** Answers whether it was written: not if an account was changed after it was read. */
async function writeNews(
  { catalog, log }: Service,
  event: PaymentEvent,
  news: News,
  requestId: string,
): Promise<boolean> {
  const { accounts, payment } = news;
  const payerId = payment && (await payerOfPayment(catalog.db, payment));
  if (payment?.accountId && payerId === undefined)
    log.warn({ event: event.id, payment: payment.id }, 'a payment is for an account that is gone');
  if (accounts.length === 0 && payerId === undefined) return true;
  const author: Author = { userId: null, credentialId: null, requestId };
  try {
    await change(catalog, author, async (c) => {
      await noteEvent(c, event);
      for (const billing of accounts) await writeBilling(c, event, news, billing);
      if (!payment || payerId === undefined) return;
      await applyPayment(c, payerId, payment);
      await auditEvent(c, payerId, event, { payment_id: payment.id, status: payment.status });
    });
    return true;
  } catch (error) {
    if (error instanceof Overtaken) return false;
    throw error;
  }
}

async function noteEvent(c: Change, { id, kind }: PaymentEvent): Promise<void> {
  const noted = await c.tx
    .insertInto('stripe_events')
    .values({ id, kind, received_at: c.at })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!noted) throw new Overtaken();
}

async function writeBilling(
  c: Change,
  event: PaymentEvent,
  { customer, checkout }: News,
  billing: BillingRecord,
): Promise<void> {
  const { account_id: accountId, revision } = billing;
  const savesCard = checkout?.savedCard != null && checkout.accountId === accountId;
  const changes = billingAfter(billing, customer as CustomerState, { savesCard });
  if (Object.keys(changes).length > 0 && !(await updateBilling(c, accountId, changes, { revision })))
    throw new Overtaken();
  await auditEvent(c, accountId, event, { changes });
}

async function auditEvent(
  c: Change,
  accountId: string,
  { id, kind }: PaymentEvent,
  detail: Record<string, unknown>,
): Promise<void> {
  await c.audit({ chain: accountId, action: 'billing.event', target: id, detail: { kind, ...detail } });
}
