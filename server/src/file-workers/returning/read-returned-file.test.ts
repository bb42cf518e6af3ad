import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { ColumnType } from '@workbook-data-service/sheets/values';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { EditedXlsx, type SaveOptions } from '../../../../sheets/test-support/edited-xlsx.js';
import type { BaseColumn } from '../../core/base-column.js';
import { Problem } from '../../core/problems.js';
import { identifier, literal } from '../../core/sql-text.js';
import { exportXlsx } from '../export-xlsx.js';
import { identifyFile, readReturnedFile } from './read-returned-file.js';

const BRANCH = 'br_0123456789abcdef';

const texts = [
  'plain',
  '  spaces around  ',
  'line\nbreak',
  'tab\there',
  '007',
  '1e5',
  '2024-01-31',
  'TRUE',
  '=1+1',
  "'=quoted",
  '#N/A',
  '_x000D_',
  'a_x0041_b',
  '<&>"',
  '日本語',
  '👩‍👩‍👧 emoji',
  ' ',
  null,
  'bell\u0007',
  'x'.repeat(32_767),
];

/** A value of each type for each row; the file holds every one of them. */
const values: Record<string, string> = {
  VARCHAR: `text`,
  BIGINT: `case i % 4 when 0 then 9223372036854775807 when 1 then -5 when 2 then 9007199254740993 end`,
  INTEGER: `i * 100000 - 3`,
  DOUBLE: `case i % 3 when 0 then 0.1 + 0.2 when 1 then 1e300 else -1 / 3 end`,
  'DECIMAL(18,4)': `case i % 3 when 0 then 12345678901234.5678 when 1 then 0.1 else -7 end`,
  'DECIMAL(5,2)': `i + 0.07`,
  BOOLEAN: `i % 2 = 0`,
  DATE: `case i % 3 when 0 then date '1899-12-31' when 1 then date '2024-02-29' else date '9999-12-31' end`,
  TIME: `time '13:05:00' + interval (i * 137) milliseconds`,
  TIMESTAMP: `case when i % 5 = 0 then timestamp '1850-01-02 03:04:05.678' else timestamp '2024-02-29 23:59:59.999' + interval (i) seconds end`,
  TIMESTAMPTZ: `timestamptz '2024-06-01 12:00:00.250+00' + interval (i) minutes`,
  JSON: `case i % 3 when 0 then '{"a": [1, "x"]}' when 1 then '5' else 'null' end`,
};

const types = Object.keys(values) as ColumnType[];
const columns: BaseColumn[] = types.map((type, i) => ({ id: `c${i + 1}`, name: type.toLowerCase(), type }));
const people: BaseColumn[] = [
  { id: 'c1', name: 'name', type: 'VARCHAR' },
  { id: 'c2', name: 'age', type: 'BIGINT' },
  { id: 'c3', name: 'born', type: 'DATE' },
];

let directory: string;
let connection: DuckDBConnection;
let outPath: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'returned-'));
  outPath = join(directory, 'exported.xlsx');
  connection = await (await DuckDBInstance.create(':memory:')).connect();
  const rows = texts.map((text, i) => `(${i + 1}, ${text === null ? 'null' : literal(text)})`);
  const cells = types.map((type, i) => `(${values[type]})::${type} as c${i + 1}`);
  await connection.run(`create table all_types as
    select ${cells.join(', ')}, i::bigint as row_id from (values ${rows.join(', ')}) rows(i, text)`);
  await connection.run(`create table people as select * from (values
    ('Ann', 30::bigint, date '1994-01-02', 1::bigint), ('Bob', 41, null, 2), ('Cy', null, date '2001-03-04', 3))
    rows(c1, c2, c3, row_id)`);
  for (const table of ['all_types', 'people'])
    await connection.run(`copy ${table} to ${literal(join(directory, `${table}.parquet`))}`);
});
afterAll(() => rm(directory, { recursive: true }));

const tables = {
  all_types: { tableId: 'art_1', name: 'all_types', columns },
  people: { tableId: 'art_2', name: 'people', columns: people },
};
type Table = keyof typeof tables;

