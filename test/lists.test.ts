import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebhookReceiver } from '../server/test-support/webhook-receiver.js';
import { toolCall } from './support/agent.js';
import type { Api } from './support/api.js';
import { App, signedInBrowser } from './support/app.js';
import { eventually } from './support/eventually.js';
import { TestService } from './support/service.js';

let service: TestService;
let receiver: WebhookReceiver;
let owner: Api;
/** The path of each list, by the id of its operation. */
let places: Record<string, string>;
/** Every operation whose answer has a next_cursor according to the OpenAPI document. */
let listed: Map<string, { name: string; schema: { default?: number; maximum?: number } }[]>;

const lists = {
  listMyWorkbooks: { key: 'workbooks', byDefault: 50 },
  listMyData: { key: 'artifacts', byDefault: 50 },
  search: { key: 'artifacts', byDefault: 20 },
  listJobs: { key: 'jobs', byDefault: 50 },
  listSessions: { key: 'sessions', byDefault: 1000 },
  listTokens: { key: 'tokens', byDefault: 1000 },
  listGrants: { key: 'grants', byDefault: 1000 },
  listWebhooks: { key: 'webhooks', byDefault: 100 },
  listWebhookDeliveries: { key: 'deliveries', byDefault: 100 },
  listMyWorkspaces: { key: 'workspaces', byDefault: 1000 },
  listTables: { key: 'artifacts', byDefault: 1000 },
  readRows: { key: 'rows', byDefault: 100, most: 10_000 },
  getRowHistory: { key: 'changes', byDefault: 1000 },
  listViews: { key: 'views', byDefault: 200 },
  listComments: { key: 'comments', byDefault: 1000 },
  listAnnotations: { key: 'annotations', byDefault: 1000 },
  listChartLinks: { key: 'links', byDefault: 100 },
  listSheetLinks: { key: 'links', byDefault: 100 },
  listWorkspaceLinks: { key: 'links', byDefault: 100 },
  listSchedules: { key: 'schedules', byDefault: 100 },
  listScheduleRuns: { key: 'runs', byDefault: 50 },
  listSyncBindings: { key: 'sync_bindings', byDefault: 200 },
  listOverrides: { key: 'overrides', byDefault: 1000 },
  listConflicts: { key: 'conflicts', byDefault: 200 },
  listOps: { key: 'ops', byDefault: 50 },
  listBranches: { key: 'branches', byDefault: 200 },
  listSnapshots: { key: 'snapshots', byDefault: 50 },
  listVersions: { key: 'versions', byDefault: 200 },
  listSources: { key: 'sources', byDefault: 100 },
  listFileLinks: { key: 'file_links', byDefault: 100 },
  listSheets: { key: 'sheets', byDefault: 200 },
  listCharts: { key: 'charts', byDefault: 200 },
  listTransforms: { key: 'transforms', byDefault: 1000 },
  listClassifications: { key: 'classifications', byDefault: 500 },
  listPolicies: { key: 'policies', byDefault: 500 },
  listReadings: { key: 'readings', byDefault: 100 },
  getAuditLog: { key: 'entries', byDefault: 200 },
  getAccountAuditLog: { key: 'entries', byDefault: 200 },
  listKeys: { key: 'keys', byDefault: 1000 },
  listAccounts: { key: 'accounts', byDefault: 1000 },
  listAccountWorkspaces: { key: 'workspaces', byDefault: 1000 },
  listMembers: { key: 'users', byDefault: 1000 },
  listWorkspaceWorkbooks: { key: 'workbooks', byDefault: 50 },
  listInvitations: { key: 'invitations', byDefault: 1000 },
} as const;

