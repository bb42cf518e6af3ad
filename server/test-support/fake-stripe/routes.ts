import { Refusal } from '../fake-drive-http.js';
import { listOf, type Objects, type StripeObject } from './objects.js';
import { check, type Fields, invalid, missing, type Parameters } from './parameters.js';

interface Route {
  method: 'GET' | 'POST';
  path: RegExp;
  parameters: Fields;
  run(fake: Acting, parameters: Parameters, id: string): unknown;
}

/** What the routes do to the fake. */
interface Acting {
  objects: Objects;
  prices: readonly string[];
  /** Notes an event that will be sent. */
  tell(kind: string, object: StripeObject, before?: Record<string, unknown>): void;
}

const expand: Fields = { expand: { each: 'text' } };

const checkoutParameters: Fields = {
  'mode!': ['payment', 'setup', 'subscription'],
  'success_url!': 'text',
  cancel_url: 'text',
  customer: 'text',
  client_reference_id: 'text',
  metadata: 'metadata',
  payment_method_types: { each: 'text' },
  line_items: {
    each: {
      price: 'text',
      quantity: 'integer',
      price_data: { 'currency!': ['usd'], 'unit_amount!': 'integer', product_data: { 'name!': 'text' } },
    },
  },
  payment_intent_data: { metadata: 'metadata' },
  setup_intent_data: { metadata: 'metadata' },
  subscription_data: { metadata: 'metadata' },
};

