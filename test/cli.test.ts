import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { setUpApp } from './support/second-factor.js';
import { owner, TestService } from './support/service.js';
import { UNSURE } from './support/unsure-sheet.js';

const command = fileURLToPath(new URL('../cli/dist/wds.cjs', import.meta.url));

let service: TestService;
let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'wds-test-')));
  service = await TestService.start();
  const signedIn = await wds(['login', service.url, '--email', owner.email], { input: owner.password });
  expect(signedIn).toEqual({
    code: 0,
    out: `Signed in at ${service.url} as ${owner.email}.\n`,
    error: '',
    bytes: expect.anything(),
  });
  await writeFile(join(folder, '売上.csv'), '品目,数量\nりんご,3\n桃,12\n');
  expect((await wds(['upload', '--create', 'Sales', '売上.csv'])).code).toBe(0);
});
afterAll(async () => {
  await service.dispose();
  await rm(folder, { recursive: true });
});

interface Run {
  input?: string;
  env?: Record<string, string>;
}

/** Runs the command as a person does, with a home of its own. */
async function wds(args: string[], { input = '', env = {} }: Run = {}) {
  const child = start(args, env);
  child.stdin?.end(input);
  const [bytes, error, code] = await Promise.all([
    buffer(child.stdout as NodeJS.ReadableStream),
    buffer(child.stderr as NodeJS.ReadableStream),
    new Promise<number | null>((resolve) => child.once('exit', resolve)),
  ]);
  return { code, out: bytes.toString(), error: error.toString(), bytes };
}

function start(args: string[], env: Record<string, string> = {}) {
  const options: SpawnOptions = { cwd: folder, env: { PATH: process.env.PATH, HOME: folder, ...env } };
  return spawn(process.execPath, [command, ...args], options);
}

