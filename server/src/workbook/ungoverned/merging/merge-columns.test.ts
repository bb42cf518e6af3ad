import { expect, test } from 'vitest';
import type { ColumnRecord } from '../../../catalog/tables.js';
import type { BaseColumn } from '../../../core/base-column.js';
import type { ReturnedColumn } from '../../files/returned-file.js';
import type { GovernedTable } from '../../governance/governed-tables.js';
import { columnsToRead, type KnownColumns, planMergeColumns } from './merge-columns.js';

const column = (id: string, name: string, more: Partial<ColumnRecord> = {}): ColumnRecord => ({
  id,
  name,
  originalName: null,
  type: 'VARCHAR',
  description: null,
  ...more,
});
const base = (id: string, name: string, more: Partial<BaseColumn> = {}): BaseColumn => ({
  id,
  name,
  type: 'VARCHAR',
  ...more,
});
const inFile = (id: string | null, name: string, wasRenamed = false): ReturnedColumn => ({
  id,
  key: id ?? `new ${name}`,
  header: name,
  name,
  type: 'VARCHAR',
  letter: 'A',
  wasRenamed,
  unread: null,
});

/** A table now, as a caller sees it who may see every column but these. */
function known(
  now: ColumnRecord[],
  before: BaseColumn[],
  hidden: { masked?: string[]; denied?: string[] } = {},
): KnownColumns {
  const { masked = [], denied = [] } = hidden;
  const visible = now.filter(({ id }) => !denied.includes(id));
  const table = {
    columns: visible.map((one) => ({ ...one, masked: masked.includes(one.id) })),
    denied,
  } as unknown as GovernedTable;
  return { table, all: now, exported: now, everUsed: now.map(({ id }) => id), base: before };
}

test('a new heading becomes a column, and a name that is taken another one', () => {
  const plan = planMergeColumns(known([column('c1', 'a'), column('c2', 'b')], [base('c1', 'a')]), [
    inFile('c1', 'a'),
    inFile(null, 'B'),
    inFile(null, 'c'),
  ]);
  expect(plan.added).toEqual(['B_2', 'c']);
  expect(plan.changed?.map(({ id, name }) => `${id} ${name}`)).toEqual(['c1 a', 'c2 b', 'c3 B_2', 'c4 c']);
  expect(plan.base.map(({ id, name }) => `${id} ${name}`)).toEqual(['c1 a', 'c3 B', 'c4 c']);
});

test('a rename counts unless the table renamed the column too, or has the name', () => {
  const now = [column('c1', 'a'), column('c2', 'mine'), column('c3', 'c')];
  const plan = planMergeColumns(known(now, [base('c1', 'a'), base('c2', 'b'), base('c3', 'c')]), [
    inFile('c1', 'A', true),
    inFile('c2', 'yours', true),
    inFile('c3', 'mine', true),
  ]);
  expect(plan.renamed).toEqual([{ from: 'a', to: 'A' }]);
  expect(plan.changed?.map(({ name }) => name)).toEqual(['A', 'mine', 'c']);
  expect(plan.warnings).toHaveLength(2);
});

test('columns that are missing, dropped, computed or hidden stay as they are', () => {
  const now = [column('c1', 'a'), column('c3', 'c', { formula: '1' }), column('c4', 'd'), column('c5', 'e')];
  const before = ['a', 'b', 'c', 'd', 'e'].map((name, i) => base(`c${i + 1}`, name));
  const of = known(now, before, { masked: ['c4'] });
  expect(columnsToRead(of).map(({ name, formula, masked }) => [name, formula, masked])).toEqual([
    ['a', undefined, undefined],
    ['b', undefined, undefined],
    ['c', true, undefined],
    ['d', undefined, true],
    ['e', undefined, undefined],
  ]);
  const plan = planMergeColumns(of, [inFile('c1', 'a'), inFile('c2', 'b')]);
  expect(plan.merged.map(({ id }) => id)).toEqual(['c1']);
  expect(plan.carried.map(({ id }) => id)).toEqual(['c2', 'c3', 'c4', 'c5']);
  expect([plan.ignored, plan.missing]).toEqual([['b', 'c', 'd'], ['e']]);
  expect(plan.changed).toBeNull();
});

test('who may not see every column neither adds nor renames any', () => {
  const now = [column('c1', 'a'), column('c2', 'hidden')];
  const plan = planMergeColumns(known(now, [base('c1', 'a')], { denied: ['c2'] }), [
    inFile('c1', 'b', true),
    inFile(null, 'hidden'),
  ]);
  expect([plan.added, plan.renamed, plan.ignored, plan.changed]).toEqual([[], [], ['hidden'], null]);
});
