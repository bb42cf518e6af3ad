import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sheet } from './grid.js';
import { openPackage } from './open-package.js';
import { ColumnReader } from './read-cell.js';
import { readWorkbook } from './read-workbook.js';
import { SheetNames } from './sheet-names.js';
import { writeXlsx, type XlsxSheet } from './write-xlsx.js';
import type { XlsxBatch } from './xlsx-sheet.js';
import { escapeCellText } from './xml-text.js';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'write-xlsx-'));
});
afterAll(() => rm(directory, { recursive: true }));

async function roundTrip(sheets: XlsxSheet[]): Promise<Sheet[]> {
  const path = join(directory, 'book.xlsx');
  await writeXlsx(path, sheets);
  return (await readWorkbook(path, 'book.xlsx')).sheets;
}

function rendered(sheet: Sheet | undefined, row: number): (string | null)[] {
  return (sheet?.columns ?? []).map((column) =>
    sheet ? new ColumnReader(sheet, column).rendered(row) : null,
  );
}

async function* batches(...given: XlsxBatch[]) {
  yield* given;
}

describe('a workbook', () => {
  it('reads back as it was written', async () => {
    const columns = [
      { name: 'text', type: 'VARCHAR' },
      { name: 'number', type: 'DOUBLE' },
      { name: 'yes', type: 'BOOLEAN' },
      { name: 'day', type: 'DATE' },
      { name: 'moment', type: 'TIMESTAMP' },
      { name: 'time', type: 'TIME' },
    ] as const;
    const rows: XlsxBatch = {
      rowCount: 2,
      columns: [
        [' <a> & "b"\r\n\u0001_x0041_', null],
        [1.5, Number.NaN],
        [true, false],
        [45292, '1850-01-01'],
        [45292.5, null],
        [0.25, null],
      ],
    };
    const [first, second] = await roundTrip([
      { name: 'One', columns, batches: batches(rows) },
      { name: 'Two', columns: columns.slice(0, 1), batches: batches() },
    ]);
    expect(rendered(first, 0)).toEqual(columns.map(({ name }) => name));
    expect(rendered(first, 1).slice(1)).toEqual([
      '1.5',
      'true',
      '2024-01-01',
      '2024-01-01T12:00:00',
      '06:00:00',
    ]);
    expect(rendered(first, 1)[0]).toContain('<a> & "b"');
    expect(rendered(first, 2)).toEqual([null, null, 'false', '1850-01-01', null, null]);
    expect(second?.name).toBe('Two');
    expect(rendered(second, 0)).toEqual(['text']);
  });

  it('continues on a further sheet when one is full', async () => {
    const column = Array.from({ length: 2048 }, (_, row) => row);
    async function* many() {
      for (let i = 0; i < 513; i++) yield { rowCount: 2048, columns: [column] };
    }
    const path = join(directory, 'long.xlsx');
    await writeXlsx(path, [{ name: 'Long', columns: [{ name: 'n', type: 'BIGINT' }], batches: many() }]);
    const parts = openPackage(await readFile(path));
    const filters = ['sheet1', 'sheet2'].map((name) => {
      const xml = parts.get(`xl/worksheets/${name}.xml`)?.toString() ?? '';
      return /<autoFilter ref="(.*?)"/.exec(xml)?.[1];
    });
    expect(parts.get('xl/workbook.xml')?.toString()).toContain('name="Long (2)"');
    expect(filters).toEqual(['A1:A1048576', `A1:A${513 * 2048 - 1_048_575 + 1}`]);
  });

  it('shows notes on the sheet whose rows have them, in shapes of their own', async () => {
    const columns = [{ name: 'a', type: 'VARCHAR' }] as const;
    const noted = (count: number, from: number) => ({
      name: `from ${from}`,
      columns,
      batches: batches({
        rowCount: count,
        columns: [Array.from({ length: count }, () => null)],
        rowIds: Array.from({ length: count }, (_, i) => from + i),
      }),
      annotations: Array.from({ length: count }, (_, i) => ({
        rowId: from + i,
        column: 0,
        style: {},
        note: `note ${from + i}\n<&>`,
      })),
    });
    const plain = { name: 'plain', columns, batches: batches() };
    const path = join(directory, 'notes.xlsx');
    await writeXlsx(path, [noted(1500, 1), plain, noted(1, 7)]);
    const parts = openPackage(await readFile(path));
    const part = (name: string) => parts.get(name)?.toString() ?? '';
    expect(part('xl/comments1.xml').match(/<comment /g)).toHaveLength(1500);
    expect(part('xl/comments3.xml')).toContain('ref="A2"');
    expect(part('xl/comments3.xml')).toContain('note 7\n&lt;&amp;&gt;');
    expect(part('xl/worksheets/sheet2.xml')).not.toContain('legacyDrawing');
    expect(part('xl/comments2.xml')).toBe('');
    expect(part('[Content_Types].xml')).toContain('/xl/comments3.xml');
    const drawings = [1, 3].map((n) => part(`xl/drawings/vmlDrawing${n}.vml`));
    expect(drawings.map((xml) => /idmap v:ext="edit" data="(.*?)"/.exec(xml)?.[1])).toEqual(['1,2', '3']);
    const shapes = drawings.flatMap((xml) => xml.match(/_x0000_s\d+/g) ?? []);
    expect(new Set(shapes).size).toBe(1501);
  });

  it('fails as its rows fail', async () => {
    async function* failing(): AsyncGenerator<XlsxBatch> {
      yield { rowCount: 1, columns: [[1]] };
      throw new Error('the rows gave out');
    }
    const sheet: XlsxSheet = { name: 'S', columns: [{ name: 'n', type: 'BIGINT' }], batches: failing() };
    await expect(writeXlsx(join(directory, 'failed.xlsx'), [sheet])).rejects.toThrow('the rows gave out');
  });
});

it.each([
  ['plain', 'plain'],
  ['a & b < c', 'a &amp; b &lt; c'],
  ['\u0000\u001f', '_x0000__x001F_'],
  ['line\nbreak\ttab', 'line\nbreak\ttab'],
  ['_x0041_', '_x005F_x0041_'],
  ['\ud83d', '_xD83D_'],
  ['😀', '😀'],
  ['x'.repeat(40_000), 'x'.repeat(32_767)],
])('cell text %j', (text, escaped) => {
  expect(escapeCellText(text)).toBe(escaped);
});

it('sheet names are such as Excel accepts, each once', () => {
  const names = new SheetNames();
  const wanted = ['a/b:[c]', "'quoted'", '', 'SALES', 'sales', 'history', 'x'.repeat(40), 'x'.repeat(40)];
  expect(wanted.map((name) => names.add(name))).toEqual([
    'a_b__c_',
    'quoted',
    'Sheet',
    'SALES',
    'sales (2)',
    'history_',
    'x'.repeat(31),
    `${'x'.repeat(27)} (2)`,
  ]);
});
