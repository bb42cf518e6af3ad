import { expect, test } from 'vitest';
import { inputName } from '../../../core/transform-template.js';
import type { Lineage } from '../../../engine/lineage/column-lineage.js';
import type { PlannedInput } from '../../transforms/transform-plan.js';
import { lineageOf, lineageOfAnything } from './lineage-of.js';

const input = (placeholder: string, columns: string[]): PlannedInput =>
  ({
    placeholder,
    table: {
      record: { id: `art_${placeholder}` },
      version: 7,
      columns: columns.map((name) => ({ id: `c_${name}`, name })),
    },
  }) as unknown as PlannedInput;

const inputs = [input('staff', ['name', 'salary']), input('limits', ['amount'])];
const stored = [{ id: 'c1', name: 'name', type: 'VARCHAR', position: 0 }] as never;
const shown = (edges: ReturnType<typeof lineageOf>) =>
  edges.map(
    ({ columnId, inputTableId, inputColumnId, exact }) =>
      `${inputTableId}.${inputColumnId || 'rows'} ${exact ? '->' : '~>'} ${columnId || 'rows'}`,
  );

test('columns depend on columns; rows depend on what influences them and on the rows of every input', () => {
  const staff = inputName('staff');
  const found: Lineage = {
    columns: [{ name: 'name', sources: [{ table: staff, column: 'name' }], exact: true, otherRows: false }],
    influences: [
      { table: staff, column: 'salary' },
      { table: inputName('limits'), column: 'amount' },
    ],
    exact: true,
  };
  expect(shown(lineageOf(found, stored, inputs))).toEqual([
    'art_staff.c_name -> c1',
    'art_staff.c_salary -> rows',
    'art_limits.c_amount -> rows',
    'art_staff.rows -> rows',
    'art_limits.rows -> rows',
  ]);
});

test('if the lineage of the code is unknown, everything depends on everything', () => {
  expect(shown(lineageOfAnything(stored, inputs))).toEqual([
    'art_staff.c_name ~> c1',
    'art_staff.c_salary ~> c1',
    'art_limits.c_amount ~> c1',
    'art_staff.c_name ~> rows',
    'art_staff.c_salary ~> rows',
    'art_limits.c_amount ~> rows',
    'art_staff.rows -> rows',
    'art_limits.rows -> rows',
  ]);
});
