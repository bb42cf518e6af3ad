import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZipArchive } from '../../zip/zip-archive.js';
import type { XlsxBatch, XlsxCell, XlsxColumn, XlsxSheet, XlsxWorkbook } from './workbook-content.js';
import { writeXlsx } from './write-xlsx.js';

interface ReadCell {
  t: string;
  v: unknown;
  f?: string;
  z?: string;
}
type ReadSheet = Record<string, ReadCell | undefined>;
const { readFile } = createRequire(import.meta.url)('@e965/xlsx') as {
  readFile(path: string, options: object): { SheetNames: string[]; Sheets: Record<string, ReadSheet> };
};

let path: string;
beforeAll(async () => {
  path = join(await mkdtemp(join(tmpdir(), 'write-xlsx-')), 'book.xlsx');
});
afterAll(() => rm(join(path, '..'), { recursive: true }));

async function* batches(...given: XlsxBatch[]) {
  yield* given;
}

function sheetOf(name: string, columns: Record<string, readonly XlsxCell[]>): XlsxSheet {
  const cells = Object.values(columns);
  return {
    name,
    columns: Object.keys(columns).map((heading) => ({ name: heading, meaning: 'number' })),
    batches: batches({ rowCount: cells[0]?.length ?? 0, columns: cells }),
  };
}

/** Every part, each of them checked to be well-formed. */
async function partsOf(workbook: XlsxWorkbook) {
  const summary = await writeXlsx(path, workbook);
  const zip = await ZipArchive.open(path);
  const parts = new Map<string, string>();
  for (const entry of zip.entries) parts.set(entry.name, (await zip.bytes(entry)).toString());
  await zip.close();
  for (const [name, xml] of parts) expect([name, unclosedTags(xml)]).toEqual([name, []]);
  return { summary, part: (name: string) => parts.get(name) ?? '' };
}