async function json(args: string[], run?: Run): Promise<Record<string, unknown>[]> {
  const { code, out, error } = await wds([...args, '--json'], run);
  expect([code, error]).toEqual([0, '']);
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const config = () => join(folder, '.config/wds/config.json');

describe('who signs in', () => {
  test('a token is minted, kept for its owner alone, and in no output', async () => {
    const { profiles } = JSON.parse(await readFile(config(), 'utf8'));
    expect(profiles[service.url]).toEqual({
      token: expect.stringMatching(/^svc_pat_/),
      token_id: expect.any(String),
      email: owner.email,
    });
    expect((await stat(config())).mode & 0o777).toBe(0o600);
  });

  test('a second factor is asked for, or read from the next line of standard input', async () => {
    const session = await service.signIn();
    const { app } = await setUpApp(session);
    onTestFinished(async () => void (await session.delete('/api/auth/totp')));
    const login = ['login', service.url, '--email', owner.email];
    const missing = await wds(login, { input: `${owner.password}\n` });
    expect(missing).toMatchObject({ code: 2, error: expect.stringContaining('authenticator app') });
    const wrong = await wds(login, { input: `${owner.password}\n000000\n` });
    expect(wrong).toMatchObject({ code: 3, error: expect.stringContaining('second factor is wrong') });
    expect((await wds(login, { input: `${owner.password}\n${app.code()}\n` })).code).toBe(0);
  });

  test('a token of the environment comes first, and logout ends the one of login', async () => {
    const env = { XDG_CONFIG_HOME: join(folder, 'elsewhere') };
    const read = ['login', service.url, '--email', owner.email, '--read-only'];
    expect((await wds(read, { input: owner.password, env })).code).toBe(0);
    const path = join(folder, 'elsewhere/wds/config.json');
    const { token } = JSON.parse(await readFile(path, 'utf8')).profiles[service.url];
    const writing = await wds(['workbooks', 'create', 'New'], { env: { WDS_TOKEN: token } });
    expect([writing.code, writing.error]).toEqual([3, expect.stringContaining('workbooks:write')]);
    expect((await wds(['logout'], { env })).code).toBe(0);
    const after = await wds(['workbooks'], { env: { WDS_TOKEN: token } });
    expect([after.code, after.error]).toEqual([3, expect.not.stringContaining(token)]);
    expect(await readFile(path, 'utf8')).not.toContain('svc_pat_');
  });

  test('a wrong password, no service and no sign-in are told apart from failures', async () => {
    const wrong = await wds(['login', service.url, '--email', owner.email], { input: 'wrong horse' });
    expect([wrong.code, wrong.error]).toEqual([3, expect.not.stringContaining('wrong horse')]);
    const nowhere = { XDG_CONFIG_HOME: join(folder, 'nowhere') };
    expect(await wds(['workbooks'], { env: nowhere })).toMatchObject({ code: 2, out: '' });
    expect(await wds(['workbooks', '--service', service.url], { env: nowhere })).toMatchObject({
      code: 3,
      error: expect.stringContaining(`wds login ${service.url}`),
    });
    const away = { WDS_URL: 'http://127.0.0.1:9', WDS_TOKEN: 'svc_pat_x' };
    expect(await wds(['workbooks'], { env: away })).toMatchObject({
      code: 7,
      error: expect.stringContaining('No answer from http://127.0.0.1:9'),
    });
  });
});

describe('reading', () => {
  test('lists are tables for people and lines of JSON for programs', async () => {
    const [workbook] = await json(['workbooks']);
    expect(workbook).toMatchObject({ title: 'Sales' });
    const { out } = await wds(['tables', workbook?.id as string]);
    expect(out).toMatch(/^table +rows +version +layer +columns\n[─ ]+\n売上 +2 +1 +base +品目, 数量\n$/);
  });

  test('rows and results are aligned where letters are wide', async () => {
    const { out } = await wds(['rows', 'Sales', '売上', '--order-by=-数量', '--columns', '品目', '数量']);
    expect(out).toBe('品目    数量\n──────  ────\n桃        12\nりんご     3\n');
    const sql = 'select 品目, 数量 * $by as n from 売上 order by n';
    const result = await wds(['query', 'Sales', '-', '-p', 'by=2', '-n', '1'], { input: sql });
    expect(result).toMatchObject({
      code: 0,
      out: '品目    n\n──────  ─\nりんご  6\n',
      error: '1 of 2 rows. Use --limit to see more.\n',
    });
  });

  test('the same rows come as JSON, csv and Arrow, on standard output or whole in a file', async () => {
    const sql = 'select i, i % 7 as r from range(25000) t(i) order by i';
    const lines = await json(['query', 'Sales', sql]);
    expect([lines.length, lines.at(-1)]).toEqual([25_000, { i: 24_999, r: 2 }]);
    const csv = await wds(['query', 'Sales', sql, '--format', 'csv']);
    expect(csv.out.split('\r\n').slice(0, 2)).toEqual(['i,r', '0,0']);
    expect(csv.out.split('\r\n')).toHaveLength(25_002);
    await wds(['query', 'Sales', sql, '--format', 'arrow', '-o', 'result.arrow']);
    const table = tableFromIPC(await readFile(join(folder, 'result.arrow')));
    expect([table.numRows, Number(table.get(24_999)?.i)]).toEqual([25_000, 24_999]);
  });

  test('the ending of a file says what is in it, and names are separated by commas', async () => {
    const rows = ['rows', 'Sales', '売上', '--columns', '数量,品目', '--order-by=-数量'];
    expect((await wds([...rows, '-o', 'by-ending.csv'])).code).toBe(0);
    expect(await readFile(join(folder, 'by-ending.csv'), 'utf8')).toBe('数量,品目\r\n12,桃\r\n3,りんご\r\n');
    await wds([...rows, '-o', 'by-ending.json']);
    expect((await readFile(join(folder, 'by-ending.json'), 'utf8')).split('\n')[0]).toContain('{"');
    const sheet = await wds([...rows, '-o', 'by-ending.xlsx']);
    expect([sheet.code, sheet.error]).toEqual([2, expect.stringContaining('wds export writes .xlsx')]);
  });

  test('a reader that has seen enough is no failure', async () => {
    const child = start(['query', 'Sales', 'select * from range(100000)', '--json']);
    child.stdout?.once('data', () => child.stdout?.destroy());
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
  });

  test('a refusal says what is wrong and how to mend it, for people and for programs', async () => {
    const wrong = ['query', 'Sales', 'select nothing from 売上'];
    const told = await wds(wrong);
    expect([told.code, told.out]).toEqual([6, '']);
    expect(told.error).toMatch(/^wds: .*nothing.*\n.*\n {2}LINE 1: select nothing.*\n +\^\n {2}\S.*\n$/);
    const { error } = await wds([...wrong, '--json']);
    expect(JSON.parse(error)).toMatchObject({ status: 422, detail: expect.stringContaining('nothing') });
    expect((await wds(['tables', 'Nobody'])).code).toBe(4);
    expect((await wds(['rows', 'Sales', 'nobody'])).code).toBe(4);
    expect((await wds(['rows', 'Sales'])).code).toBe(2);
  });

  test('any endpoint can be called', async () => {
    const me = await wds(['api', 'GET', '/me']);
    expect(JSON.parse(me.out)).toMatchObject({ user: { email: owner.email }, credential: { kind: 'pat' } });
    const body = JSON.stringify({ title: 'By hand' });
    const [made] = await json(['api', 'post', 'workbooks', '-d', '-'], { input: body });
    expect(made).toMatchObject({ title: 'By hand' });
  });
});

describe('files', () => {
  test('many files are uploaded; one that is refused does not keep the others back', async () => {
    await writeFile(join(folder, 'a.csv'), 'n\n1\n');
    await writeFile(join(folder, 'b.csv'), 'n\n2\n3\n');
    await writeFile(join(folder, 'broken.xlsx'), 'no workbook');
    const { code, out, error } = await wds(['upload', '--create', 'Many', 'a.csv', 'broken.xlsx', 'b.csv']);
    expect(out).toMatch(/^file +table +rows\n[─ ]+\na\.csv +a +1\nb\.csv +b +2\n$/);
    expect([code, error]).toEqual([6, expect.stringContaining('broken.xlsx')]);
    expect(error).toMatch(/^a\.csv: read with confidence 0\.\d+; .*sheet "a": /m);
  });

  test('missing files are named before anything is sent', async () => {
    await writeFile(join(folder, 'there.csv'), 'n\n1\n');
    const files = ['there.csv', 'missing.csv', 'gone.xlsx'];
    const { code, out, error } = await wds(['upload', '--create', 'Nothing', ...files]);
    expect([code, out]).toEqual([4, '']);
    expect(error).toMatch(/no file missing\.csv\.\n.*no file gone\.xlsx\.\n/);
    expect((await json(['workbooks'])).map(({ title }) => title)).not.toContain('Nothing');
    const away = { WDS_URL: 'http://127.0.0.1:9', WDS_TOKEN: 'svc_pat_x' };
    for (const args of [
      ['sync', 'Sales', 'missing.csv'],
      ['watch', 'Sales', 'missing.csv'],
      ['query', 'Sales', '@missing.sql'],
      ['api', 'POST', '/me', '-d', '@missing.json'],
    ])
      expect(await wds(args, { env: away })).toMatchObject({
        code: 4,
        error: expect.stringContaining('There is no file missing.'),
      });
  });

  test('a file of yours is replaced only if you say so', async () => {
    const mine = join(folder, 'mine.csv');
    await writeFile(mine, 'hours of work');
    for (const args of [
      ['export', 'Sales', '売上'],
      ['rows', 'Sales', '売上'],
      ['query', 'Sales', 'select 1 as n'],
      ['api', 'GET', '/me'],
      ['sync', 'Sales', '売上.csv'],
    ])
      expect(await wds([...args, '-o', 'mine.csv'])).toMatchObject({
        code: 2,
        error: expect.stringContaining('--force'),
      });
    expect(await readFile(mine, 'utf8')).toBe('hours of work');
    await wds(['rows', 'Sales', '売上', '-o', 'mine.csv', '--force']);
    expect(await readFile(mine, 'utf8')).toContain('りんご,3');
    expect((await wds(['export', 'Sales', '-o', 'sales.zip'])).error).toContain('End it with .csv');
  });

  test('a file that may mean something else is told with how to take that, and a command takes it', async () => {
    await writeFile(join(folder, 'muddle.csv'), UNSURE);
    const { error } = await wds(['upload', '--create', 'Muddle', 'muddle.csv']);
    expect(error).toMatch(/^muddle\.csv: kept as it is in the sheet, because no reading was sure enough/m);
    expect(error).toMatch(/^ {2}r1\.b {2}The tables that were found in it\. muddle/m);
    const asked = await wds(['model-request', 'Muddle', 'muddle.csv']);
    expect(asked.out).toMatch(
      /^No language model is set up, so .*== sheet "muddle", not sent, about \d+ tokens ==\nSHEET A1:E6/s,
    );
    const [, reading = ''] =
      /^to take one: wds take-reading "wb_\w+" "muddle\.csv" "(.+)"$/m.exec(error) ?? [];
    const { code, out } = await wds(['take-reading', 'Muddle', 'muddle.csv', reading]);
    expect([code, out]).toEqual([0, expect.stringMatching(/^table +rows\n[─ ]+\nmuddle/)]);
    const { out: tables } = await wds(['tables', 'Muddle']);
    expect(tables).not.toMatch(/^muddle /m);
  });

  test('a file is read as one like it was corrected, whose reading is listed, changed and forgotten', async () => {
    const lines = (month: string) =>
      `Sales ${month},,,\n,,,\nRegion,Product,Qty,Amount\nNorth,Pens,3,1.5\nSouth,Ink,2,2.5\n`;
    await writeFile(join(folder, 'month-01.csv'), lines('January'));
    await writeFile(join(folder, 'month-02.csv'), lines('February'));
    await wds(['upload', '--create', 'Months', 'month-01.csv']);
    const book = (await json(['workbooks'])).find(({ title }) => title === 'Months');
    const body = JSON.stringify({ workbook_id: book?.id, source: 'month-01.csv' });
    const [made] = await json(['api', 'POST', `/workspaces/${book?.workspace_id}/readings`, '-d', body]);
    const id = String(made?.id);
    const change = ['readings', 'change', id, '--append', 'all months', '--period-column', 'month'];
    expect((await wds(change)).code).toBe(0);
    const listed = async () => (await json(['readings'])).find((reading) => reading.id === id);
    expect(await listed()).toMatchObject({ target: { table: 'all months' } });
    const { error } = await wds(['upload', 'Months', 'month-02.csv']);
    expect(error).toContain('read like month-01.csv, 2 rows went to "all months"');
    expect((await wds(['readings', 'forget', id])).code).toBe(0);
    expect(await listed()).toBeUndefined();
  });

  test('an export is named by the service or by you, and arrives whole', async () => {
    const [named] = await json(['export', 'Sales', '売上', '-o', 'out.csv']);
    expect(named).toEqual({ file: 'out.csv', bytes: (await stat(join(folder, 'out.csv'))).size });
    expect(await readFile(join(folder, 'out.csv'), 'utf8')).toContain('りんご,3');
    const { out } = await wds(['export', 'Sales', '--branch']);
    expect(out).toMatch(/^.+\.xlsx: .+ kB, branch br_/);
    const piped = await wds(['export', 'Sales', '-o', '-']);
    expect(piped.bytes.subarray(0, 2).toString()).toBe('PK');
  });

  test('Ctrl-C ends a command at once and leaves no half file', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    onTestFinished(() => {
      silent.closeAllConnections();
      silent.close();
    });
    await once(silent, 'listening');
    const env = {
      WDS_URL: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      WDS_TOKEN: 'svc_pat_x',
    };
    const child = start(['rows', `wb_${'0'.repeat(32)}`, 'sales', '-o', 'endless.csv'], env);
    const part = async () => (await readdir(folder)).some((name) => name.startsWith('.endless.csv'));
    await expect.poll(part).toBe(true);
    child.kill('SIGINT');
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(130);
    expect((await readdir(folder)).filter((name) => name.includes('endless'))).toEqual([]);
  });
});

