import type { Dialect } from '@workbook-data-service/sheets';
import type { CellRange, Sheet } from '@workbook-data-service/sheets/grid';
import { reconcileRegions } from '../materialize/reconcile-regions.js';
import type { ColumnSpec, RegionSpec, SheetSpec } from '../parse-spec.js';
import { SheetCells } from '../sheet-cells.js';
import { readPeriod } from '../values/periods.js';
import { headerLabels, lookOf, topRows } from './header-labels.js';
import { columnKey, hashOf, labelKey, leftOutKey, nameKey } from './label-key.js';
import { rememberLabelPlaces } from './label-places.js';
import { labelsOfColumns } from './record-columns.js';
import { rowDecisions } from './remember-rows.js';
import type { RememberedColumn, RememberedSheet, RememberedTable, SetAside, TableEnd } from './remembered.js';
import { rememberLevels } from './row-levels.js';
import { rememberRows } from './same-rows.js';

const maxTables = 50;
const maxColumns = 500;

/** How a sheet was read, and what of that a person decided; undefined where nothing of it could be recognised. */
interface ReadSheet {
  sheet: Sheet;
  dialect: Dialect | null;
  filename: string;
  /** What structuring proposed. */
  proposed: SheetSpec;
  /** What the tables were made by. */
  kept: SheetSpec;
}

/** What is to be remembered of a sheet. Undefined where it has no table, or more than a layout can say. */
export function rememberSheet({
  sheet,
  dialect,
  filename,
  proposed,
  kept,
}: ReadSheet): RememberedSheet | undefined {
  const cells = new SheetCells(sheet, dialect);
  const data = tablesIn(kept.regions);
  if (data.length === 0 || data.length > maxTables) return undefined;
  if (data.some((region) => region.columns.length > maxColumns)) return undefined;
  const tables = data.map((region) => rememberTable(cells, region, proposed, kept));
  return {
    sheet: nameKey(sheet.name),
    file: nameKey(filename.replace(/\.[^.]*$/, '')),
    tables,
    setAside: setAsideOf(cells, proposed, kept, data[0]?.range.top ?? 0),
    disagreeing: reconcileRegions(sheet, dialect, kept.regions).filter(({ agrees }) => !agrees).length,
  };
}

export const inReadingOrder = (a: RegionSpec, b: RegionSpec) =>
  a.range.top - b.range.top || a.range.left - b.range.left;

function rememberTable(
  cells: SheetCells,
  region: RegionSpec,
  proposed: SheetSpec,
  kept: SheetSpec,
): RememberedTable {
  const before = sameTable(region, proposed);
  const rows = topRows(region.headerRows);
  const [first = region.range.top] = rows;
  const sources = region.columns.map(({ source }) => source);
  const labels =
    region.layout === 'form'
      ? region.columns.map(({ label, name }) => (label ? cells.text(label.row, label.column) : name))
      : labelsOfColumns(cells, region, rows);
  const columns = region.columns.map((column, at) =>
    rememberColumn(cells, region, column, labels[at] ?? '', before),
  );
  return {
    columns,
    headerOffsets: rows.map((row) => row - first),
    keys: keysOf(cells, region, rows, columns),
    form: region.layout === 'form',
    look: lookOf(cells, rows.at(-1) ?? first, sources),
    name: before?.name === region.name ? null : region.name,
    layout: region.layout,
    headerColumns: region.headerColumns,
    ends: endOf(cells, region, kept),
    rows: rowDecisions(cells, region, before),
    ...optional('same', rememberRows(cells, region)),
    ...optional('levels', rememberLevels(cells, region)),
    ...optional('recordRows', region.recordRows),
    ...optional('rowLabels', rememberLabelPlaces(region)),
    ...optional('madeNames', region.madeNames),
    ...optional('spreadMerged', region.spreadMerged),
    ...optional('continues', placeOfContinued(region, kept)),
    steps: region.steps,
    groups: region.rowRoles.group.length > 0,
    asks: (region.questions ?? []).map(({ id }) => kindOfQuestion(id)),
    leftOut: leftOutLabels(cells, region, kept, rows, columns),
    ...(rows.length === 0 && region.layout !== 'form' && { range: region.range }),
  };
}

const optional = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: Value };

function placeOfContinued({ continues }: RegionSpec, { regions }: SheetSpec): number | undefined {
  if (continues === undefined) return undefined;
  const place = tablesIn(regions).findIndex(({ id }) => id === continues);
  return place < 0 ? undefined : place;
}

const tablesIn = (regions: readonly RegionSpec[]) =>
  regions.filter(({ kind }) => kind === 'data').sort(inReadingOrder);

/** The region of another spec that is about the same table, if there is one. */
function sameTable(
  { id, range, headerRows }: RegionSpec,
  { regions }: Pick<SheetSpec, 'regions'>,
): RegionSpec | undefined {
  const tables = regions.filter(({ kind }) => kind === 'data');
  const byId = tables.find((other) => other.id === id);
  if (byId && meets(byId.range, range)) return byId;
  return tables.find((other) => meets(other.range, range) && other.headerRows[0] === headerRows[0]);
}

export const meets = (a: CellRange, b: CellRange) =>
  a.top <= b.bottom && b.top <= a.bottom && a.left <= b.right && b.left <= a.right;

export const kindOfQuestion = (id: string) => id.replace(/^.*\./, '').replace(/\d+$/, '');

