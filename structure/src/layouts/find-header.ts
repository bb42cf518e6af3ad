import type { Dialect } from '@workbook-data-service/sheets';
import type { LineRole } from '../lines/line-role.js';
import type { RegionSpec, SheetSpec } from '../parse-spec.js';
import type { SheetCells } from '../sheet-cells.js';
import { headerLabels, topRows } from './header-labels.js';
import { columnKey } from './label-key.js';
import type { RememberedTable } from './remembered.js';
import type { LabelPlaces } from './sheet-texts.js';

/** A sheet, and how structuring reads it. */
export interface FoundSheet {
  cells: SheetCells;
  dialect: Dialect | null;
  spec: SheetSpec;
  places: LabelPlaces;
  /** What each row is, found once for all that is compared with the sheet. */
  lines: () => readonly LineRole[];
}

/** What is known of where a table is before it is described. */
export interface Header {
  rows: number[];
  left: number;
  right: number;
  /** Between which columns known labels stand; only where labels are what it is found by. */
  known?: { left: number; right: number };
  /** The region that structuring found under this header. */
  own: RegionSpec | undefined;
}

/** Fewer of its labels leave open whether a row is the header. */
const minShare = 0.5;

/** Where a remembered table may begin; undefined where it is not in the sheet. */
export function findHeader(
  sheet: FoundSheet,
  table: RememberedTable,
  before: readonly (Header | undefined)[],
): Header | undefined {
  if (table.form) return findForm(sheet, table, before);
  if (table.headerOffsets.length === 0) return findByPlace(sheet, table, before);
  if (table.keys.length === 0) return findByPeriods(sheet, table, before);
  const hits = new Map<number, { key: number; column: number }[]>();
  for (const key of table.keys)
    for (const { row, column } of sheet.places.get(key) ?? []) {
      for (const offset of table.headerOffsets) {
        const first = row - offset;
        if (first < 0) continue;
        const list = hits.get(first) ?? [];
        list.push({ key, column });
        hits.set(first, list);
      }
    }
  const isTaken = (first: number, column: number) =>
    before.some((header) => {
      const { left, right } = header?.known ?? { left: 1, right: 0 };
      return header?.rows[0] === first && left <= column && column <= right;
    });
  const rowsAt = (first: number) => table.headerOffsets.map((offset) => first + offset);
  const regionAt = (rows: readonly number[], left: number, right: number) =>
    sheet.spec.regions.find(
      (region) =>
        region.kind === 'data' &&
        region.layout !== 'form' &&
        String(topRows(region.headerRows)) === String(rows) &&
        region.range.left <= right &&
        left <= region.range.right &&
        !before.some((header) => header?.own === region),
    );
  let best: { first: number; count: number; isFound: boolean; columns: number[] } | undefined;
  for (const [first, list] of hits) {
    const free = list.filter(({ column }) => !isTaken(first, column));
    const count = new Set(free.map(({ key }) => key)).size;
    if (count === 0 || count < (best?.count ?? 0)) continue;
    const columns = free.map(({ column }) => column);
    const isFound = regionAt(rowsAt(first), Math.min(...columns), Math.max(...columns)) !== undefined;
    // Labels in one of several rows leave open which one that is.
    const isBetter = !best || count > best.count || (isFound !== best.isFound ? isFound : first < best.first);
    if (isBetter) best = { first, count, isFound, columns };
  }
  if (!best || best.count < minShare * table.keys.length) return undefined;
  const { first } = best;
  const rows = rowsAt(first);
  const [left, right] = [Math.min(...best.columns), Math.max(...best.columns)];
  const own = regionAt(rows, left, right);
  const extent = own
    ? { left: own.range.left, right: own.range.right }
    : extentOfHeader(sheet, rows, left, right);
  // The table beside it may have the same labels.
  const known = best.columns.filter((column) => extent.left <= column && column <= extent.right);
  return { rows, own, known: { left: Math.min(...known), right: Math.max(...known) }, ...extent };
}

/** Tables that stand beside each other end where the labels of the next begin, also where structuring sees one table. */
export function apartFromOthers(header: Header, headers: readonly (Header | undefined)[]): Header {
  const { known, rows, own } = header;
  if (!known) return header;
  let { left, right } = header;
  const [first = 0] = rows;
  const last = own?.range.bottom ?? Number.POSITIVE_INFINITY;
  for (const other of headers) {
    const [begin = 0] = other?.rows ?? [];
    const isBeside =
      begin <= last && first <= (other?.own?.range.bottom ?? Number.POSITIVE_INFINITY) && other !== header;
    if (!other?.known || !isBeside) continue;
    if (known.right < other.known.left) right = Math.min(right, other.known.left - 1);
    if (other.known.right < known.left) left = Math.max(left, other.known.right + 1);
  }
  return { ...header, left, right };
}

/** From the labels that are known, to both sides as far as there are more. */
function extentOfHeader({ cells, spec }: FoundSheet, rows: readonly number[], from: number, to: number) {
  const isNamed = (column: number) => rows.some((row) => !cells.isBlank(row, column));
  const used = spec.usedRange ?? { left: from, right: to };
  let [left, right] = [from, to];
  while (left > used.left && isNamed(left - 1)) left--;
  while (right < used.right && isNamed(right + 1)) right++;
  return { left, right };
}

/** A header of nothing but periods is one that structuring found. */
function findByPeriods(
  { cells, spec }: FoundSheet,
  { columns, headerOffsets }: RememberedTable,
  before: readonly (Header | undefined)[],
): Header | undefined {
  const wanted = new Set(columns.map(({ key }) => key));
  const own = spec.regions.find((region) => {
    const rows = topRows(region.headerRows);
    if (region.kind !== 'data' || rows.length !== headerOffsets.length) return false;
    if (before.some((header) => header?.own === region)) return false;
    const labels = headerLabels(
      cells,
      region.range,
      rows,
      region.columns.map(({ source }) => source),
    );
    return labels.every((label) => wanted.has(columnKey(label)));
  });
  return own && { rows: topRows(own.headerRows), left: own.range.left, right: own.range.right, own };
}

/** A table without a header begins where it began, or at least in the same column. */
function findByPlace(
  { spec }: FoundSheet,
  { range, columns }: RememberedTable,
  before: readonly (Header | undefined)[],
): Header | undefined {
  const alike = spec.regions.filter(
    (region) =>
      region.kind === 'data' &&
      region.layout !== 'form' &&
      region.headerRows.length === 0 &&
      region.columns.length === columns.length &&
      region.range.left === range?.left &&
      !before.some((header) => header?.own === region),
  );
  const own = alike.find((region) => region.range.top === range?.top) ?? alike[0];
  if (!own) return undefined;
  return { rows: [], left: own.range.left, right: own.range.right, own };
}

/** A form that structuring found has at least half of the labels. */
function findForm(
  { cells, spec }: FoundSheet,
  { columns }: RememberedTable,
  before: readonly (Header | undefined)[],
): Header | undefined {
  const wanted = new Set(columns.map(({ key }) => key));
  const labelsOf = (region: RegionSpec) =>
    region.columns.map(({ label, name }) => columnKey(label ? cells.text(label.row, label.column) : name));
  const forms = spec.regions
    .filter((region) => region.layout === 'form' && !before.some((header) => header?.own === region))
    .map((region) => ({ region, count: labelsOf(region).filter((key) => wanted.has(key)).length }))
    .sort((a, b) => b.count - a.count);
  const [best] = forms;
  if (!best || best.count < minShare * columns.length) return undefined;
  return { rows: [], left: best.region.range.left, right: best.region.range.right, own: best.region };
}
