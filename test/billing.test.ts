import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describeDatabase } from '../server/test-support/databases.js';
import { FakeStripe } from '../server/test-support/fake-stripe/fake-stripe.js';
import type { Api } from './support/api.js';
import { BILLING, creditsLeft, saveCard, spendCredit, webhookTo } from './support/billing.js';
import { eventually } from './support/eventually.js';
import { CalledService, startService, TestService } from './support/service.js';

const prepaid = (api: Api) =>
  eventually(async () => ((await creditsLeft(api, 'prepaid')) === 5000 ? true : undefined));

describe('a service without Stripe', () => {
  test('says which settings billing needs', async () => {
    const service = await CalledService.shared();
    const api = await service.signIn();
    const calls: [path: string, body: Record<string, unknown>][] = [
      ['checkout', { plan: 'solo', interval: 'monthly' }],
      ['payg', {}],
      ['topup', { credits: 5000 }],
      ['portal', {}],
      ['reuse-card', {}],
    ];
    for (const [path, body] of calls) {
      const answer = await api.post(`${BILLING}/${path}`, body);
      expect(answer.status, path).toBe(501);
      expect(answer.body.detail).toContain('SVC_STRIPE_SECRET_KEY');
    }
    expect(await webhookTo(service)('{}', 't=1,v1=00')).toBe(501);
    expect((await api.get(BILLING)).body).toMatchObject({ plan: 'free', metered: false });
  });
});

describe('a service with Stripe', () => {
  let stripe: FakeStripe;
  let service: TestService;
  let api: Api;
  beforeAll(async () => {
    stripe = await FakeStripe.start();
    service = await TestService.start({ env: stripe.variables });
  });
  afterAll(async () => {
    await service.dispose();
    await stripe.stop();
  });
  beforeEach(async () => {
    api = await service.signIn();
  });
  afterEach(() => void stripe.takeEvents());

  const account = async (name: string): Promise<string> =>
    (await api.post('/api/control/accounts', { name })).body.id;

  test('sells a subscription, and the account has its plan once Stripe says so', async () => {
    const account_id = await account('subscriber');
    const { body } = await api.post(`${BILLING}/checkout`, { plan: 'pro', interval: 'annual', account_id });
    expect(stripe.checkoutAt(body.url)).toMatchObject({
      mode: 'subscription',
      success_url: `${service.url}/`,
      line_items: [{ price: 'price_pro_annual', quantity: '1' }],
    });
    stripe.complete(body.url);
    const billing = async () => (await api.get(`${BILLING}?account_id=${account_id}`)).body;
    expect(await billing()).toMatchObject({ plan: 'free' });
    const statuses = await stripe.deliver(webhookTo(service));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await billing()).toMatchObject({ plan: 'pro', status: 'active', interval: 'annual' });
  });

  test('charges the saved card when credits run low, and stops and says so when it fails', async () => {
    await saveCard(stripe, service, api);
    const billing = async () => (await api.get(BILLING)).body;
    expect(await billing()).toMatchObject({
      plan: 'payg',
      auto_topup: { enabled: true, stopped: null },
      payment_method: { brand: 'visa', last4: '4242' },
    });
    const card = stripe.objects.all('payment_method').at(-1)?.id as string;
    stripe.decline(card, 'Your card was declined.');
    await spendCredit(api);
    await eventually(async () => ((await billing()).auto_topup.enabled ? undefined : true));
    expect((await billing()).auto_topup.stopped).toBe('Your card was declined.');
    stripe.decline(card, null);
    await api.patch(`${BILLING}/auto-topup`, { enabled: true });
    await prepaid(api);
  });

  test('lets a developer account pay with the card of the default account', async () => {
    const account_id = await account('developer');
    await saveCard(stripe, service, api);
    const { status, body } = await api.post(`${BILLING}/reuse-card`, { account_id });
    expect([status, body]).toMatchObject([200, { plan: 'payg', auto_topup: { enabled: true } }]);
    expect((await api.post(`${BILLING}/reuse-card`)).status).toBe(409);
    const { body: key } = await api.post('/api/control/account/keys', {
      account_id,
      scopes: ['billing:manage'],
    });
    const byKey = await service.as(key.key).post(`${BILLING}/reuse-card`);
    expect(byKey.body.type).toBe('/problems/owner-session-required');
  });

  test('sends nobody back to another site', async () => {
    for (const url of [
      'https://evil.example/',
      `${service.url}.evil.example/`,
      `${service.url}@evil.example/`,
      'x',
    ]) {
      const answer = await api.post(`${BILLING}/payg`, { success_url: url });
      expect([url, answer.status]).toEqual([url, 422]);
    }
    const url = `${service.url}/billing?done=1`;
    const { body } = await api.post(`${BILLING}/portal`, { return_url: url });
    expect(stripe.objects.all('billing_portal.session').at(-1)).toMatchObject({
      url: body.url,
      return_url: url,
    });
  });

  test('makes one customer for an account, however many requests come at once', async () => {
    const account_id = await account('popular');
    await Promise.all([1, 2, 3, 4].map(() => api.post(`${BILLING}/portal`, { account_id })));
    const customers = stripe.objects.all('customer');
    expect(customers.filter(({ metadata }) => metadata.account_id === account_id)).toHaveLength(1);
  });

  test('answers a repeated request with the same page', async () => {
    const key = { 'idempotency-key': 'buy-once' };
    const pages = [1, 2].map(() => api.post(`${BILLING}/topup`, { credits: 5000 }, key));
    const [first, second] = await Promise.all(pages);
    const again = await api.post(`${BILLING}/topup`, { credits: 5000 }, key);
    const urls = [first, second, again].filter((one) => one?.status === 200).map((one) => one?.body.url);
    expect(new Set(urls).size).toBe(1);
  });

  test('refuses an event that Stripe has not signed', async () => {
    const { body } = await api.post(`${BILLING}/topup`, { credits: 5000 });
    stripe.complete(body.url);
    const before = await creditsLeft(api, 'prepaid');
    for (const event of stripe.takeEvents()) {
      const [signed, signature] = stripe.signed(event);
      expect(await webhookTo(service)(`${signed} `, signature)).toBe(400);
    }
    expect(await creditsLeft(api, 'prepaid')).toBe(before);
  });

  test('says that Stripe does not answer, or refuses what the operator has set', async () => {
    stripe.order({ path: /checkout/, times: 3, refusal: { status: 503, kept: false } });
    const away = await api.post(`${BILLING}/payg`);
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '10']);
    stripe.order({ path: /checkout/, refusal: { status: 403, kept: false } });
    const refused = await api.post(`${BILLING}/payg`);
    expect([refused.status, refused.body.type]).toEqual([502, '/problems/payments-refused']);
    expect(service.output()).not.toContain(stripe.variables.SVC_STRIPE_SECRET_KEY);
  });
});

