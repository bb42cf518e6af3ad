import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type EditedSheet, EditedXlsx } from '../sheets/test-support/edited-xlsx.js';
import type { Answer, Api } from './support/api.js';
import { CalledService } from './support/service.js';

/**
 * Values at the edges of every type, as they are sent and as every answer shows them. Several stand in one column, as
 * what is written for a batch of cells depends on all of them.
 */
const extremes: Record<string, unknown[]> = {
  BIGINT: [
    '1234567890123456789',
    // Doubles, which JSON and spreadsheets print as other numbers.
    '1152921504606846976',
    '1234567890123457000',
    '-9223372036854775808',
    '9223372036854775807',
    '9007199254740993',
    1_000_000_000_000_000_000,
    4111111111111111,
    9007199254740991,
    -7,
  ],
  INTEGER: [2147483647, -2147483648, 0],
  'DECIMAL(38,2)': [
    '999999999999999999999999999999999999.99',
    '-1152921504606846976.00',
    1000000000000001,
    9007199254740994,
    '90071992547409.93',
    '100000000000000000000000000000000000.00',
    0.01,
  ],
  'DECIMAL(38,20)': ['0.12345678901234567891', '1.00000000000000000001', 1e-7, 2, -0.5],
  'DECIMAL(18,0)': ['999999999999999999', '-999999999999999999', 4111111111111111],
  DOUBLE: [1.7976931348623157e308, -1.797e308, 5e-324, 0.1, 0.30000000000000004, 1e21, 4111111111111111],
  BOOLEAN: [true, false],
  DATE: ['0001-01-01', '9999-12-31', '1900-02-28'],
  TIME: ['00:00:00', '23:59:59.999999', '12:00:00.000400'],
  TIMESTAMP: ['0001-01-01T00:00:00.000001', '9999-12-31T23:59:59.999999', '2024-02-29T12:00:00'],
  TIMESTAMPTZ: ['0001-01-01T00:00:00.000001Z', '9999-12-31T23:59:59.999999Z', '2024-02-29T12:00:00Z'],
  VARCHAR: ['1152921504606846976', '007', '1e5', '=1+1'],
  JSON: [{ a: [1, 0.1, 1e300] }, '1152921504606846976', 9007199254740991],
};
const types = Object.keys(extremes);
const columns = types.map((type, i) => ({ name: `c${i}`, type }));
const ROWS = Math.max(...Object.values(extremes).map(({ length }) => length));

/** The nth value of every column; the shorter lists begin again. */
const rowOf = (n: number) =>
  Object.fromEntries(
    columns.map(({ name, type }) => [name, extremes[type]?.[n % (extremes[type]?.length ?? 1)]]),
  );
const wanted = Array.from({ length: ROWS }, (_, n) => rowOf(n));
/** The same values in other rows. */
const moved = Array.from({ length: ROWS }, (_, n) => rowOf(n + 1));
/** Plain values, to be replaced by those. */
const plain = Object.fromEntries(columns.map(({ name, type }) => [name, plainValue(type)]));

function plainValue(type: string): unknown {
  if (type === 'VARCHAR') return 'plain';
  if (type === 'JSON') return { plain: true };
  if (type === 'BOOLEAN') return null;
  if (type === 'TIME') return '06:30:00';
  if (type === 'DATE') return '2026-01-05';
  if (type.startsWith('TIMESTAMP')) return `2026-01-05T06:30:00${type === 'TIMESTAMPTZ' ? 'Z' : ''}`;
  return 3;
}

let api: Api;
let directory: string;
let workbook: string;
let table: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'exact-'));
  const service = await CalledService.shared();
  api = await (await service.signIn()).mint(['workbooks:write', 'workbooks:delete'], {
    rate_limit_per_minute: 10_000,
  });
});
afterAll(() => rm(directory, { recursive: true }));
beforeEach(async () => {
  workbook = await api.workbook();
  await api.post(`${workbook}/tables`, { name: 'values', columns });
  table = `${workbook}/tables/values`;
});

type Row = Record<string, unknown>;

