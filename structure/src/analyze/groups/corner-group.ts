import type { RegionSpec } from '../../parse-spec.js';
import type { SheetCells } from '../../sheet-cells.js';
import type { RegionLines } from '../region-lines.js';

/** Fewer labels recur by chance. */
const minLabels = 3;
const minGroups = 2;

/**
 * Takes the text in the corner of the header for the label of the first group where all other groups have the same rows
 * below a label of their own: `White | 1990 | 1991` over offences, and `Black` over the same ones further below.
 */
export function nameFirstGroup(cells: SheetCells, region: RegionSpec, lines: RegionLines): void {
  const [header, ...more] = lines.topHeaderRows;
  const [key] = region.columns;
  const [group = -1] = region.rowRoles.group;
  if (
    header === undefined ||
    more.length > 0 ||
    !key ||
    key.role !== 'key' ||
    cells.isBlank(header, key.source)
  )
    return;
  if (group !== lines.groupRows[0] || !repeatsFirstRows(cells, key.source, lines)) return;
  region.rowRoles.group = [header, ...region.rowRoles.group];
  key.name = 'item';
  if (region.layout !== 'report') return;
  const parents = { ...region.rowParents };
  for (const row of lines.bodyRows) if (row < group) parents[row] ??= header;
  region.rowParents = parents;
}

/** Whether the labels of the rows before the first group are those of each group. */
function repeatsFirstRows(cells: SheetCells, column: number, { bodyRows, groupRows }: RegionLines): boolean {
  if (groupRows.length < minGroups) return false;
  const starts = [-1, ...groupRows];
  const labelsOf = (at: number) =>
    bodyRows
      .filter((row) => row > (starts[at] as number) && row < (starts[at + 1] ?? Number.POSITIVE_INFINITY))
      .map((row) => cells.text(row, column).trim());
  const first = labelsOf(0);
  return (
    new Set(first).size >= minLabels && groupRows.every((_, at) => String(labelsOf(at + 1)) === String(first))
  );
}
