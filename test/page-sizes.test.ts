import { tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { TestService } from './support/service.js';

const MB = 1024 * 1024;
/** About 2.4 MB of rows, with pages of 1 MB. */
const ROWS = 600;
const TEXT = 4000;

let service: TestService;
let api: Api;
let workbook: string;
beforeAll(async () => {
  service = await TestService.start({
    env: {
      SVC_MAX_PAGE_MB: '1',
      SVC_MAX_RESULT_ROWS: '3000',
    },
  });
  const session = await service.signIn();
  api = await session.mintWriter();
  workbook = await api.workbook();
  const lines = Array.from({ length: ROWS }, (_, n) => `${n},${String(n % 10).repeat(TEXT)}`);
  const content = `n,text\n${lines.join('\n')}\n`;
  await api.upload(`${workbook}/sources`, { name: 'wide.csv', content }, { structuring: 'skip' });
});
afterAll(() => service.dispose());

const query = (sql: string, more: object = {}) =>
  api.post(`${workbook}/query`, { sql, limit: 10_000, ...more });
const all = (length: number) => Array.from({ length }, (_, n) => n);

describe('a page with too many bytes is cut, and states how to continue', () => {
  test('for rows, in JSON', async () => {
    const seen: number[] = [];
    const cuts: unknown[] = [];
    for (let cursor = ''; ; ) {
      const { body, bytes } = await api.get(`${workbook}/tables/wide/rows?limit=10000${cursor}`);
      expect(bytes.length).toBeLessThan(1.01 * MB);
      seen.push(...body.rows.map(({ n }: { n: number }) => n));
      cuts.push(body.truncated_by);
      if (body.next_cursor === null) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    expect(seen).toEqual(all(ROWS));
    expect(cuts).toEqual(['bytes', 'bytes', null]);
    const { body } = await api.get(`${workbook}/tables/wide/rows?limit=2`);
    expect(body.truncated_by).toBe('limit');
  });

  test('for rows, as NDJSON and Arrow, in headers', async () => {
    const lines = await api.get(`${workbook}/tables/wide/rows?limit=10000&format=ndjson`);
    const arrow = await api.get(`${workbook}/tables/wide/rows?limit=10000&format=arrow`);
    expect(lines.bytes.length).toBeLessThan(MB);
    expect(arrow.bytes.length).toBeLessThan(MB);
    const shown = String(lines.body).trimEnd().split('\n').length;
    expect(tableFromIPC(arrow.bytes).numRows).toBeGreaterThan(shown * 0.9);
    for (const { headers } of [lines, arrow]) expect(headers.get('x-svc-truncated-by')).toBe('bytes');
    const cursor = lines.headers.get('x-svc-next-cursor');
    const next = await api.get(`${workbook}/tables/wide/rows?limit=1&cursor=${cursor}`);
    expect(next.body.rows[0].n).toBe(shown);
  });

  test('for a query and the pages of its result', async () => {
    const { body } = await query('select n, text from wide order by n');
    expect(body).toMatchObject({
      row_count: ROWS,
      row_count_capped: false,
      total_row_count: ROWS,
      truncated: true,
      truncated_by: 'bytes',
      next_offset: body.rows.length,
    });
    const seen = body.rows.map(({ n }: { n: number }) => n);
    for (let offset = body.next_offset; offset !== null; ) {
      const page = await api.get(`/api/v1/results/${body.id}?limit=10000&offset=${offset}`);
      expect(page.bytes.length).toBeLessThan(1.01 * MB);
      seen.push(...page.body.rows.map(({ n }: { n: number }) => n));
      expect(page.body.truncated).toBe(page.body.next_offset !== null);
      offset = page.body.next_offset;
    }
    expect(seen).toEqual(all(ROWS));
    const arrow = await query('select n, text from wide order by n', { format: 'arrow' });
    expect(arrow.headers.get('x-svc-truncated-by')).toBe('bytes');
    expect(arrow.headers.get('x-svc-next-offset')).toBe(String(tableFromIPC(arrow.bytes).numRows));
  });

  test('for results that are stored as JSON', async () => {
    const { body } = await query('select n, [text] as texts from wide order by n');
    expect([body.truncated_by, body.row_count]).toEqual(['bytes', ROWS]);
    expect(body.next_offset).toBe(body.rows.length);
  });

  test('but a single row that is too large is refused with a suggested fix', async () => {
    const { status, body } = await query("select string_agg(text, '') as x from wide");
    expect([status, body.type]).toEqual([413, '/problems/too-large']);
    expect(body.suggested_fix).toContain('fewer columns');
  });
});

describe('a range of cells', () => {
  const range = (cells: string) => api.get(`${workbook}/tables/wide/range?range=${cells}`);

  test('with too many bytes is refused, with the number of rows that fit', async () => {
    const { status, body } = await range('A1:B600');
    expect([status, body.type]).toEqual([413, '/problems/too-large']);
    const fitting = Number(/first (\d+) rows/.exec(body.suggested_fix)?.[1]);
    const { body: answer } = await range(`A1:B${fitting}`);
    expect(answer.values[0]).toEqual(['n', 'text']);
    expect(answer.values.slice(1).map(([n]: [number]) => n)).toEqual(all(fitting - 1));
    expect(answer.row_ids).toEqual([null, ...all(fitting - 1).map((n) => n + 1)]);
  });

  test('may extend beyond the table', async () => {
    expect((await range('A600:C603')).body).toMatchObject({
      values: [
        [598, expect.any(String), null],
        [599, expect.any(String), null],
        [null, null, null],
        [null, null, null],
      ],
      row_ids: [599, 600, null, null],
    });
    expect((await range('A1')).body.values).toEqual([['n']]);
    expect((await range('D700:D701')).body.values).toEqual([[null], [null]]);
  });
});

describe('a result with more rows than the limit', () => {
  test('reports that on every page, with the total number of rows', async () => {
    const { body } = await query('select x from range(8000) t(x) order by x', { limit: 10 });
    const capped = { row_count: 3000, row_count_capped: true, total_row_count: 8000, truncated: true };
    expect(body).toMatchObject({ ...capped, truncated_by: 'limit', next_offset: 10 });
    const last = (await api.get(`/api/v1/results/${body.id}?offset=2990&limit=100`)).body;
    expect(last).toMatchObject({ ...capped, truncated_by: 'row_cap', next_offset: null });
    expect(last.rows.map(({ x }: { x: number }) => x)).toEqual([
      2990, 2991, 2992, 2993, 2994, 2995, 2996, 2997, 2998, 2999,
    ]);
  });

  test('has no total if counting takes too long', async () => {
    const { body } = await query('select x from range(100000000000) t(x)', { limit: 1 });
    expect(body).toMatchObject({ row_count: 3000, row_count_capped: true, total_row_count: null });
  });

  test('is complete at exactly the limit', async () => {
    const { body } = await query('select x from range(3000) t(x)');
    expect(body).toMatchObject({
      row_count: 3000,
      row_count_capped: false,
      truncated: false,
      next_offset: null,
    });
  });
});