/** The exported file, for edits. */
async function exported(...names: Table[]): Promise<EditedXlsx> {
  const sheets = names.map((name) => ({
    name,
    tableId: tables[name].tableId,
    columns: [
      ...tables[name].columns.map(({ id, name: heading, type }) => ({ id, name: heading, type })),
      { name: '__svc_row_id', type: 'BIGINT' as const },
    ],
    parquetPaths: [join(directory, `${name}.parquet`)],
  }));
  await exportXlsx({ sheets, outPath, branchId: BRANCH });
  return await EditedXlsx.open(outPath);
}

async function read(path: string, ...names: Table[]) {
  const wanted = names.map((name) => tables[name]);
  return await readReturnedFile({
    path,
    filename: path,
    wanted,
    onUnreadable: 'refuse',
    outDir: directory,
  });
}

async function returned(edited: EditedXlsx, names: Table[], options?: SaveOptions) {
  const path = join(directory, 'returned.xlsx');
  await edited.save(path, options);
  return await read(path, ...names);
}

/** A returned table as text, row by row. */
async function rowsOf(edited: EditedXlsx) {
  const file = await returned(edited, ['people']);
  const [table] = file.tables;
  const cells = table?.columns.map(({ key }) => identifier(key)).join(', ');
  const { path = '', ...rest } = table ?? {};
  const found = await connection.runAndReadAll(
    `select row_id, ${cells} from ${literal(path)} order by position`,
  );
  return {
    ...rest,
    rows: found.getRows().map((row) => row.map((cell) => (cell === null ? null : String(cell)))),
  };
}

const ann = ['1', 'Ann', '30', '1994-01-02'];
const bob = ['2', 'Bob', '41', null];
const cy = ['3', 'Cy', null, '2001-03-04'];

async function refused(reading: Promise<unknown>): Promise<Problem> {
  const error = await reading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof Problem) return error;
  throw error ?? new Error('the file was not refused');
}

let edited: EditedXlsx;
beforeEach(async () => {
  edited = await exported('people');
});

test.each<SaveOptions | 'as written'>(['as written', { texts: 'shared' }, { texts: 'inline' }])(
  'a file saved without an edit has every value of every type (%j)',
  async (options) => {
    const book = await exported('all_types');
    const file =
      options === 'as written'
        ? await read(outPath, 'all_types')
        : await returned(book, ['all_types'], options);
    expect(file).toMatchObject({ branchId: BRANCH, format: 'workbook', absent: [] });
    const [table] = file.tables;
    expect(table).toMatchObject({ rows: texts.length, missing: [], warnings: [], sheet: 'all_types' });
    expect(table?.columns.map(({ id, type, wasRenamed }) => [id, type, wasRenamed])).toEqual(
      columns.map(({ id, type }) => [id, type, false]),
    );
    const typed = await connection.runAndReadAll(`describe select * from ${literal(table?.path ?? '')}`);
    const stored = types.map((type) =>
      type === 'JSON' ? 'VARCHAR' : type.replace('TIMESTAMPTZ', 'TIMESTAMP WITH TIME ZONE'),
    );
    expect(typed.getRows().map(([, type]) => type)).toEqual(['BIGINT', 'BIGINT', ...stored]);
    for (const [i, type] of types.entries()) {
      const different = await connection.runAndReadAll(`select b.c${i + 1}, a.c${i + 1}
      from all_types b join ${literal(table?.path ?? '')} a using (row_id)
      where a.c${i + 1} is distinct from b.c${i + 1}`);
      expect(different.getRows(), type).toEqual([]);
    }
  },
);

test('the identity of a file is read without its sheets', async () => {
  await edited.save(join(directory, 'saved.xlsx'));
  const path = join(directory, 'saved.xlsx');
  expect(await identifyFile({ path, filename: 'saved.xlsx' })).toEqual({
    branchId: BRANCH,
    format: 'workbook',
  });
});

