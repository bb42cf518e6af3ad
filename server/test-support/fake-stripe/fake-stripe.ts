import { createHmac } from 'node:crypto';
import { API_VERSION } from '../../src/gateways/payments/stripe-payments.js';
import { type Exchange, type LoopbackServer, Refusal, sendJson, startLoopback } from '../fake-drive-http.js';
import { Objects, type StripeObject } from './objects.js';
import { readForm } from './parameters.js';
import { checkParameters, findRoute, succeed } from './routes.js';

const SECRET_KEY = 'sk_test_of_the_fake';
const WEBHOOK_SECRET = 'whsec_of_the_fake';

export const fakePrices = {
  SVC_STRIPE_PRICE_SOLO_MONTHLY: 'price_solo_monthly',
  SVC_STRIPE_PRICE_SOLO_ANNUAL: 'price_solo_annual',
  SVC_STRIPE_PRICE_PRO_MONTHLY: 'price_pro_monthly',
  SVC_STRIPE_PRICE_PRO_ANNUAL: 'price_pro_annual',
};

export interface FakeEvent {
  id: string;
  type: string;
  data: { object: StripeObject; previous_attributes?: Record<string, unknown> };
}

/** What happens to the next requests whose path fits, once each. */
interface Fault {
  path: RegExp;
  times: number;
  /** Before the work: the answer that Stripe gives instead. Kept for the key if Stripe had begun. */
  refusal?: { status: number; kept: boolean };
  /** After the work: the answer is lost on its way. */
  loses?: boolean;
  /** After the work, before the answer. */
  meanwhile?: () => Promise<unknown>;
}

interface KeptAnswer {
  request: string;
  status: number;
  body: unknown;
}

/** Sends a webhook, and says with which status it was answered. */
export type SendWebhook = (body: string, signature: string) => Promise<number>;

/**
 * Stripe as far as this service uses it: it remembers what it was told, refuses parameters that it does not know, keeps
 * answers by their key, and signs events. Methods without a route are what people do on its pages.
 */
export class FakeStripe {
  readonly objects = new Objects();
  /** Not sent yet. */
  readonly events: FakeEvent[] = [];
  readonly requests: string[] = [];
  readonly #kept = new Map<string, KeptAnswer>();
  readonly #faults: Fault[] = [];
  #server!: LoopbackServer;
  #told = 0;

  static async start(): Promise<FakeStripe> {
    const fake = new FakeStripe();
    fake.#server = await startLoopback((exchange) => fake.#answer(exchange));
    return fake;
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }

  get url(): string {
    return this.#server.url;
  }

  /** The settings of a service that bills with it. */
  get variables(): Record<string, string> {
    return {
      SVC_STRIPE_SECRET_KEY: SECRET_KEY,
      SVC_STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      SVC_STRIPE_API_URL: this.url,
      ...fakePrices,
    };
  }

  readonly prices = Object.values(fakePrices);

  order(fault: Omit<Fault, 'times'> & { times?: number }): void {
    this.#faults.push({ times: 1, ...fault });
  }

  readonly tell = (kind: string, object: StripeObject, before?: Record<string, unknown>): void => {
    this.events.push({
      id: `evt_fake${++this.#told}`,
      type: kind,
      data: { object: structuredClone(object), ...(before && { previous_attributes: before }) },
    });
  };

  // On the pages of Stripe.

  checkoutAt(url: string): StripeObject {
    return this.objects.get('checkout.session', url.split('/').at(-1) as string);
  }

  /** Somebody fills in the form of a page: what it is for happens. */
  complete(url: string, { last4 = '4242', isPaid = true } = {}): StripeObject {
    const session = this.checkoutAt(url);
    if (session.status !== 'open') throw new Error(`the page is ${session.status}`);
    session.status = 'complete';
    if (session.mode === 'payment') this.#buy(session, isPaid);
    else if (session.mode === 'setup') this.#saveCard(session, last4);
    else this.#subscribe(session, last4);
    this.tell('checkout.session.completed', session);
    return session;
  }

  expire(url: string): void {
    const session = this.checkoutAt(url);
    session.status = 'expired';
    this.tell('checkout.session.expired', session);
  }

  /** A bank transfer arrives, days after the page was completed. */
  arrive(url: string): void {
    const session = this.checkoutAt(url);
    session.payment_status = 'paid';
    succeed(this, this.objects.get('payment_intent', session.payment_intent), 'pm_transfer');
    this.tell('checkout.session.async_payment_succeeded', session);
  }

