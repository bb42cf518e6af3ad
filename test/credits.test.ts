import { beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { CalledService } from './support/service.js';

const BILLING = '/api/control/account/billing';

let service: CalledService;
let session: Api;
beforeAll(async () => {
  service = await CalledService.shared();
  session = await service.signIn();
});

test('without Stripe an account reads what it has, and payments name the missing setting', async () => {
  const { body: account } = await session.post('/api/control/accounts', { name: 'Example' });
  const { status, body } = await session.get(`${BILLING}?account_id=${account.id}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    plan: 'free',
    status: null,
    payment_method: null,
    auto_topup: { enabled: false, amount: 5000, threshold: 1000, stopped: null },
    overage: { credits: 0, amount: 0, stopped: null },
    metered: false,
  });
  expect(body.credits).toEqual(account.credits);
  expect(body.credits.map(({ name, left }: Record<string, unknown>) => [name, left])).toEqual([
    ['monthly', 0],
    ['prepaid', 0],
    ['overage', 0],
  ]);
  const refused = await session.patch(`${BILLING}/auto-topup`, { enabled: true });
  expect([refused.status, refused.body.detail]).toEqual([
    501,
    expect.stringContaining('SVC_STRIPE_SECRET_KEY'),
  ]);
});

test('a key reads billing with account:read and changes it with billing:manage', async () => {
  const key = async (scope: string, more = {}) => {
    const { body } = await session.post('/api/control/account/keys', { scopes: [scope], ...more });
    return service.as(body.key);
  };
  const [reader, manager] = [await key('account:read'), await key('billing:manage')];
  const off = { enabled: false };
  expect((await reader.get(BILLING)).status).toBe(200);
  expect((await reader.patch(`${BILLING}/auto-topup`, off)).status).toBe(403);
  expect((await manager.get(BILLING)).status).toBe(403);
  expect((await manager.patch(`${BILLING}/auto-topup`, off)).status).toBe(501);
  const { body: workspace } = await session.post('/api/control/workspaces', { name: 'Pinned' });
  const pinned = await key('account:read', { workspace_id: workspace.id });
  expect((await pinned.get(BILLING)).body.type).toBe('/problems/outside-reach');
});

test('the free credits of a month exist once for a person, who owns at most 20 accounts', async () => {
  const person = await service.signIn(await service.register());
  const make = async () => await person.post('/api/control/accounts', { name: 'One more' });
  const made = [];
  for (let i = 0; i < 18; i++) made.push((await make()).status);
  const atOnce = await Promise.all([make(), make(), make()]);
  expect([...made, ...atOnce.map(({ status }) => status)].filter((status) => status === 201)).toHaveLength(
    19,
  );
  expect(atOnce.find(({ status }) => status !== 201)?.body.type).toBe('/problems/conflict');
  const { accounts } = (await person.get('/api/control/accounts')).body;
  expect(accounts).toHaveLength(20);
  const monthly = accounts.map(({ credits }: { credits: { name: string; granted: number }[] }) =>
    credits.find(({ name }) => name === 'monthly'),
  );
  expect(monthly.map(({ granted }: { granted: number }) => granted)).toEqual([1000, ...Array(19).fill(0)]);
  const spare = accounts.at(-1);
  await person.post('/api/control/account/delete', { account_id: spare.id, confirm: spare.name });
  expect((await make()).body.credits[0]).toMatchObject({ name: 'monthly', granted: 0, left: 0 });
  expect((await make()).status).toBe(409);
});
