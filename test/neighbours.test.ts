import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Api } from './support/api.js';
import { TestService } from './support/service.js';

/** One account uses as much as it can get, and another very little. */
let service: TestService;
let hog: { api: Api; workbook: string };
let neighbour: { api: Api; workbook: string };

beforeAll(async () => {
  service = await TestService.start({
    env: {
      SVC_OPEN_REGISTRATION: 'true',
      SVC_QUERY_TIMEOUT_MS: '6000',
      SVC_QUERY_MEMORY_MB: '128',
      // Both share one engine process; each has its own spreadsheet process.
      SVC_ENGINE_PROCESSES: '1',
    },
  });
  const someone = { email: 'someone@example.com', password: 'a password of some length' };
  await service.anonymous.post('/api/auth/register', someone);
  const { body } = await service.anonymous.post('/api/auth/login', someone);
  hog = await newTenant(await service.signIn());
  neighbour = await newTenant(service.as(body.access_token));
});
afterAll(() => service.dispose());

async function newTenant(session: Api) {
  const api = await session.mintWriter();
  const workbook = await api.workbook();
  await api.upload(`${workbook}/sources`, { name: 'numbers.csv', content: 'n\n1\n2\n' });
  return { api, workbook };
}

/** Sends calls without waiting; `ended` are those already answered. */
function send(count: number, call: (i: number) => Promise<Answer<{ type?: string }>>) {
  const ended: Answer<{ type?: string }>[] = [];
  const all = Array.from({ length: count }, (_, i) =>
    call(i).then((answer) => {
      ended.push(answer);
      return answer;
    }),
  );
  return { ended, all: Promise.all(all) };
}

const problemsOf = (answers: { body: { type?: string } }[]) => [
  ...new Set(answers.map(({ body }) => body.type)),
];
const RUNNING_OUT = ['/problems/query-timeout', '/problems/query-too-large', '/problems/busy'];

describe.sequential('another account is not blocked', () => {
  test('by queries that use up time and memory', async () => {
    const eat = [
      'select count(*) from range(100000000000) a(n) where n % 7 = 3',
      'select list(a.n order by b.n) from range(3000) a(n), range(3000) b(n)',
    ];
    const startedAt = performance.now();
    const hogs = send(30, (i) => hog.api.post(`${hog.workbook}/query`, { sql: eat[i % 2] }));
    for (let i = 0; i < 5; i += 1) {
      const { status, body } = await neighbour.api.post(`${neighbour.workbook}/query`, {
        sql: `select sum(n) + ${i} as n from numbers`,
      });
      expect([status, body.rows], JSON.stringify(body)).toEqual([200, [{ n: 3 + i }]]);
    }
    const answers = await hogs.all;
    // Includes waiting and retries. A process that does not yield is killed two seconds after the deadline.
    expect(performance.now() - startedAt).toBeLessThan(60_000);
    for (const type of problemsOf(answers)) expect(RUNNING_OUT).toContain(type);
    const busy = answers.find(({ status }) => status === 503);
    expect(Number(busy?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('by Python programs that never end', async () => {
    const transform = (name: string, code: string) => ({
      name,
      kind: 'python',
      code,
      args: {},
      output: name,
    });
    const path = (workbook: string) => `${workbook}/transforms`;
    const hogs = send(12, (i) =>
      hog.api.post(path(hog.workbook), transform(`endless_${i}`, 'while True: pass')),
    );
    const one = transform('one_line', 'output = [{"n": 1}]');
    const { status, body } = await neighbour.api.post(path(neighbour.workbook), one);
    expect(status, JSON.stringify(body)).toBe(201);
    const ranBefore = hogs.ended.filter(({ status }) => status === 422);
    expect(ranBefore.length).toBeLessThan(6);
    expect(problemsOf(await hogs.all).sort()).toEqual(['/problems/busy', '/problems/python-failed']);
  });

  test('by files that take long to read', async () => {
    const slow = `${'a,b,c,d\n'}${'1,2,three,2024-05-06\n'.repeat(60_000)}`;
    const upload = ({ api, workbook }: typeof hog, name: string, content: string) =>
      api.upload(`${workbook}/sources`, { name, content }, { structuring: 'skip' });
    const hogs = send(6, (i) => upload(hog, `slow_${i}.csv`, `${slow}${i},,,\n`));
    const { status } = await upload(neighbour, 'small.csv', 'a\n1\n');
    expect(status).toBe(201);
    expect(hogs.ended.length).toBeLessThan(6);
    await hogs.all;
  });
});
