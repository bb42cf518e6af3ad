import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ColumnType } from '@workbook-data-service/sheets/values';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newWorkbook } from '../../../test-support/catalog.js';
import { openWorkbookData, type TestData } from '../../../test-support/workbook-data.js';
import { parseRange } from '../../core/cell-ranges.js';
import { cellsInRange } from './cells-in-range.js';
import { type ColumnFigures, type ColumnProfile, profileColumns } from './profile-columns.js';

let world: TestData;
let workbookId: string;
let tables = 0;
beforeAll(async () => {
  world = await openWorkbookData(await mkdtemp(join(tmpdir(), 'profile-')));
  ({ workbookId } = await newWorkbook(world.catalog));
});
afterAll(() => world.close());

const viewer = { userId: 'usr_any' };

async function tableOf(columns: Record<string, ColumnType>, rows: string[]) {
  const name = `t${++tables}`;
  await world.addTable(workbookId, name, columns, rows);
  return await world.data.as(viewer).table(workbookId, name);
}

async function figuresOf(type: ColumnType, values: string[]): Promise<ColumnFigures> {
  const table = await tableOf({ v: type }, values);
  const [profile] = (await profileColumns(world.data, table)) as [ColumnProfile];
  if (!profile.figures) throw new Error('no figures');
  return profile.figures;
}

const counts = (figures: ColumnFigures) => figures.histogram.map(({ count }) => count);
const total = (figures: ColumnFigures) => counts(figures).reduce((sum, count) => sum + count, 0);

