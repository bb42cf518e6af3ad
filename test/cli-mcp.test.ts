import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Agent, type Era, wdsPath } from './support/agent.js';
import type { Api } from './support/api.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let owner: Api;
let workbook: string;
let workbook_id: string;

beforeAll(async () => {
  service = await CalledService.shared();
  owner = await service.writer();
  workbook = await owner.workbook('Sales');
  workbook_id = workbook.split('/').at(-1) as string;
  const sales = { name: 'sales.csv', content: 'region,amount\nNorth,100\nSouth,250\n' };
  await owner.upload(`${workbook}/sources`, sales, { structuring: 'skip' });
});

/** `wds mcp`, to which a test says lines. */
function start(env: Record<string, string | undefined> = {}) {
  const child = spawn(process.execPath, [wdsPath, 'mcp'], {
    env: { PATH: process.env.PATH, HOME: '/nowhere', WDS_URL: service.url, WDS_TOKEN: owner.token, ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('exit', resolve)),
  ]).then(([out, error, code]) => ({ code, error, messages: out.split('\n').filter(Boolean).map(parsed) }));
  return { child, ended };
}

const parsed = (line: string) => JSON.parse(line);

async function say(lines: string[], env: Record<string, string | undefined> = {}) {
  const { child, ended } = start(env);
  child.stdin.end(lines.map((line) => `${line}\n`).join(''));
  return await ended;
}

const request = (id: number | string, method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });

const call = (id: number, name: string, input: object) =>
  request(id, 'tools/call', { name, arguments: input });

const initialize = request('first', 'initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'By hand', version: '1' },
});

describe.each<Era>(['auto', 'legacy'])('a client of the %s protocol', (era) => {
  test('has the tools, resources and prompts of the service, and the op log names it', async () => {
    const [agent, direct] = await Promise.all([
      Agent.connectByCommand(owner, { era, name: `Desk ${era}` }),
      Agent.connect(owner, { era, answers: 'brief' }),
    ]);
    expect(agent.client.getInstructions()).toBe(direct.client.getInstructions());
    expect(await agent.client.listTools()).toEqual(await direct.client.listTools());
    expect(await agent.client.listPrompts()).toEqual(await direct.client.listPrompts());
    const { contents } = await agent.client.readResource({ uri: `table://${workbook_id}/sales` });
    expect(contents).toMatchObject([{ text: expect.stringContaining('region') }]);

    const row = { region: '東\u2028西', amount: 7 };
    const { body } = await agent.call('upsert_rows', {
      workbook_id,
      table: 'sales',
      rows: [row],
      expected_version: null,
    });
    const rows = await agent.call('query', {
      workbook_id,
      sql: 'select region, amount from sales where amount = 7',
    });
    expect(rows.body.rows).toEqual([row]);
    expect((await agent.call('undo', { workbook_id, op_id: body.op_id })).isError).toBe(false);
    const { body: ops } = await owner.get(`${workbook}/ops`);
    expect(ops.ops[0]).toMatchObject({ actor: `Desk ${era}` });
    const refused = await agent.call('query', { workbook_id, sql: 'select nothing from sales' });
    expect(refused).toMatchObject({ isError: true, body: { status: 422 } });
  });

  test('hears that a long call runs, and ends it', async () => {
    const { client } = await Agent.connectByCommand(owner, { era });
    const controller = new AbortController();
    const { signal } = controller;
    const sql = 'select count(*) from range(100000000000) a(n) where n % 7 = 3';
    // As many as an account may run at the same time: the next would wait in vain if they still ran.
    const told = new Promise((onprogress) => {
      for (let i = 0; i < 6; i++)
        client
          .callTool({ name: 'query', arguments: { workbook_id, sql } }, { onprogress, signal })
          .catch(() => undefined);
    });
    expect(await told).toMatchObject({ message: expect.stringMatching(/^query: \d+ s$/) });
    controller.abort();
    const next = await client.callTool({ name: 'query', arguments: { workbook_id, sql: 'select 1 as one' } });
    expect(next.structuredContent).toMatchObject({ rows: [{ one: 1 }] });
  });
});

