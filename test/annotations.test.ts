import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { openBook } from './support/files.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let api: Api;
let workbook: string;
let table: string;
let name: string;
let made = 0;
beforeAll(async () => {
  service = await CalledService.shared();
  api = await service.writer();
  workbook = await api.workbook();
});

/** A table of three rows at version 2. */
beforeEach(async () => {
  name = `t${++made}`;
  table = `${workbook}/tables/${name}`;
  const columns = [{ name: 'item' }, { name: 'price', type: 'DOUBLE' }, { name: 'day', type: 'DATE' }];
  await api.post(`${workbook}/tables`, { name, columns });
  const rows = [
    { item: 'pen', price: 1.5, day: '2026-01-05' },
    { item: 'ink', price: 20, day: '2026-01-06' },
    { item: 'cap' },
  ];
  await api.post(`${table}/rows/upsert`, { rows, expected_version: 1 });
});

const annotate = (annotations: unknown[], query = '') =>
  api.post(`${table}/annotations${query}`, { annotations });
const list = async () => (await api.get(`${table}/annotations`)).body.annotations;
const lastOp = async () => (await api.get(`${workbook}/ops?limit=1`)).body.ops[0];

describe('annotations', () => {
  test('are set on cells, rows and columns, one on each, without a new table version', async () => {
    const { status, body } = await annotate([
      { row_id: 2, column: 'price', style: { bold: true, color: '#ff0000' }, note: 'check' },
      { row_id: null, column: 'Day', style: { number_format: 'dd/mm/yyyy' } },
      { row_id: 3, column: null, note: 'whole row' },
    ]);
    expect([status, body.set, body.dry_run]).toEqual([200, 3, false]);
    expect(await lastOp()).toMatchObject({ kind: 'annotations.set', op_id: body.op_id });
    expect(await list()).toEqual([
      { row_id: null, column: 'day', style: { number_format: 'dd/mm/yyyy' }, note: null },
      { row_id: 2, column: 'price', style: { bold: true, color: '#ff0000' }, note: 'check' },
      { row_id: 3, column: null, style: {}, note: 'whole row' },
    ]);
    await annotate([{ row_id: 2, column: 'price', style: { italic: true, bold: null } }]);
    expect((await list())[1]).toEqual({ row_id: 2, column: 'price', style: { italic: true }, note: null });
    expect((await api.get(`${table}/columns`)).body.edit_version).toBe(2);
  });

  test('are deleted by their targets', async () => {
    await annotate([
      { row_id: 1, column: 'item', note: 'a' },
      { column: 'item', note: 'b' },
    ]);
    const targets = [
      { row_id: 1, column: 'item' },
      { row_id: 2, column: 'item' },
    ];
    const dry = await api.post(`${table}/annotations/delete?dry_run=true`, { targets });
    expect([dry.body.deleted, dry.body.dry_run, (await list()).length]).toEqual([1, true, 2]);
    const { body } = await api.post(`${table}/annotations/delete`, { targets, actor: 'Ann' });
    expect([body.deleted, (await list()).length]).toEqual([1, 1]);
    expect(await lastOp()).toMatchObject({ kind: 'annotations.delete', actor: 'Ann' });
  });

  test('survive a rename, a retype and an undone delete, and are removed with a dropped column', async () => {
    await annotate([
      { row_id: 1, column: 'item', note: 'a' },
      { column: 'price', note: 'b' },
    ]);
    await api.patch(`${table}/columns/item`, { new_name: 'thing', expected_version: 2 });
    await api.patch(`${table}/columns/price`, { type: 'VARCHAR', expected_version: 3 });
    expect((await list()).map((one: { column: string }) => one.column)).toEqual(['price', 'thing']);
    const gone = await api.post(`${table}/rows/delete`, { row_ids: [1], expected_version: 4 });
    expect((await list()).map((one: { column: string }) => one.column)).toEqual(['price']);
    await api.post(`${workbook}/ops/${gone.body.op_id}/undo`);
    expect(await list()).toHaveLength(2);
    await api.delete(`${table}/columns/price?expected_version=null`);
    expect((await list()).map((one: { column: string }) => one.column)).toEqual(['thing']);
  });

  test('are listed page by page', async () => {
    await annotate(
      [1, 2, 3].flatMap((row_id) => ['item', 'day'].map((column) => ({ row_id, column, note: 'x' }))),
    );
    const seen: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { annotations: unknown[]; next_cursor: string | null } = (
        await api.get(`${table}/annotations?limit=4${cursor && `&cursor=${cursor}`}`)
      ).body;
      seen.push(...page.annotations);
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(await list());
    expect(seen).toHaveLength(6);
    expect((await api.get(`${table}/annotations?cursor=x`)).status).toBe(422);
  });

  test.each([
    ['no target', { note: 'x' }],
    ['neither style nor note', { row_id: 1, column: 'item', style: {} }],
    ['a colour by name', { row_id: 1, style: { color: 'red' } }],
    ['a short colour', { row_id: 1, style: { background: '#fff' } }],
    ['an unknown side', { row_id: 1, style: { align: 'justify' } }],
    ['an unknown style', { row_id: 1, style: { size: 12 } }],
    ['a number format that Excel would refuse', { row_id: 1, style: { number_format: '[[0' } }],
    ['a row that never existed', { row_id: 4, note: 'x' }],
    ['row 0', { row_id: 0, note: 'x' }],
    ['an unknown column', { column: 'nothing', note: 'x' }],
    ['the row id', { column: '__svc_row_id', note: 'x' }],
  ])('with %s are refused, and nothing is set', async (_, wrong) => {
    const { status, body } = await annotate([{ row_id: 1, column: 'item', note: 'fine' }, wrong]);
    expect([status, body.type]).toEqual([422, '/problems/invalid-request']);
    expect(await list()).toEqual([]);
  });

  test('are accepted 500 at a time, each target once', async () => {
    const rows = Array.from({ length: 500 }, (_, i) => ({ item: `i${i}` }));
    await api.post(`${table}/rows/upsert`, { rows, expected_version: 2 });
    const many = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ row_id: i + 1, column: 'item', note: 'n' }));
    expect((await annotate(many(501))).status).toBe(422);
    expect((await annotate([])).status).toBe(422);
    expect((await annotate([...many(2), ...many(1)])).status).toBe(422);
    expect((await annotate(many(500), '?dry_run=true')).body).toMatchObject({ set: 500, dry_run: true });
    expect(await list()).toHaveLength(0);
    expect((await annotate(many(500))).body.set).toBe(500);
    expect(await list()).toHaveLength(500);
    const targets = many(501).map(({ row_id, column }) => ({ row_id, column }));
    const remove = (given: unknown[], actor = '') =>
      api.post(`${table}/annotations/delete`, { targets: given, actor });
    expect((await remove(targets)).status).toBe(422);
    expect((await remove([])).status).toBe(422);
    expect((await remove(targets.slice(0, 500), 'a'.repeat(201))).status).toBe(422);
    expect((await remove(targets.slice(0, 500), 'a'.repeat(200))).body.deleted).toBe(500);
  });
});

