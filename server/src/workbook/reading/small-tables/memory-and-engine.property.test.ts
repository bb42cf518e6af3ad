import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CellValue, type ColumnType, castCell, ROW_ID } from '@workbook-data-service/sheets/values';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMember, author, newWorkbook } from '../../../../test-support/catalog.js';
import { openWorkbookData, type TestData } from '../../../../test-support/workbook-data.js';
import { change } from '../../../catalog/change.js';
import { Problem } from '../../../core/problems.js';
import type { ReadableTable, Viewer } from '../../governance/governed-tables.js';
import { type Stores, storesOf } from '../../stores.js';
import { WorkbookData } from '../../workbook-data.js';
import { appendVersion } from '../../writing/write-tables.js';
import { pageOfRows, type RowsRequest } from '../page-of-rows.js';
import type { SmallTable } from './small-table.js';
import { SmallTables } from './small-tables.js';

/** Set SVC_TEST_RUNS to search longer. */
const RUNS = Number(process.env.SVC_TEST_RUNS ?? 6);

/** Counts the pages that it makes. */
class CountingSmallTables extends SmallTables {
  made = 0;

  override async read<Result>(stores: Stores, table: ReadableTable, read: (rows: SmallTable) => Result) {
    const result = await super.read(stores, table, read);
    if (result !== undefined) this.made += 1;
    return result;
  }
}

let world: TestData;
let memory: CountingSmallTables;
let byMemory: WorkbookData;
let byEngine: WorkbookData;
beforeAll(async () => {
  world = await openWorkbookData(await mkdtemp(join(tmpdir(), 'small-tables-')));
  memory = new CountingSmallTables({ memoryMb: 64 });
  const stores = storesOf(world.data);
  byMemory = new WorkbookData({ ...stores, smallTables: memory });
  byEngine = new WorkbookData({ ...stores, smallTables: new SmallTables({ memoryMb: 0 }) });
});
afterAll(async () => {
  memory.close();
  await world.close();
});

/** For each type, values of cells as SQL, and values that edits and filters give. */
const values: [ColumnType, string[], CellValue[]][] = [
  [
    'VARCHAR',
    [
      "''",
      "'a'",
      "'B'",
      "'É'",
      "'é'",
      "'\u{1f600}'",
      "'\uff21'",
      "'it''s \"x\"'",
      "chr(10) || 'a'",
      "'\\'",
      "'a' || chr(0)",
    ],
    ['', 'a', 'A', 'É', '\u{1f600}', '\uff5e', 'line\nbreak', '\u0001', 'ab', 'Ω', 'я', '日本'],
  ],
  [
    'BIGINT',
    ['0', '-7', '9007199254740991', '9007199254740993', '-9223372036854775808', '1000000000000000000'],
    [0, -7, 12, '9007199254740993', '9223372036854775807'],
  ],
  ['INTEGER', ['1', '-2147483648', '2147483647'], [1, 0, 2147483647]],
  [
    'DOUBLE',
    ["'nan'", "'inf'", "'-inf'", '0.1', '-0.0', '1e300', '5e-324', '123456789012345680'],
    [0, 0.1, -1.5, 1e21, 5e-324],
  ],
  ['BOOLEAN', ['true', 'false'], [true, false]],
  [
    'DATE',
    ["'2024-02-29'", "'0001-01-01'", "'9999-12-31'", "'infinity'", "'12024-01-01'"],
    ['2024-02-29', '1969-12-31'],
  ],
  ['TIME', ["'00:00:00'", "'23:59:59.999999'", "'12:00:00.0004'"], ['12:00', '23:59:59.5']],
  [
    'TIMESTAMP',
    ["'2024-02-29 12:00:00'", "'1969-12-31 23:59:59.9999'", "'9999-12-31 23:59:59.999999'", "'-infinity'"],
    ['2024-02-29T12:00:00', '1900-01-01T00:00:00.25', '9999-12-31T23:59:59.999999'],
  ],
  [
    'TIMESTAMPTZ',
    ["'2024-02-29 12:00:00+00'", "'0001-01-01 00:00:00.000001+00'"],
    ['2024-02-29T12:00:00Z', '2024-02-29T12:00:00+09:00'],
  ],
  ['JSON', [`'{"a": [1, 0.1]}'`, `'"x"'`, "'null'", "'[1,\n2]'"], [{ b: 1, a: ['é'] }, 'x', 3, true]],
  ['DECIMAL(9,2)', ['0.01', '-0.05', '9999999.99'], [1, -0.05, 12.5]],
  ['DECIMAL(38,3)', ['0.001', '12345678901234567890123456.789', '-1'], ['12345678901234567890.5', 0]],
  ['DECIMAL(18,0)', ['999999999999999999', '5'], [5, '999999999999999999']],
];

