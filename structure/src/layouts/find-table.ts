import type { CellRange } from '@workbook-data-service/sheets/grid';
import { describeAnew } from '../decisions/answer-questions.js';
import type { LineRole } from '../lines/line-role.js';
import type { RegionSpec } from '../parse-spec.js';
import { isTooLargeToStudy } from '../sheet-size.js';
import { type Aligned, alignColumns, type SheetColumn } from './align-columns.js';
import { apartFromOthers, type FoundSheet, findHeader, type Header } from './find-header.js';
import { type KnownRows, knownRows } from './known-rows.js';
import { leftOutKey } from './label-key.js';
import { besideEachOther, labelsOfColumns } from './record-columns.js';
import { openingOf } from './remember-sheet.js';
import type { RememberedTable } from './remembered.js';
import { sameRows } from './same-rows.js';

/** A remembered table in a sheet, described anew from its own rows. */
export interface FoundTable {
  remembered: RememberedTable;
  region: RegionSpec;
  columns: SheetColumn[];
  aligned: Aligned;
  /** What its rows are, where they are the same as before. */
  same: ReturnType<typeof sameRows>;
  known: KnownRows;
  /** How many filled rows structuring would have in the table besides. */
  rowsOutside: number;
}

/** Finds the tables of a layout in a sheet, in their order; undefined for those that are not there. */
export function findTables(
  sheet: FoundSheet,
  remembered: readonly RememberedTable[],
): (FoundTable | undefined)[] {
  const found: (Header | undefined)[] = [];
  for (const table of remembered) found.push(findHeader(sheet, table, found));
  const headers = found.map((header) => header && apartFromOthers(header, found));
  return remembered.map((table, at) => {
    const header = headers[at];
    return header && describeFound(sheet, table, header, headers);
  });
}

function describeFound(
  sheet: FoundSheet,
  remembered: RememberedTable,
  header: Header,
  headers: readonly (Header | undefined)[],
): FoundTable | undefined {
  const { cells } = sheet;
  const { own, rows, left, right } = header;
  const isWithoutHeader = remembered.form || rows.length === 0;
  if (isWithoutHeader && !own) return undefined;
  const bottom = isWithoutHeader ? (own?.range.bottom ?? 0) : endBelow(sheet, remembered, header, headers);
  const top = Math.min(own?.range.top ?? Number.POSITIVE_INFINITY, rows[0] ?? Number.POSITIVE_INFINITY);
  if (bottom < (rows.at(-1) ?? top)) return undefined;
  const range: CellRange = { top, left, bottom, right };
  const same = sameRows(cells, { range, headerRows: rows }, remembered.same);
  const known = knownRows(cells, remembered, { range, headerRows: rows }, same?.rowRoles);
  const region =
    own && (remembered.form || isAsKnown(own, range, known, remembered))
      ? own
      : describe(sheet, header, range, known, remembered);
  if (!region) return undefined;
  const found = { remembered, region, same, known };
  if (isWithoutHeader) {
    const columns = region.columns.map(({ source, label, name, type }) => ({
      source,
      type,
      label: label ? cells.text(label.row, label.column) : remembered.form ? name : '',
    }));
    return { ...found, columns, aligned: alignColumns(remembered.columns, columns), rowsOutside: 0 };
  }
  const labels = labelsOfColumns(cells, region, rows);
  const columns = besideEachOther(region, region.columns).map(({ source, type }, at) => ({
    source,
    type,
    label: labels[at] ?? '',
  }));
  const isTaken = columns.map(
    ({ label }) => !remembered.leftOut.includes(leftOutKey(label, remembered.columns)),
  );
  const offered = columns.filter((_, at) => isTaken[at]);
  const below = { ...range, top: bottom + 1, bottom: own?.range.bottom ?? bottom };
  return {
    ...found,
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

/** Whether structuring found the table where it is, with all that is known of its rows. */
function isAsKnown(
  { range, rowRoles, headerRows, recordRows }: RegionSpec,
  place: CellRange,
  known: KnownRows,
  remembered: RememberedTable,
): boolean {
  const isThere =
    range.left === place.left &&
    range.right === place.right &&
    range.bottom === place.bottom &&
    recordRows === remembered.recordRows;
  const roleIn = (row: number): LineRole =>
    rowRoles.group.includes(row) ? 'group' : rowRoles.derived.includes(row) ? 'derived' : 'data';
  return isThere && [...known].every(([row, role]) => headerRows.includes(row) || roleIn(row) === role);
}

function describe(
  sheet: FoundSheet,
  { rows, own }: Header,
  range: CellRange,
  known: KnownRows,
  { recordRows }: RememberedTable,
): RegionSpec | undefined {
  const { cells, dialect, spec } = sheet;
  if (isTooLargeToStudy(cells.sheet)) return own?.range.bottom === range.bottom ? own : undefined;
  // A row of a record that takes several looks like a heading or a total to those who take it for one.
  const roles = recordRows === undefined ? rolesOfRows(sheet) : [];
  for (const [row, role] of known) roles[row] = own?.headerRows.includes(row) ? 'header' : role;
  for (let row = 0; row <= range.bottom; row++) roles[row] ??= 'data';
  for (const row of rows) roles[row] = 'header';
  const id = own?.id ?? `new${range.top}_${range.left}`;
  const name = own?.name ?? '';
  const found = describeAnew(
    { cells, dialect, spec: { ...spec, regions: spec.regions.filter((region) => region !== own) } },
    { ...emptyOf(range), id, name, headerRows: rows, ...(recordRows !== undefined && { recordRows }) },
    roles.slice(0, range.bottom + 1),
  );
  return found.columns.length > 0 ? found : undefined;
}

function rolesOfRows({ lines, spec }: FoundSheet): LineRole[] {
  const roles = lines().map((role): LineRole => (role === 'group' || role === 'derived' ? role : 'data'));
  for (const region of spec.regions) {
    for (const row of region.rowRoles.group) roles[row] = 'group';
    for (const row of region.rowRoles.derived) roles[row] = 'derived';
  }
  return roles;
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
