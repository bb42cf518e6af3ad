import type { RegionSpec } from '../parse-spec.js';
import type { SheetCells } from '../sheet-cells.js';
import { hashOf, labelKey } from './label-key.js';
import type { RowDecisions } from './remembered.js';

/** What is to be remembered of which rows are headings and totals. */
export function rowDecisions(
  cells: SheetCells,
  region: RegionSpec,
  before: RegionSpec | undefined,
): RowDecisions {
  const { rowRoles } = region;
  const group = rowRoles.group.length === 0 ? 'none' : 'found';
  if (rowRoles.derived.length === 0) return { group, derived: 'none', labels: labelsOfRows(cells, region) };
  const had = new Set(before?.rowRoles.derived ?? []);
  const has = new Set(rowRoles.derived);
  const added = rowRoles.derived.filter((row) => !had.has(row));
  const isTaken = [...had].some((row) => !has.has(row));
  const all = labelsOfRows(cells, region);
  if (added.length === 0 && !isTaken) return { group, derived: 'found', labels: all };
  const labelOf = (row: number) => rowLabel(cells, region, row);
  // Labels of totals, and not of records.
  const labels = [...new Set((isTaken ? rowRoles.derived : added).map(labelOf))].filter(Boolean);
  return { group, derived: { labels: labels.slice(0, 100), only: isTaken }, labels: all };
}

const maxRowLabels = 2000;

/** By what headings, totals and remarks are known again, which no record is called. */
function labelsOfRows(cells: SheetCells, region: RegionSpec): NonNullable<RowDecisions['labels']> {
  const { group, derived, ungrouped = [], note = [], skip = [] } = region.rowRoles;
  const named = [...group, ...derived, ...ungrouped, ...note, ...skip];
  if (named.length === 0) return { group: [], derived: [] };
  const apart = new Set([...region.headerRows, ...named]);
  const labels = rowLabels(cells, region, fillsDown(region.steps));
  const ofRecords = new Set([...labels].flatMap(([row, list]) => (apart.has(row) ? [] : list)));
  const hashes = (rows: readonly number[]) => {
    const telling = rows.flatMap((row) =>
      (labels.get(row) ?? []).filter((label) => /\p{L}/u.test(label) && !ofRecords.has(label)).slice(0, 1),
    );
    return [...new Set(telling.map(hashOf))].slice(0, maxRowLabels);
  };
  return {
    group: hashes(group),
    derived: hashes(derived),
    ...(ungrouped.length > 0 && { ungrouped: hashes(ungrouped) }),
    ...(note.length > 0 && { note: hashes(note) }),
    ...(skip.length > 0 && { skip: hashes(skip) }),
  };
}

/** Whether labels hold for the rows below them too. */
export const fillsDown = (steps: RegionSpec['steps'] | null) =>
  steps?.some(({ operator }) => operator === 'ffill') ?? false;

/** What each row may be known by: its own label, and that with the one that holds for it. */
export function rowLabels(
  cells: SheetCells,
  { range }: Pick<RegionSpec, 'range'>,
  isFilledDown: boolean,
): Map<number, string[]> {
  let above = '';
  return new Map(
    cells.filledRows(range).map((row) => {
      const own = rowLabel(cells, { range }, row);
      if (!cells.isBlank(row, range.left)) above = own;
      return [row, isFilledDown ? [own, `${above}\n${own}`] : [own]];
    }),
  );
}

/** The key of the first text of a row. */
export function rowLabel(cells: SheetCells, { range }: Pick<RegionSpec, 'range'>, row: number): string {
  const first = cells.firstFilled(row, range);
  return first === undefined ? '' : labelKey(cells.text(row, first));
}
