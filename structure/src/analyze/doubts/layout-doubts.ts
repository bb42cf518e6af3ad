import type { RegionSpec } from '../../parse-spec.js';
import type { SheetCells } from '../../sheet-cells.js';
import type { Checked } from './doubt.js';

/** Of the records of a table with levels, those that are below another row. */
const minBelow = 0.25;

/** What the rows and columns of a table were taken for. */
export function layoutDoubts(cells: SheetCells, region: RegionSpec, body: readonly number[]): Checked {
  const { layout, rowRoles, range, steps, rowParents = {} } = region;
  const computed = new Set(rowRoles.derived);
  const records = body.filter((row) => !computed.has(row));
  const withParent = records.filter((row) => rowParents[row] !== undefined).length;
  const periods = region.columns.flatMap(({ role }, at) => (role === 'period' ? [at] : []));
  return [
    ['periods', layout === 'crosstab', {}],
    ['levels', layout === 'report', {}],
    ['one_heading', rowRoles.group.length === 1, { row: (rowRoles.group[0] ?? 0) + 1 }],
    [
      'few_below_a_heading',
      layout === 'report' && 0 < withParent && minBelow * records.length > withParent,
      {},
    ],
    ['scattered_periods', periods.some((at, place) => place > 0 && at !== (periods[place - 1] ?? 0) + 1), {}],
    ['values_beside_periods', periods.length > 0 && region.columns.some(({ role }) => role === 'value'), {}],
    ['groups', layout !== 'report' && rowRoles.group.length > 0, {}],
    ['computed_rows', layout !== 'report' && rowRoles.derived.length > 0, {}],
    ['filled_down', steps.some(({ operator }) => operator === 'ffill'), {}],
    ['blank_row_inside', cells.hasBlankRow(range), {}],
    ['blank_column_inside', range.right - range.left + 1 > region.columns.length, {}],
  ];
}
