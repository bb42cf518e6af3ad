import { beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { book, formatted, zip } from './support/files.js';
import { CalledService } from './support/service.js';
import { entriesOf } from './support/zip-entries.js';

let service: CalledService;
let session: Api;
let api: Api;
beforeAll(async () => {
  service = await CalledService.shared();
  session = await service.signIn();
  api = await session.mintWriter();
});

/** The path of the versions of a new link, with these contents as its versions. */
async function tracked(name: string, first: string | Uint8Array, ...others: (string | Uint8Array)[]) {
  const workbook = await api.workbook();
  const { status, body } = await api.upload(`${workbook}/file-links/local`, { name, content: first });
  expect(status, JSON.stringify(body)).toBe(201);
  const versions = `${workbook}/file-links/${body.id}/versions`;
  for (const content of others) {
    const pushed = await api.upload(versions, { name, content });
    expect([pushed.status, pushed.body.changed], JSON.stringify(pushed.body)).toEqual([200, true]);
  }
  return { workbook, versions };
}

const formula = (f: string, v: number) => ({ t: 'n', v, f });
const may = book('xlsx', {
  Budget: [
    ['item', 'cost', 'due'],
    ['rent', 900, formatted(46_027, 'yyyy-mm-dd')],
    ['total', formula('SUM(B2:B2)', 900)],
  ],
  Notes: [['to be agreed']],
});
const june = book('xlsx', {
  Budget: [
    ['item', 'cost', 'due'],
    ['rent', 950, formatted(46_058, 'yyyy-mm-dd')],
    ['total', formula('SUM(B2)', 950)],
    ['paid', true],
  ],
  Plan: [['next'], [1]],
});

test('a version shows the cells that its file holds, also on hidden sheets', async () => {
  const parts = [...(await entriesOf(may))].map(([name, content]) => ({
    name,
    content: content.replace('<sheet name="Notes"', '<sheet state="hidden" name="Notes"'),
  }));
  const { versions } = await tracked('budget.xlsx', zip(parts));
  const { status, body } = await api.get(`${versions}/1/cells`);
  expect(status).toBe(200);
  expect(body).toEqual({
    sheets: [
      {
        name: 'Budget',
        status: 'visible',
        cells: [
          { cell: 'A1', value: 'item' },
          { cell: 'B1', value: 'cost' },
          { cell: 'C1', value: 'due' },
          { cell: 'A2', value: 'rent' },
          { cell: 'B2', value: 900 },
          { cell: 'C2', value: '2026-01-05' },
          { cell: 'A3', value: 'total' },
          { cell: 'B3', value: 900, formula: '=SUM(B2:B2)' },
        ],
      },
      { name: 'Notes', status: 'hidden', cells: [{ cell: 'A1', value: 'to be agreed' }] },
    ],
    truncated: false,
  });
  expect((await api.get(`${versions}/1/cells?sheet=Notes`)).body.sheets).toEqual([body.sheets[1]]);
  const missing = await api.get(`${versions}/1/cells?sheet=Plan`);
  expect([missing.status, missing.body.detail]).toEqual([404, expect.stringContaining('"Budget", "Notes"')]);
});

test('a version is compared cell by cell with the one before, or with any other', async () => {
  const { versions } = await tracked('budget.xlsx', may, june);
  const { status, body } = await api.get(`${versions}/2/diff`);
  expect(status).toBe(200);
  expect(body).toEqual({
    version: 2,
    against: 1,
    sheets: [
      {
        name: 'Budget',
        status: 'changed',
        changed_cells: 5,
        cells: [
          { cell: 'B2', old: 900, new: 950 },
          { cell: 'C2', old: '2026-01-05', new: '2026-02-05' },
          { cell: 'B3', old: 900, new: 950, old_formula: '=SUM(B2:B2)', new_formula: '=SUM(B2)' },
          { cell: 'A4', old: null, new: 'paid' },
          { cell: 'B4', old: null, new: true },
        ],
      },
      {
        name: 'Plan',
        status: 'added',
        changed_cells: 2,
        cells: [
          { cell: 'A1', old: null, new: 'next' },
          { cell: 'A2', old: null, new: 1 },
        ],
      },
      {
        name: 'Notes',
        status: 'removed',
        changed_cells: 1,
        cells: [{ cell: 'A1', old: 'to be agreed', new: null }],
      },
    ],
    truncated: false,
  });
  const statuses = async (query: string) => {
    const { body } = await api.get(`${versions}/${query}`);
    return [body.against, ...body.sheets.map((sheet: { status: string }) => sheet.status)];
  };
  expect(await statuses('1/diff')).toEqual([null, 'added', 'added']);
  expect(await statuses('1/diff?against=2')).toEqual([2, 'changed', 'added', 'removed']);
  await api.post(`${versions}/1/revert`);
  expect(await statuses('3/diff?against=1')).toEqual([1, 'unchanged', 'unchanged']);
});

test.each(['csv', 'xls', 'ods'])('versions of %s files are read and compared too', async (format) => {
  const rows = (cost: number) =>
    book(format === 'xls' ? 'biff8' : format, {
      Budget: [
        ['rent', 'x'],
        [cost, 'y'],
      ],
    });
  const { versions } = await tracked(`budget.${format}`, rows(900), rows(950));
  const { cells } = (await api.get(`${versions}/1/cells`)).body.sheets[0];
  expect(cells.map(({ cell }: { cell: string }) => cell)).toEqual(['A1', 'B1', 'A2', 'B2']);
  const [sheet, ...others] = (await api.get(`${versions}/2/diff`)).body.sheets;
  expect(others).toEqual([]);
  const [old, current] = format === 'csv' ? ['900', '950'] : [900, 950];
  expect(sheet).toMatchObject({ status: 'changed', cells: [{ cell: 'A2', old, new: current }] });
});

test('what is beyond ten thousand cells is counted', async () => {
  const lines = (factor: number) =>
    ['k,v', ...Array.from({ length: 11_000 }, (_, row) => `${row},${row * factor}`)].join('\n');
  const { versions } = await tracked('long.csv', lines(2), lines(3));
  const { body } = await api.get(`${versions}/2/diff`);
  const [{ changed_cells, cells }] = body.sheets;
  expect([body.truncated, changed_cells, cells.length]).toEqual([true, 10_999, 10_000]);
  const all = (await api.get(`${versions}/2/cells`)).body;
  expect([all.truncated, all.sheets[0].cells.at(-1)]).toEqual([true, { cell: 'B5000', value: '14994' }]);
});

test('every version is downloaded byte for byte, and that is audited', async () => {
  const { workbook, versions } = await tracked('bücher.xlsx', may, june);
  const first = await api.get(`${versions}/1/download`);
  expect(Buffer.from(first.bytes).equals(may)).toBe(true);
  expect(first.headers.get('content-disposition')).toContain("filename*=UTF-8''b%C3%BCcher.xlsx");
  expect(Buffer.from((await api.get(`${versions}/2/download`)).bytes).equals(june)).toBe(true);
  const { entries } = (await api.get(`${workbook}/audit-log`)).body;
  expect(entries.slice(0, 2)).toMatchObject([
    { action: 'file.downloaded', detail: { n: 2 } },
    { action: 'file.downloaded', detail: { n: 1 } },
  ]);
});

test('unknown versions and links of other workbooks are not found', async () => {
  const { versions } = await tracked('budget.xlsx', may);
  const other = versions.replace(/workbooks\/[^/]+/, `workbooks/${(await api.workbook()).split('/').at(-1)}`);
  for (const path of ['cells', 'diff', 'download']) {
    expect((await api.get(`${versions}/2/${path}`)).status).toBe(404);
    expect((await api.get(`${other}/1/${path}`)).status).toBe(404);
  }
  expect((await api.get(`${versions}/1/diff?against=7`)).status).toBe(404);
  expect((await api.get(`${versions}/1/diff?against=0`)).status).toBe(422);
});

test('no file of a governed workbook is read, whoever asks', async () => {
  const { workbook, versions } = await tracked('budget.xlsx', may);
  await session.put(`${workbook}/policies/pay`, { effect: 'mask' });
  for (const path of ['cells', 'diff', 'download']) {
    const { status, body } = await session.get(`${versions}/1/${path}`);
    expect([status, body.type]).toEqual([403, '/problems/governed-workbook']);
  }
});
