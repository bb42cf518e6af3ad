import type { Dialect } from '@workbook-data-service/sheets';
import { columnNames, findHeader, inferColumn } from '@workbook-data-service/sheets/columns';
import type { CellRange } from '@workbook-data-service/sheets/grid';
import { cleanName } from '@workbook-data-service/sheets/names';
import type { RegionSpec } from '../parse-spec.js';
import { sayOfReading } from '../reading-messages.js';
import type { WholeReason } from '../reading-sentences.js';
import type { SheetCells } from '../sheet-cells.js';
import { isScattered } from '../sheet-size.js';
import { readColumn } from '../values/read-column.js';

/** Why a sheet is taken as one table. */
interface WholeSheet extends Pick<RegionSpec, 'id' | 'name' | 'questions'> {
  /** Null where a person asked for it. */
  why: WholeReason | null;
  /** Whether its first row may name the columns. */
  mayHaveHeader: boolean;
}

/** Nothing about such a table was looked at. */
const confidence = 0.3;

/** One plain table over everything, for a sheet that cannot be analysed cell by cell. */
export function describeWhole(
  cells: SheetCells,
  range: CellRange,
  dialect: Dialect | null,
  { mayHaveHeader, id, name, why, questions }: WholeSheet,
): RegionSpec {
  const said = why === null ? [] : [sayOfReading('taken_whole', { why })];
  const rows = Uint32Array.from(cells.filledRows(range));
  const columns = cells.filledColumns(range);
  const readers = columns.map((column) => cells.column(column));
  const header = mayHaveHeader ? findHeader(readers, rows, dialect) : null;
  const body = header === null ? rows : rows.subarray(1);
  const names = columnNames(
    columns.map((column) => ({ column, text: header === null ? null : cells.text(header, column) })),
  );
  // Of a sheet that is nearly empty, the raw table is all that is made.
  const typeOf = isScattered(cells.sheet)
    ? (column: number) => inferColumn(cells.column(column), body, dialect).type
    : (column: number) => readColumn(cells.column(column), body, dialect).type ?? 'VARCHAR';
  return {
    id,
    kind: 'data',
    name: cleanName(name) || id,
    range,
    headerRows: header === null ? [] : [header],
    headerColumns: 0,
    rowRoles: { group: [], derived: [] },
    columns: columns.map((source, at) => ({
      name: names[at] ?? '',
      source,
      type: typeOf(source),
      role: 'attribute',
    })),
    layout: 'flat',
    steps: [],
    confidence,
    ...(questions && { questions }),
    reasons: said,
    doubts: said,
  };
}
