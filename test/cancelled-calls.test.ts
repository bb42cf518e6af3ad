import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Agent, toolCall } from './support/agent.js';
import type { Api } from './support/api.js';
import { childProcesses, isRunning } from './support/child-processes.js';
import { eventually } from './support/eventually.js';
import { TestService } from './support/service.js';

let service: TestService;
let owner: Api;
let workbook: string;
let workbook_id: string;

beforeAll(async () => {
  service = await TestService.start({ env: { SVC_ALLOW_PRIVATE_NETWORK: 'true' } });
  owner = await service.writer();
  workbook = await owner.workbook('Long');
  workbook_id = workbook.split('/').at(-1) as string;
  const content = 'region,amount\nNorth,100\nSouth,250\n';
  await owner.upload(`${workbook}/sources`, { name: 'sales.csv', content });
  const chart = { name: 'sales', chart_type: 'bar', table: 'sales', x: 'region', y: ['amount'] };
  const { path, body, headers } = toolCall('create_chart', { workbook_id, ...chart });
  await owner.post(path, body, headers);
});
afterAll(() => service.dispose());

/** As many as an account may run at the same time in one process. */
const QUERIES = 6;
const endless = 'select count(*) from range(100000000000) a(n) where n % 7 = 3';

test('a query ends when its client has gone', async () => {
  const gone = new AbortController();
  const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ sql: endless });
  for (let i = 0; i < QUERIES; i++)
    fetch(`${service.url}${workbook}/query`, { method: 'POST', headers, body, signal: gone.signal }).catch(
      () => undefined,
    );
  await eventually(async () => processOf('engine'));
  gone.abort();
  // It would wait in vain for a turn if the others still ran.
  expect((await owner.post(`${workbook}/query`, { sql: 'select 1 as one' })).body.rows).toEqual([{ one: 1 }]);
});

describe('a tool that is cancelled', () => {
  const large = `n,text\n${Array.from({ length: 20_000 }, (_, i) => `${i},text ${i}`).join('\n')}\n`;

  test.each([
    ['upload', { filename: 'large.csv', content: large }, 'file-worker'],
    ['analyze', { source: 'sales.csv' }, 'file-worker'],
    ['materialize', { source: 'sales.csv' }, 'file-worker'],
    ['render_chart', { chart: 'sales' }, 'chart-worker'],
  ])('ends its process and changes nothing: %s', async (name, input, kind) => {
    // An idle process would do the work before anybody sees it.
    for (const { pid } of processesOf(kind)) process.kill(pid, 'SIGKILL');
    const before = await state();
    const { cancel, ended } = await start(name, { workbook_id, ...input });
    const working = await eventually(async () => processOf(kind));
    cancel();
    await ended;
    await eventually(async () => (isRunning(working) ? undefined : true));
    expect(await state()).toEqual(before);
  });

  test('ends its Python, and makes no table', async () => {
    const before = await state();
    const code = 'rows = {{ t }}\nwhile True: pass';
    const transform = { name: 'slow', kind: 'python', code, args: { t: 'sales' }, output: 'slow' };
    const { cancel, ended } = await start('create_transform', { workbook_id, ...transform });
    const running = await eventually(async () => processOf('serve-program'));
    cancel();
    await ended;
    await eventually(async () => (isRunning(running) ? undefined : true));
    expect(await state()).toEqual(before);
  });

  test('fetches no more of a file', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const closed = new Promise((resolve) => {
      server.once('request', (_, response) => {
        response.writeHead(200).write('n\n1\n', () => cancel());
        response.once('close', resolve);
      });
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/endless.csv`;
    const before = await state();
    const { cancel } = await start('upload', { workbook_id, url });
    await closed;
    expect(await state()).toEqual(before);
  });

  async function start(name: string, input: Record<string, unknown>) {
    const { client } = await Agent.connect(owner);
    const cancelled = new AbortController();
    const { signal } = cancelled;
    const ended = client.callTool({ name, arguments: input }, { signal }).then(
      () => Promise.reject(new Error(`${name} was not cancelled`)),
      () => undefined,
    );
    return { cancel: () => cancelled.abort(), ended };
  }

  const state = async () => {
    const { sources } = (await owner.get(`${workbook}/sources`)).body;
    const { tables } = (await owner.get(`${workbook}/tables`)).body;
    const { ops } = (await owner.get(`${workbook}/ops`)).body;
    return { sources, tables, ops };
  };
});

const processesOf = (kind: string) =>
  childProcesses(service.pid).filter(({ runs }) => runs.includes(`${kind}.js`));

const processOf = (kind: string): number | undefined => processesOf(kind)[0]?.pid;