beforeAll(async () => {
  service = await TestService.start({ env: { SVC_ALLOW_PRIVATE_NETWORK: 'true' } });
  await service.signIn();
  const session = await service.signIn();
  await session.post('/api/control/accounts', { name: 'second' });
  await session.post('/api/control/workspaces', { name: 'second' });
  const { body: me } = await session.get('/api/v1/me');
  const members = `/api/control/workspaces/${me.workspace_id}`;
  for (const name of ['a', 'b']) {
    await session.post(`${members}/users`, { email: `${name}@example.com`, base_role: 'viewer' });
    await session.post('/api/control/account/keys', { name, scopes: ['keys:read'] });
    await session.post('/api/v1/me/tokens', { name });
  }
  owner = session;
  const [app, browser] = [await App.register(service.url), await signedInBrowser(service)];
  for (const scope of ['workbooks:read', 'workbooks:write'])
    await app.tokens(browser, { scopes: [scope], resource: 'account' }, { scope });
  const webhooks = '/api/v1/me/webhooks';
  receiver = await WebhookReceiver.start();
  // Told of nothing that happens below and answered at once, so that their entries stay as they are.
  const subscription = { url: receiver.url(), events: ['artifact.deleted'] };
  await owner.post(webhooks, subscription);
  const webhook = `${webhooks}/${(await owner.post(webhooks, subscription)).body.id}`;
  for (let i = 0; i < 2; i++) await owner.post(`${webhook}/test`);
  await eventually(async () => {
    const { deliveries } = (await owner.get(`${webhook}/deliveries`)).body;
    return deliveries.every(({ status }: { status: string }) => status === 'delivered') ? true : undefined;
  });
  await owner.workbook();
  const workbook = await owner.workbook();
  const readings = `/api/v1/workspaces/${me.workspace_id}/readings`;
  for (const name of ['one', 'two']) {
    const file = { name: `${name}.csv`, content: `k,n\na,1\nb,2\n${name},3\n` };
    const { body } = await owner.upload(`${workbook}/sources`, file, { async: 'true', structuring: 'skip' });
    await eventually(async () =>
      (await owner.get(`/api/v1/jobs/${body.job_id}`)).body.status === 'succeeded' ? true : undefined,
    );
    await owner.upload(`${workbook}/file-links/local`, file);
    await owner.post(`${workbook}/sources/${file.name}/analyze`);
    await owner.post(readings, { workbook_id: workbook.split('/').at(-1), source: file.name });
    const transform = { name, kind: 'sql', code: 'select k, n from {{ t }}', args: { t: name }, key: ['k'] };
    await owner.post(`${workbook}/transforms`, { ...transform, output: `${name}_out` });
  }
  const out = `${workbook}/tables/one_out`;
  const { rows } = (await owner.get(`${out}/rows`)).body;
  for (const [i, row] of rows.slice(0, 2).entries()) {
    const changed = { __svc_row_id: row.__svc_row_id, n: 10 + i };
    await owner.post(`${out}/rows/upsert`, { rows: [changed], expected_version: null });
    const edits = [1, 2, 3].map((id) => ({ __svc_row_id: id, n: 20 + i }));
    await owner.post(`${workbook}/tables/one/rows/upsert`, { rows: edits, expected_version: null });
  }
  await owner.post(`${workbook}/recompute`);
  for (const name of ['one_out', 'two_out'])
    await owner.put(`${workbook}/tables/${name}/refresh`, { refresh: 'auto' });
  const [{ id: scheduleId }] = (await owner.get(`${workbook}/schedules`)).body.schedules;
  const runs = `${workbook}/schedules/${scheduleId}/runs`;
  for (const count of [1, 2]) {
    await owner.post(`${workbook}/schedules/${scheduleId}/run`);
    await eventually(async () => (await owner.get(runs)).body.runs.length === count || undefined);
  }
  const annotations = [1, 2].map((row_id) => ({ row_id, column: 'n', style: { bold: true } }));
  await owner.post(`${workbook}/tables/one/annotations`, { annotations });
  for (const name of ['first', 'second']) await owner.post(`${workbook}/tables/one/views`, { name });
  for (const text of ['first', 'second']) await owner.post(`${workbook}/tables/one/comments`, { text });
  for (const external_ref of ['a', 'b'])
    await owner.post(`${workbook}/tables/one/sync-bindings`, {
      actor: 'test',
      external_kind: 'google_sheets',
      external_ref,
    });
  for (const tag of ['x', 'y']) {
    await owner.post(`${workbook}/tables/one/columns/k/tags`, { tag });
    await owner.put(`${workbook}/policies/${tag}`, { effect: 'allow', role: 'viewer' });
  }
  for (const name of ['first', 'second'])
    await owner.put(`${workbook}/sheets/${name}`, { spec: { blocks: [] } });
  for (const name of ['first', 'second']) {
    const chart = { name, chart_type: 'pie', table: 'one', x: 'k' };
    const { path, body, headers } = toolCall('create_chart', {
      workbook_id: workbook.split('/').at(-1),
      ...chart,
    });
    await owner.post(path, body, headers);
  }
  for (const page of ['charts/first', 'sheets/first'])
    for (let i = 0; i < 2; i++) await owner.post(`${workbook}/${page}/links`);
  for (const label of ['first', 'second']) await owner.post(`${workbook}/versions`, { label });
  await owner.post(`${workbook}/export`, { tables: ['one', 'two'], format: 'csv', record_branch: true });
  places = {
    listMyWorkbooks: '/api/v1/me/workbooks',
    listMyData: '/api/v1/me/data',
    search: '/api/v1/search?q=o',
    listJobs: '/api/v1/jobs',
    listTokens: '/api/v1/me/tokens',
    listGrants: '/api/v1/me/grants',
    listWebhooks: webhooks,
    listWebhookDeliveries: `${webhook}/deliveries`,
    listMyWorkspaces: '/api/v1/me/workspaces',
    listTables: `${workbook}/tables`,
    readRows: `${workbook}/tables/one/rows`,
    getRowHistory: `${workbook}/tables/one/rows/1/history`,
    listAnnotations: `${workbook}/tables/one/annotations`,
    listViews: `${workbook}/tables/one/views`,
    listComments: `${workbook}/tables/one/comments`,
    listChartLinks: `${workbook}/charts/first/links`,
    listSheetLinks: `${workbook}/sheets/first/links`,
    listWorkspaceLinks: `/api/v1/workspaces/${me.workspace_id}/links`,
    listSchedules: `${workbook}/schedules`,
    listScheduleRuns: runs,
    listSyncBindings: `${workbook}/tables/one/sync-bindings`,
    listOverrides: `${out}/overrides`,
    listConflicts: `${workbook}/conflicts`,
    listOps: `${workbook}/ops`,
    listBranches: `${workbook}/branches`,
    listSnapshots: `${workbook}/snapshots`,
    listVersions: `${workbook}/versions`,
    listSources: `${workbook}/sources`,
    listFileLinks: `${workbook}/file-links`,
    listSheets: `${workbook}/sheets`,
    listCharts: `${workbook}/charts`,
    listTransforms: `${workbook}/transforms`,
    listClassifications: `${workbook}/classifications`,
    listPolicies: `${workbook}/policies`,
    listReadings: readings,
    getAuditLog: `${workbook}/audit-log`,
    getAccountAuditLog: '/api/control/account/audit-log',
    listKeys: '/api/control/account/keys',
    listSessions: '/api/auth/sessions',
    listAccounts: '/api/control/accounts',
    listAccountWorkspaces: '/api/control/workspaces',
    listMembers: `${members}/users`,
    listWorkspaceWorkbooks: `${members}/workbooks`,
    listInvitations: `${members}/invitations`,
  };
  const { body: document } = await owner.get('/openapi.json');
  listed = new Map();
  for (const { get } of Object.values(document.paths) as { get?: Record<string, never> }[]) {
    const { operationId, parameters, responses } = (get ?? {}) as never as {
      operationId: string;
      parameters?: { name: string; schema: object }[];
      responses?: object;
    };
    const [, name = ''] = /"#\/components\/schemas\/(\w+)"/.exec(JSON.stringify(responses ?? {})) ?? [];
    if (document.components.schemas[name]?.properties?.next_cursor) listed.set(operationId, parameters ?? []);
  }
});
afterAll(async () => {
  receiver.stop();
  await service.dispose();
});