test('rows may be inserted, deleted, copied, sorted and written below a gap', async () => {
  const sheet = edited.sheet();
  sheet.deleteRow(3);
  sheet.copyRow(2);
  sheet.set('A6', 'Di');
  sheet.set('B6', 22);
  sheet.insertRows(1, 2);
  expect((await rowsOf(edited)).rows).toEqual([ann, cy, ann, [null, 'Di', '22', null]]);
});

test('columns are known wherever they are, and by their hidden names when they are renamed', async () => {
  const sheet = edited.sheet();
  sheet.moveColumn('A', 'D');
  sheet.set('A1', 'years');
  sheet.insertColumn('B');
  sheet.set('B1', 'score');
  sheet.set('B2', 1.5);
  sheet.name = "People's sheet";
  const { columns: found, rows, missing } = await rowsOf(edited);
  expect(
    found?.map(({ id, name, letter, type, wasRenamed }) => [id, name, letter, type, wasRenamed]),
  ).toEqual([
    ['c1', 'name', 'D', 'VARCHAR', false],
    ['c2', 'years', 'A', 'BIGINT', true],
    ['c3', 'born', 'C', 'DATE', false],
    [null, 'score', 'B', 'DOUBLE', false],
  ]);
  expect(rows).toEqual([
    [...ann, '1.5'],
    [...bob, null],
    [...cy, null],
  ]);
  expect(missing).toEqual([]);
});

test('a script that moves columns leaves the hidden names behind, and the headings count', async () => {
  edited.sheet().moveColumn('A', 'D', { withNames: false });
  edited.sheet().insertColumn('A', { withNames: false });
  expect((await rowsOf(edited)).rows).toEqual([ann, bob, cy]);
});

test('a file without hidden names is read by sheet and headings', async () => {
  edited.dropNames();
  edited.sheet().deleteColumn('B');
  expect(await rowsOf(edited)).toMatchObject({ missing: ['c2'], rows: [['1', 'Ann', '1994-01-02'], {}, {}] });
});

test('a note below the data is not a row, and a row without an id is', async () => {
  const sheet = edited.sheet();
  sheet.set('A5', 'Ed');
  sheet.set('B5', 50);
  sheet.set('B7', 'checked by Flo');
  sheet.set('F3', 'aside');
  const { rows, warnings } = await rowsOf(edited);
  expect(rows).toEqual([ann, bob, cy, [null, 'Ed', '50', null]]);
  expect(warnings?.map(({ text }) => text)).toEqual([
    'Sheet "people": B7 is below the data and was not treated as a row.',
    'Sheet "people": column F has no heading and was not merged.',
  ]);
});

test('formulas count by their results', async () => {
  edited.sheet().set('B2', 31, 'B3-10');
  expect((await rowsOf(edited)).rows[0]).toEqual(['1', 'Ann', '31', '1994-01-02']);
});

test('every cell that does not fit is named, and nothing is read', async () => {
  const sheet = edited.sheet();
  sheet.set('B2', 'thirty');
  sheet.set('B3', null, 'B2+1');
  sheet.set('C4', { error: '#REF!' });
  sheet.set('D4', -3);
  const { slug, members, detail } = await refused(rowsOf(edited));
  expect(slug).toBe('invalid-cells');
  expect(members.offenders).toEqual([
    {
      sheet: 'people',
      cell: 'D4',
      column: '__svc_row_id',
      value: '-3',
      type: 'BIGINT',
      reason: 'is not a row id',
      reason_code: 'cell-not-row-id',
      reason_params: {},
    },
    {
      sheet: 'people',
      cell: 'B2',
      column: 'age',
      value: 'thirty',
      type: 'BIGINT',
      reason: 'is not a whole number',
      reason_code: 'cell-not-whole',
      reason_params: {},
    },
    expect.objectContaining({ cell: 'B3', value: '=B2+1' }),
    expect.objectContaining({ cell: 'C4', value: '#REF!', reason: 'is an error' }),
  ]);
  expect(detail).toContain('cell D4');
});