function rememberColumn(
  cells: SheetCells,
  region: RegionSpec,
  column: ColumnSpec,
  label: string,
  before: RegionSpec | undefined,
): RememberedColumn {
  const own = before?.columns.find(
    ({ source, line, cell }) =>
      source === column.source && line === column.line && (!cell || cell.row === column.cell?.row),
  );
  const body = bodyOf(region);
  const isPeriod = column.role === 'period';
  return {
    label: label.slice(0, 200),
    key: columnKey(label),
    called: column.name,
    type: column.type,
    typed: own?.type !== column.type,
    name: own?.name === column.name ? null : column.name,
    role: own?.role === column.role ? null : column.role,
    unit: own?.unit === column.unit ? undefined : (column.unit ?? null),
    filled:
      column.cell !== undefined ||
      cells.filledColumns({ ...body, left: column.source, right: column.source }).length > 0,
    ...(column.derived && { derived: true }),
    ...(column.extract && { extract: column.extract }),
    ...(isPeriod && { period: true }),
    ...(column.cell &&
      column.label && {
        offset: {
          rows: column.cell.row - column.label.row,
          columns: column.cell.column - column.label.column,
        },
      }),
  };
}

function bodyOf({ range, headerRows }: RegionSpec): CellRange {
  const top = Math.max(range.top, (topRows(headerRows).at(-1) ?? range.top - 1) + 1);
  return { ...range, top: Math.min(top, range.bottom) };
}

function keysOf(
  cells: SheetCells,
  { range, layout }: RegionSpec,
  rows: readonly number[],
  columns: readonly RememberedColumn[],
): number[] {
  const texts =
    layout === 'form'
      ? columns.map(({ label }) => label)
      : rows.flatMap((row) => cells.filledInRow(row, range).map((column) => cells.text(row, column)));
  // The next file has other periods.
  const keys = texts
    .filter((text) => !readPeriod(text))
    .map(labelKey)
    .filter((key) => /\p{L}/u.test(key));
  return [...new Set(keys.map(hashOf))];
}

/** What closes a table: the end of the sheet, a blank row, or a row of something else, by the beginning of its text. */
function endOf(cells: SheetCells, region: RegionSpec, kept: SheetSpec): TableEnd {
  const { range } = region;
  const body = bodyOf(region);
  const filled = cells.filledRows(body);
  let blankRows = 0;
  filled.forEach((row, at) => {
    const above = at === 0 ? body.top - 1 : (filled[at - 1] ?? row);
    blankRows = Math.max(blankRows, row - above - 1);
  });
  const below = range.bottom + 1;
  if (below > (kept.usedRange?.bottom ?? range.bottom)) return { by: 'sheet', label: '', blankRows };
  const beside = { ...range, top: below, bottom: below };
  const first = cells.firstFilled(below, beside);
  if (first === undefined) {
    const [next] = cells.filledRows({ ...range, top: below, bottom: kept.usedRange?.bottom ?? below });
    if (next === undefined) return { by: 'sheet', label: '', blankRows };
    if (next - below > blankRows) return { by: 'blank', label: '', blankRows };
    // There are such gaps within the table too.
    const label = openingOf(cells.text(next, cells.firstFilled(next, range) ?? range.left));
    return { by: 'row', label, blankRows };
  }
  return { by: 'row', label: openingOf(cells.text(below, first)), blankRows };
}

/** How a closing row begins: enough to know it again, without what it says of this file. */
export const openingOf = (text: string) =>
  labelKey(text)
    .split(/[ :：、，,(（#]/)[0]
    ?.slice(0, 20) ?? '';

/** Labels over columns that no table has. */
function leftOutLabels(
  cells: SheetCells,
  region: RegionSpec,
  kept: SheetSpec,
  rows: readonly number[],
  taken: readonly RememberedColumn[],
): string[] {
  if (rows.length === 0 || region.layout === 'form' || !kept.usedRange) return [];
  const own = new Set(region.columns.map(({ source }) => source));
  const others = kept.regions.filter(
    ({ kind, id, range }) =>
      kind === 'data' &&
      id !== region.id &&
      meets(range, {
        ...region.range,
        left: 0,
        right: Number.MAX_SAFE_INTEGER,
      }),
  );
  const isOther = (column: number) =>
    others.some(({ range }) => range.left <= column && column <= range.right);
  const { left, right } = kept.usedRange;
  const columns: number[] = [];
  for (let column = left; column <= right; column++)
    if (!own.has(column) && !isOther(column) && rows.some((row) => !cells.isBlank(row, column)))
      columns.push(column);
  return headerLabels(cells, { ...region.range, left, right }, rows, columns)
    .map((label) => leftOutKey(label, taken))
    .filter(Boolean);
}

/** What was found in the sheet and is no table in it. */
function setAsideOf(cells: SheetCells, proposed: SheetSpec, kept: SheetSpec, firstRow: number): SetAside[] {
  const isCovered = (range: CellRange) =>
    kept.regions.some((region) => region.kind === 'data' && meets(region.range, range));
  return proposed.regions
    .filter(({ range }) => !isCovered(range))
    .toSorted(inReadingOrder)
    .flatMap((region): SetAside[] => {
      const now = kept.regions.find(({ range }) => meets(range, region.range));
      if (now && now.kind === region.kind) return [];
      const rows = topRows(region.headerRows);
      const sources = region.columns.map(({ source }) => source);
      const labels = region.kind === 'data' ? headerLabels(cells, region.range, rows, sources) : [];
      const as = now?.kind === 'title' || now?.kind === 'note' ? now.kind : 'left out';
      return [{ as, keys: labels.map(columnKey), place: region.range.top < firstRow ? 'above' : 'below' }];
    })
    .slice(0, 100);
}
