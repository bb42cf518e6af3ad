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
    ['monthly', 1000],
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