test('a card is charged once if the service is killed after Stripe has done it', async () => {
  const stripe = await FakeStripe.start();
  const service = await TestService.start({ env: stripe.variables });
  const api = await service.signIn();
  await saveCard(stripe, service, api);
  const killed = new Promise<void>((resolve) => {
    stripe.order({ path: /confirm$/, meanwhile: () => service.stop('SIGKILL').then(() => resolve()) });
  });
  await spendCredit(api);
  await killed;
  const again = await startService({ env: stripe.variables, dataDir: service.dataDir });
  await prepaid(await again.signIn());
  await stripe.deliver(webhookTo(again));
  expect(await creditsLeft(await again.signIn(), 'prepaid')).toBe(5000);
  expect(stripe.objects.all('charge')).toHaveLength(1);
  await stripe.stop();
});

describeDatabase('postgres', 'two nodes', (database) => {
  test('charge a card once, and take an event that both get once', async () => {
    const stripe = await FakeStripe.start();
    const { databaseUrl } = await database.fresh();
    const env = { SVC_DATABASE_URL: databaseUrl as string, ...stripe.variables };
    const first = await startService({ env });
    const second = await startService({ env, dataDir: first.dataDir });
    const api = await first.signIn();
    await saveCard(stripe, first, api);
    await spendCredit(api);
    await prepaid(api);
    const { body } = await api.post(`${BILLING}/topup`, { credits: 20_000 });
    stripe.complete(body.url);
    const events = stripe.takeEvents();
    await Promise.all([first, second].map((node) => stripe.deliver(webhookTo(node), events)));
    expect(await creditsLeft(second.as(api.token as string), 'prepaid')).toBe(25_000);
    expect(stripe.objects.all('charge')).toHaveLength(2);
    await stripe.stop();
  });
});
