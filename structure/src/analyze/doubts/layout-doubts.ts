import type { RegionSpec } from '../../parse-spec.js';
import type { SheetCells } from '../../sheet-cells.js';
import type { Checked } from './doubt.js';

/** Of the records of a table with levels, those that are below another row. */
const leastBelow = 0.25;

/** What the rows and columns of a table were taken for. */
export function layoutDoubts(cells: SheetCells, region: RegionSpec, body: readonly number[]): Checked {
  const { layout, rowRoles, range, steps, rowParents = {} } = region;
  const computed = new Set(rowRoles.derived);
  const records = body.filter((row) => !computed.has(row));
  const withParent = records.filter((row) => rowParents[row] !== undefined).length;
  const periods = region.columns.flatMap(({ role }, at) => (role === 'period' ? [at] : []));
  return [
    ['periods', layout === 'crosstab', 'Periods run across the columns.'],
    ['levels', layout === 'report', 'Rows have levels or totals between them.'],
    [
      'one heading',
      rowRoles.group.length === 1,
      `Row ${(rowRoles.group[0] ?? 0) + 1} is the only heading, and may be a title.`,
    ],
    [
      'few below a heading',
      layout === 'report' && 0 < withParent && leastBelow * records.length > withParent,
      'Only a few rows are below another one.',
    ],
    [
      'scattered periods',
      periods.some((at, place) => place > 0 && at !== (periods[place - 1] ?? 0) + 1),
      'Other columns stand between those of the periods.',
    ],
    [
      'values beside periods',
      periods.length > 0 && region.columns.some(({ role }) => role === 'value'),
      'There are other values beside the periods.',
    ],
    ['groups', layout !== 'report' && rowRoles.group.length > 0, 'Rows have headings.'],
    [
      'computed rows',
      layout !== 'report' && rowRoles.derived.length > 0,
      'Some rows are computed from others.',
    ],
    [
      'filled down',
      steps.some(({ operator }) => operator === 'ffill'),
      'Blanks are taken for the label above.',
    ],
    ['blank row inside', cells.hasBlankRow(range), 'There are blank rows inside.'],
    [
      'blank column inside',
      range.right - range.left + 1 > region.columns.length,
      'There are columns without a heading or values inside.',
    ],
  ];
}
