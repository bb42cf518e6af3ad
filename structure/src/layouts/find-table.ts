import type { Dialect } from '@workbook-data-service/sheets';
import type { CellRange } from '@workbook-data-service/sheets/grid';
import { describeAnew } from '../decisions/answer-questions.js';
import { classifyLines } from '../lines/classify-lines.js';
import type { LineRole } from '../lines/line-role.js';
import type { RegionSpec, SheetSpec } from '../parse-spec.js';
import type { SheetCells } from '../sheet-cells.js';
import { gridOfSheet } from '../sheet-grid.js';
import { isTooLargeToStudy } from '../sheet-size.js';
import { type Aligned, alignColumns, type SheetColumn } from './align-columns.js';
import { headerLabels, topRows } from './header-labels.js';
import { columnKey } from './label-key.js';
import { openingOf } from './remember-sheet.js';
import type { RememberedTable } from './remembered.js';
import type { LabelPlaces } from './sheet-texts.js';

/** A sheet, and how structuring reads it. */
export interface FoundSheet {
  cells: SheetCells;
  dialect: Dialect | null;
  spec: SheetSpec;
  places: LabelPlaces;
}

/** A remembered table in a sheet, described anew from its own rows. */
export interface FoundTable {
  remembered: RememberedTable;
  region: RegionSpec;
  columns: SheetColumn[];
  aligned: Aligned;
  /** How many filled rows structuring would have in the table besides. */
  rowsOutside: number;
}

/** What is known of where a table is before it is described. */
interface Header {
  rows: number[];
  left: number;
  right: number;
  /** The region that structuring found under this header. */
  own: RegionSpec | undefined;
}

/** Finds the tables of a layout in a sheet, in their order; undefined for those that are not there. */
export function findTables(
  sheet: FoundSheet,
  remembered: readonly RememberedTable[],
): (FoundTable | undefined)[] {
  const headers: (Header | undefined)[] = [];
  for (const table of remembered) headers.push(findHeader(sheet, table, headers));
  return remembered.map((table, at) => {
    const header = headers[at];
    return header && describeFound(sheet, table, header, headers);
  });
}

/** Fewer of its labels leave open whether a row is the header. */
const minShare = 0.5;

function findHeader(
  sheet: FoundSheet,
  table: RememberedTable,
  before: readonly (Header | undefined)[],
): Header | undefined {
  if (table.form) return findForm(sheet, table, before);
  if (table.headerOffsets.length === 0) return findByPlace(sheet, table);
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
    before.some((header) => header?.rows[0] === first && header.left <= column && column <= header.right);
  let best: { first: number; count: number; columns: number[] } | undefined;
  for (const [first, list] of hits) {
    const free = list.filter(({ column }) => !isTaken(first, column));
    const count = new Set(free.map(({ key }) => key)).size;
    if (count > (best?.count ?? 0) || (best && count === best.count && first < best.first))
      best = { first, count, columns: free.map(({ column }) => column) };
  }
  if (!best || best.count < minShare * table.keys.length) return undefined;
  const { first } = best;
  const rows = table.headerOffsets.map((offset) => first + offset);
  const [left, right] = [Math.min(...best.columns), Math.max(...best.columns)];
  const own = sheet.spec.regions.find(
    (region) =>
      region.kind === 'data' &&
      region.layout !== 'form' &&
      String(topRows(region.headerRows)) === String(rows) &&
      region.range.left <= right &&
      left <= region.range.right &&
      !before.some((header) => header?.own === region),
  );
  const extent = own
    ? { left: own.range.left, right: own.range.right }
    : extentOfHeader(sheet, rows, left, right);
  const others = before.flatMap((header) => (header?.rows[0] === first ? [header] : []));
  return { rows, own, ...apartFrom(extent, others) };
}

