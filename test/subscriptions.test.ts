import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { eventually } from './support/eventually.js';
import { leavesOf, type MailPart, parseMail } from './support/mail-parts.js';
import { MailServer } from './support/mail-server.js';
import { owner as ownerOf, TestService } from './support/service.js';

let service: TestService;
let mail: MailServer;
let owner: Api;
let ann: { id: string; api: Api };
let users: string;
let workbook: string;
let sheet: string;

beforeAll(async () => {
  mail = await MailServer.start();
  service = await TestService.start({ env: { ...mail.env, SVC_MAIL_QUIET_MS: '700' } });
  owner = await service.signIn();
  users = `/api/control/workspaces/${(await owner.get('/api/v1/me')).body.workspace_id}/users`;
  await owner.post(users, { email: 'ann@example.com', base_role: 'viewer' });
  const accept = `/api/auth${await mail.linkTo('ann@example.com', 'invitations')}/accept`;
  const { body } = await service.anonymous.post(accept, { name: 'Ann', password: ownerOf.password });
  ann = { id: body.user.id, api: service.as(body.access_token) };
  workbook = await owner.workbook('Sales');
  const content = 'region,amount,pay\n=1+1,100,7001\n<b>South</b>,50,7002\n';
  await owner.upload(`${workbook}/sources`, { name: 'sales.csv', content });
  await owner.put(`${workbook}/charts/Sold`, {
    chart_type: 'bar',
    table: 'sales',
    x: 'region',
    y: ['amount'],
  });
  sheet = await report('Report');
});
afterAll(async () => {
  await service.dispose();
  await mail.close();
});

async function report(name: string, table = 'sales'): Promise<string> {
  const path = `${workbook}/sheets/${name}`;
  const blocks = [
    { kind: 'table_view', table },
    ...(table === 'sales' ? [{ kind: 'chart', chart: 'Sold' }] : []),
  ];
  await owner.put(path, { title: '売上 A\r\nBcc: eve@example.com', spec: { blocks } });
  return path;
}
const runNow = async (id: string) => {
  expect((await owner.post(`${workbook}/schedules/${id}/run`)).status).toBe(200);
  return await eventually(async () => {
    const { body } = await owner.get(`${workbook}/schedules/${id}`);
    return body.running_job_id === null && body.last_run ? body : undefined;
  });
};
const mailsTo = (address: string) =>
  mail.received.filter(({ to, raw }) => to.includes(address) && raw.includes('List-Unsubscribe'));
const latest = (address: string) => parseMail(mailsTo(address).at(-1)?.raw as string);
const partOf = (message: MailPart, type: string) => leavesOf(message).find((part) => part.type === type);
const unsubscribeAt = (message: MailPart) =>
  new URL((message.headers.get('list-unsubscribe') as string).slice(1, -1));