describe('the profile of a column', () => {
  test('of integers', async () => {
    const figures = await figuresOf('BIGINT', ['1', '2', '2', '4', 'null']);
    expect(figures).toMatchObject({
      nulls: 1,
      distinct: 3,
      distinctApproximate: false,
      min: 1,
      max: 4,
      mean: 2.25,
      quantilesApproximate: false,
      topValues: [{ value: 2, count: 2 }, { count: 1 }, { count: 1 }],
    });
    expect(figures.standardDeviation).toBeCloseTo(1.2583, 4);
    expect(figures.quantiles.map(({ quantile }) => quantile)).toEqual([0.05, 0.25, 0.5, 0.75, 0.95]);
    expect(figures.quantiles[2]).toEqual({ quantile: 0.5, value: 2 });
    expect(figures.histogram).toEqual([
      { from: 1, to: 2, count: 1 },
      { from: 2, to: 3, count: 2 },
      { from: 3, to: 4, count: 0 },
      { from: 4, to: 4, count: 1 },
    ]);
  });

  test('of integers as far apart as can be', async () => {
    const least = '(-9223372036854775807 - 1)::bigint';
    const figures = await figuresOf('BIGINT', [least, '0', '9223372036854775807']);
    expect(figures).toMatchObject({ distinct: 3, max: '9223372036854775807' });
    expect(figures.histogram).toHaveLength(20);
    expect(total(figures)).toBe(3);
  });

  test('of doubles, where NaN and infinities count as values only', async () => {
    const values = ['0', '1.5', '10', "'nan'::double", "'inf'::double", "'-inf'::double"];
    const figures = await figuresOf('DOUBLE', values);
    expect(figures).toMatchObject({ nulls: 0, distinct: 6, min: 0, max: 10 });
    expect(figures.mean).toBeCloseTo(11.5 / 3, 10);
    expect(figures.histogram).toHaveLength(20);
    expect(figures.histogram.at(-1)).toEqual({ from: 9.5, to: 10, count: 1 });
    expect(total(figures)).toBe(3);
  });

  test('of doubles whose sums and squares overflow', async () => {
    const figures = await figuresOf('DOUBLE', ['1.7e308', '1.7e308', '-1.7e308']);
    expect(figures).toMatchObject({ distinct: 2, min: -1.7e308, max: 1.7e308, histogram: [] });
    expect(figures.mean).toBeCloseTo(1.7e308 / 3, -300);
    expect(await figuresOf('DOUBLE', ['1e200', '3e200'])).toMatchObject({ mean: 2e200 });
  });

  test('of doubles that are all one value, or nearly', async () => {
    expect((await figuresOf('DOUBLE', ['0.1', '0.1'])).histogram).toEqual([{ from: 0.1, to: 0.1, count: 2 }]);
    const near = await figuresOf('DOUBLE', ['1e15', '1000000000000000.1']);
    expect(total(near)).toBe(2);
    expect(total(await figuresOf('DOUBLE', ['5e-324', '0']))).toBe(2);
  });

  test('of decimals', async () => {
    const figures = await figuresOf('DECIMAL(10,2)', ['0.10', '0.20', '12.34']);
    expect(figures).toMatchObject({ distinct: 3, min: 0.1, max: 12.34, quantiles: { 2: { value: 0.2 } } });
    expect(total(figures)).toBe(3);
    const wide = await figuresOf('DECIMAL(38,2)', ["'123456789012345678901234567890123456.78'", '1']);
    expect(wide).toMatchObject({ max: '123456789012345678901234567890123456.78' });
    expect(total(wide)).toBe(2);
  });

  test('of dates', async () => {
    const days = Array.from({ length: 31 }, (_, i) => `date '2026-01-01' + ${i}`);
    const figures = await figuresOf('DATE', [...days, 'null']);
    expect(figures).toMatchObject({
      nulls: 1,
      distinct: 31,
      min: '2026-01-01',
      max: '2026-01-31',
      mean: null,
      standardDeviation: null,
      quantiles: { 2: { value: '2026-01-16' } },
      topValues: [],
    });
    expect(figures.histogram).toHaveLength(16);
    expect(figures.histogram[0]).toEqual({ from: '2026-01-01', to: '2026-01-03', count: 2 });
    expect(figures.histogram.at(-1)).toEqual({ from: '2026-01-31', to: '2026-01-31', count: 1 });
    const extremes = ["'infinity'::date", "date '5881580-07-10'", "date '5877642-06-25 (BC)'"];
    expect(total(await figuresOf('DATE', extremes))).toBe(2);
  });

  test.each<[ColumnType, string]>([
    ['TIMESTAMP', ''],
    ['TIMESTAMPTZ', 'Z'],
  ])('of %s', async (type, zone) => {
    const values = ["'2026-01-01 00:00:00'", "'2026-01-01 12:00:00'", "'2026-01-02 00:00:00'"];
    const figures = await figuresOf(
      type,
      values.map((value) => `${value}::${type}`),
    );
    expect(figures).toMatchObject({
      min: `2026-01-01T00:00:00${zone}`,
      max: `2026-01-02T00:00:00${zone}`,
      quantiles: { 2: { value: `2026-01-01T12:00:00${zone}` } },
    });
    expect(figures.histogram).toHaveLength(20);
    expect(figures.histogram.at(-1)?.to).toBe(`2026-01-02T00:00:00${zone}`);
    expect(total(figures)).toBe(3);
  });

  test('of text, with long values cut', async () => {
    const long = "repeat('é', 300)";
    const figures = await figuresOf('VARCHAR', ["'a'", "''", long, long, 'null']);
    expect(figures).toMatchObject({ nulls: 1, distinct: 3, min: '', max: 'é'.repeat(200), mean: null });
    expect(figures.topValues[0]).toEqual({ value: 'é'.repeat(200), count: 2 });
    expect(figures.topValues).toHaveLength(3);
    expect([figures.quantiles, figures.histogram]).toEqual([[], []]);
  });

  test('names the ten most frequent values, and none if each occurs once', async () => {
    const values = Array.from({ length: 12 }, (_, i) => Array<string>(i + 1).fill(`'v${i}'`)).flat();
    const { topValues } = await figuresOf('VARCHAR', values);
    expect(topValues.map(({ value, count }) => `${value}:${count}`)).toEqual(
      [12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((count) => `v${count - 1}:${count}`),
    );
    const each = Array.from({ length: 11 }, (_, i) => `'v${i}'`);
    expect((await figuresOf('VARCHAR', each)).topValues).toEqual([]);
    expect((await figuresOf('VARCHAR', each.slice(1))).topValues).toHaveLength(10);
  });

  test('of booleans and times', async () => {
    expect(await figuresOf('BOOLEAN', ['true', 'false', 'true'])).toMatchObject({
      distinct: 2,
      min: false,
      max: true,
      topValues: [
        { value: true, count: 2 },
        { value: false, count: 1 },
      ],
    });
    expect(await figuresOf('TIME', ["time '13:05:00'", "time '01:00:00'"])).toMatchObject({
      distinct: 2,
      min: '01:00:00',
      max: '13:05:00',
    });
  });

  test('of JSON reports only how many cells are empty', async () => {
    expect(await figuresOf('JSON', [`'{"a":1}'`, 'null'])).toMatchObject({
      nulls: 1,
      distinct: null,
      min: null,
      topValues: [],
    });
  });

  test('that is empty', async () => {
    const nothing = { distinct: 0, min: null, max: null, mean: null, topValues: [], histogram: [] };
    expect(await figuresOf('DOUBLE', ['null', 'null'])).toMatchObject({ nulls: 2, ...nothing });
    expect(await figuresOf('BIGINT', [])).toMatchObject({ nulls: 0, ...nothing });
    expect(await figuresOf('DOUBLE', ["'nan'::double"])).toMatchObject({
      distinct: 1,
      min: null,
      histogram: [],
    });
  });

  test('whose name looks like an internal one', async () => {
    const table = await tableOf({ v: 'BIGINT', rows: 'VARCHAR', rank: 'DOUBLE', 'a"b': 'DATE' }, [
      "1, 'x', 2, date '2026-01-01'",
    ]);
    const profiles = await profileColumns(world.data, table);
    expect(profiles.map(({ figures }) => figures?.distinct)).toEqual([1, 1, 1, 1]);
    const { before, rows } = await cellsInRange(world.data, table, parseRange('A1:E2'));
    expect(JSON.parse(`[${before}${rows}]`)).toEqual([
      ['v', 'rows', 'rank', 'a"b', null],
      [1, 'x', 2, '2026-01-01', null],
    ]);
  });
});

test('a column of very many values has the figures that the formulas give', async () => {
  const size = 20_002;
  const values = Array.from(
    { length: size },
    (_, i) => `${(i * 7919) % size}, date '2000-01-01' + ${i}, 1.5`,
  );
  const table = await tableOf({ n: 'INTEGER', day: 'DATE', same: 'DOUBLE' }, values);
  const [n, day, same] = await profileColumns(world.data, table);
  const ranks = [0.05, 0.25, 0.5, 0.75, 0.95];
  expect(n?.figures).toMatchObject({ distinct: size, mean: (size - 1) / 2, quantilesApproximate: false });
  for (const [i, rank] of ranks.entries())
    expect(n?.figures?.quantiles[i]?.value).toBeCloseTo(rank * (size - 1), 6);
  expect(n?.figures?.standardDeviation).toBeCloseTo(Math.sqrt((size * (size + 1)) / 12), 6);
  expect(n?.figures?.histogram).toHaveLength(20);
  expect(n?.figures && total(n.figures)).toBe(size);
  expect(day?.figures?.quantiles[2]?.value).toBe('2027-05-19');
  expect(day?.figures && total(day.figures)).toBe(size);
  expect(same?.figures).toMatchObject({ mean: 1.5, standardDeviation: 0 });
});

test('masked columns have only a type, denied ones are absent', async () => {
  const table = await tableOf({ a: 'BIGINT', b: 'VARCHAR' }, ["1, 'secret'"]);
  const policy = { workbook_id: workbookId, tag: 'pii', role: '*', effect: 'mask' as const };
  const { db } = world.catalog;
  await db
    .insertInto('column_tags')
    .values({ table_id: table.record.id, column_id: 'c2', tag: 'pii' })
    .execute();
  await db.insertInto('policies').values(policy).execute();
  const profile = async () =>
    await profileColumns(world.data, await world.data.as(viewer).table(workbookId, table.record.id));
  const [open, masked] = await profile();
  expect(open?.figures?.distinct).toBe(1);
  expect(masked).toEqual({ column: expect.objectContaining({ name: 'b', masked: true }) });
  await db.updateTable('policies').set({ effect: 'deny' }).execute();
  expect((await profile()).map(({ column }) => column.name)).toEqual(['a']);
  await db.deleteFrom('policies').execute();
});
