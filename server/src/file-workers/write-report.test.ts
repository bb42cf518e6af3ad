import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ZipArchive } from '../../../sheets/src/zip/zip-archive.js';
import type { ExportColumn } from './export-sheet.js';
import type { RequestedBlock, RequestedView } from './report-request.js';
import { writeReport } from './write-report.js';

interface ReadCell {
  t: string;
  v: unknown;
  f?: string;
  z?: string;
}
const { readFile } = createRequire(import.meta.url)('@e965/xlsx') as {
  readFile(
    path: string,
    options: object,
  ): { Sheets: Record<string, Record<string, ReadCell | undefined> | undefined> };
};

let directory: string;
let parquetPath: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'write-report-'));
  parquetPath = join(directory, 'rows.parquet');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(`copy (select * from (values
      ('=cmd()', date '2026-04-01', 1200::bigint, 0.5::double, 10.25::decimal(10,2), true, 1::bigint),
      ('東京都千代田区', date '2026-04-02', 34, 'infinity', 0.05, false, 2),
      (null, null, 1234567890, 2.25, 1.00, null, 3))
    t(name, day, amount, rate, price, paid, id)) to '${parquetPath}'`);
});
afterAll(() => rm(directory, { recursive: true }));

const columns: ExportColumn[] = [
  { name: '名前', type: 'VARCHAR' },
  { name: 'day', type: 'DATE' },
  { name: 'amount', type: 'BIGINT' },
  { name: 'rate', type: 'DOUBLE' },
  { name: 'price', type: 'DECIMAL(10,2)' },
  { name: 'paid', type: 'BOOLEAN' },
];

const view = (given: Partial<RequestedView> = {}): RequestedView => ({
  kind: 'table',
  name: 'Rows',
  title: null,
  columns,
  parquetPaths: [parquetPath],
  showHeader: true,
  totals: [],
  ...given,
});

async function written(...blocks: RequestedBlock[]) {
  const outPath = join(directory, 'report.xlsx');
  const summary = await writeReport({
    outPath,
    name: 'Sales',
    title: 'Sales & <costs> of 1 & 2',
    asOf: 'Now',
    language: 'en',
    blocks,
  });
  const zip = await ZipArchive.open(outPath);
  const parts = new Map<string, string>();
  for (const entry of zip.entries) parts.set(entry.name, (await zip.bytes(entry)).toString());
  await zip.close();
  const cells = readFile(outPath, { cellNF: true }).Sheets.Sales ?? {};
  return { summary, cells, part: (name: string) => parts.get(name) ?? '' };
}

it('shows a table with formats by type, and totals as formulas with their values', async () => {
  const { summary, cells } = await written(
    view({
      totals: [
        { column: 2, fn: 'sum' },
        { column: 4, fn: 'sum' },
        { column: 3, fn: 'avg' },
        { column: 0, fn: 'count' },
        { column: 2, fn: 'count' },
        { column: 1, fn: 'min' },
        { column: 4, fn: 'max' },
      ],
    }),
  );
  expect(cells.A2).toMatchObject({ t: 's', v: '=cmd()' });
  expect(['B2', 'C2', 'D2', 'E2', 'F2'].map((at) => cells[at]?.z ?? 'General')).toEqual([
    'yyyy\\-mm\\-dd',
    '#,##0',
    '#,##0.00',
    '#,##0.00',
    '"TRUE";"TRUE";"FALSE"',
  ]);
  // Infinity is not a value of a cell.
  expect(cells.D3?.v).toBeUndefined();
  expect(cells.A5?.v).toBe('Total');
  expect(cells.C5).toMatchObject({ f: 'SUM(C2:C4)', v: 1234569124, z: '#,##0' });
  expect(cells.E5).toMatchObject({ f: 'SUM(E2:E4)', v: 11.3 });
  expect([cells.A6?.v, cells.D6?.f, cells.D6?.v]).toEqual(['Average', 'AVERAGE(D2:D4)', 1.375]);
  // The label of a total in the first column is a part of its format.
  expect(cells.A7).toMatchObject({ f: 'COUNTA(A2:A4)', v: 2, z: '"Count "#,##0' });
  expect(cells.C7).toMatchObject({ f: 'COUNT(C2:C4)', v: 3, z: '#,##0' });
  expect(cells.B8).toMatchObject({ f: 'MIN(B2:B4)', v: 46113, z: 'yyyy\\-mm\\-dd' });
  expect(cells.E9).toMatchObject({ f: 'MAX(E2:E4)', v: 10.25 });
  expect(summary.formulas).toBe(7);
});

it('writes the value of a total alone where cells are text, because functions ignore those', async () => {
  const path = join(directory, 'long.parquet');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(`copy (select unnest([9007199254740993, 1]) as n) to '${path}'`);
  const { cells } = await written(
    view({
      columns: [{ name: 'n', type: 'BIGINT' }],
      parquetPaths: [path],
      totals: [
        { column: 0, fn: 'sum' },
        { column: 0, fn: 'count' },
      ],
    }),
  );
  expect(cells.A4).toMatchObject({ v: '9007199254740994' });
  expect(cells.A4?.f).toBeUndefined();
  expect(cells.A5).toMatchObject({ f: 'COUNTA(A2:A3)', v: 2 });
});