async function sent<Body>(answer: Promise<Answer<Body>>): Promise<Body> {
  const { status, body } = await answer;
  expect([status, body]).toEqual([200, expect.anything()]);
  return body;
}
const upsert = (rows: Row[]) => sent(api.post(`${table}/rows/upsert`, { rows, expected_version: null }));
const withIds = (rows: Row[]) => rows.map((row, i) => ({ ...row, __svc_row_id: i + 1 }));
const rows = async (path = table): Promise<Row[]> => (await sent(api.get(`${path}/rows?limit=1000`))).rows;
const expectWanted = async () => expect(await rows()).toEqual(withIds(wanted));
const undo = (opId: number) => sent(api.post(`${workbook}/ops/${opId}/undo`));

/** The text that a person types into a cell, or that stands in a csv file. */
function typed(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return JSON.stringify(value);
  return typeof value === 'boolean' ? String(value).toUpperCase() : String(value);
}
const typedJson = (value: unknown, type: string) => (type === 'JSON' ? JSON.stringify(value) : typed(value));

/** A branch whose file is sent back with other values as text. */
async function returned(replaced: Row[], format: 'xlsx' | 'csv' = 'xlsx') {
  const { bytes, headers } = await api.post(`${workbook}/export`, { record_branch: true, format });
  const branch = headers.get('x-svc-branch-id') as string;
  return async () => {
    const content = format === 'csv' ? csvOf(replaced) : await edited(bytes, replaced);
    const file = { name: `values.${format}`, content };
    return await sent(api.upload(`${table}/merge`, file, { branch_id: branch }));
  };
}

async function edited(bytes: Uint8Array, replaced: Row[], edit?: (sheet: EditedSheet) => void) {
  const path = join(directory, `${crypto.randomUUID()}.xlsx`);
  await writeFile(path, bytes);
  const book = await EditedXlsx.open(path);
  const sheet = book.sheet();
  for (const [i, row] of replaced.entries()) {
    for (const { name, type } of columns)
      sheet.set(`${sheet.column(name)}${i + 2}`, typedJson(row[name], type) || null);
  }
  edit?.(sheet);
  await book.save(path);
  return await readFile(path);
}

function csvOf(replaced: Row[]): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = replaced.map((row, i) => [
    ...columns.map(({ name, type }) => {
      const text = typedJson(row[name], type);
      // The export guards texts that a spreadsheet would take for formulas.
      return text.startsWith('=') ? quoted(`'${text}`) : text && quoted(text);
    }),
    i + 1,
  ]);
  return [[...columns.map(({ name }) => name), '__svc_row_id'], ...lines]
    .map((line) => line.join(','))
    .join('\n');
}

describe('a file that nobody edited', () => {
  test.each(['xlsx', 'csv'] as const)('changes nothing as the exported %s file', async (format) => {
    await upsert(wanted);
    const { bytes, headers } = await api.post(`${workbook}/export`, { record_branch: true, format });
    const branch_id = headers.get('x-svc-branch-id') as string;
    const file = { name: `values.${format}`, content: bytes };
    const merged = await sent(api.upload(`${table}/merge`, file, { branch_id }));
    expect(merged).toMatchObject({ op_id: null, applied: 0, warnings: [], unchanged: ROWS });
    await expectWanted();
  });

  test('keeps numbers that a program has rounded, and says so', async () => {
    await upsert([{ ...plain, c0: 4111111111111111 }]);
    const { bytes, headers } = await api.post(`${workbook}/export`, { record_branch: true });
    const branch_id = headers.get('x-svc-branch-id') as string;
    const send = async (value: number | string) => {
      const content = await edited(bytes, [], (sheet) => sheet.set('A2', value));
      return await sent(api.upload(`${table}/merge`, { name: 'values.xlsx', content }, { branch_id }));
    };
    const rounded = await send(4111111111111110);
    expect(rounded).toMatchObject({ op_id: null, applied: 0 });
    expect(rounded.warnings).toEqual([expect.stringMatching(/A2 came back rounded/)]);
    expect(await send(4111111111111112)).toMatchObject({ applied: 1, warnings: [] });
    expect((await rows())[0]).toMatchObject({ c0: 4111111111111112 });
  });
});