describe('changes', () => {
  test('a version is pinned, compared and brought back, and an operation is undone', async () => {
    await writeFile(join(folder, 'stock.csv'), 'item,qty\nfig,1\npear,2\n');
    await wds(['upload', '--create', 'Stock', 'stock.csv']);
    expect((await wds(['versions', 'create', 'Stock', 'May'])).out).toBe('Pinned as May.\n');
    await wds(['rows', 'edit', 'Stock', 'stock', '--row', '1', 'qty=7']);
    expect((await wds(['diff', 'Stock', 'May'])).out).toBe('stock: 1 row changed\n  ~ row 1  qty: 1 → 7\n');
    expect((await wds(['diff', 'Stock', 'May', '--cells'])).out).toMatch(/\nstock +1 +update +qty +1 +7\n$/);
    const [last] = await json(['undo', 'Stock']);
    expect(last).toMatchObject({ kind: 'rows.upsert', undoable: true });
    const undone = await wds(['undo', 'Stock', String(last?.op_id)]);
    expect(undone.out).toBe(`Undid operation ${last?.op_id}: 1 row.\n`);
    await wds(['rows', 'insert', 'Stock', 'stock', 'item=plum', 'qty=4']);
    const unsaid = await wds(['versions', 'revert', 'Stock', 'May']);
    expect([unsaid.code, unsaid.out]).toEqual([2, 'stock: 1 row gone\n  - row 3  item: plum, qty: 4\n']);
    expect(unsaid.error).toContain('--yes');
    const reverted = await wds(['versions', 'revert', 'Stock', 'May', '--yes']);
    expect(reverted.out).toMatch(/^The tables are as in May\. .* wds versions revert Stock snp_\w+\n$/);
    expect((await wds(['diff', 'Stock', 'May'])).error).toBe('Nothing has changed.\n');
    expect((await json(['versions', 'Stock'])).map(({ label }) => label)).toEqual(['May']);
  });

  test('rows are added, edited and deleted by their id or a key, and nothing that changed is overwritten', async () => {
    await writeFile(join(folder, 'fruit.csv'), 'item,qty\nfig,1\npear,2\npear,3\n');
    await wds(['upload', '--create', 'Fruit', 'fruit.csv']);
    const rows = async (verb: string, ...args: string[]) =>
      await wds(['rows', verb, 'Fruit', 'fruit', ...args]);
    const added = await rows('insert', 'item=kiwi', 'qty=');
    expect(added.out).toMatch(/^1 row added, version 2\. To take it back: wds undo Fruit \d+\n$/);
    expect((await rows('edit', '--key', 'item=kiwi', 'qty=5')).out).toMatch(/^1 row changed/);
    expect((await rows('edit', '--row', '2,3', 'qty=8')).out).toMatch(/^2 rows changed/);
    await writeFile(join(folder, 'changes.csv'), 'item,qty\nkiwi,6\nplum,1\n');
    const unknown = await rows('edit', '--from', 'changes.csv', '--key', 'item');
    expect([unknown.code, unknown.error]).toEqual([4, expect.stringContaining('1 row of these is not')]);
    const stale = await rows('edit', '--key', 'item=fig', 'qty=0', '--if-version', '1');
    expect(stale.code).toBe(5);

    const twice = await rows('delete', '--key', 'item=pear', '--yes');
    expect([twice.code, twice.error]).toEqual([2, expect.stringContaining('2 rows have item=pear')]);
    expect((await rows('delete', '--row', '3')).error).toContain('--yes');
    expect((await rows('delete', '--row', '3', '--yes')).out).toMatch(/^1 row deleted/);

    const { out: lines } = await wds([
      'rows',
      'Fruit',
      'fruit',
      '--filter',
      '{"column":"qty","op":"lt","value":8}',
      '--json',
    ]);
    const edited = lines.replaceAll('"qty":', '"item":"grape","qty":');
    const viaJson = await wds(['rows', 'edit', 'Fruit', 'fruit', '--from', '-'], { input: edited });
    expect(viaJson.out).toMatch(/^2 rows changed/);
    const { out } = await wds(['rows', 'Fruit', 'fruit', '--format', 'csv']);
    expect(out).toBe('item,qty\r\ngrape,1\r\npear,8\r\ngrape,5\r\n');
  });

  test('an exported file returns', async () => {
    await writeFile(join(folder, 'plan.csv'), 'item,qty\nfig,1\npear,2\n');
    await wds(['upload', '--create', 'Plan', 'plan.csv']);
    const exported = ['export', 'Plan', 'plan', '--branch', '--row-ids', '-o', 'returned.csv'];
    const [{ branch_id: branch } = {}] = await json(exported);
    const path = join(folder, 'returned.csv');
    await writeFile(path, (await readFile(path, 'utf8')).replace('pear,2', 'pear,5'));
    const merged = await json(['sync', 'Plan', 'returned.csv', '--branch', branch as string]);
    expect(merged).toMatchObject([{ applied: 1, conflicts: [] }]);
    const again = ['merge', 'Plan', 'plan', 'returned.csv', '--branch', branch as string];
    expect(await json(again)).toMatchObject([{ applied: 0 }]);

    await writeFile(path, `${await readFile(path, 'utf8')}plum,"1,200",\r\nkiwi,some,\r\n`);
    const skipping = ['sync', 'Plan', 'returned.csv', '--branch', branch as string, '--skip-unreadable'];
    expect(await json([...skipping, '-o', 'merged.csv'])).toMatchObject([
      { inserted: 2, tables: [{ skipped: { count: 1 }, readings: [{ column: 'qty', count: 1 }] }] },
    ]);
    const whole = await readFile(join(folder, 'merged.csv'), 'utf8');
    expect(whole.trim().split('\r\n').slice(-2)).toEqual(['plum,1200,3', 'kiwi,,4']);
  });

  test('a review lists what it finds, and fails if that is as bad as the script says', async () => {
    const rows = Array.from({ length: 40 }, (_, index) => `${index % 39},${index}`);
    await writeFile(join(folder, 'doubles.csv'), `id,amount\n${rows.join('\n')}\n`);
    await wds(['upload', '--create', 'Doubles', 'doubles.csv']);
    expect(await json(['review', 'Doubles'])).toMatchObject([{ rule: 'duplicate-key', severity: 'warning' }]);
    const failOn = async (severity: string) => (await wds(['review', 'Doubles', '--fail-on', severity])).code;
    expect([await failOn('error'), await failOn('warning'), await failOn('info')]).toEqual([0, 6, 6]);
  });

  test('a token is minted, listed without its secret, and revoked', async () => {
    const { out: token } = await wds(['tokens', 'create', 'For a script', '--scope', 'workbooks:read']);
    expect(token).toMatch(/^svc_pat_\S+\n$/);
    const list = await json(['tokens']);
    expect(JSON.stringify(list)).not.toContain(token.trim());
    const { id } = list.find(({ name }) => name === 'For a script') ?? {};
    expect((await wds(['tokens', 'revoke', id as string])).code).toBe(0);
    expect((await wds(['workbooks'], { env: { WDS_TOKEN: token.trim() } })).code).toBe(3);
  });

  test('a watched file is a table, and each save its next version', async () => {
    const path = join(folder, 'live.csv');
    await writeFile(path, 'n\n1\n');
    await wds(['workbooks', 'create', 'Live']);
    const child = start(['watch', 'Live', 'live.csv', '--json']);
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
    const next = async () => JSON.parse((await lines.next()).value as string);
    expect(await next()).toMatchObject({ file: path, version: { n: 1 }, artifacts: [{ row_count: 1 }] });
    await writeFile(path, 'n\n1\n2\n');
    expect(await next()).toMatchObject({ changed: true, version: { n: 2 }, artifacts: [{ row_count: 2 }] });

    const rows = Array.from({ length: 20 }, (_, index) => index);
    await writeFile(path, `n\n${rows.join('\n')}\n`);
    expect(await next()).toMatchObject({ version: { n: 3 }, artifacts: [{ row_count: 20 }] });
    const refusal = once(child.stderr as NodeJS.ReadableStream, 'data');
    await writeFile(path, 'm\n1\n');
    expect(JSON.parse(String(await refusal))).toMatchObject({
      file: path,
      detail: expect.stringMatching(
        /the column “n” of “live” is missing, and “m” would be new, 19 of 20 rows of “live” would go/,
      ),
    });
    await writeFile(path, `n\n${rows.join('\n')}\n20\n`);
    expect(await next()).toMatchObject({ version: { n: 4 }, artifacts: [{ row_count: 21 }] });
    child.kill('SIGINT');
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
  });
});

describe('the command itself', () => {
  test('the console opens at a table that is there', async () => {
    const { out } = await wds(['open', 'Sales', '売上', '--print']);
    expect(out).toMatch(
      new RegExp(`^${service.url}/workbooks/wb_\\w+/tables/${encodeURIComponent('売上')}\n$`),
    );
    expect((await fetch(out.trim())).headers.get('content-type')).toMatch('text/html');
    expect((await wds(['open', 'Sales', 'nobody', '--print'])).code).toBe(4);
  });

  test('it tells its version, and helps where it was called wrongly', async () => {
    expect((await wds(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
    const wrong = await wds(['qurey']);
    expect([wrong.code, wrong.error]).toEqual([2, expect.stringContaining('Did you mean query?')]);
  });
});
