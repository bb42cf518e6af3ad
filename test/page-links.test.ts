import { beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { eventually } from './support/eventually.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let owner: Api;
let workspace: string;
let workbook: string;
let sheet: string;
let chart: string;

beforeAll(async () => {
  service = await CalledService.shared();
  owner = await service.signIn();
  workspace = `/api/v1/workspaces/${(await owner.get('/api/v1/me')).body.workspace_id}`;
  workbook = await owner.workbook('Sales');
  await owner.upload(`${workbook}/sources`, {
    name: 'sales.csv',
    content: 'region,amount\nNorth,100\nSouth,50\n',
  });
  sheet = `${workbook}/sheets/Report`;
  chart = `${workbook}/charts/Sold`;
  await owner.put(chart, { chart_type: 'bar', table: 'sales', x: 'region', y: ['amount'] });
  const blocks = [
    { kind: 'heading', text: 'Sales of the year' },
    { kind: 'table_view', table: 'sales' },
    { kind: 'chart', chart: 'Sold' },
  ];
  await owner.put(sheet, { spec: { blocks } });
});

const share = async (page = sheet, more: object = {}) => (await owner.post(`${page}/links`, more)).body;
const opened = async (url: string, init: RequestInit = {}) => {
  const response = await fetch(service.url + new URL(url).pathname, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const unlock = (url: string, password: string) =>
  opened(url, { method: 'POST', body: new URLSearchParams({ password }) });
const amountIs = async (amount: number) => {
  const [{ __svc_row_id }] = (await owner.get(`${workbook}/tables/sales/rows`)).body.rows;
  const rows = [{ __svc_row_id, amount }];
  await owner.post(`${workbook}/tables/sales/rows/upsert`, { rows, expected_version: null });
};

test('a link shows the report of the moment to anybody, and tells nobody to keep it', async () => {
  const link = await share();
  await amountIs(120);
  const { status, headers, text } = await opened(link.url);
  expect([status, text]).toEqual([200, expect.stringMatching(/Sales of the year[\s\S]*120[\s\S]*<svg/)]);
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
  expect(headers.get('x-robots-tag')).toContain('noindex');
  expect(headers.get('cache-control')).toContain('no-store');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  const { links } = (await owner.get(`${sheet}/links`)).body;
  expect(links.at(-1)).toMatchObject({ id: link.id, kind: 'sheet', subject: 'Report', opens: 1 });
  expect(JSON.stringify(links)).not.toContain(link.url.split('/').at(-1));
  expect((await opened((await share(chart)).url)).text).toMatch(
    /"chart wide"><svg[\s\S]*"chart narrow"><svg/,
  );
});

test('nothing else is reached with it', async () => {
  const token = new URL((await share()).url).pathname.split('/').at(-1) as string;
  const { paths } = (await service.anonymous.get('/openapi.json')).body as {
    paths: Record<string, Record<string, { operationId: string; security?: unknown[] }>>;
  };
  const tried: string[] = [];
  const open: string[] = [];
  for (const [path, operations] of Object.entries(paths)) {
    const address = path
      .replace('{workbook_id}', workbook.split('/').at(-1) as string)
      .replace('{name}', path.includes('/charts') ? 'Sold' : path.includes('/sheets') ? 'Report' : 'sales')
      .replaceAll(/\{[^}]+\}/g, token);
    for (const [method, { operationId, security }] of Object.entries(operations)) {
      if (!/^(get|post|put|patch|delete)$/.test(method)) continue;
      const response = await fetch(service.url + address, {
        method: method.toUpperCase(),
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(method !== 'get' && { body: '{}' }),
      });
      await response.arrayBuffer();
      tried.push(operationId);
      // What asks for no credential is open to everybody, and says nothing of a workbook.
      if (response.ok && security?.length !== 0) open.push(operationId);
    }
  }
  expect(open).toEqual([]);
  expect(tried).toEqual(expect.arrayContaining(['renderSheet', 'query', 'downloadExport', 'getAccount']));
  expect((await opened(`${service.url}/shared/${token.slice(0, -1)}`)).status).toBe(404);
});

test('a governed column is left out unless a rule allows it to the role public', async () => {
  const { url } = await share();
  await owner.post(`${workbook}/tables/sales/columns/amount/tags`, { tag: 'money' });
  await owner.put(`${workbook}/policies/money`, { role: '*', effect: 'allow' });
  expect((await opened(url)).text).toContain('North');
  expect((await opened(url)).text).not.toMatch(/amount|120/);
  await owner.put(`${workbook}/policies/money`, { role: 'public', effect: 'mask' });
  expect((await opened(url)).text).not.toContain('120');
  await owner.put(`${workbook}/policies/money`, { role: 'public', effect: 'allow' });
  expect((await opened(url)).text).toContain('120');
  for (const role of ['*', 'public'])
    await owner.delete(`${workbook}/policies/money?role=${encodeURIComponent(role)}`);
  await owner.delete(`${workbook}/tables/sales/columns/amount/tags/money`);
});

test('a link asks for its password, and attempts are slowed down', async () => {
  const link = await share(sheet, { password: 'quiet harbour' });
  expect(link).toMatchObject({ has_password: true });
  const asked = await opened(link.url);
  expect([asked.status, asked.text]).toEqual([401, expect.stringContaining('type="password"')]);
  expect(asked.headers.get('content-security-policy')).toContain("form-action 'self'");
  const answers = [await unlock(link.url, 'wrong')];
  expect(answers[0]?.status).toBe(403);
  expect((await unlock((await share(sheet, { password: 'lantern' })).url, 'lantern')).text).toContain(
    'Sales of the year',
  );
  while (answers.at(-1)?.status === 403 && answers.length < 30) answers.push(await unlock(link.url, 'wrong'));
  expect(answers.at(-1)).toMatchObject({ status: 429, text: expect.stringContaining('too many attempts') });
});

test('a link ends when it is ended, and when its time has come, with a page for people', async () => {
  const ended = await share();
  expect((await owner.delete(`${chart}/links/${ended.id}`)).status).toBe(404);
  expect((await owner.delete(`${sheet}/links/${ended.id}`)).status).toBe(204);
  const { status, headers, text } = await opened(ended.url);
  expect([status, text]).toEqual([404, expect.stringContaining('This link has ended')]);
  expect(headers.get('content-type')).toContain('text/html');
  const soon = await share(sheet, { expires_at: new Date(Date.now() + 1500).toISOString() });
  await eventually(async () => ((await opened(soon.url)).status === 404 ? true : undefined));
  const past = await owner.post(`${sheet}/links`, { expires_at: '2020-01-01T00:00:00Z' });
  expect([past.status, past.body.errors[0].code]).toEqual([422, 'field-past']);
});

test('pages are in the language of what they show, else of whoever opens them', async () => {
  const japanese = { headers: { 'accept-language': 'ja-JP,ja;q=0.9,en;q=0.8' } };
  const locked = await opened((await share(sheet, { password: 'quiet harbour' })).url, japanese);
  expect(locked.text).toMatch(/<html lang="ja">[\s\S]*パスワードが必要です/);
  expect((await opened((await share(chart)).url, japanese)).text).toContain('<html lang="en">');
  await owner.put(`${workbook}/charts/Uri`, {
    ...{ chart_type: 'bar', table: 'sales', x: 'region', y: ['amount'] },
    title: '地域別の売上',
  });
  expect((await opened((await share(`${workbook}/charts/Uri`)).url)).text).toContain('<html lang="ja">');
});

test('a pinned link shows the version, whatever changes afterwards', async () => {
  await amountIs(777);
  await owner.post(`${workbook}/versions`, { label: 'closed' });
  const pinned = await share(sheet, { version: 'closed' });
  const current = await share();
  await amountIs(888);
  await owner.put(sheet, {
    spec: {
      blocks: [
        { kind: 'heading', text: 'Redone' },
        { kind: 'table_view', table: 'sales' },
      ],
    },
  });
  expect((await opened(pinned.url)).text).toMatch(/Sales of the year[\s\S]*777/);
  expect((await opened(pinned.url)).text).not.toMatch(/888|Redone/);
  expect((await opened(current.url)).text).toMatch(/Redone[\s\S]*888/);
  expect((await owner.post(`${sheet}/links`, { version: 'none' })).status).toBe(422);
});

test('only named sites may contain it', async () => {
  const { url } = await share(sheet, { frame_origins: ['https://intranet.example.com'] });
  expect((await opened(url)).headers.get('content-security-policy')).toContain(
    'frame-ancestors https://intranet.example.com',
  );
  for (const origin of [
    '*',
    'https://a.example.com/path',
    "https://a.example.com; script-src 'unsafe-inline'",
  ])
    expect((await owner.post(`${sheet}/links`, { frame_origins: [origin] })).status, origin).toBe(422);
});

test('a workspace sees and ends all its links, and can forbid them', async () => {
  const link = await share();
  const { links } = (await owner.get(`${workspace}/links?limit=1000`)).body;
  expect(links).toContainEqual(expect.objectContaining({ id: link.id, workbook_title: 'Sales' }));
  expect((await owner.delete(`${workspace}/links/${link.id}`)).status).toBe(204);
  expect((await opened(link.url)).status).toBe(404);
  const other = await share();
  const configure = (links_allowed: boolean) =>
    owner.patch(workspace.replace('/api/v1/', '/api/control/'), { links_allowed });
  expect((await configure(false)).body.links_allowed).toBe(false);
  expect((await opened(other.url)).status).toBe(404);
  expect((await owner.post(`${sheet}/links`)).status).toBe(403);
  await configure(true);
  expect((await opened(other.url)).status).toBe(200);
});