const routes: readonly Route[] = [
  {
    method: 'POST',
    path: /^\/v1\/customers$/,
    parameters: { email: 'text', metadata: 'metadata' },
    run: ({ objects }, { email, metadata = {} }) =>
      objects.add('customer', 'cus', {
        email,
        metadata,
        invoice_settings: { default_payment_method: null },
      }),
  },
  {
    method: 'GET',
    path: /^\/v1\/customers\/(\w+)$/,
    parameters: expand,
    run: ({ objects }, { expand = [] }, id) =>
      objects.expanded(objects.get('customer', id), expand as string[]),
  },
  {
    method: 'POST',
    path: /^\/v1\/customers\/(\w+)$/,
    parameters: { invoice_settings: { default_payment_method: 'text' } },
    run: ({ objects, tell }, { invoice_settings }, id) => {
      const customer = objects.get('customer', id);
      const { default_payment_method: cardId } = invoice_settings as { default_payment_method: string };
      if (objects.get('payment_method', cardId).customer !== id) throw missing('payment_method', cardId);
      customer.invoice_settings = { default_payment_method: cardId };
      tell('customer.updated', customer);
      return customer;
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/subscriptions$/,
    parameters: { 'customer!': 'text', status: ['all'], limit: 'integer', ...expand },
    run: ({ objects }, { customer, expand = [] }) => {
      const data = objects.all('subscription').filter((one) => one.customer === customer);
      return objects.expanded(listOf('/v1/subscriptions', data), expand as string[]);
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/checkout\/sessions$/,
    parameters: checkoutParameters,
    run: (fake, parameters) => {
      const { mode, line_items, customer } = parameters as { mode: string } & Parameters;
      if (mode === 'setup' && line_items) throw invalid('`line_items` cannot be used in `setup` mode.');
      if (mode !== 'setup' && !line_items) throw invalid(`Missing required param: line_items.`, 'line_items');
      const data = {
        payment: 'payment_intent_data',
        setup: 'setup_intent_data',
        subscription: 'subscription_data',
      };
      for (const [other, name] of Object.entries(data))
        if (other !== mode && name in parameters)
          throw invalid(`\`${name}\` cannot be used in \`${mode}\` mode.`);
      for (const { price } of (line_items ?? []) as { price?: string }[])
        if (price !== undefined && !fake.prices.includes(price)) throw missing('price', price);
      if (customer !== undefined && fake.objects.get('customer', String(customer)).deleted)
        throw missing('customer', String(customer));
      const session = fake.objects.add('checkout.session', 'cs_test', {
        metadata: {},
        payment_intent: null,
        setup_intent: null,
        subscription: null,
        status: 'open',
        payment_status: 'unpaid',
        ...parameters,
      });
      session.url = `https://checkout.stripe.test/c/pay/${session.id}`;
      return session;
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/checkout\/sessions\/(\w+)$/,
    parameters: expand,
    run: ({ objects }, { expand = [] }, id) =>
      objects.expanded(objects.get('checkout.session', id), expand as string[]),
  },
  {
    method: 'POST',
    path: /^\/v1\/billing_portal\/sessions$/,
    parameters: { 'customer!': 'text', return_url: 'text' },
    run: ({ objects }, { customer, return_url }) => {
      objects.get('customer', String(customer));
      const session = objects.add('billing_portal.session', 'bps', { customer, return_url });
      session.url = `https://billing.stripe.test/p/session/${session.id}`;
      return session;
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/payment_intents$/,
    parameters: {
      'amount!': 'integer',
      'currency!': ['usd'],
      customer: 'text',
      description: 'text',
      automatic_payment_methods: { 'enabled!': 'boolean', allow_redirects: ['never', 'always'] },
      metadata: 'metadata',
    },
    run: ({ objects }, { amount, metadata = {}, ...more }) => {
      if (Number(amount) < 50)
        throw invalid('Amount must be at least $0.50 usd', 'amount', 'amount_too_small');
      if (more.customer !== undefined) objects.get('customer', String(more.customer));
      return objects.add('payment_intent', 'pi', {
        ...more,
        amount: Number(amount),
        metadata,
        status: 'requires_payment_method',
        last_payment_error: null,
        latest_charge: null,
      });
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/payment_intents\/(\w+)$/,
    parameters: expand,
    run: ({ objects }, { expand = [] }, id) =>
      objects.expanded(objects.get('payment_intent', id), expand as string[]),
  },
  {
    method: 'POST',
    path: /^\/v1\/payment_intents\/(\w+)\/confirm$/,
    parameters: { 'payment_method!': 'text', off_session: 'boolean' },
    run: (fake, { payment_method }, id) => confirm(fake, id, String(payment_method)),
  },
  {
    method: 'GET',
    path: /^\/v1\/refunds$/,
    parameters: { 'payment_intent!': 'text', limit: 'integer' },
    run: ({ objects }, { payment_intent }) =>
      listOf(
        '/v1/refunds',
        objects.all('refund').filter((one) => one.payment_intent === payment_intent),
      ),
  },
];

function confirm({ objects, tell }: Acting, id: string, cardId: string): StripeObject {
  const intent = objects.get('payment_intent', id);
  if (!['requires_payment_method', 'requires_confirmation'].includes(intent.status)) {
    const message = `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`;
    throw invalid(message, undefined, 'payment_intent_unexpected_state');
  }
  const card = objects.get('payment_method', cardId);
  if (card.customer !== intent.customer) throw missing('PaymentMethod', cardId, 'payment_method');
  if (card.declines) {
    const error = { type: 'card_error', code: 'card_declined', message: card.declines };
    intent.last_payment_error = error;
    tell('payment_intent.payment_failed', intent);
    throw new Refusal(402, { error: { ...error, payment_intent: structuredClone(intent) } });
  }
  return succeed({ objects, tell }, intent, cardId);
}

/** Takes the money of a payment. */
export function succeed(
  { objects, tell }: Pick<Acting, 'objects' | 'tell'>,
  intent: StripeObject,
  cardId: string,
): StripeObject {
  const { id: payment_intent, amount, customer } = intent;
  const charge = objects.add('charge', 'ch', { payment_intent, amount, customer, amount_refunded: 0 });
  Object.assign(intent, {
    status: 'succeeded',
    payment_method: cardId,
    last_payment_error: null,
    latest_charge: charge.id,
  });
  tell('payment_intent.succeeded', intent);
  return intent;
}

export function findRoute(method: string, path: string): { route: Route; id: string } | undefined {
  for (const route of routes) {
    const match = route.method === method ? route.path.exec(path) : null;
    if (match) return { route, id: match[1] ?? '' };
  }
  return undefined;
}

export function checkParameters(route: Route, parameters: Parameters): void {
  check(parameters, route.parameters);
}
