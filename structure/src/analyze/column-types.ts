import type { Dialect } from '@workbook-data-service/sheets';
import type { ColumnCells } from '@workbook-data-service/sheets/columns';
import { CellKind, type CellRange } from '@workbook-data-service/sheets/grid';
import type { HeaderLabel } from '../headers/read-header.js';
import { countAsOutline } from '../hierarchy/numbering.js';
import { opensWithTotal } from '../lines/line-vocabulary.js';
import { type BodyRow, readRegionRows } from '../materialize/region-rows.js';
import type { RegionSpec, SpecType } from '../parse-spec.js';
import type { SheetCells } from '../sheet-cells.js';
import { isMissing } from '../values/read-cells.js';
import { readColumn } from '../values/read-column.js';
import type { RegionLines } from './region-lines.js';
import type { StudiedSheet } from './studied-sheet.js';

export interface ColumnType {
  /** Undefined where no cell indicates one. */
  type: SpecType | undefined;
  /** The unit written with every number. */
  unit?: string;
}

/** The types of columns as the given rows show them; digits that identify something are text. */
export function columnTypes(
  { cells, dialect }: Pick<StudiedSheet, 'cells' | 'dialect'>,
  columns: readonly number[],
  headers: readonly HeaderLabel[][],
  rows: Uint32Array,
): ColumnType[] {
  return columns.map((column, at) => {
    const reader = cells.column(column);
    const { type, unit } = readColumn(reader, rows, dialect);
    const heading = headers[at]?.at(-1)?.text.normalize('NFKC').trim() ?? '';
    if (type === 'BIGINT' && identifies(heading, reader, rows, dialect)) return { type: 'VARCHAR' };
    // Written as texts, 1.10 and 1.1 are two numbers of an outline; stored as numbers, they are already one.
    if (type === 'DOUBLE' && countAsOutline(textsOf(reader, rows))) return { type: 'VARCHAR' };
    return { type, ...(unit ? { unit } : {}) };
  });
}

/** Those of cells that contain text; other cells have none. */
function* textsOf(cells: ColumnCells, rows: Uint32Array): Generator<string> {
  for (const row of rows)
    if (!isMissing(cells, row)) yield cells.kind(row) === CellKind.text ? cells.text(row).trim() : '';
}

/** Answers on a scale of up to ten. */
export function areRatings(
  { cells, dialect }: Pick<StudiedSheet, 'cells' | 'dialect'>,
  column: number,
  rows: Uint32Array,
): boolean {
  const { data } = readColumn(cells.column(column), rows, dialect);
  return data.type === 'BIGINT' && data.values.every((value) => value >= 0n && value <= 10n);
}

/** Longer tables are lists, in which the line roles already show the totals. */
const maxRowsSearched = 2000;

/** The rows that surely are records: a total in a column of dates does not make it text. */
export function surelyRecords(
  cells: SheetCells,
  range: CellRange,
  { recordRows, derivedRows }: RegionLines,
): Uint32Array {
  const derived = new Set(derivedRows);
  const isTotal = (row: number) =>
    cells
      .filledInRow(row, range)
      .slice(0, 2)
      .some((column) => opensWithTotal(cells.text(row, column)));
  const searched = recordRows.length <= maxRowsSearched;
  const plain = recordRows.filter((row) => !derived.has(row) && !(searched && isTotal(row)));
  return new Uint32Array(plain.length > 0 ? plain : recordRows);
}

/** Types again, now that it is known which rows are computed and so leave for a table of their own. */
export function retype(sheet: StudiedSheet, region: RegionSpec, headers: readonly HeaderLabel[][]): void {
  const { body, groups, keys } = readRegionRows(sheet.cells, region);
  const records = body.filter(({ derived }) => !derived);
  region.columns.forEach((column, at) => {
    // A label that is filled down may stand in any row.
    const labels = keys.fills(column.source)
      ? [...groups, ...totalsAbove(sheet.cells, body, column.source)]
      : [];
    const typeIn = (of: readonly BodyRow[]) => {
      const rows = Uint32Array.from(of, ({ row }) => row);
      return columnTypes(sheet, [column.source], [headers[at] ?? []], rows)[0]?.type;
    };
    // A column may be for totals alone.
    column.type = typeIn([...records, ...labels]) ?? typeIn(body) ?? column.type;
  });
}

/** The computed rows with a label that is filled down to records below, unlike `Total` at the end of dates. */
function totalsAbove(cells: SheetCells, body: readonly BodyRow[], column: number): Set<BodyRow> {
  const above = new Set<BodyRow>();
  let last: BodyRow | undefined;
  for (const one of body) {
    if (!cells.isBlank(one.row, column)) last = one;
    else if (last?.derived && !one.derived) above.add(last);
  }
  return above;
}

const neverComputed =
  /電話|携帯|ファックス|郵便番号|〒|口座|法人番号|(?:^|[^a-z])(?:isbn|jan code|ean|upc|phone|tel|fax|mobile|zip|postal|postcode)(?![a-z])/i;
const codeHeading = /(?:^|[^a-z])(?:id|code|no\.?)$|コード|番号|品番|型番/i;
const cellsLookedAt = 200;
/** As long as these, digits are seldom a quantity. Times in milliseconds have 13. */
const longInText = 14;
const longInTextCell = 10;
/** Shorter digits under such a heading may count telephones. */
const minNamed = 5;

/**
 * Whether whole numbers are names of things: they are written as texts of nothing but digits, and are long or
 * below a heading that says so. A workbook that stores digits as text already hints at it.
 */
function identifies(
  heading: string,
  cells: ColumnCells,
  rows: Uint32Array,
  dialect: Dialect | null,
): boolean {
  const least =
    !dialect && codeHeading.test(heading)
      ? 1
      : neverComputed.test(heading)
        ? minNamed
        : dialect
          ? longInText
          : longInTextCell;
  let seen = 0;
  for (const row of rows) {
    if (seen >= cellsLookedAt) break;
    if (isMissing(cells, row)) continue;
    const text = cells.kind(row) === CellKind.text ? cells.text(row).trim() : '';
    if (text.length < least || !/^\d+$/.test(text)) return false;
    seen++;
  }
  return seen > 0;
}
