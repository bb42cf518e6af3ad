import { beforeAll, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { book, csvOf, formatted, inlineCell, xlsxAround } from './support/files.js';
import { messyReport } from './support/messy-report.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let session: Api;
let api: Api;
beforeAll(async () => {
  service = await CalledService.shared();
  session = await service.signIn();
  api = await session.mintWriter();
});

async function upload(workbook: string, name: string, content: string | Uint8Array, fields = {}) {
  return await api.upload(`${workbook}/sources`, { name, content }, { structuring: 'skip', ...fields });
}

const preview = (workbook: string, source: string, query: Record<string, string> = {}) =>
  api.get(`${workbook}/sources/${encodeURIComponent(source)}/preview?${new URLSearchParams(query)}`);

describe('previews', () => {
  test('show the cells as in the file', async () => {
    const workbook = await api.workbook();
    const sheet = [
      `<row r="3">${inlineCell('B3', 'Report')}</row>`,
      '<row r="5"><c r="B5"><v>1.5</v></c><c r="C5" t="b"><v>1</v></c><c r="D5" t="e"><v>#DIV/0!</v></c>',
      '<c r="E5"><f>B5*2</f><v>3</v></c><c r="F5"><f>B5*4</f></c></row>',
    ].join('');
    await upload(workbook, 'r.xlsx', xlsxAround(`<sheetData>${sheet}</sheetData>`, { sheet: '売上' }));
    const { status, body } = await preview(workbook, 'r.xlsx');
    expect(status).toBe(200);
    expect(body).toMatchObject({ sheets: ['売上'], sheet: '売上' });
    expect(body.cells.slice(0, 5)).toEqual([
      { cell: 'B3', kind: 'text', value: 'Report' },
      { cell: 'B5', kind: 'number', value: 1.5 },
      { cell: 'C5', kind: 'boolean', value: true },
      { cell: 'D5', kind: 'error', value: '#DIV/0!' },
      { cell: 'E5', kind: 'number', value: 3, formula: '=B5*2' },
    ]);
    expect(body.range).toMatch(/^B3:[EF]5$/);
    expect(body.used_range).toBe(body.range);
  });

  test('show dates, with their formats', async () => {
    const workbook = await api.workbook();
    const rows = [
      [formatted(46027, 'yyyy-mm-dd'), formatted(46027.25, 'yyyy-mm-dd hh:mm'), formatted(0.5, '0%')],
    ];
    await upload(workbook, 'd.xlsx', book('xlsx', { S: rows }));
    expect((await preview(workbook, 'd.xlsx')).body.cells).toEqual([
      { cell: 'A1', kind: 'date', value: '2026-01-05', format: 'yyyy-mm-dd' },
      { cell: 'B1', kind: 'date', value: '2026-01-05T06:00:00', format: 'yyyy-mm-dd hh:mm' },
      { cell: 'C1', kind: 'number', value: 0.5, format: '0%' },
    ]);
  });

  test('show numbers that are no dates as numbers, whatever their format', async () => {
    const workbook = await api.workbook();
    const rows = [[formatted(-1, 'yyyy-mm-dd'), formatted(2_958_466, 'yyyy-mm-dd')]];
    for (const format of ['xlsx', 'xls', 'xlsb']) {
      await upload(workbook, `n.${format}`, book(format, { S: rows }));
      expect((await preview(workbook, `n.${format}`)).body.cells).toEqual([
        { cell: 'A1', kind: 'number', value: -1, format: 'yyyy-mm-dd' },
        { cell: 'B1', kind: 'number', value: 2_958_466, format: 'yyyy-mm-dd' },
      ]);
    }
  });

  test('show how the sheet looks, if asked', async () => {
    const workbook = await api.workbook();
    await upload(workbook, 'report.xlsx', messyReport());
    const { body } = await preview(workbook, 'report.xlsx', { range: 'A4:I10', looks: 'true' });
    const cell = (address: string) => body.cells.find((one: { cell: string }) => one.cell === address);
    expect(cell('F10')).toMatchObject({ value: -4, text: '△4' });
    expect(body.looks.styles[cell('A4').style]).toEqual({
      bold: true,
      font_color: 'FFFFFF',
      fill: '2F6F57',
      align: 'center',
      vertical_align: 'center',
      borders: { top: 'thin', right: 'thin', bottom: 'thin', left: 'thin' },
    });
    expect(body.looks.merges).toEqual(['A4:A5', 'B4:B5', 'C4:E4', 'F4:H4', 'I4:I5', 'A6:A7', 'A9:A10']);
    expect(body.looks.column_widths[0]).toEqual({ column: 'A', width: 14 });
    expect(body.looks.styled_blanks).toContainEqual({ range: 'D4:E4', style: cell('A4').style });
  });

  test('show the requested sheet and range', async () => {
    const workbook = await api.workbook();
    await upload(
      workbook,
      'two.xlsx',
      book('xlsx', {
        One: [['a'], [1]],
        Two: [
          ['b', 'c'],
          [2, 3],
          [4, 5],
        ],
      }),
    );
    const { body } = await preview(workbook, 'two.xlsx', { sheet: 'Two', range: 'b2:c3' });
    expect(body).toMatchObject({ sheets: ['One', 'Two'], sheet: 'Two', used_range: 'A1:B3', range: 'B2:C3' });
    expect(body.cells).toEqual([
      { cell: 'B2', kind: 'number', value: 3 },
      { cell: 'B3', kind: 'number', value: 5 },
    ]);
    expect((await preview(workbook, 'two.xlsx', { range: 'ZZ900:ZZ901' })).body.cells).toEqual([]);
    const unknown = await preview(workbook, 'two.xlsx', { sheet: 'Three' });
    expect([unknown.status, unknown.body.detail]).toEqual([422, expect.stringContaining('"One", "Two"')]);
  });

  test('have 100 rows and 50 columns by default, continue by range, and are limited in size', async () => {
    const workbook = await api.workbook();
    const header = Array.from({ length: 60 }, (_, column) => `c${column}`).join(',');
    await upload(
      workbook,
      'big.csv',
      csvOf(header, 5000, (row) => Array(60).fill(row).join(',')),
    );
    const first = (await preview(workbook, 'big.csv')).body;
    expect([first.sheet, first.used_range, first.range]).toEqual(['big', 'A1:BH5001', 'A1:AX100']);
    expect(first.cells).toHaveLength(5000);
    expect(first.cells[50]).toEqual({ cell: 'A2', kind: 'text', value: '0' });
    const next = (await preview(workbook, 'big.csv', { range: 'A101:AX200' })).body;
    expect(next.cells[0]).toEqual({ cell: 'A101', kind: 'text', value: '99' });
    const most = await preview(workbook, 'big.csv', { range: 'A1:J1000' });
    expect(most.body.cells).toHaveLength(10_000);
    const more = await preview(workbook, 'big.csv', { range: 'A1:J1001' });
    expect([more.status, more.body.errors]).toMatchObject([422, [{ path: '/range' }]]);
    expect((await preview(workbook, 'big.csv', { range: 'A:B' })).status).toBe(422);
  });

  test('of staged files do not change the source, and are refused for other files than spreadsheets', async () => {
    const workbook = await api.workbook();
    await upload(workbook, 's.csv', 'a,b\n1,2\n', { mode: 'staged' });
    expect((await preview(workbook, 's.csv')).body.cells).toHaveLength(4);
    await upload(workbook, 'no.xlsx', 'not even a spreadsheet', { mode: 'staged' });
    expect((await preview(workbook, 'no.xlsx')).status).toBeGreaterThanOrEqual(415);
    expect((await api.get(`${workbook}/sources/s.csv`)).body.status).toBe('registered');
    expect((await preview(workbook, 'none.csv')).status).toBe(404);
  });
});

describe('deleting a source', () => {
  test('is refused while it has tables, and with cascade deletes them too', async () => {
    const workbook = await api.workbook();
    await upload(workbook, 'two.xlsx', book('xlsx', { One: [['a'], [1]], Two: [['b'], [2]] }));
    const kept = await api.delete(`${workbook}/sources/two.xlsx`);
    expect([kept.status, kept.body.type, kept.body.dependents]).toEqual([
      409,
      '/problems/has-dependents',
      ['One', 'Two'],
    ]);
    const tried = await api.delete(`${workbook}/sources/two.xlsx?cascade=true&dry_run=true`);
    expect(tried.body).toMatchObject({ deleted: ['One', 'Two'], dry_run: true });
    expect((await api.get(`${workbook}/sources`)).body.sources).toHaveLength(1);

    const gone = await api.delete(`${workbook}/sources/two.xlsx?cascade=true&actor=Ann`);
    expect(gone.status).toBe(200);
    expect(gone.body).toMatchObject({ name: 'two.xlsx', deleted: ['One', 'Two'], dry_run: false });
    expect((await api.get(`${workbook}/sources`)).body.sources).toEqual([]);
    expect((await api.get(`${workbook}/tables?state=all`)).body.artifacts).toEqual([]);
    const [op] = (await api.get(`${workbook}/ops`)).body.ops;
    expect(op).toMatchObject({
      kind: 'source.delete',
      actor: 'Ann',
      op_id: gone.body.op_id,
      undoable: false,
    });
    expect((await api.delete(`${workbook}/sources/two.xlsx`)).status).toBe(404);
  });

  test('without tables needs no cascade, and the same bytes may be uploaded again', async () => {
    const workbook = await api.workbook();
    await upload(workbook, 's.csv', 'a\n1\n', { mode: 'staged' });
    expect((await api.delete(`${workbook}/sources/s.csv`)).body.deleted).toEqual([]);
    expect((await upload(workbook, 's.csv', 'a\n1\n')).status).toBe(201);
  });

  test('needs the scope to write', async () => {
    const workbook = await api.workbook();
    await upload(workbook, 's.csv', 'a\n1\n');
    const reader = await session.mint(['workbooks:read']);
    expect((await reader.delete(`${workbook}/sources/s.csv?cascade=true`)).status).toBe(403);
  });
});

test('sources are listed page by page', async () => {
  const workbook = await api.workbook();
  for (const n of [1, 2, 3]) await upload(workbook, `${n}.csv`, `a\n${n}\n`);
  const names: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const after: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const { body } = await api.get(`${workbook}/sources?limit=2${after}`);
    names.push(...body.sources.map((source: { name: string }) => source.name));
    cursor = body.next_cursor;
  }
  expect(names).toEqual(['3.csv', '2.csv', '1.csv']);
});
