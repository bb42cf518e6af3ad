import type { Dialect } from '../../spreadsheet/grid.js';
import type { Sheet } from '../../xlsx/grid.js';
import type { SheetSpec } from '../parse-spec.js';
import { columnOfPlace, rowOfPlace, SheetCells } from '../sheet-cells.js';
import { arrangeRegion } from './arrange-region.js';
import { castColumn } from './cast-column.js';
import { type Coverage, CoverageMap } from './coverage.js';
import type { ArrangedTable, MaterializedColumn, MaterializedTable } from './materialized-table.js';
import { DistinctNames, tableNames } from './name-tables.js';
import { arrangeNotes } from './notes-table.js';
import { readerOf } from './placed-cells.js';
import { type ReconciledCell, reconcileRegions } from './reconcile-regions.js';
import { SpecError } from './spec-error.js';

export interface MaterializedSheet {
  tables: MaterializedTable[];
  coverage: Coverage;
  reconciliation: ReconciledCell[];
}

/**
 * The tables that a spec makes of its sheet. `tableBaseName` is the name that a single table takes.
 * Throws a SpecError where a cell is not of the type that the spec says.
 */
export function materializeSheet(
  sheet: Sheet,
  dialect: Dialect | null,
  spec: SheetSpec,
  tableBaseName: string,
): MaterializedSheet {
  const cells = new SheetCells(sheet);
  const coverage = new CoverageMap(cells);
  const names = new DistinctNames();
  const dataRegions = spec.regions.filter(({ kind }) => kind === 'data');
  const baseNames = tableNames(dataRegions, tableBaseName);
  const tables = dataRegions.flatMap((region, at) =>
    arrangeRegion(cells, region).map((arranged) => {
      coverage.placeTable(arranged);
      coverage.placeNames(region);
      const name = names.take(`${baseNames[at]}${arranged.suffix}`);
      return readTable(cells, dialect, arranged, name, [region.id]);
    }),
  );
  const notes = arrangeNotes(cells, spec, coverage);
  if (notes) {
    coverage.placeTable(notes.table);
    const name = names.take(`${tableBaseName}${notes.table.suffix}`);
    tables.push(readTable(cells, dialect, notes.table, name, notes.regionIds));
  }
  return {
    tables,
    coverage: coverage.tell(),
    reconciliation: reconcileRegions(sheet, dataRegions),
  };
}

function readTable(
  cells: SheetCells,
  dialect: Dialect | null,
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
      const data = castColumn(reader, rows, column.type, dialect, (row, type) => {
        const place = column.places[row] ?? Number.NaN;
        const cell = { row: rowOfPlace(place), column: columnOfPlace(place) };
        throw new SpecError(
          regionIds[0] ?? '',
          cell,
          column.name,
          reader.rendered(rows[row] ?? 0) ?? '',
          type,
        );
      });
      return {
        ...data,
        name: names.take(column.name),
        originalName: column.originalName,
        ...(column.unit === undefined ? {} : { unit: column.unit }),
      };
    }),
    sources: arranged.columns.map(({ places }) => places),
  };
}