describe('in an xlsx export', () => {
  const exported = async (more: object = {}) => {
    const { bytes } = await api.post(`${workbook}/export`, { tables: [name], ...more });
    return openBook(bytes).Sheets[name] as unknown as Record<
      string,
      { v?: unknown; z?: string; s?: { fgColor?: { rgb?: string } }; c?: { t: string }[] }
    >;
  };

  test.each([{ include_row_ids: true }, { include_row_ids: false }])(
    'styles and notes are on the cells where they were set (%j)',
    async (options) => {
      await annotate([
        { column: 'price', style: { number_format: '#,##0.00 "€"', background: '#FFFF00' }, note: 'net' },
        { row_id: 2, style: { background: '#00FF00' }, note: 'second' },
        { row_id: 2, column: 'item', style: { bold: true }, note: '<look> & "see"' },
        { row_id: 2, column: 'day', style: { background: '#0000FF' } },
        { row_id: 3, column: 'day', style: { background: '#FF0000', align: 'center' } },
      ]);
      const sheet = await exported(options);
      expect([sheet.B2?.v, sheet.B2?.z, sheet.B2?.s?.fgColor?.rgb]).toEqual([1.5, '#,##0.00 "€"', 'FFFF00']);
      // The style of a row overrides that of a column, and the style of a cell that of its row.
      expect([sheet.B3?.z, sheet.B3?.s?.fgColor?.rgb]).toEqual(['#,##0.00 "€"', '00FF00']);
      expect([sheet.C3?.s?.fgColor?.rgb, sheet.C3?.z]).toEqual(['0000FF', 'yyyy\\-mm\\-dd']);
      expect([sheet.A2?.v, sheet.A2?.s?.fgColor]).toEqual(['pen', undefined]);
      expect(sheet.B1?.c?.map(({ t }) => t)).toEqual(['net']);
      expect(sheet.A3?.c?.map(({ t }) => t)).toEqual(['second\n\n<look> & "see"']);
      expect(sheet.A2?.c).toBeUndefined();
      expect(sheet.D1?.v).toBe(options.include_row_ids ? '__svc_row_id' : undefined);
    },
  );

  test('the annotations of a deleted row are left out, and the file can be uploaded again', async () => {
    await annotate([
      { row_id: 1, column: 'item', note: 'gone', style: { bold: true } },
      { row_id: 2, column: 'item', note: 'stays' },
    ]);
    await api.post(`${table}/rows/delete`, { row_ids: [1], expected_version: 2 });
    const sheet = await exported();
    expect(sheet.A2?.c?.map(({ t }) => t)).toEqual(['stays']);
    const { bytes } = await api.post(`${workbook}/export`, { tables: [name] });
    const file = { name: `again ${name}.xlsx`, content: bytes };
    const { status, body } = await api.upload(`${workbook}/sources`, file, { structuring: 'skip' });
    expect([status, body.artifacts[0].row_count]).toEqual([201, 2]);
  });
});
