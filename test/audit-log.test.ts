import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { owner, startService, TestService } from './support/service.js';

const SCRIPT = new URL('../scripts/verify-audit-log.mjs', import.meta.url).pathname;
const ACCOUNT_LOG = '/api/control/account/audit-log';

interface Entry {
  seq: number;
  action: string;
  target: string | null;
  user_id: string | null;
  credential_id: string | null;
  request_id: string | null;
  detail: Record<string, unknown>;
  [field: string]: unknown;
}
interface Page {
  chain: string;
  entries: Entry[];
  chain_valid: boolean;
  first_bad_seq: number | null;
  length: number;
  head_hash: string;
  next_cursor: string | null;
}

let service: TestService;
let session: Api;
let folder: string;
beforeAll(async () => {
  service = await TestService.start();
  session = await service.signIn();
  folder = await mkdtemp(join(tmpdir(), 'svc-audit-'));
});
afterAll(async () => {
  await service.dispose();
  await rm(folder, { recursive: true, force: true });
});

/** A workbook with an upload, an edit, an export and a download. */
async function busyWorkbook(api: Api): Promise<string> {
  const workbook = await api.workbook('Audited');
  const rows = [{ name: 'Bird', salary: 70002 }];
  const edit = { rows, expected_version: null, actor: 'Ms. Bell' };
  const answers = [
    await api.upload(`${workbook}/sources`, { name: 'pay.csv', content: 'name,salary\nCanary,70001\n' }),
    await api.post(`${workbook}/tables/pay/rows/upsert`, edit),
    await api.post(`${workbook}/export`, { format: 'csv' }),
    await api.get(`${workbook}/sources/pay.csv/download`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200]);
  return workbook;
}

async function pagesOf(api: Api, path: string, limit: number): Promise<Page[]> {
  const pages: Page[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body }: { body: Page } = await api.get<Page>(
      `${path}?limit=${limit}${cursor && `&cursor=${cursor}`}`,
    );
    pages.push(body);
    cursor = body.next_cursor;
  }
  return pages;
}

