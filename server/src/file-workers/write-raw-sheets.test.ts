import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { readWorkbook } from '@workbook-data-service/sheets';
import { storedValue, textIndexAt } from '@workbook-data-service/sheets/grid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportXlsx } from './export-xlsx.js';
import { writeRawSheets } from './write-raw-sheets.js';
import { writeSegment } from './write-segment.js';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'land-file-'));
});
afterAll(() => rm(directory, { recursive: true }));

async function upload(name: string, content: string): Promise<string> {
  const path = join(directory, name);
  await writeFile(path, content);
  return path;
}

async function query(sql: string) {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  return (await connection.runAndReadAll(sql)).getRowsJson();
}

const csv = `id,code,when,at,seen,ok,share,note
1,007,2024-01-31,2024-01-31T10:20:30,9:30,true,12%,"a, ""b"""
2,008,0850-12-31,2024-02-01T00:00:00,21:15,false,-3.5%,
9223372036854775807,009,,,,,,😀
`;

it('loads a csv as a Parquet segment with row identifiers', async () => {
  const landed = await writeRawSheets({
    path: await upload('up', csv),
    filename: 'people.csv',
    outDir: directory,
  });
  expect(landed).toMatchObject({ format: 'csv', reader: { encoding: 'utf-8', delimiter: ',', quote: '"' } });
  const [{ name, visibility, table } = {}] = landed.sheets;
  expect({ name, visibility }).toEqual({ name: 'people', visibility: 'visible' });
  expect(table).toMatchObject({ rowCount: 3, headerRow: 1 });
  expect(table?.columns.map(({ id, name, type }) => `${id} ${name} ${type}`)).toEqual([
    'c1 id BIGINT',
    'c2 code VARCHAR',
    'c3 when DATE',
    'c4 at TIMESTAMP',
    'c5 seen TIME',
    'c6 ok BOOLEAN',
    'c7 share DOUBLE',
    'c8 note VARCHAR',
  ]);
  expect(await query(`from '${table?.segmentPath}'`)).toEqual([
    ['1', '007', '2024-01-31', '2024-01-31 10:20:30', '09:30:00', true, 0.12, 'a, "b"', '1'],
    ['2', '008', '0850-12-31', '2024-02-01 00:00:00', '21:15:00', false, -0.035, null, '2'],
    ['9223372036854775807', '009', null, null, null, null, null, '😀', '3'],
  ]);
});

it('exports an imported table, and reads it back the same', async () => {
  const { sheets } = await writeRawSheets({
    path: await upload('up', csv),
    filename: 'people.csv',
    outDir: directory,
  });
  const table = sheets[0]?.table;
  const outPath = join(directory, 'out.xlsx');
  const sheet = { name: 'people', columns: table?.columns ?? [], parquetPaths: [table?.segmentPath ?? ''] };
  await exportXlsx({ sheets: [sheet, { ...sheet, columns: sheet.columns.slice(0, 2) }], outPath });

  const again = await writeRawSheets({ path: outPath, filename: 'out.xlsx', outDir: directory });
  expect(again.sheets.map(({ name }) => name)).toEqual(['people', 'people (2)']);
  expect(again.sheets[1]?.table?.columns.length).toBe(2);
  // Values that Excel cannot represent as a number came as text: the long integer, and the date before 1900.
  expect(again.sheets[0]?.table?.columns.map(({ type }) => type)).toEqual([
    'VARCHAR',
    'VARCHAR',
    'VARCHAR',
    'TIMESTAMP',
    'TIME',
    'BOOLEAN',
    'DOUBLE',
    'VARCHAR',
  ]);
  expect(
    await query(`select * exclude (__svc_row_id) from '${again.sheets[0]?.table?.segmentPath}'`),
  ).toEqual([
    ['1', '007', '2024-01-31', '2024-01-31 10:20:30', '09:30:00', true, 0.12, 'a, "b"'],
    ['2', '008', '0850-12-31', '2024-02-01 00:00:00', '21:15:00', false, -0.035, null],
    ['9223372036854775807', '009', null, null, null, null, null, '😀'],
  ]);
});