function apartFrom(
  { left, right }: { left: number; right: number },
  others: readonly { left: number; right: number }[],
): { left: number; right: number } {
  for (const other of others) {
    if (other.right >= left && other.left <= left) left = other.right + 1;
    if (other.left <= right && other.right >= right) right = other.left - 1;
  }
  return { left, right };
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

/** A table without a header begins where it began. */
function findByPlace({ spec }: FoundSheet, { range, columns }: RememberedTable): Header | undefined {
  const own = spec.regions.find(
    ({ kind, range: { top, left } }) => kind === 'data' && top === range?.top && left === range.left,
  );
  if (!own || own.headerRows.length > 0 || own.columns.length !== columns.length) return undefined;
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

function describeFound(
  sheet: FoundSheet,
  remembered: RememberedTable,
  header: Header,
  headers: readonly (Header | undefined)[],
): FoundTable | undefined {
  const { cells } = sheet;
  const { own, rows, left, right } = header;
  if (remembered.form || rows.length === 0) {
    if (!own) return undefined;
    const columns = own.columns.map(({ source, label, name, type }) => ({
      source,
      type,
      label: label ? cells.text(label.row, label.column) : remembered.form ? name : '',
    }));
    return {
      remembered,
      region: own,
      columns,
      aligned: alignColumns(remembered.columns, columns),
      rowsOutside: 0,
    };
  }
  const [top = 0] = rows;
  const bottom = endBelow(sheet, remembered, header, headers);
  if (bottom < (rows.at(-1) ?? top)) return undefined;
  const range: CellRange = { top: own ? Math.min(own.range.top, top) : top, left, bottom, right };
  const region = own && own.range.bottom === bottom ? own : describe(sheet, header, range);
  if (!region) return undefined;
  const sources = region.columns.map(({ source }) => source);
  const labels = headerLabels(cells, region.range, rows, sources);
  const columns = region.columns.map(({ source, type }, at) => ({ source, type, label: labels[at] ?? '' }));
  const isTaken = columns.map(({ label }) => !remembered.leftOut.includes(columnKey(label)));
  const offered = columns.filter((_, at) => isTaken[at]);
  const below = { ...range, top: bottom + 1, bottom: own?.range.bottom ?? bottom };
  return {
    remembered,
    region,
    columns: offered,
    aligned: alignColumns(remembered.columns, offered),
    rowsOutside: below.top <= below.bottom ? cells.filledRows(below).length : 0,
  };
}

/** The last row of a table: where what closed it before is met again, or where structuring sees its end. */
function endBelow(
  { cells, spec }: FoundSheet,
  { ends }: RememberedTable,
  { rows, left, right, own }: Header,
  headers: readonly (Header | undefined)[],
): number {
  const first = (rows.at(-1) ?? 0) + 1;
  const lastUsed = spec.usedRange?.bottom ?? first;
  const next = headers.flatMap((header) =>
    header && (header.rows[0] ?? 0) >= first && header.left <= right && left <= header.right
      ? [Math.min(header.rows[0] ?? 0, header.own?.range.top ?? Number.POSITIVE_INFINITY)]
      : [],
  );
  const limit = Math.min(lastUsed, ...next.map((row) => row - 1));
  const range = { top: first, left, bottom: limit, right };
  const filled = limit >= first ? cells.filledRows(range) : [];
  let last = first - 1;
  let closed: 'gap' | 'label' | undefined;
  for (const row of filled) {
    if (row - last - 1 > ends.blankRows) {
      closed = 'gap';
      break;
    }
    if (ends.by === 'row' && ends.label !== '' && row > first) {
      const column = cells.firstFilled(row, range) ?? left;
      if (openingOf(cells.text(row, column)) === ends.label) {
        closed = 'label';
        break;
      }
    }
    last = row;
  }
  const isClosed =
    closed === 'label' ||
    (ends.by !== 'row' && (closed === 'gap') === (ends.by === 'blank' || next.length > 0));
  if (isClosed || !own) return last;
  return own.range.bottom;
}

function describe(sheet: FoundSheet, { rows, own }: Header, range: CellRange): RegionSpec | undefined {
  const { cells, dialect, spec } = sheet;
  if (isTooLargeToStudy(cells.sheet)) return undefined;
  const grid = gridOfSheet(cells.sheet, dialect);
  const roles = classifyLines(grid).map(
    (role): LineRole => (role === 'group' || role === 'derived' ? role : 'data'),
  );
  for (const region of spec.regions) {
    for (const row of region.rowRoles.group) roles[row] = 'group';
    for (const row of region.rowRoles.derived) roles[row] = 'derived';
  }
  for (let row = 0; row <= range.bottom; row++) roles[row] ??= 'data';
  for (const row of rows) roles[row] = 'header';
  const id = own?.id ?? `new${range.top}_${range.left}`;
  const name = own?.name ?? '';
  const found = describeAnew(
    { cells, dialect, spec: { ...spec, regions: spec.regions.filter((region) => region !== own) } },
    { ...emptyOf(range), id, name, headerRows: rows },
    roles.slice(0, range.bottom + 1),
  );
  return found.columns.length > 0 ? found : undefined;
}

const emptyOf = (range: CellRange): RegionSpec => ({
  id: '',
  kind: 'data',
  name: '',
  range,
  headerRows: [],
  headerColumns: 0,
  rowRoles: { group: [], derived: [] },
  columns: [],
  layout: 'flat',
  steps: [],
  confidence: 1,
  reasons: [],
});
