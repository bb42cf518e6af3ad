import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeDatabase } from '../server/test-support/databases.js';
import {
  type LoopbackS3,
  loopbackS3Credentials,
  startLoopbackS3,
} from '../server/test-support/loopback-s3.js';
import type { Answer, Api } from './support/api.js';
import { eventually } from './support/eventually.js';
import { TestService } from './support/service.js';
import { TcpProxy } from './support/tcp-proxy.js';

const faults = [
  ['silent', async (proxy: TcpProxy) => proxy.silence(), async (proxy: TcpProxy) => proxy.resume()],
  ['refusing', (proxy: TcpProxy) => proxy.refuse(), (proxy: TcpProxy) => proxy.accept()],
] as const;

const quickly = { SVC_BACKEND_TIMEOUT_MS: '500', LOG_LEVEL: 'warn' };

function expectUnavailable({ status, headers, body }: Answer<{ type: string }>): void {
  expect([status, body.type]).toEqual([503, '/problems/unavailable']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}

/** How often a sentence is in the log after a position. */
const countInLog = (service: TestService, from: number, sentence: string) =>
  service.output().slice(from).split(sentence).length - 1;

const isReady = async (service: TestService) =>
  (await service.anonymous.get('/readyz')).status === 200 || undefined;

describeDatabase('postgres', 'an unreachable database', (database) => {
  let proxy: TcpProxy;
  let service: TestService;
  let api: Api;
  beforeAll(async () => {
    const { databaseUrl } = await database.fresh();
    const through = await TcpProxy.inFrontOf(databaseUrl as string);
    proxy = through.proxy;
    service = await TestService.start({ env: { ...quickly, SVC_DATABASE_URL: through.url } });
    api = await service.signIn();
  });
  afterAll(async () => {
    await service.dispose();
    await proxy.stop();
  });

  test.each(faults)(
    'that is %s causes 503, is logged once, and is used again automatically',
    async (_, begin, end) => {
      expect((await api.get('/api/v1/jobs')).status).toBe(200);
      const logged = service.output().length;
      await begin(proxy);
      for (const answer of await Promise.all([1, 2, 3].map(() => api.get('/api/v1/jobs'))))
        expectUnavailable(answer);
      expectUnavailable(await service.anonymous.get('/readyz'));
      expect((await service.anonymous.get('/healthz')).status).toBe(200);
      await end(proxy);
      await eventually(() => isReady(service));
      expect((await api.get('/api/v1/jobs')).status).toBe(200);
      expect(countInLog(service, logged, 'the database does not answer')).toBe(1);
      expect(countInLog(service, logged, 'the database answers again')).toBe(1);
      expect(countInLog(service, logged, 'request failed')).toBe(0);
    },
  );

  test('does not keep the process from stopping', async () => {
    proxy.silence();
    expect(await service.stop('SIGTERM')).toBe(0);
  });
});

describe('an unreachable blob store', () => {
  let bucket: LoopbackS3;
  let proxy: TcpProxy;
  let service: TestService;
  let api: Api;
  let workbook: string;
  beforeAll(async () => {
    bucket = await startLoopbackS3('workbooks');
    const target = new URL(bucket.endpoint);
    proxy = await TcpProxy.start({ host: target.hostname, port: Number(target.port) });
    service = await TestService.start({
      env: {
        ...quickly,
        SVC_BLOB_URL: 's3://workbooks/blobs',
        SVC_S3_ENDPOINT: `http://127.0.0.1:${proxy.port}`,
        ...loopbackS3Credentials,
      },
    });
    api = await service.signIn();
    workbook = await api.workbook();
    await api.upload(`${workbook}/sources`, { name: 'kept.csv', content: 'n\n1\n' });
  });
  afterAll(async () => {
    await service.dispose();
    await proxy.stop();
    await bucket.stop();
  });

  test.each(faults)(
    'that is %s causes 503 where it is needed, is logged once, and is used again automatically',
    async (name, begin, end) => {
      const upload = () =>
        api.upload(`${workbook}/sources`, { name: `${name}.csv`, content: `n\n${name}\n` });
      const logged = service.output().length;
      await begin(proxy);
      expectUnavailable(await upload());
      expectUnavailable(await api.get(`${workbook}/sources/kept.csv/download`));
      expectUnavailable(await service.anonymous.get('/readyz'));
      // Requests that need no blob still work.
      expect((await api.get(`${workbook}/tables`)).status).toBe(200);
      await end(proxy);
      await eventually(() => isReady(service));
      expect((await upload()).status).toBe(201);
      expect(countInLog(service, logged, 'the blob store does not answer')).toBe(1);
      expect(countInLog(service, logged, 'the blob store answers again')).toBe(1);
    },
  );

  test('delays acknowledged uploads, and fails none', async () => {
    const uploads = await Promise.all(
      [1, 2, 3, 4].map((n) => {
        const file = { name: `late-${n}.csv`, content: `n\nlate ${n}\n` };
        return api.upload(`${workbook}/sources`, file, { async: 'true' });
      }),
    );
    await proxy.refuse();
    expect(uploads.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    const jobs = async () => (await api.get('/api/v1/jobs')).body.jobs as { status: string }[];
    await eventually(async () => (await jobs()).every(({ status }) => status !== 'running') || undefined);
    await proxy.accept();
    await eventually(async () => (await jobs()).every(({ status }) => status === 'succeeded') || undefined);
  });
});

const slowDown =
  'HTTP/1.1 503 Slow Down\r\nRetry-After: 1\r\nConnection: close\r\nContent-Length: 38\r\n\r\n' +
  '<Error><Code>SlowDown</Code></Error>\r\n';

type Fault = readonly [name: string, begin: (proxy: TcpProxy) => unknown, end: (proxy: TcpProxy) => unknown];

const faultsOfAnyBackend: Fault[] = [
  ['is slow', (proxy) => proxy.delay(20), (proxy) => proxy.delay(0)],
  ['is silent', (proxy) => proxy.silence(), (proxy) => proxy.resume()],
  ['resets connections amid answers', (proxy) => proxy.cutAnswers(5), (proxy) => proxy.cutAnswers(0)],
  ['restarts', (proxy) => proxy.refuse(), (proxy) => proxy.accept()],
];
const faultsOfStore: Fault[] = [
  ...faultsOfAnyBackend,
  ['asks to slow down', (proxy) => proxy.refuseWith(slowDown, 1), (proxy) => proxy.refuseWith('', 0)],
  [
    'asks to slow down at times',
    (proxy) => proxy.refuseWith(slowDown, 3),
    (proxy) => proxy.refuseWith('', 0),
  ],
];

describeDatabase('postgres', 'writes', (database) => {
  let bucket: LoopbackS3;
  let proxies: Record<'database' | 'blob store', TcpProxy>;
  let service: TestService;
  let api: Api;
  let workbook: string;
  let written = 0;
  beforeAll(async () => {
    bucket = await startLoopbackS3('workbooks');
    const toStore = await TcpProxy.inFrontOf(bucket.endpoint);
    const toDatabase = await TcpProxy.inFrontOf((await database.fresh()).databaseUrl as string);
    proxies = { database: toDatabase.proxy, 'blob store': toStore.proxy };
    service = await TestService.start({
      env: {
        SVC_BACKEND_TIMEOUT_MS: '2500',
        SVC_DATABASE_URL: toDatabase.url,
        SVC_BLOB_URL: 's3://workbooks/blobs',
        SVC_S3_ENDPOINT: toStore.url,
        ...loopbackS3Credentials,
      },
    });
    api = await service.signIn();
    workbook = await api.workbook();
    const columns = [{ name: 'n', type: 'INTEGER' }];
    await api.post(`${workbook}/tables`, { name: 'entries', columns });
  });
  afterAll(async () => {
    await service.dispose();
    await Promise.all(Object.values(proxies).map((proxy) => proxy.stop()));
    await bucket.stop();
  });

  /** A row and a file, each with a key under which it may be sent again. */
  function writesOf(n: number): (() => Promise<Answer<object>>)[] {
    const key = (what: string) => ({ 'idempotency-key': `${what} ${n}` });
    const row = { rows: [{ n }], expected_version: null };
    const file = { name: `file_${n}.csv`, content: `n\n${n}\n` };
    return [
      () => api.post(`${workbook}/tables/entries/rows/upsert`, row, key('row')),
      () => api.upload(`${workbook}/sources`, file, { structuring: 'skip' }, key('file')),
    ];
  }

  test.each([
    ...faultsOfAnyBackend.map((fault) => ['database', ...fault] as const),
    ...faultsOfStore.map((fault) => ['blob store', ...fault] as const),
  ])(
    'while the %s %s, end in time; none is lost, half done or done twice',
    async (backend, _, begin, end) => {
      const numbers = [1, 2, 3, 4].map((n) => written + n);
      written += numbers.length;
      const writes = numbers.flatMap(writesOf);
      const underWay = writes.slice(0, 4).map((write) => write());
      await Promise.race(underWay);
      await begin(proxies[backend]);
      const answers = await Promise.all([...underWay, ...writes.slice(4).map((write) => write())]);
      await end(proxies[backend]);
      await eventually(() => isReady(service));

      for (const [i, write] of writes.entries()) {
        const answer = answers[i] as Answer<{ type: string }>;
        const isAcknowledged = answer.status < 300;
        if (!isAcknowledged) expectUnavailable(answer);
        const again = await write();
        expect(again.status).toBeLessThan(300);
        if (!isAcknowledged) continue;
        expect(again.headers.get('idempotent-replayed')).toBe('true');
        expect(again.body).toEqual(answer.body);
      }
      const files = numbers.map((n) => `select n from file_${n}`).join(' union all ');
      const sql = `select (select list(n order by n) from entries where n >= ${numbers[0]}) as rows,
      (select list(n order by n) from (${files})) as files`;
      expect((await api.post(`${workbook}/query`, { sql })).body.rows).toEqual([
        { rows: numbers, files: numbers },
      ]);
      expect((await api.get(`${workbook}/sources`)).body.sources).toHaveLength(written);
      expect((await api.get(`${workbook}/audit-log`)).body.chain_valid).toBe(true);
      expect(service.output()).not.toContain('request failed');
    },
  );
});