test.each<[string, (book: EditedXlsx) => void, string]>([
  ['no column of row ids', (book) => book.sheet().deleteColumn('D'), 'has no column __svc_row_id'],
  ['no headings', (book) => book.sheet().deleteRow(1), 'no longer has the heading row'],
  ['a heading twice', (book) => book.sheet().set('E1', 'Age'), 'the heading in E1 repeats that of B1'],
  [
    'a heading too long',
    (book) => book.sheet().set('E1', 'x'.repeat(201)),
    'the heading in E1 cannot be the name',
  ],
  ['no sheet', (book) => book.deleteSheet('people'), 'has no sheet of "people"'],
])('a file with %s is refused', async (_, edit, message) => {
  const book = await exported('all_types', 'people');
  book.deleteSheet('all_types');
  edit(book);
  const { slug, detail } = await refused(returned(book, ['people']));
  expect(slug).toBe('unmergeable-file');
  expect(detail).toContain(message);
});

test('headings that a script deleted are not taken from the data', async () => {
  const sheet = edited.sheet();
  for (const [from, to] of ['2', '3', '4', '5'].map((row, i) => [row, i + 1] as const))
    for (const letter of 'ABCD') sheet.set(`${letter}${to}`, sheet.get(`${letter}${from}`));
  expect((await refused(rowsOf(edited))).detail).toContain('no longer has the heading row');
});

test('a sheet with the data of another table is refused', async () => {
  const book = await exported('all_types', 'people');
  const [all, own] = [book.sheet('all_types'), book.sheet('people')];
  for (const letter of 'ABC') own.set(`${letter}1`, all.get(`${letter}1`));
  const { detail } = await refused(returned(book, ['all_types', 'people']));
  expect(detail).toContain('none of the headings of table "people", but those of table "all_types"');
  book.dropNames();
  expect((await refused(returned(book, ['people']))).detail).toContain('but others');
});

test('a sheet that was deleted is absent, and the others are read', async () => {
  const book = await exported('all_types', 'people');
  book.deleteSheet('all_types');
  const { tables: found, absent } = await returned(book, ['all_types', 'people']);
  expect([found.map(({ tableId }) => tableId), absent]).toEqual([['art_2'], ['art_1']]);
});

test('masked and formula columns are recognised and left alone', async () => {
  const governed: BaseColumn[] = people.map((column, i) =>
    i === 0 ? column : { ...column, [i === 1 ? 'masked' : 'formula']: true },
  );
  const wanted = [{ ...tables.people, columns: governed }];
  const { tables: found } = await readReturnedFile({
    path: outPath,
    filename: 'a.xlsx',
    wanted,
    onUnreadable: 'refuse',
    outDir: directory,
  });
  expect(found[0]).toMatchObject({ columns: [{ id: 'c1' }], missing: [] });
});

test('a csv file is read by its headings, without the guard before formulas', async () => {
  const path = join(directory, 'people.csv');
  await writeFile(path, "name,age,born,__svc_row_id\r\n'=1+1,30,2024-02-29,1\r\n''=2,,,2\r\n\"\",5,,\r\n");
  const wanted = [
    { ...tables.people, columns: people.map((column) => ({ ...column, guarded: true as const })) },
  ];
  const request = {
    path,
    filename: 'people.csv',
    wanted,
    onUnreadable: 'refuse' as const,
    outDir: directory,
  };
  const { tables: found, format } = await readReturnedFile(request);
  expect(format).toBe('csv');
  const rows = await connection.runAndReadAll(`select row_id, c1, c2 from ${literal(found[0]?.path ?? '')}`);
  expect(rows.getRows()).toEqual([
    [1n, '=1+1', 30n],
    [2n, "'=2", null],
    [null, '', 5n],
  ]);
});

test('a csv file that may be of several tables is refused', async () => {
  const path = join(directory, 'any.csv');
  await writeFile(path, 'x,__svc_row_id\r\n1,1\r\n');
  expect((await refused(read(path, 'people', 'all_types'))).slug).toBe('unmergeable-file');
});