test('a mail has the report as a page, as text and as a file, and nothing in it does harm', async () => {
  const choices = { cron: '0 8 * * 1', time_zone: 'Asia/Tokyo', file: 'attach', language: 'ja' };
  const { status, body } = await owner.post(`${sheet}/subscriptions`, choices);
  expect([status, body]).toEqual([201, expect.objectContaining({ ...choices, state: 'active' })]);
  expect((await owner.post(`${sheet}/subscriptions`, choices)).status).toBe(409);
  expect((await runNow(body.id)).last_run).toMatchObject({ outcome: 'succeeded', changed: true });
  const message = latest(ownerOf.email);
  expect(message.type).toBe('multipart/mixed');
  expect(leavesOf(message).map(({ type }) => type)).toEqual([
    'text/plain',
    'text/html',
    'image/png',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ]);
  expect(message.headers.get('subject')).toMatch(/^売上 A Bcc: eve@example.com（20\d\d年\d+月\d+日）$/);
  expect(message.headers.has('bcc')).toBe(false);
  expect(message.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const page = String(partOf(message, 'text/html')?.content);
  expect(page).toMatch(
    /<td nowrap>=1\+1<\/td>[\s\S]*&lt;b&gt;South&lt;\/b&gt;[\s\S]*src="cid:chart1@report"/,
  );
  expect(page).toContain('配信を停止');
  expect(partOf(message, 'image/png')?.headers.get('content-id')).toBe('<chart1@report>');
  expect(String(partOf(message, 'text/plain')?.content)).toMatch(
    /region +amount +pay[\s\S]*=1\+1 +100 +7,001/,
  );
  expect((await owner.get('/api/v1/me/subscriptions')).body.subscriptions).toMatchObject([{ id: body.id }]);
});

test('each gets what they may see, and one click ends it, which a look at the page does not', async () => {
  await owner.post(`${workbook}/tables/sales/columns/pay/tags`, { tag: 'secret' });
  await owner.put(`${workbook}/policies/secret`, { role: 'viewer', effect: 'deny' });
  expect((await ann.api.post(`${sheet}/subscriptions`, { every: '1d', user_id: 'usr_other' })).status).toBe(
    403,
  );
  const { body } = await owner.post(`${sheet}/subscriptions`, {
    every: '1d',
    user_id: ann.id,
    file: 'attach',
  });
  await runNow(body.id);
  const message = latest('ann@example.com');
  const seen = leavesOf(message)
    .map(({ content }) => String(content))
    .join();
  expect(seen).toContain('South');
  expect(seen).not.toMatch(/pay|7,?00[12]/);
  const { pathname } = unsubscribeAt(message);
  const visit = (method: string, path = pathname) =>
    fetch(service.url + path, { method, ...(method === 'POST' && { body: 'List-Unsubscribe=One-Click' }) });
  expect((await visit('GET')).status).toBe(200);
  expect((await ann.api.get(`${sheet}/subscriptions`)).body.subscriptions).toMatchObject([{ id: body.id }]);
  expect((await visit('POST', `${pathname.slice(0, -4)}AAAA`)).status).toBe(404);
  for (let i = 0; i < 2; i++) expect((await visit('POST')).status).toBe(200);
  expect((await ann.api.get('/api/v1/me/subscriptions')).body.subscriptions).toEqual([]);
});

test('many changes are one mail, and what looks the same is none', async () => {
  const content = 'k,hidden\n1,1\n';
  await owner.upload(`${workbook}/sources`, { name: 'burst.csv', content });
  await owner.post(`${workbook}/tables/burst/columns/hidden/tags`, { tag: 'secret' });
  const { body } = await ann.api.post(`${await report('Burst', 'burst')}/subscriptions`, {
    on_change: true,
    at_most_every: '15m',
  });
  const edit = (cells: object) =>
    owner.post(`${workbook}/tables/burst/rows/upsert`, {
      rows: [{ __svc_row_id: 1, ...cells }],
      expected_version: null,
    });
  const before = mailsTo('ann@example.com').length;
  for (let k = 1; k <= 100; k++) await edit({ k });
  const ran = (changed: boolean) =>
    eventually(async () => {
      const { last_run: run } = (await ann.api.get(`${workbook}/schedules/${body.id}`)).body;
      return run?.changed === changed ? run : undefined;
    });
  await ran(true);
  expect(mailsTo('ann@example.com')).toHaveLength(before + 1);
  expect(String(partOf(latest('ann@example.com'), 'text/html')?.content)).toContain('>100<');
  // What has changed since waits until it may be mailed again.
  await edit({ hidden: 5 });
  const { rows } = (await owner.get(`${workbook}/tables/burst/rows`)).body;
  expect(rows).toMatchObject([{ hidden: 5 }]);
  expect(mailsTo('ann@example.com')).toHaveLength(before + 1);
});

test('who may no longer see the report gets nothing, and the subscription says why', async () => {
  const { body } = await ann.api.post(`${sheet}/subscriptions`, { every: '1h' });
  const before = mail.received.length;
  await owner.delete(`${users}/${ann.id}`);
  expect(await runNow(body.id)).toMatchObject({
    state: 'paused',
    paused_because: 'no_access',
    last_run: { outcome: 'failed', error_code: 'subscription-no-access' },
  });
  expect(mail.received).toHaveLength(before);
  const resumed = await owner.patch(`${sheet}/subscriptions/${body.id}`, { state: 'active' });
  expect([resumed.status, resumed.body.code]).toEqual([422, 'subscription-recipient']);
});

test('a mail that may have arrived is not sent again', async () => {
  const { body } = await owner.post(`${await report('Once')}/subscriptions`, { every: '1d' });
  const before = mail.received.length;
  mail.isDying = true;
  const { last_run: run } = await runNow(body.id);
  mail.isDying = false;
  expect([run.outcome, run.error_code]).toEqual(['failed', 'mail-outcome-unknown']);
  expect(mail.received).toHaveLength(before + 1);
});

test.each([
  [{}, 'field-every-cron-or-change'],
  [{ every: '1h', on_change: true }, 'field-every-cron-or-change'],
  [{ every: '1h', at_most_every: '1d' }, 'field-only-on-change'],
  [{ on_change: true, time_zone: 'Asia/Nowhere' }, 'field-time-zone-unknown'],
])('times that cannot be are refused: %j', async (times, code) => {
  const { status, body } = await owner.post(`${sheet}/subscriptions`, times);
  expect([status, body.errors[0].code]).toEqual([422, code]);
});
