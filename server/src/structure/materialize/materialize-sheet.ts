import { cleanName } from '../../core/names.js';
import type { SheetSpec } from '../../core/parse-spec.js';
import type { Sheet } from '../../grid/grid.js';
import { inferColumn } from '../../spreadsheet/infer-column.js';
import type { Dialect } from '../../spreadsheet/spreadsheet-file.js';
import { columnOfPlace, rowOfPlace, SheetCells } from '../sheet-cells.js';
import type { SheetAccount } from './account-for-sheet.js';
import { arrangeSheet } from './arrange-sheet.js';
import { castColumn } from './cast-column.js';
import type { ArrangedTable, MaterializedColumn, MaterializedTable } from './materialized-table.js';
import { DistinctNames } from './name-tables.js';
import { readerOf } from './placed-cells.js';
import { reconcileRegions } from './reconcile-regions.js';
import { SpecError } from './spec-error.js';

export interface MaterializedSheet extends SheetAccount {
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
  refuse: (misfit: SpecError) => void = (misfit) => {
    throw misfit;
  },
): MaterializedSheet {
  const cells = new SheetCells(sheet);
  const { tables, coverage } = arrangeSheet(cells, spec, tableBaseName);
  const source = { cells, dialect, isPlain: isPlainTable(spec), refuse };
  return {
    tables: tables.map(({ arranged, name, regionIds }) => readTable(source, arranged, name, regionIds)),
    coverage,
    reconciliation: reconcileRegions(sheet, spec.regions),
  };
}

/** Whether the sheet is one table whose rows are all alike, whatever its shape. */
function isPlainTable({ regions: [only, ...others] }: SheetSpec): boolean {
  if (!only || others.length > 0) return false;
  return only.headerRows.length <= 1 && only.rowRoles.group.length + only.rowRoles.derived.length === 0;
}

interface TableSource {
  cells: SheetCells;
  dialect: Dialect | null;
  /** A plain table keeps the types that it would have without structuring. */
  isPlain: boolean;
  refuse: (misfit: SpecError) => void;
}

function readTable(
  { cells, dialect, isPlain, refuse }: TableSource,
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
    columns: arranged.columns.map((column): MaterializedColumn => {
      const { reader, rows } = readerOf(cells, column);
      // Names that became values are texts in a workbook, whatever they look like.
      const keepsFileType = isPlain && (dialect !== null || !column.text);
      const type = column.type ?? (keepsFileType ? inferColumn(reader, rows, dialect).type : null);
      const data = castColumn(reader, rows, type, dialect, (row, type) => {
        const place = column.places[row] ?? Number.NaN;
        const cell = { row: rowOfPlace(place), column: columnOfPlace(place) };
        const text = reader.rendered(rows[row] ?? 0) ?? '';
        refuse(new SpecError(regionIds[0] ?? '', cell, column.name, text, type));
      });
      return {
        ...data,
        name: names.take(cleanName(column.name) || 'column'),
        originalName: column.originalName,
        ...(column.unit === undefined ? {} : { unit: column.unit }),
      };
    }),
    sources: arranged.columns.map(({ places }) => places),
  };
}