const seed = fc.nat(2 ** 30);
const world_ = fc.record({
  types: fc.uniqueArray(fc.nat(values.length - 1), { minLength: 2, maxLength: 7 }),
  rows: fc.array(fc.array(seed, { minLength: 7, maxLength: 7 }), { maxLength: 40 }),
  rounds: fc.array(
    fc.record({
      edits: fc.array(
        fc.record({
          kind: fc.constantFrom('update', 'update', 'insert', 'delete'),
          row: seed,
          cells: fc.array(fc.option(seed), { minLength: 7, maxLength: 7 }),
        }),
        { maxLength: 5 },
      ),
      pages: fc.array(
        fc.record({
          limit: fc.integer({ min: 1, max: 12 }),
          offset: fc.option(fc.nat(20), { nil: undefined }),
          order: fc.array(fc.record({ column: fc.nat(7), descending: fc.boolean() }), { maxLength: 3 }),
          filter: fc.option(
            fc.letrec((tie) => ({
              any: fc.oneof({ depthSize: 'small' }, tie('one'), tie('one'), tie('list'), tie('not')),
              list: fc.record({
                joiner: fc.constantFrom('and', 'or'),
                of: fc.array(tie('any'), { minLength: 1, maxLength: 3 }),
              }),
              not: fc.record({ not: tie('any') }),
              one: fc.record({
                column: fc.nat(8),
                op: fc.constantFrom(
                  'eq',
                  'ne',
                  'lt',
                  'le',
                  'gt',
                  'ge',
                  'in',
                  'contains',
                  'search',
                  'starts_with',
                  'ends_with',
                  'is_null',
                ),
                value: seed,
              }),
            })).any,
            { nil: undefined, freq: 2 },
          ),
          columns: fc.option(fc.array(fc.nat(6), { minLength: 1, maxLength: 3 }), { nil: undefined }),
          maxBytes: fc.option(fc.integer({ min: 100, max: 900 }), { nil: undefined, freq: 1 }),
          viewer: fc.boolean(),
        }),
        { minLength: 6, maxLength: 10 },
      ),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});
type Case = typeof world_ extends fc.Arbitrary<infer T> ? T : never;

test('a page from memory is to the byte the page that the engine makes', async () => {
  await fc.assert(fc.asyncProperty(world_, alike), { numRuns: RUNS });
  expect(memory.made).toBeGreaterThan(RUNS * 5);
});

async function alike({ types, rows, rounds }: Case): Promise<void> {
  const { workbookId, workspaceId } = await newWorkbook(world.catalog);
  const columns = types.map((type, i) => ({
    name: `${'"é'[i] ?? ''}c ${i}`,
    of: values[type] as (typeof values)[number],
  }));
  const table = await world.addTable(
    workbookId,
    'rows',
    Object.fromEntries(columns.map(({ name, of }) => [name, of[0]])),
    rows.map((row) => columns.map(({ of }, i) => pick([...of[1], 'null'], row[i] as number)).join(', ')),
  );
  await mask(workbookId, table.id);
  const admin = { userId: await addMember(world.catalog, workspaceId, 'admin') };
  const viewer = { userId: await addMember(world.catalog, workspaceId, 'viewer') };
  await inMemory(workbookId, admin);
  const rowIds = rows.map((_, i) => i + 1);
  for (const { edits, pages } of rounds) {
    await edit({ workbookId, tableId: table.id, rowIds }, columns, edits);
    for (const { viewer: isViewer, ...asked } of pages) {
      const request = requestOf(asked, columns);
      await sameAnswers(workbookId, isViewer ? viewer : admin, request);
    }
  }
}

const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;

/** The first column is masked and the second denied to viewers. */
async function mask(workbookId: string, tableId: string): Promise<void> {
  const { db } = world.catalog;
  const rules = [
    { column: 'c1', tag: 'pii', effect: 'mask' as const },
    { column: 'c2', tag: 'pay', effect: 'deny' as const },
  ];
  for (const { column, tag, effect } of rules) {
    await db.insertInto('column_tags').values({ table_id: tableId, column_id: column, tag }).execute();
    await db
      .insertInto('policies')
      .values({ workbook_id: workbookId, tag, role: 'viewer', effect })
      .execute();
  }
}

const readable = async (workbookId: string, as: Viewer) =>
  (await world.data.as(as).table(workbookId, 'rows')) as ReadableTable;

async function inMemory(workbookId: string, as: Viewer): Promise<void> {
  const table = await readable(workbookId, as);
  while (!(await memory.read(storesOf(byMemory), table, () => true)))
    await new Promise((resolve) => setTimeout(resolve, 5));
}

type Columns = { name: string; of: (typeof values)[number] }[];
type Round = Case['rounds'][number];

async function edit(
  { workbookId, tableId, rowIds }: { workbookId: string; tableId: string; rowIds: number[] },
  columns: Columns,
  edits: Round['edits'],
): Promise<void> {
  const cellsOf = (cells: readonly (number | null)[], isWhole: boolean) =>
    Object.fromEntries(
      columns.flatMap(({ of: [type, , given] }, i): [string, CellValue][] => {
        const cell = cells[i];
        if (cell === null || cell === undefined) return isWhole ? [[`c${i + 1}`, null]] : [];
        return [[`c${i + 1}`, castCell(pick([...given, null], cell), type)]];
      }),
    );
  for (const { kind, row, cells } of edits) {
    const rowId = rowIds.length > 0 ? pick(rowIds, row) : undefined;
    if (kind !== 'insert' && rowId === undefined) continue;
    const changed =
      kind === 'insert'
        ? { kind, after: cellsOf(cells, true) }
        : kind === 'delete'
          ? { kind, rowId: rowId as number }
          : { kind: 'update' as const, rowId: rowId as number, after: cellsOf(cells, false) };
    const written = await change(world.catalog, author, (c) =>
      appendVersion(c, {
        workbookId,
        tableId,
        expectedVersion: null,
        opKind: 'rows.upsert',
        operation: { operation: 'updateWorkbook', input: {} },
        rows: [changed],
      }),
    );
    if (kind === 'insert') rowIds.push(written.rowIds[0] as number);
    if (kind === 'delete') rowIds.splice(rowIds.indexOf(rowId as number), 1);
  }
}

function requestOf(
  { order, filter, columns: shown, ...request }: Omit<Round['pages'][number], 'viewer'>,
  columns: Columns,
): RowsRequest {
  const nameAt = (at: number) => columns[at]?.name ?? ROW_ID;
  const named = [...new Set(shown?.map((at) => columns[at % columns.length]?.name))];
  return {
    ...request,
    format: 'json',
    orderBy: JSON.stringify(
      order.map(({ column, descending }) => `${descending ? '-' : ''}${nameAt(column)}`),
    ),
    filter: filter === undefined ? undefined : JSON.stringify(filterOf(filter, columns)),
    columns: named.length > 0 ? JSON.stringify(named) : undefined,
  };
}

// biome-ignore lint/suspicious/noExplicitAny: fast-check does not know the types of what is tied.
function filterOf(node: any, columns: Columns): unknown {
  if (node.joiner) return { [node.joiner]: node.of.map((one: unknown) => filterOf(one, columns)) };
  if (node.not) return { not: filterOf(node.not, columns) };
  const { column: at, op, value } = node as { column: number; op: string; value: number };
  if (at === 8) return { column: '*', op: 'search', value: pick(['a', 'É', '', 'x"', 'ω', 'ａ'], value) };
  const column = columns[at];
  const given = column?.of[2] ?? [1, 2, 7];
  const texts = (column?.of[0] === 'VARCHAR' ? (given as string[]) : ['1', '.', '-']) ?? [];
  if (op === 'is_null') return { column: column?.name ?? ROW_ID, op, value: value % 2 === 0 };
  if (op === 'in') return { column: column?.name ?? ROW_ID, op, value: given.slice(0, value % 4) };
  const isText = ['contains', 'search', 'starts_with', 'ends_with'].includes(op);
  return { column: column?.name ?? ROW_ID, op, value: pick<unknown>(isText ? texts : given, value) };
}

/** The pages from both, following their cursors. */
async function sameAnswers(workbookId: string, as: Viewer, first: RowsRequest): Promise<void> {
  let request = first;
  for (let pages = 0; pages < 4; pages += 1) {
    const table = await readable(workbookId, as);
    const [ours, theirs] = await Promise.all([
      answer(byMemory, table, request),
      answer(byEngine, table, request),
    ]);
    expect(ours, JSON.stringify(request)).toEqual(theirs);
    if (!('nextCursor' in ours) || !ours.nextCursor) return;
    request = { ...first, offset: undefined, cursor: ours.nextCursor };
  }
}

async function answer(data: WorkbookData, table: ReadableTable, request: RowsRequest) {
  try {
    const { page, rowIds, nextCursor, cutBy, total } = await pageOfRows(data, table, request);
    return { page, rowIds, nextCursor, cutBy, total };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { problem: error.slug };
  }
}
