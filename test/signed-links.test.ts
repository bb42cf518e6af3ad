import { beforeAll, expect, test } from 'vitest';
import { Agent } from './support/agent.js';
import type { Api } from './support/api.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let owner: Api;
let token: Api;
let workbook: string;
let workbook_id: string;
let agent: Agent;

beforeAll(async () => {
  service = await CalledService.shared();
  owner = await service.signIn();
  workbook = await owner.workbook('Sales');
  workbook_id = workbook.split('/').at(-1) as string;
  await owner.upload(`${workbook}/sources`, { name: 'sales.csv', content: 'region,amount\nNorth,100\n' });
  token = await owner.mint(['workbooks:write'], { name: 'a bot' });
  await owner.put(`${workbook}/charts/Sold`, {
    chart_type: 'bar',
    table: 'sales',
    x: 'region',
    y: ['amount'],
  });
});

const pathOf = (url: string) => url.slice(service.url.length);
const opened = (url: string) => service.anonymous.get(pathOf(url));

async function exported(more: object = {}, api = token) {
  agent = await Agent.connect(api);
  return (await agent.call('export', { workbook_id, tables: ['sales'], format: 'csv', ...more })).body;
}

test('a link shows the rows of the moment to whoever opens it, for an hour', async () => {
  const { url, url_expires_at } = await exported();
  expect(Date.parse(url_expires_at) - Date.now()).toBeGreaterThan(59 * 60 * 1000);
  expect(Date.parse(url_expires_at) - Date.now()).toBeLessThanOrEqual(60 * 60 * 1000);
  const [{ __svc_row_id }] = (await owner.get(`${workbook}/tables/sales/rows`)).body.rows;
  const rows = [{ __svc_row_id, amount: 120 }];
  await owner.post(`${workbook}/tables/sales/rows/upsert`, { rows, expected_version: null });
  const { status, body, headers } = await opened(url);
  expect([status, body]).toEqual([200, expect.stringMatching(/^region,amount.*\r\nNorth,120/)]);
  expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer']);
});

test('a link reaches nothing else', async () => {
  const { url } = await exported();
  const { search } = new URL(url);
  const elsewhere = [
    url.replace('format=csv', 'format=xlsx'),
    url.replace('tables=sales', 'tables=other'),
    url.replace(/expires=\d/, 'expires=9'),
    url.replace(/by=tok_./, 'by=tok_1'),
    `${url}&tables=other`,
    url.slice(0, -1),
    url.replace('/export?', '/charts/Sold/render?'),
  ];
  for (const changed of elsewhere) expect((await opened(changed)).status, changed).toBe(403);
  for (const path of ['', '/tables/sales/rows', '/ops'])
    expect((await service.anonymous.get(`${workbook}${path}${search}`)).status).toBe(401);
  expect((await service.anonymous.post(`${workbook}/export${search}`, {})).status).toBe(401);
});

test('a program that writes the link in another way opens it too', async () => {
  const { url } = await exported();
  const { pathname, searchParams } = new URL(url);
  const turned = [...searchParams].reverse().map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  expect((await service.anonymous.get(`${pathname}?${turned.join('&')}`)).status).toBe(200);
});

test('a link ends with the token that signed it', async () => {
  const short = await owner.mint(['workbooks:read'], { expires_in_days: 1 });
  const { url, url_expires_at } = await exported({ link_hours: 168 }, short);
  expect(Date.parse(url_expires_at) - Date.now()).toBeLessThanOrEqual(24 * 60 * 60 * 1000);
  expect((await opened(url)).status).toBe(200);
  const { tokens } = (await owner.get('/api/v1/me/tokens')).body;
  const { id } = tokens.find((one: { id: string }) => url.includes(one.id));
  await owner.delete(`/api/v1/me/tokens/${id}`);
  expect((await opened(url)).body).toMatchObject({
    type: '/problems/expired',
    detail: 'The link has ended.',
  });
});

test('a link shows what its signer may see when it is opened', async () => {
  const { url } = await exported();
  const { body: chart } = await agent.call('render_chart', { workbook_id, chart: 'Sold', format: 'svg' });
  expect((await opened(chart.url)).body).toMatch(/^<svg/);
  await owner.post(`${workbook}/tables/sales/columns/amount/tags`, { tag: 'pay' });
  await owner.put(`${workbook}/policies/pay`, { role: '*', effect: 'deny' });
  expect((await opened(url)).body).toMatch(/^region,__svc_row_id\r\n/);
  expect((await opened(chart.url)).status).toBe(409);
  await owner.delete(`${workbook}/policies/pay?role=*`);
});

test('the audit log tells of each link, and of its openings', async () => {
  const { url } = await exported();
  await opened(url);
  const { entries } = (await owner.get(`${workbook}/audit-log?limit=2`)).body;
  expect(entries).toMatchObject([
    { action: 'tables.exported', detail: { actor: 'signed link' } },
    { action: 'link.signed', detail: { operation: 'downloadExport', actor: 'test agent' } },
  ]);
});
