import { OutsideFailure } from '../retrying.js';

/** What the service asks of a payment provider, in words of its own. Amounts are in the smallest unit of the currency. */
export interface Payments {
  /** Asked for again, by whichever node, it answers the customer that it made. */
  createCustomer(customer: NewCustomer): Promise<string>;
  customer(customerId: string): Promise<CustomerState>;
  /** Makes a card the one that the customer pays with. */
  useCard(customerId: string, cardId: string): Promise<void>;

  /** Whether the operator has set a price for the plan. */
  offers(billed: Billed): boolean;
  /** The pages on which the owner of an account subscribes, saves a card or pays. Nothing changes before that is done. */
  startSubscription(checkout: Checkout & Billed): Promise<string>;
  startCardSetup(checkout: Checkout): Promise<string>;
  startTopup(checkout: Checkout & { credits: number; amount: number }): Promise<string>;
  openPortal(page: { customerId: string; returnUrl: string }): Promise<string>;
  /** What came of such a page. */
  checkout(checkoutId: string): Promise<CheckoutState>;

  /** A payment that takes nothing until it is confirmed. One payment is paid once, however often it is confirmed. */
  preparePayment(payment: NewPayment): Promise<string>;
  confirmPayment(paymentId: string, confirmation: { cardId: string; attempt: number }): Promise<PaymentState>;
  payment(paymentId: string): Promise<PaymentState>;

  /** Undefined if the provider has not signed this. */
  readEvent(body: Buffer, signature: string): PaymentEvent | undefined;
}

/** A plan with a fee, and how often it is due. */
export interface Billed {
  plan: 'solo' | 'pro';
  interval: 'monthly' | 'annual';
}

interface NewCustomer {
  accountId: string;
  email: string;
  /** Of the account's billing: after a customer was deleted, another is made. */
  revision: number;
}

export interface Card {
  id: string;
  brand: string;
  last4: string;
  createdAt: string;
}

export interface CustomerState {
  /** Whether it was deleted at the provider. */
  isGone: boolean;
  /** The account that the customer was made for; others of the same owner may share it. */
  accountId: string | null;
  /** The one that the customer pays with unless a subscription names another. */
  card: Card | null;
  subscriptions: Subscription[];
}

export interface Subscription {
  id: string;
  /** Null if it was not started by this service. */
  accountId: string | null;
  status: string;
  /** Null for a price that the operator has not set. */
  billed: Billed | null;
  currentPeriodEnd: string | null;
  createdAt: string;
  card: Card | null;
}

export interface Checkout {
  accountId: string;
  customerId: string;
  successUrl: string;
  cancelUrl: string;
}

export interface CheckoutState {
  accountId: string | null;
  customerId: string | null;
  paymentId: string | null;
  /** The card that was saved to be charged later; null if it is no longer the customer's. */
  savedCard: Card | null;
}

interface NewPayment {
  accountId: string;
  customerId: string;
  chargeId: string;
  amount: number;
  description: string;
  attempt: number;
}

export interface PaymentState {
  id: string;
  /** `unconfirmed`: nothing was tried yet; `processing`: the answer of the bank is not there yet. */
  status: 'unconfirmed' | 'processing' | 'succeeded' | 'failed';
  /** Why it failed, for the owner of the card. */
  failure: string | null;
  amount: number;
  accountId: string | null;
  /** The charge of this service that it pays. */
  chargeId: string | null;
  /** The credits that its payer buys. */
  credits: number | null;
  refunds: { id: string; amount: number }[];
}

/** What an event is about; the state itself is asked for, because events arrive late, repeated and out of order. */
export interface PaymentEvent {
  id: string;
  kind: string;
  /** Null for a kind that means nothing here. */
  subject: EventSubject | null;
}

export interface EventSubject {
  customerId: string | null;
  checkoutId?: string | null;
  paymentId?: string | null;
}

/** The provider did not do what was asked, through no fault of a card. */
export class PaymentsFailure extends OutsideFailure {
  override readonly name = 'PaymentsFailure';

  constructor(
    message: string,
    readonly isTransientFailure: boolean,
    readonly retryAfter: number | null = null,
  ) {
    super(message);
  }
}
