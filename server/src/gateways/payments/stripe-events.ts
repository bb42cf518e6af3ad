import Stripe from 'stripe';
import type { EventSubject, PaymentEvent } from './payments.js';
import { idOf } from './stripe-states.js';

type Reference = string | { id: string } | null;

/** The few fields that name what an event is about. They are the same in every version of Stripe's API. */
interface NamedObject {
  id: string;
  customer?: Reference;
  payment_intent?: Reference;
}

const ofCustomer = ({ customer }: NamedObject): EventSubject => ({ customerId: idOf(customer) });
const itself = ({ id }: NamedObject): EventSubject => ({ customerId: id });
const ofCheckout = ({ id, customer }: NamedObject): EventSubject => ({
  customerId: idOf(customer),
  checkoutId: id,
});
const thisPayment = ({ id, customer }: NamedObject): EventSubject => ({
  customerId: idOf(customer),
  paymentId: id,
});
const ofPayment = ({ payment_intent, customer }: NamedObject): EventSubject => ({
  customerId: idOf(customer),
  paymentId: idOf(payment_intent),
});
/** A detached card no longer names its customer. */
const ofFormerCustomer = (_: NamedObject, before: Partial<NamedObject>): EventSubject => ({
  customerId: idOf(before.customer),
});

type Reader = (object: NamedObject, before: Partial<NamedObject>) => EventSubject;

/** The kinds that mean something here, which are those to subscribe to. */
const readers: Readonly<Record<string, Reader>> = {
  'charge.refunded': ofPayment,
  'checkout.session.async_payment_succeeded': ofCheckout,
  'checkout.session.completed': ofCheckout,
  'customer.deleted': itself,
  'customer.subscription.created': ofCustomer,
  'customer.subscription.deleted': ofCustomer,
  'customer.subscription.updated': ofCustomer,
  'customer.updated': itself,
  'invoice.paid': ofCustomer,
  'invoice.payment_failed': ofCustomer,
  'payment_intent.payment_failed': thisPayment,
  'payment_intent.succeeded': thisPayment,
  'payment_method.automatically_updated': ofCustomer,
  'payment_method.detached': ofFormerCustomer,
  'payment_method.updated': ofCustomer,
};

export const stripeEventKinds = Object.keys(readers);

export function readStripeEvent(
  stripe: Stripe,
  body: Buffer,
  signature: string,
  secret: string,
): PaymentEvent | undefined {
  try {
    const { id, type, data } = stripe.webhooks.constructEvent(body, signature, secret);
    const read = Object.hasOwn(readers, type) ? readers[type] : undefined;
    const before = (data.previous_attributes ?? {}) as Partial<NamedObject>;
    return { id, kind: type, subject: read?.(data.object as NamedObject, before) ?? null };
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return undefined;
    throw error;
  }
}
