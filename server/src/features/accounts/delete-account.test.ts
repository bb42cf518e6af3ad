import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { storePayment } from '../../catalog/charge-leases.js';
import { scopes } from '../../core/scopes.js';
import { defaultAccount } from '../access/default-account.js';
import { unbilled } from '../billing/billing-record.js';
import { mintCredential } from '../identity/mint-credential.js';
import { resolveCredential } from '../identity/resolve-credential.js';
import { createTable } from '../tables/create-table.js';
import { createWebhook } from '../webhooks/create-webhook.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { createAccount } from './accounts.js';
import { deleteAccount } from './delete-account.js';
import { provisionWorkspace } from './workspaces.js';

let host: InProcessService;
let accountId: string;
beforeAll(async () => {
  host = await InProcessService.start();
});
afterAll(() => host.dispose());
beforeEach(async () => {
  accountId = (await createAccount(host.service, host.caller, 'Trial', {})).id;
});

const remove = (confirm = 'Trial', id = accountId) =>
  deleteAccount(host.service, host.caller, { accountId: id, confirm }, {});

async function owe(credits: number): Promise<void> {
  const { db } = host.service.catalog;
  const month = new Date().toISOString().slice(0, 'yyyy-mm'.length);
  const balance = { month, granted: 1000, monthly: 0, prepaid: 7, uncharged: 0, arrears: 0 };
  await db
    .insertInto('credit_balances')
    .values({ account_id: accountId, ...balance, overage: -credits })
    .execute();
}

async function subscribe(subscription_status: string): Promise<void> {
  const { db } = host.service.catalog;
  await db.deleteFrom('billing').where('account_id', '=', accountId).execute();
  await db
    .insertInto('billing')
    .values({ ...unbilled(accountId), subscription_status })
    .execute();
}

test('each rule has a problem of its own, in the order of the rules', async () => {
  const { id } = await defaultAccount(host.service, host.caller);
  const key = { ...host.caller, credential: { ...host.caller.credential, kind: 'key' as const, accountId } };
  await expect(deleteAccount(host.service, key, { accountId, confirm: 'Trial' }, {})).rejects.toMatchObject({
    slug: 'owner-session-required',
  });
  await expect(remove('x', id)).rejects.toMatchObject({ slug: 'default-account' });
  await expect(remove('x', 'acc_0')).rejects.toMatchObject({ slug: 'not-found' });
  await owe(500);
  for (const status of ['active', 'trialing', 'past_due']) {
    await subscribe(status);
    await expect(remove('x')).rejects.toMatchObject({ slug: 'active-subscription' });
  }
  await subscribe('canceled');
  await expect(remove('x')).rejects.toMatchObject({
    slug: 'unsettled-overage',
    members: { overage: { credits: 500, amount: 500 } },
  });
  await host.service.catalog.db.updateTable('credit_balances').set({ overage: -499 }).execute();
  await expect(remove('trial')).rejects.toMatchObject({ slug: 'confirm-mismatch', status: 422 });
  // What is owed is below the floor now, and written off.
  expect(await remove()).toMatchObject({ name: 'Trial', forfeitedCredits: 7 });
});

test('a payment that may have taken money is waited for, a charge that nobody asked for is withdrawn', async () => {
  const { db } = host.service.catalog;
  const charge = { purpose: 'auto_topup', credits: 5000, amount: 5000, state: 'pending' } as const;
  const card = { customer_id: 'cus_1', card_id: 'pm_1' };
  await db
    .insertInto('charges')
    .values({ id: 'chg_1', account_id: accountId, ...charge, ...card, payment_id: 'pi_1', created_at: '' })
    .execute();
  await expect(remove()).rejects.toMatchObject({ slug: 'conflict' });
  await db.updateTable('charges').set({ payment_id: null }).where('id', '=', 'chg_1').execute();
  expect(await remove()).toMatchObject({ name: 'Trial' });
  await expect(storePayment(db, 'chg_1', 'pi_2')).rejects.toThrow();
});

test('everything goes with the account, in one change, and its audit chain stays', async () => {
  const { service, caller } = host;
  const workspace = await provisionWorkspace(service, caller, { name: 'Team', accountId }, {});
  const inside = { workspaceId: workspace.id };
  const workbook = await createWorkbook(service, caller, { title: 'One', ...inside }, {});
  await createTable(
    service,
    caller,
    workbook.id,
    { name: 't', columns: [{ name: 'a', type: 'VARCHAR' }] },
    {},
  );
  const member = await host.member(workbook.id, 'editor');
  const hidden = { title: 'Two', ...inside, visibility: 'private' as const };
  await createWorkbook(service, member, hidden, {});
  const request = {
    name: null,
    rateLimitPerMinute: null,
    expiresInDays: null,
    defaultRate: 10,
    defaultDays: null,
  };
  const { plaintext } = await mintCredential(
    service,
    caller,
    { ...request, kind: 'key', accountId, scopes, resource: 'account' },
    {},
  );
  const resource = `workspace:${workspace.id}`;
  const token = await mintCredential(
    service,
    member,
    { ...request, kind: 'pat', accountId: null, scopes, resource },
    {},
  );
  const { credential } = (await resolveCredential(service, plaintext, {})) ?? {};
  const url = 'https://example.com/hook';
  const withKey = { ...caller, credential: credential ?? caller.credential };
  const quiet = { ...service, requirePublicUrl: async () => {} } as unknown as typeof service;
  await createWebhook(quiet, withKey, { url, events: [] }, {});

  expect(await remove()).toMatchObject({ workspaces: 1, workbooks: 2, credentials: 2 });
  for (const secret of [plaintext, token.plaintext])
    expect(await resolveCredential(service, secret, {})).toBeUndefined();
  const { db } = service.catalog;
  for (const table of ['accounts', 'workspaces', 'credentials', 'webhooks'] as const)
    expect(JSON.stringify(await db.selectFrom(table).selectAll().execute())).not.toContain(accountId);
  expect(
    await db.selectFrom('workbooks').select('id').where('title', 'in', ['One', 'Two']).execute(),
  ).toEqual([]);
  const entries = await db
    .selectFrom('audit_entries')
    .select('action')
    .where('chain', '=', accountId)
    .execute();
  expect(entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['workspace.created', 'workbook.deleted', 'account.deleted']),
  );
  await expect(remove()).rejects.toMatchObject({ slug: 'not-found' });
});
