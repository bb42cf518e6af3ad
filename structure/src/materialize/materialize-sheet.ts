import type { Dialect } from '@workbook-data-service/sheets';
import type { ColumnCells, ColumnData } from '@workbook-data-service/sheets/columns';
import { columnNumberFormat } from '@workbook-data-service/sheets/columns';
import type { Sheet } from '@workbook-data-service/sheets/grid';
import { cleanName } from '@workbook-data-service/sheets/names';
import type { SheetSpec, SpecType } from '../parse-spec.js';
import { columnOfPlace, rowOfPlace, SheetCells } from '../sheet-cells.js';
import type { SheetAccount } from './account-for-sheet.js';
import { arrangeSheet } from './arrange-sheet.js';
import { castColumn } from './cast-column.js';
import { extractColumn } from './extract-column.js';
import { leftBlank, withoutPlaces } from './left-blank.js';
import type {
  ArrangedColumn,
  ArrangedTable,
  MaterializedColumn,
  MaterializedTable,
  TableRole,
} from './materialized-table.js';
import { DistinctNames } from './name-tables.js';
import { readerOf } from './placed-cells.js';
import { reconcileRegions } from './reconcile-regions.js';
import { SpecError } from './spec-error.js';

interface MaterializedSheet extends SheetAccount {
  tables: MaterializedTable[];
}

/**
 * The tables that a spec makes from its sheet. `tableBaseName` is the name of a single table. `refuse` is
 * called for each cell that does not fit the type in the spec; it may throw to stop at the first.
 */
export function materializeSheet(
  sheet: Sheet,
  dialect: Dialect | null,
  spec: SheetSpec,
  tableBaseName: string,
  refuse: (misfit: SpecError) => void = refuseAtFirst,
): MaterializedSheet {
  const cells = new SheetCells(sheet, dialect);
  const { tables, coverage } = materializeTables(cells, dialect, spec, tableBaseName, refuse);
  return {
    tables,
    coverage: coverage.summary(),
    reconciliation: reconcileRegions(sheet, dialect, spec.regions),
  };
}

const refuseAtFirst = (misfit: SpecError): never => {
  throw misfit;
};

/** The tables alone, where nobody asks whether their totals agree. */
export function materializeTables(
  cells: SheetCells,
  dialect: Dialect | null,
  spec: SheetSpec,
  tableBaseName: string,
  refuse: (misfit: SpecError) => void = refuseAtFirst,
) {
  const { tables, coverage } = arrangeSheet(cells, spec, tableBaseName);
  const blank = new Set(spec.regions.flatMap((region) => leftBlank(cells, region)));
  const source = { cells, dialect, blank, refuse };
  return {
    tables: tables.map(({ arranged, name, regionIds }) => readTable(source, arranged, name, regionIds)),
    coverage,
  };
}

interface TableSource {
  cells: SheetCells;
  dialect: Dialect | null;
  /** Places whose values are left out. */
  blank: ReadonlySet<number>;
  refuse: (misfit: SpecError) => void;
}

function readTable(
  source: TableSource,
  arranged: ArrangedTable,
  name: string,
  regionIds: string[],
): MaterializedTable {
  const names = new DistinctNames();
  return {
    name,
    role: arranged.role,
    regionIds,
    rowCount: arranged.rowCount,
    columns: arranged.columns.map(
      (column): MaterializedColumn => ({
        ...readValues(source, arranged.role, column, regionIds[0] ?? ''),
        name: names.take(cleanName(column.name) || 'column'),
        originalName: column.originalName,
        ...(column.unit === undefined ? {} : { unit: column.unit }),
      }),
    ),
    sources: arranged.columns.map(({ places }) => places),
  };
}

function readValues(
  { cells, dialect, blank, refuse }: TableSource,
  role: TableRole,
  column: ArrangedColumn,
  regionId: string,
): ColumnData & Pick<MaterializedColumn, 'numberFormat'> {
  const { reader, rows } = readerOf(cells, blank.size > 0 ? withoutPlaces(column, blank) : column);
  let fits = true;
  const cast = column.extract ? extractColumn(column.extract) : castColumn;
  const data = cast(reader, rows, column.type, dialect, (row, type) => {
    fits = false;
    if (role === 'computed') return;
    const place = column.places[row] ?? Number.NaN;
    const cell = { row: rowOfPlace(place), column: columnOfPlace(place) };
    refuse(new SpecError(regionId, cell, column.name, reader.rendered(rows[row] ?? 0) ?? '', type));
  });
  // Among the computed items, the average of whole numbers has a fraction, a label may stand in a column of dates, and
  // words are counted.
  const mayDiffer = role === 'computed' && (!fits || (column.type === 'VARCHAR' && !column.text));
  const inferred = mayDiffer
    ? (asFractions(reader, rows, column.type, dialect) ??
      castColumn(reader, rows, null, dialect, refuseNothing))
    : data;
  const values = fits && !isNumeric(inferred) ? data : inferred;
  return { ...values, numberFormat: columnNumberFormat(reader, rows, values.type) };
}

/** Shares and averages below whole numbers: `1,240` over `12.5%`. */
function asFractions(
  reader: ColumnCells,
  rows: Uint32Array,
  type: SpecType | null,
  dialect: Dialect | null,
): ColumnData | undefined {
  if (type !== 'BIGINT') return undefined;
  let fits = true;
  const data = castColumn(reader, rows, 'DOUBLE', dialect, () => {
    fits = false;
  });
  return fits ? data : undefined;
}

const isNumeric = ({ type }: ColumnData) => type === 'BIGINT' || type === 'DOUBLE';

const refuseNothing = () => {};