describe('files of this computer', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'wds-files-')));
    await mkdir(join(folder, 'reports'));
    await writeFile(join(folder, 'reports', '売上.csv'), 'item,qty\nfig,1\n');
    await writeFile(join(folder, 'reports', '.secret.csv'), 'secret\n1\n');
    await writeFile(join(folder, 'outside.csv'), 'secret\n1\n');
    await symlink(join(folder, 'outside.csv'), join(folder, 'reports', 'link.csv'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('are uploaded from the folders that the user allows', async () => {
    const args = ['--allow', join(folder, 'reports')];
    const agent = await Agent.connectByCommand(owner, { args, name: 'Desk' });
    const { tools } = await agent.client.listTools();
    const upload = tools.find(({ name }) => name === 'upload');
    const description = expect.stringContaining(join(folder, 'reports'));
    expect(upload?.inputSchema.properties).toMatchObject({ path: { type: 'string', description } });

    const { body } = await agent.call('upload', { workbook_id, path: '売上.csv', structuring: 'skip' });
    expect(body).toMatchObject({ is_new: true, tables: [{ row_count: 1, columns: ['item', 'qty'] }] });
    const { body: ops } = await owner.get(`${workbook}/ops`);
    expect(ops.ops[0]).toMatchObject({ kind: 'source.ingest', actor: 'Desk' });
    for (const path of [
      'missing.csv',
      '../outside.csv',
      'link.csv',
      '.secret.csv',
      join(folder, 'outside.csv'),
      '.',
    ])
      await expect(agent.call('upload', { workbook_id, path })).rejects.toThrow('There is no file');
  });

  test('are not uploaded unless the user allows it', async () => {
    const agent = await Agent.connectByCommand(owner);
    const refused = await agent.call('upload', { workbook_id, path: join(folder, 'outside.csv') });
    expect(refused).toMatchObject({ isError: true, body: { detail: expect.stringContaining('path') } });
  });
});

test('all that was asked before the end of the input is answered, and only that', async () => {
  const query = call(2, 'query', { workbook_id, sql: 'select 1 as one' });
  const initialized = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
  const { code, error, messages } = await say([
    initialize,
    initialized,
    query,
    'hello',
    '',
    request('3', 'ping'),
  ]);
  expect([code, error]).toEqual([0, '']);
  expect(messages).toHaveLength(4);
  expect(messages).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        id: 'first',
        result: expect.objectContaining({ protocolVersion: '2025-06-18' }),
      }),
      expect.objectContaining({ id: 2, result: expect.objectContaining({ content: expect.anything() }) }),
      { jsonrpc: '2.0', id: '3', result: {} },
      { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'A line is not JSON.' } },
    ]),
  );
});

test('a failed connection is an error that says what to do', async () => {
  const list = request(1, 'tools/list');
  const wrong = await say([list], { WDS_TOKEN: 'svc_pat_wrong' });
  expect(wrong).toMatchObject({
    code: 0,
    messages: [{ id: 1, error: { message: expect.stringContaining(`wds login ${service.url}`) } }],
  });
  const away = await say([call(1, 'list_workbooks', {})], { WDS_URL: 'http://127.0.0.1:9' });
  const message = expect.stringContaining('No answer from http://127.0.0.1:9');
  expect(away.messages).toMatchObject([{ id: 1, error: { code: -32_000, message } }]);
  const unknown = await say([list], { WDS_TOKEN: undefined });
  expect(unknown).toEqual({ code: 3, messages: [], error: expect.stringContaining('wds login') });
});

test('Ctrl-C ends it, with what runs', async () => {
  const { child, ended } = start();
  const sql = 'select count(*) from range(100000000000) a(n) where n % 7 = 3';
  const params = { name: 'query', arguments: { workbook_id, sql }, _meta: { progressToken: 1 } };
  child.stdin.write(`${request(1, 'tools/call', params)}\n`);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  child.kill('SIGINT');
  expect(await ended).toMatchObject({ code: 0, error: '', messages: [{ method: 'notifications/progress' }] });
});