it('ends a page in front of a picture that it would cut', async () => {
  const picture = join(directory, 'broken.png');
  await writeFile(picture, Buffer.from('89504e470d0a1a0a', 'hex'));
  const { part } = await written(
    { kind: 'spacer', rows: 40 },
    { kind: 'heading', text: 'By region', level: 1 },
    { kind: 'picture', path: picture, width: 400, height: 300, description: 'Bars' },
  );
  expect(part('xl/worksheets/sheet1.xml')).toContain(
    '</headerFooter><rowBreaks count="1" manualBreakCount="1"><brk id="40" max="16383" man="1"/></rowBreaks><drawing',
  );
});

it('stacks blocks with widths that serve all of them, and sets up the print', async () => {
  const picture = join(directory, 'chart.png');
  await writeFile(picture, Buffer.from('89504e470d0a1a0a', 'hex'));
  const { cells, part } = await written(
    { kind: 'heading', text: 'Sales', level: 1 },
    { kind: 'text', text: `First line.\n${'A long paragraph. '.repeat(20)}` },
    view({ title: 'Orders' }),
    { kind: 'picture', path: picture, width: 400, height: 210, description: 'Bars "up"' },
    { kind: 'note', text: 'The table "old" is gone.' },
    { kind: 'spacer', rows: 2 },
    view({ columns: columns.slice(0, 1), showHeader: false }),
  );
  expect([cells.A1?.v, cells.A2?.v, cells.A4?.v, cells.A5?.v, cells.A6?.v]).toEqual([
    'Sales',
    'First line.',
    'Orders',
    '名前',
    '=cmd()',
  ]);
  // A gap below the table, eleven rows of picture, another gap, the note, the spacer, and the second view.
  expect([cells.A22?.v, cells.A25?.v]).toEqual(['The table "old" is gone.', '=cmd()']);
  const sheet = part('xl/worksheets/sheet1.xml');
  expect(sheet).toContain('<col min="1" max="1" width="17" customWidth="1"/>');
  expect(sheet).toContain('<col min="3" max="3" width="16" customWidth="1"/>');
  const order = [
    ...sheet.matchAll(
      /<(sheetPr|sheetViews|sheetFormatPr|cols|sheetData|mergeCells|printOptions|pageMargins|pageSetup|headerFooter|drawing)[ >]/g,
    ),
  ];
  expect(order.map(([, name]) => name)).toEqual([
    'sheetPr',
    'sheetViews',
    'sheetFormatPr',
    'cols',
    'sheetData',
    'mergeCells',
    'printOptions',
    'pageMargins',
    'pageSetup',
    'headerFooter',
    'drawing',
  ]);
  expect(sheet).toMatch(/<mergeCell ref="A3:[G-I]3"\/>/);
  expect(sheet).toContain('fitToWidth="1" fitToHeight="0"');
  expect(sheet).toContain(
    '&amp;LSales &amp;&amp; &lt;costs&gt; of 1 &amp;&amp; 2&amp;CNow&amp;R&amp;P / &amp;N',
  );
  expect(part('xl/drawings/drawing1.xml')).toContain('<xdr:row>9</xdr:row>');
  expect(part('xl/drawings/drawing1.xml')).toContain('descr="Bars &quot;up&quot;"');
  expect(part('xl/drawings/_rels/drawing1.xml.rels')).toContain('Target="../media/image1.png"');
  expect(part('xl/worksheets/_rels/sheet1.xml.rels')).toContain('Target="../drawings/drawing1.xml"');
  expect(part('[Content_Types].xml')).toContain('Extension="png"');
});

it('freezes the heading of an only table, and repeats it on each printed page', async () => {
  const { part } = await written({ kind: 'heading', text: 'Orders', level: 1 }, view());
  expect(part('xl/worksheets/sheet1.xml')).toContain('<pane ySplit="2" topLeftCell="A3"');
  expect(part('xl/workbook.xml')).toContain(
    `<definedName name="_xlnm.Print_Titles" localSheetId="0">'Sales'!$2:$2</definedName>`,
  );
});

it('does not repeat the heading of a short table above another', async () => {
  const { part } = await written(view(), view({ columns: columns.slice(0, 1), annotations: undefined }));
  expect(part('xl/workbook.xml')).not.toContain('Print_Titles');
  expect(part('xl/worksheets/sheet1.xml')).not.toContain('<pane ');
});

it('shows styles and notes of annotations wherever the table is', async () => {
  const { part, cells } = await written(
    { kind: 'heading', text: 'Orders', level: 2 },
    view({
      columns: columns.slice(0, 6),
      annotations: [
        { rowId: 2, column: 2, style: { bold: true, number_format: '0.0' }, note: 'Checked' },
        { rowId: null, column: 4, style: { number_format: '0.000' }, note: 'In euros' },
      ],
      totals: [{ column: 4, fn: 'sum' }],
    }),
  );
  expect(cells.C4).toMatchObject({ v: 34, z: '0.0' });
  expect([cells.E3?.z, cells.E6?.z]).toEqual(['0.000', '0.000']);
  expect(part('xl/comments1.xml').match(/<comment ref="\w+"/g)).toEqual([
    '<comment ref="E2"',
    '<comment ref="C4"',
  ]);
});

it('says that a table has no rows, and needs none for its totals', async () => {
  const path = join(directory, 'none.parquet');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(`copy (select 1::bigint as n where false) to '${path}'`);
  const { cells } = await written(
    view({
      columns: [{ name: 'n', type: 'BIGINT' }],
      parquetPaths: [path],
      totals: [{ column: 0, fn: 'sum' }],
    }),
  );
  expect([cells.A1?.v, cells.A2?.v, cells.A3]).toEqual(['n', 'No rows', undefined]);
});