describe('every value is kept exactly', () => {
  test('by inserts and updates', async () => {
    await upsert(wanted);
    await expectWanted();
    await upsert(withIds(wanted.map(() => plain)));
    expect(await rows()).toEqual(withIds(wanted.map(() => plain)));
    await upsert(withIds(wanted));
    await expectWanted();
  });

  test('by A1 writes', async () => {
    const values = wanted.map((row) => columns.map(({ name }) => row[name]));
    await sent(api.put(`${table}/range`, { range: 'A2', values, expected_version: null }));
    await expectWanted();
  });

  test.each(['xlsx', 'csv'] as const)('by the merge of a %s file, and its undo', async (format) => {
    await upsert(wanted.map(() => plain));
    const merge = await returned(wanted, format);
    await merge();
    await expectWanted();
    const again = await returned(
      wanted.map(() => plain),
      format,
    );
    const { op_id } = await again();
    expect(await rows()).toEqual(withIds(wanted.map(() => plain)));
    await undo(op_id);
    await expectWanted();
  });

  test('by undo of updates and deletions, and by restores', async () => {
    await upsert(wanted);
    const { id: snapshot } = (await api.post(`${workbook}/snapshots`, { summary: 'Before' })).body;
    const { op_id } = await upsert(withIds(wanted.map(() => plain)));
    await undo(op_id);
    await expectWanted();
    const ids = wanted.map((_, i) => i + 1);
    const gone = await sent(api.post(`${table}/rows/delete`, { row_ids: ids, expected_version: null }));
    await undo(gone.op_id);
    await expectWanted();
    await upsert(withIds(wanted.map(() => plain)));
    await sent(api.post(`${workbook}/snapshots/${snapshot}/restore`));
    await expectWanted();
  });

  test.each(['xlsx', 'csv'] as const)('by the upload of an exported %s file', async (format) => {
    await upsert(wanted);
    const { bytes } = await api.post(`${workbook}/export`, { format, include_row_ids: false });
    const other = await api.workbook();
    await api.upload(
      `${other}/sources`,
      { name: `values.${format}`, content: bytes },
      { structuring: 'skip' },
    );
    // The type is found anew: whole numbers are BIGINT or text, fractions are doubles.
    const whole = columns.filter(({ type }) => /INT|,0/.test(type));
    const uploaded = await rows(`${other}/tables/values`);
    for (const [i, row] of uploaded.entries()) {
      for (const { name } of whole) expect(String(row[name])).toBe(String(wanted[i]?.[name]));
    }
  });

  test('by conflicts, and by taking back what they overwrote', async () => {
    await upsert(wanted.map(() => plain));
    const merge = await returned(moved);
    await upsert(withIds(wanted));
    const { conflicts } = await merge();
    expect(await rows()).toEqual(withIds(moved));
    const listed = (await sent(api.get(`${workbook}/conflicts?limit=1000`))).conflicts;
    expect(listed).toHaveLength(conflicts.length);
    for (const { row_id, column, base, previous, incoming } of listed) {
      expect({ base, previous, incoming }).toEqual({
        base: plain[column],
        previous: wanted[row_id - 1]?.[column],
        incoming: moved[row_id - 1]?.[column],
      });
    }
    const ofRow = listed.filter(({ row_id }: Row) => row_id === 2);
    for (const { id } of ofRow)
      await sent(api.post(`${workbook}/conflicts/${id}/resolve`, { action: 'revert' }));
    expect((await rows())[1]).toEqual(withIds(wanted)[1]);
  });

  test('or refused, if it is a number in JSON that the log would round', async () => {
    await upsert([plain]);
    const { bytes, headers } = await api.post(`${workbook}/export`, { record_branch: true });
    const content = await edited(bytes, [], (sheet) => sheet.set('M2', '{"n": 12345678901234567890}'));
    const branch_id = headers.get('x-svc-branch-id') as string;
    const file = { name: 'values.xlsx', content };
    const { status, body } = await api.upload(`${table}/merge`, file, { branch_id });
    expect([status, body.offenders]).toEqual([
      422,
      [expect.objectContaining({ cell: 'M2', reason: expect.stringContaining('more digits') })],
    ]);
    expect(await rows()).toEqual(withIds([plain]));
  });

  test('by conflicts of whole rows', async () => {
    await upsert([...wanted, plain]);
    const merge = await returned([...moved, plain]);
    const ids = wanted.map((_, i) => i + 1);
    await sent(api.post(`${table}/rows/delete`, { row_ids: ids, expected_version: null }));
    const { conflicts } = await merge();
    const listed = (await sent(api.get(`${workbook}/conflicts?limit=1000`))).conflicts;
    expect(listed).toHaveLength(conflicts.length);
    for (const { row_id, base, incoming } of listed)
      expect({ base, incoming }).toEqual({ base: wanted[row_id - 1], incoming: moved[row_id - 1] });
    expect(await rows()).toEqual(withIds([...moved, plain]));
  });

  test('in histories, differences and previews', async () => {
    await upsert(wanted.map(() => plain));
    await api.post(`${workbook}/versions`, { label: 'plain' });
    const preview = await sent(
      api.post(`${table}/rows/upsert?dry_run=true`, { rows: withIds(wanted), expected_version: null }),
    );
    expect(preview.dry_run).toBe(true);
    await upsert(withIds(wanted));
    const { tables } = await sent(api.get(`${workbook}/versions/plain/diff`));
    for (const cell of tables[0].cells) {
      expect(cell).toMatchObject({ old: plain[cell.column], new: wanted[cell.row_id - 1]?.[cell.column] });
    }
    for (const [i, row] of wanted.entries()) {
      const { changes } = await sent(api.get(`${table}/rows/${i + 1}/history`));
      expect(changes.map((one: { new: Row }) => one.new)).toContainEqual(expect.objectContaining(row));
    }
  });

  test.each(columns.filter(({ type }) => type !== 'JSON'))(
    'in filters, orders and matches of $type',
    async ({ name }) => {
      await upsert(wanted);
      for (const value of new Set(wanted.map((row) => row[name]))) {
        const filter = encodeURIComponent(JSON.stringify({ column: name, op: 'eq', value }));
        const found = (await sent(api.get(`${table}/rows?filter=${filter}`))).rows as Row[];
        expect(new Set(found.map((row) => row[name]))).toEqual(new Set([value]));
        expect(found).toHaveLength(wanted.filter((row) => row[name] === value).length);
      }
      const paged: unknown[] = [];
      for (let cursor = ''; ; ) {
        const { rows: page, next_cursor } = await sent(
          api.get(`${table}/rows?limit=2&order_by=${name}${cursor && `&cursor=${cursor}`}`),
        );
        paged.push(...page.map((row: Row) => row.__svc_row_id));
        if (next_cursor === null) break;
        cursor = encodeURIComponent(next_cursor);
      }
      const { rows: inOrder } = await sent(api.get(`${table}/rows?order_by=${name}`));
      expect(paged).toEqual(inOrder.map((row: Row) => row.__svc_row_id));
      expect(paged).toHaveLength(ROWS);
      const unique = new Map(wanted.map((row, i) => [row[name], i + 1]));
      if (unique.size < ROWS) return;
      const matched = wanted.map((row) => ({ [name]: row[name] }));
      const { row_ids } = await sent(
        api.post(`${table}/rows/upsert`, { rows: matched, match_on: [name], expected_version: null }),
      );
      expect(row_ids).toEqual([...unique.values()]);
    },
  );

  test('by overrides of a derived table', async () => {
    await upsert(wanted.map(() => plain));
    const made = await api.post(`${workbook}/transforms`, {
      name: 'copy',
      kind: 'sql',
      code: `select *, row_number() over () as n from {{ input }}`,
      args: { input: 'values' },
      output: 'copied',
      key: ['n'],
    });
    expect(made.status).toBe(201);
    const copied = `${workbook}/tables/copied`;
    const before = await rows(copied);
    const edits = before.map((row) => ({ ...wanted[(row.n as number) - 1], __svc_row_id: row.__svc_row_id }));
    const written = await sent(api.post(`${copied}/rows/upsert`, { rows: edits, expected_version: null }));
    const shown = async () =>
      (await rows(copied))
        .sort((one, other) => (one.n as number) - (other.n as number))
        .map(({ n: _, __svc_row_id: __, ...row }) => row);
    expect(await shown()).toEqual(wanted);
    const { overrides } = await sent(api.get(`${copied}/overrides?limit=1000`));
    const numberOf = new Map(before.map((row) => [row.__svc_row_id, row.n as number]));
    for (const { row_id, column, value } of overrides)
      expect(value).toEqual(wanted[(numberOf.get(row_id) ?? 0) - 1]?.[column]);
    await undo(written.op_id);
    expect(await shown()).toEqual(wanted.map(() => plain));
  });
});