function unclosedTags(xml: string): string[] {
  const open: string[] = [];
  for (const [, closing, name = '', , alone] of xml.matchAll(
    /<(\/?)([\w:]+)((?: [\w:]+="[^"<]*")*)(\/?)>/g,
  )) {
    if (closing) expect(open.pop()).toBe(name);
    else if (!alone) open.push(name);
  }
  expect(xml.replaceAll(/<[^<>]*>/g, '')).not.toMatch(/[<>]|&(?!amp;|lt;|gt;|quot;)/);
  return open;
}

describe('cells', () => {
  it('read back with their types', async () => {
    const columns: XlsxColumn[] = [
      { name: 'text', meaning: 'number' },
      { name: 'number', meaning: 'number', numberFormat: '#,##0.00' },
      { name: 'yes', meaning: 'number' },
      { name: 'day', meaning: 'date' },
      { name: 'moment', meaning: 'timestamp' },
      { name: 'time', meaning: 'time' },
    ];
    const rows: XlsxBatch = {
      rowCount: 2,
      columns: [
        [' <a> & "b"\n\u0001_x0041_ 北京 😀', { error: '#DIV/0!' }],
        { numbers: Float64Array.of(1.5, Number.NaN), valid: null },
        [true, false],
        [45292, '1850-01-01'],
        { numbers: Float64Array.of(45292.5, 7), valid: Uint8Array.of(1, 0) },
        [0.25, null],
      ],
    };
    await writeXlsx(path, { sheets: [{ name: 'One', columns, batches: batches(rows) }] });
    const sheet = readFile(path, { cellNF: true }).Sheets.One ?? {};
    const shown = (row: number) => ['A', 'B', 'C', 'D', 'E', 'F'].map((column) => sheet[column + row]?.v);
    expect(shown(1)).toEqual(columns.map(({ name }) => name));
    expect(shown(2)).toEqual([' <a> & "b"\n\u0001_x0041_ 北京 😀', 1.5, true, 45292, 45292.5, 0.25]);
    expect(shown(3)).toEqual([7, undefined, false, '1850-01-01', undefined, undefined]);
    expect(sheet.A3?.t).toBe('e');
    expect(['B2', 'D2', 'E2', 'F2'].map((cell) => sheet[cell]?.z)).toEqual([
      '#,##0.00',
      'yyyy\\-mm\\-dd',
      'yyyy\\-mm\\-dd\\ hh:mm:ss',
      'hh:mm:ss',
    ]);
  });

  it('contain no more text than Excel accepts, and never half a character', async () => {
    const sheet = sheetOf('Long', { a: ['x'.repeat(40_000), `${'x'.repeat(32_766)}😀`, 'short'] });
    const { truncatedCells } = await writeXlsx(path, { sheets: [sheet] });
    const read = readFile(path, {}).Sheets.Long;
    expect([read?.A2, read?.A3].map((cell) => String(cell?.v).length)).toEqual([32_767, 32_766]);
    expect(truncatedCells).toBe(2);
  });

  it('carry formulas beside their last values, for Excel to compute on opening', async () => {
    const { columns, ...rest } = sheetOf('F', { qty: [2, 3], twice: [4, 'six'], same: [null, 1] });
    const formulas = [undefined, (row: number) => `IFS(A${row}>0,A${row}*2)&"IFS("`, () => null];
    const sheet = { ...rest, columns: columns.map((column, i) => ({ ...column, formula: formulas[i] })) };
    const { summary, part } = await partsOf({ sheets: [sheet] });
    expect(summary.formulas).toBe(2);
    expect(part('xl/workbook.xml')).toContain('fullCalcOnLoad="1"');
    expect(part('xl/worksheets/sheet1.xml')).toContain(
      '<c r="B3" t="str"><f>_xlfn.IFS(A3&gt;0,A3*2)&amp;"IFS("</f><v>six</v></c>',
    );
    expect(readFile(path, {}).Sheets.F?.B2).toMatchObject({ f: 'IFS(A2>0,A2*2)&"IFS("', v: 4 });
  });
});

describe('a sheet', () => {
  it('is an Excel table where its headings allow it', async () => {
    const { summary, part } = await partsOf({
      sheets: [
        sheetOf('Q1', { 'a\n"b"': [1] }),
        sheetOf('Empty', { a: [] }),
        sheetOf('Twice', { a: [1], A: [2] }),
        sheetOf('q1', { b: [1] }),
      ],
    });
    expect(summary.sheets.map(({ table }) => table)).toEqual(['_Q1', null, null, 'q1__2_']);
    expect(part('xl/tables/table1.xml')).toContain('ref="A1:A2"');
    expect(part('xl/tables/table1.xml')).toContain('name="a_x000a_&quot;b&quot;"');
    expect(part('xl/worksheets/_rels/sheet4.xml.rels')).toContain('Target="../tables/table2.xml"');
    const filters = [1, 2, 3].map((n) => part(`xl/worksheets/sheet${n}.xml`).includes('<autoFilter '));
    expect(filters).toEqual([false, true, true]);
  });

  it('continues on another sheet when it is full', async () => {
    const numbers = Float64Array.from({ length: 2048 }, (_, row) => row);
    async function* many() {
      for (let i = 0; i < 513; i++) yield { rowCount: 2048, columns: [{ numbers, valid: null }] };
    }
    const { sheets } = await writeXlsx(path, {
      sheets: [{ name: 'Long', columns: [{ name: 'n', meaning: 'number' }], batches: many() }],
    });
    expect(sheets).toEqual([
      { name: 'Long', rows: 1_048_575, table: 'Long' },
      { name: 'Long (2)', rows: 513 * 2048 - 1_048_575, table: 'Long__2_' },
    ]);
  });

  it('shows styles and notes of its rows, with shapes of its own', async () => {
    const noted = (count: number, from: number): XlsxSheet => ({
      name: `from ${from}`,
      columns: [{ name: 'a', meaning: 'number' }],
      batches: batches({
        rowCount: count,
        columns: [Array.from({ length: count }, () => null)],
        rowIds: Array.from({ length: count }, (_, i) => from + i),
      }),
      annotations: Array.from({ length: count }, (_, i) => ({
        rowId: from + i,
        column: 0,
        style: i === 0 ? { bold: true } : {},
        note: `note ${from + i}\n<&>`,
      })),
    });
    const { part } = await partsOf({ sheets: [noted(1500, 1), sheetOf('plain', { a: [] }), noted(1, 7)] });
    expect(part('xl/comments1.xml').match(/<comment /g)).toHaveLength(1500);
    expect(part('xl/comments3.xml')).toContain('ref="A2"');
    expect(part('xl/comments3.xml')).toContain('note 7\n&lt;&amp;&gt;');
    expect(part('xl/worksheets/sheet1.xml')).toContain('<row r="2"><c r="A2" s="5"/></row><row r="3"></row>');
    expect(part('xl/worksheets/sheet2.xml')).not.toContain('legacyDrawing');
    expect(part('[Content_Types].xml')).toContain('/xl/comments3.xml');
    const drawings = [1, 3].map((n) => part(`xl/drawings/vmlDrawing${n}.vml`));
    expect(drawings.map((xml) => /idmap v:ext="edit" data="(.*?)"/.exec(xml)?.[1])).toEqual(['1,2', '3']);
    expect(new Set(drawings.flatMap((xml) => xml.match(/_x0000_s\d+/g) ?? [])).size).toBe(1501);
  });
});

describe('a workbook', () => {
  it('carries properties', async () => {
    const { part } = await partsOf({
      sheets: [sheetOf('S', { a: [1] })],
      properties: { title: 'A & B', created: new Date(0) },
      customProperties: { origin: 'table <7>' },
    });
    expect(part('docProps/core.xml')).toContain('<dc:title>A &amp; B</dc:title>');
    expect(part('docProps/core.xml')).toContain('1970-01-01T00:00:00Z');
    expect(part('docProps/custom.xml')).toContain('name="origin"><vt:lpwstr>table &lt;7&gt;</vt:lpwstr>');
  });

  it('fails when its rows fail', async () => {
    async function* failing(): AsyncGenerator<XlsxBatch> {
      yield { rowCount: 1, columns: [[1]] };
      throw new Error('the rows gave out');
    }
    const sheet: XlsxSheet = { name: 'S', columns: [{ name: 'n', meaning: 'number' }], batches: failing() };
    await expect(writeXlsx(path, { sheets: [sheet] })).rejects.toThrow('the rows gave out');
  });

  it('refuses more columns than a sheet has', async () => {
    const columns = Array.from(
      { length: 16_385 },
      (_, i): XlsxColumn => ({ name: `c${i}`, meaning: 'number' }),
    );
    const sheet: XlsxSheet = { name: 'Wide', columns, batches: batches() };
    await expect(writeXlsx(path, { sheets: [sheet] })).rejects.toThrow('16384 columns');
  });
});
