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

/** By what headings and totals are known again, which no record is called. */
function labelsOfRows(cells: SheetCells, region: RegionSpec): NonNullable<RowDecisions['labels']> {
  const { group, derived } = region.rowRoles;
  if (group.length + derived.length === 0) return { group: [], derived: [] };
  const apart = new Set([...region.headerRows, ...group, ...derived]);
  const ofRecords = new Set(
    cells.filledRows(region.range).flatMap((row) => (apart.has(row) ? [] : [rowLabel(cells, region, row)])),
  );
  const hashes = (rows: readonly number[]) => {
    const labels = rows.map((row) => rowLabel(cells, region, row));
    const telling = labels.filter((label) => /\p{L}/u.test(label) && !ofRecords.has(label));
    return [...new Set(telling.map(hashOf))].slice(0, maxRowLabels);
  };
  return { group: hashes(group), derived: hashes(derived) };
}

/** The key of the first text of a row. */
export function rowLabel(cells: SheetCells, { range }: Pick<RegionSpec, 'range'>, row: number): string {
  const first = cells.firstFilled(row, range);
  return first === undefined ? '' : labelKey(cells.text(row, first));
}