it('exports every type a table may have', async () => {
  const parquetPath = join(directory, 'types.parquet');
  await query(`copy (select 12::integer a, 1.50::decimal(9,2) b, 12345678901234567.89::decimal(20,2) c,
    '{"x":1}'::json d, timestamptz '2024-01-01 12:00:00+00' e, date 'infinity' f, 'nan'::double g,
    9007199254740993::bigint h) to '${parquetPath}'`);
  const types = [
    'INTEGER',
    'DECIMAL(9,2)',
    'DECIMAL(20,2)',
    'JSON',
    'TIMESTAMPTZ',
    'DATE',
    'DOUBLE',
    'BIGINT',
  ] as const;
  const columns = types.map((type) => ({ name: type, type }));
  const outPath = join(directory, 'types.xlsx');
  await exportXlsx({ sheets: [{ name: 'types', columns, parquetPaths: [parquetPath] }], outPath });
  const [sheet] = (await readWorkbook(outPath, 'types.xlsx')).sheets;
  const second = sheet?.columns.map((_, column) => storedValue(sheet, 1, column));
  expect(second).toEqual([
    12,
    1.5,
    '12345678901234567.89',
    '{"x":1}',
    45292.5,
    null,
    null,
    '9007199254740993',
  ]);
});

it('writes and exports texts that many rows share, and texts among them that none does', async () => {
  const rowCount = 5000;
  const texts = ['short', 'a text that is longer than twelve', 'Zürich, Straße 4 – und so weiter', ''];
  const own = (row: number) =>
    row % 7 === 0 ? null : row % 5 === 0 ? `only in row number ${row}` : undefined;
  const textAt = (row: number) => {
    const text = own(row);
    return text === undefined ? (texts[row % 4] as string) : text;
  };
  const indices = Float64Array.of(0, 1, 2, 3);
  const indexAt = (row: number) => (own(row) === undefined ? textIndexAt(indices, row % 4) : -1);
  const shared = { texts: { at: (index: number) => texts[index] }, count: texts.length, indexAt };
  const path = join(directory, 'shared.parquet');
  await writeSegment({ columns: [{ type: 'VARCHAR', textAt, shared }], rowCount }, path);
  const expected = Array.from({ length: rowCount }, (_, row) => textAt(row));
  expect((await query(`select c1 from '${path}'`)).flat()).toEqual(expected);

  const outPath = join(directory, 'shared.xlsx');
  const columns = [{ name: 'text', type: 'VARCHAR' as const }];
  await exportXlsx({ sheets: [{ name: 'shared', columns, parquetPaths: [path] }], outPath });
  const [sheet] = (await readWorkbook(outPath, 'shared.xlsx')).sheets;
  const exported = expected.map((_, row) => sheet && storedValue(sheet, row + 1, 0));
  expect(exported).toEqual(expected);
});

it('writes more rows than a chunk holds, in their order', async () => {
  const rowCount = 5000;
  const values = Float64Array.from({ length: rowCount }, (_, row) => row / 2);
  const column = {
    type: 'DOUBLE',
    values,
    valid: new Uint8Array(rowCount).fill(1),
    name: 'n',
    originalName: null,
    sheetColumn: 0,
  } as const;
  const path = join(directory, 'long.parquet');
  await writeSegment({ columns: [column], rowCount }, path);
  expect(await query(`select count(*), bool_and(c1 * 2 + 1 = __svc_row_id) from '${path}'`)).toEqual([
    ['5000', true],
  ]);
});

it('loads text that is strange but valid', async () => {
  const texts = ['a\u0001b', 'zero\u200bwidth', '\u202eright to left', 'x'.repeat(100_000)];
  const path = await upload('strange', `n,t\n${texts.map((text, i) => `${i},${text}`).join('\n')}`);
  const { sheets } = await writeRawSheets({ path, filename: 'strange.csv', outDir: directory });
  expect(await query(`select c2 from '${sheets[0]?.table?.segmentPath}'`)).toEqual(
    texts.map((text) => [text]),
  );
});

it('refuses a file without a cell and leaves nothing behind', async () => {
  const outDir = await mkdtemp(join(directory, 'out-'));
  const path = await upload('blank', '\n , \n');
  await expect(writeRawSheets({ path, filename: 'blank.csv', outDir })).rejects.toMatchObject({
    slug: 'empty-file',
  });
  expect(await readdir(outDir)).toEqual([]);
});