const withQuery = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`;

test('every list of the service is tested here', () => {
  const operations = [...listed.keys()].map((id) => id.replace(/(By)?Artifacts?$/, ''));
  expect([...new Set(operations)].sort()).toEqual(
    // Need a drive or a mail server: tested in cloud-files.test.ts and subscriptions.test.ts.
    [...Object.keys(lists), 'listCloudFiles', 'listSubscriptions', 'listMySubscriptions'].sort(),
  );
});

describe.each(Object.entries(lists))('%s', (id, list) => {
  const most = 'most' in list ? list.most : 1000;

  test('documents limit, with its default, and cursor', () => {
    const parameters = new Map(listed.get(id)?.map(({ name, schema }) => [name, schema]));
    expect(parameters.has('cursor')).toBe(true);
    expect(parameters.get('limit')).toMatchObject({ minimum: 1, maximum: most, default: list.byDefault });
  });

  test('refuses a limit out of range and a cursor that it did not issue', async () => {
    for (const query of ['limit=0', `limit=${most + 1}`, 'limit=x', 'cursor=x']) {
      const { status, body } = await owner.get(withQuery(places[id] as string, query));
      expect([query, status, body.errors?.[0]?.path]).toEqual([query, 422, `/${query.split('=')[0]}`]);
    }
  });

  test('returns the same entries one by one as all at once', async () => {
    const { body: whole } = await owner.get(withQuery(places[id] as string, 'limit=1000'));
    const entries: unknown[] = whole[list.key];
    expect([entries.length > (id === 'listMembers' ? 0 : 1), whole.next_cursor]).toEqual([true, null]);
    const paged: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = `limit=1${cursor && `&cursor=${cursor}`}`;
      const { body } = await owner.get(withQuery(places[id] as string, query));
      expect(body[list.key].length).toBeLessThanOrEqual(1);
      paged.push(...body[list.key]);
      cursor = body.next_cursor;
    }
    expect(paged).toEqual(entries);
  });
});