async function verify(name: string, text: string, ...options: string[]) {
  const file = join(folder, name);
  await writeFile(file, text);
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...options, file], {
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

const ndjson = (values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');

test('the log of a workbook records who did what with which credential, but no cell values', async () => {
  const token = await session.mint(['workbooks:write']);
  const workbook = await busyWorkbook(token);
  const me = (await token.get('/api/v1/me')).body;
  const { body, headers } = await token.get<Page>(`${workbook}/audit-log`);
  const oldestFirst = body.entries.toReversed();
  expect(oldestFirst.map(({ action }) => action)).toEqual([
    'workbook.created',
    'source.ingested',
    'rows.upserted',
    'tables.exported',
    'source.downloaded',
  ]);
  for (const [i, entry] of oldestFirst.entries())
    expect(entry).toMatchObject({
      seq: i + 1,
      user_id: me.user.id,
      user_email: owner.email,
      credential_id: me.credential.id,
      request_id: expect.stringMatching(/^req_/),
    });
  expect(oldestFirst[2]?.detail).toMatchObject({ rows: 1, actor: 'Ms. Bell' });
  expect(body).toMatchObject({ chain_valid: true, first_bad_seq: null, length: 5, next_cursor: null });
  expect(body.head_hash).toBe(body.entries[0]?.hash);
  expect(headers.get('x-request-id')).not.toBe(body.entries[0]?.request_id);
  expect(JSON.stringify(body)).not.toMatch(/Canary|\b7000[12]\b|salary/);
  expect((await token.get(`${workbook}/audit-log?cursor=x`)).status).toBe(422);
});

test('changes of tags, rules and columns are logged without names of columns that may be denied', async () => {
  const workbook = await busyWorkbook(session);
  const columns = `${workbook}/tables/pay/columns`;
  await session.patch(`${columns}/salary`, { new_name: 'wages', expected_version: null });
  await session.post(`${columns}/wages/tags`, { tag: 'pii', actor: 'Ms. Bell' });
  await session.put(`${workbook}/policies/pii`, { role: '*', effect: 'deny' });
  const { body } = await session.get<Page>(`${workbook}/audit-log?limit=3`);
  expect(body.entries.map(({ action, detail }) => [action, detail.before, detail.after])).toEqual([
    ['policy.set', null, 'deny'],
    ['column.tagged', [], ['pii']],
    ['column.renamed', undefined, undefined],
  ]);
  expect(body.entries[1]?.detail).toMatchObject({
    column_id: expect.stringMatching(/^c/),
    actor: 'Ms. Bell',
  });
  expect(JSON.stringify(body)).not.toMatch(/salary|wages/);
});

describe('the log of the account', () => {
  const actions = async (query = '', api = session) =>
    (await api.get<Page>(`${ACCOUNT_LOG}${query}`)).body.entries.map(({ action }) => action);

  test('records tokens, keys, workspaces and deleted workbooks', async () => {
    const { body: token } = await session.post('/api/v1/me/tokens', { name: 't' });
    await session.delete(`/api/v1/me/tokens/${token.id}`);
    const { body: key } = await session.post('/api/control/account/keys', { scopes: ['account:read'] });
    await session.post('/api/control/workspaces', { name: 'W' });
    await session.delete(await session.workbook());
    const expected = [
      'audit.anchor',
      'workbook.deleted',
      'workspace.created',
      'key.created',
      'token.revoked',
      'token.created',
    ];
    expect((await actions('?limit=6')).slice(0, 6)).toEqual(expected);
    expect((await actions('?limit=6', service.as(key.key))).slice(0, 6)).toEqual(expected);
    expect((await session.get<Page>(ACCOUNT_LOG)).body.chain_valid).toBe(true);
    const ofUser = await service.as(key.key).get(`${ACCOUNT_LOG}?log=user`);
    expect(ofUser.body.type).toBe('/problems/owner-session-required');
  });

  test('lists sign-ins separately, including refused ones', async () => {
    await service.anonymous.post('/api/auth/login', { ...owner, password: 'wrong' });
    await service.anonymous.post('/api/auth/login', { ...owner, email: 'nobody@example.com' });
    const second = await service.signIn();
    await second.post('/api/auth/logout');
    expect((await actions('?log=user&limit=3')).slice(0, 3)).toEqual([
      'session.ended',
      'session.started',
      'session.refused',
    ]);
    expect((await session.get<Page>(`${ACCOUNT_LOG}?log=user`)).body.chain_valid).toBe(true);
  });

  test('is refused to a key that is pinned to a workspace', async () => {
    const { body: workspace } = await session.post('/api/control/workspaces', { name: 'Pinned' });
    const { body: key } = await session.post('/api/control/account/keys', {
      scopes: ['account:read'],
      workspace_id: workspace.id,
    });
    expect((await service.as(key.key).get(ACCOUNT_LOG)).body.type).toBe('/problems/outside-reach');
  });
});

describe('an exported log', () => {
  let pages: Page[];
  let entries: Entry[];
  beforeAll(async () => {
    pages = await pagesOf(session, `${await busyWorkbook(session)}/audit-log`, 2);
    entries = pages.flatMap((page) => page.entries);
  });

  test('can be verified offline, as pages in any order or as single entries', async () => {
    expect(pages).toHaveLength(3);
    const head = pages[0]?.head_hash as string;
    const whole = await verify('pages', ndjson(pages.toReversed()));
    expect(whole).toEqual({ status: 0, said: expect.stringContaining(`valid; head hash ${head}`) });
    expect((await verify('list', JSON.stringify(pages), '--head', head)).status).toBe(0);
    expect((await verify('entries', ndjson(entries), '--head', head)).status).toBe(0);
    expect((await verify('older', ndjson(entries), '--head', String(entries[2]?.hash))).status).toBe(0);
  });

  test.skipIf(spawnSync('curl', ['--version']).status !== 0)(
    'can be fetched with the commands in the header of the script',
    async () => {
      const header =
        (await readFile(SCRIPT, 'utf8')).match(/^\/\/ {3}cursor=[\s\S]*?^\/\/ {3}done$/m)?.[0] ?? '';
      const commands = header.replaceAll(/^\/\/ {3}/gm, '').replace('limit=1000', 'limit=2');
      const env = { PATH: process.env.PATH, URL: service.url, TOKEN: session.token, WB: pages[0]?.chain };
      const ran = spawnSync('sh', ['-euc', commands], { cwd: folder, env, encoding: 'utf8' });
      expect([ran.status, ran.stderr]).toEqual([0, '']);
      const fetched = await readFile(join(folder, 'audit-log.ndjson'), 'utf8');
      expect(await verify('fetched', fetched)).toMatchObject({ status: 0 });
    },
  );

  test.each<[string, (all: Entry[]) => unknown[], string]>([
    ['altered', (all) => all.map((e) => (e.seq === 3 ? { ...e, user_id: 'usr_9' } : e)), 'entry 3 ('],
    ['changed in its detail', (all) => all.map((e) => (e.seq === 3 ? { ...e, detail: {} } : e)), 'entry 3 ('],
    ['removed', (all) => all.filter((e) => e.seq !== 3), 'entry 3 is missing'],
    ['removed from the end', (all) => all.slice(1), 'expected head hash'],
    [
      'renumbered',
      (all) => all.map((e) => (e.seq === 2 || e.seq === 3 ? { ...e, seq: 5 - e.seq } : e)),
      'entry 2 (',
    ],
  ])('with an entry that was %s fails the verification, which names the fault', async (_, tamper, said) => {
    const outcome = await verify('tampered', ndjson(tamper(entries)), '--head', String(entries[0]?.hash));
    expect(outcome).toEqual({ status: 1, said: expect.stringContaining(said) });
  });

  test('with a missing page fails the verification, which names the missing entries', async () => {
    const { status, said } = await verify('gap', ndjson([pages[0], pages[2]]));
    expect([status, said]).toEqual([1, expect.stringContaining('entries 2 to 3 are missing')]);
    const end = await verify('end', ndjson(pages.slice(1)));
    expect(end).toEqual({ status: 1, said: expect.stringContaining('entry 5 is missing') });
  });

  test('that is missing or not a log is reported as unreadable', async () => {
    expect((await verify('text', 'name,salary\n')).status).toBe(2);
    expect((await verify('json', '{"rows":[]}')).status).toBe(2);
    expect(spawnSync(process.execPath, [SCRIPT]).status).toBe(2);
  });
});

test('an entry that was altered in the database file is detected by the service and by the offline script', async () => {
  const before = await startService();
  const workbook = await busyWorkbook(await before.signIn());
  expect((await (await before.signIn()).get<Page>(`${workbook}/audit-log`)).body.chain_valid).toBe(true);
  // The running service locks its file exclusively.
  await before.stop();
  const file = new DatabaseSync(join(before.dataDir, 'catalog.db'));
  file
    .prepare("update audit_entries set user_id = 'usr_9' where chain = ? and action = 'tables.exported'")
    .run(workbook.split('/').at(-1) as string);
  file.close();
  const after = await startService({ dataDir: before.dataDir });
  const pages = await pagesOf(await after.signIn(), `${workbook}/audit-log`, 200);
  expect(pages).toMatchObject([{ chain_valid: false, first_bad_seq: 4, length: 5 }]);
  const offline = await verify('from-service', ndjson(pages));
  expect(offline).toEqual({ status: 1, said: expect.stringMatching(/entry 4 \(.*tables\.exported\)/) });
});