  #buy(session: StripeObject, isPaid: boolean): void {
    const [{ price_data }] = session.line_items;
    const intent = this.objects.add('payment_intent', 'pi', {
      amount: Number(price_data.unit_amount),
      currency: price_data.currency,
      customer: session.customer,
      metadata: session.payment_intent_data.metadata,
      status: 'processing',
      last_payment_error: null,
      latest_charge: null,
    });
    session.payment_intent = intent.id;
    if (!isPaid) return;
    session.payment_status = 'paid';
    succeed(this, intent, 'pm_unsaved');
  }

  #newCard(customer: string, last4: string): StripeObject {
    const card = this.objects.add('payment_method', 'pm', {
      type: 'card',
      customer,
      card: { brand: 'visa', last4 },
    });
    this.tell('payment_method.attached', card);
    return card;
  }

  #saveCard(session: StripeObject, last4: string): void {
    const { customer } = session;
    const payment_method = this.#newCard(customer, last4).id;
    session.setup_intent = this.objects.add('setup_intent', 'seti', { customer, payment_method }).id;
  }

  #subscribe(session: StripeObject, last4: string): void {
    const { customer } = session;
    const [{ price }] = session.line_items;
    const subscription = this.objects.add('subscription', 'sub', {
      customer,
      status: 'active',
      metadata: session.subscription_data.metadata,
      default_payment_method: this.#newCard(customer, last4).id,
      items: { data: [{ price: { id: price }, current_period_end: 1_900_000_000 }] },
    });
    session.subscription = subscription.id;
    session.payment_status = 'paid';
    this.tell('customer.subscription.created', subscription);
    this.tell('invoice.paid', this.objects.add('invoice', 'in', { customer }));
  }

  /** The subscription of a customer becomes another. */
  change(subscriptionId: string, to: { status?: string; price?: string }): void {
    const subscription = this.objects.get('subscription', subscriptionId);
    if (to.status) subscription.status = to.status;
    if (to.price) subscription.items.data[0].price.id = to.price;
    const kind = to.status === 'canceled' ? 'deleted' : 'updated';
    this.tell(`customer.subscription.${kind}`, subscription);
  }

  /** The card is removed from its customer. */
  detach(cardId: string): void {
    const card = this.objects.get('payment_method', cardId);
    const { customer: id } = card;
    card.customer = null;
    const customer = this.objects.get('customer', id);
    if (customer.invoice_settings.default_payment_method === cardId)
      customer.invoice_settings.default_payment_method = null;
    for (const subscription of this.objects.all('subscription'))
      if (subscription.default_payment_method === cardId) subscription.default_payment_method = null;
    this.tell('payment_method.detached', card, { customer: id });
  }

  deleteCustomer(id: string): void {
    const customer = this.objects.get('customer', id);
    customer.deleted = true;
    this.tell('customer.deleted', customer);
  }

  /** From now on the bank says this to whoever charges the card; null for yes. */
  decline(cardId: string, message: string | null): void {
    this.objects.get('payment_method', cardId).declines = message;
  }

  refund(paymentId: string, amount?: number): void {
    const intent = this.objects.get('payment_intent', paymentId);
    const charge = this.objects.get('charge', intent.latest_charge);
    const refunded = amount ?? charge.amount - charge.amount_refunded;
    charge.amount_refunded += refunded;
    this.objects.add('refund', 're', { payment_intent: paymentId, amount: refunded, status: 'succeeded' });
    this.tell('charge.refunded', charge);
  }

  // Webhooks.

  /** Takes the events that were not sent yet. */
  takeEvents(): FakeEvent[] {
    return this.events.splice(0);
  }

  /** Sends events one after the other: these, or all that were not sent yet, with those that come of sending them. */
  async deliver(send: SendWebhook, events?: readonly FakeEvent[]): Promise<number[]> {
    const statuses: number[] = [];
    const unsent = events ? [...events] : this.events;
    for (let event = unsent.shift(); event; event = unsent.shift())
      statuses.push(await send(...this.signed(event)));
    return statuses;
  }

  /** The body and the signature of an event, as if it were sent at a time. */
  signed(event: FakeEvent, at = Date.now()): [body: string, signature: string] {
    const body = JSON.stringify({
      object: 'event',
      api_version: API_VERSION,
      livemode: false,
      ...event,
    });
    const seconds = Math.floor(at / 1000);
    const digest = createHmac('sha256', WEBHOOK_SECRET).update(`${seconds}.${body}`).digest('hex');
    return [body, `t=${seconds},v1=${digest}`];
  }

  // The API.

  async #answer({ request, response, url }: Exchange): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { method = '', headers } = request;
    this.requests.push(`${method} ${url.pathname}`);
    if (headers.authorization !== `Bearer ${SECRET_KEY}`)
      throw new Refusal(401, {
        error: { type: 'invalid_request_error', message: 'Invalid API Key provided.' },
      });
    // Stripe takes the default version of the account otherwise, which may know other parameters.
    if (headers['stripe-version'] !== API_VERSION) throw new Error('a call without the version of its API');
    const key = headers['idempotency-key'];
    if (method === 'POST' && !key) throw new Error('a POST without a key is not safe to repeat');
    const fault = this.#faults.find(({ path, times }) => times > 0 && path.test(`${method} ${url.pathname}`));
    if (fault) fault.times--;
    if (fault?.refusal && !fault.refusal.kept) throw troubleOf(fault.refusal.status);
    const { status, body: answer } = this.#once(
      String(key ?? ''),
      `${method} ${url.pathname} ${body}`,
      () => {
        if (fault?.refusal) throw troubleOf(fault.refusal.status);
        const found = findRoute(method, url.pathname);
        if (!found)
          throw new Refusal(404, {
            error: { type: 'invalid_request_error', message: 'Unrecognized request URL' },
          });
        const parameters = readForm(method === 'GET' ? url.search : body);
        checkParameters(found.route, parameters);
        return found.route.run(this, parameters, found.id);
      },
    );
    await fault?.meanwhile?.();
    if (fault?.loses) response.destroy();
    else sendJson(response, status, answer);
  }

  /** A key is answered as it was the first time, and belongs to one request. */
  #once(key: string, request: string, work: () => unknown): KeptAnswer {
    const kept = this.#kept.get(key);
    if (key && kept) {
      if (kept.request === request) return kept;
      const message =
        'Keys for idempotent requests can only be used with the same parameters they were first used with.';
      throw new Refusal(400, { error: { type: 'idempotency_error', message } });
    }
    const answered = { request, ...answerOf(work) };
    if (key && answered.status !== 429) this.#kept.set(key, answered);
    return answered;
  }
}

function answerOf(work: () => unknown): { status: number; body: unknown } {
  try {
    return { status: 200, body: structuredClone(work()) };
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, body: error.body };
    throw error;
  }
}

function troubleOf(status: number): Refusal {
  const type = status === 429 ? 'rate_limit_error' : 'api_error';
  return new Refusal(status, { error: { type, message: `The fake was told to answer ${status}.` } });
}
