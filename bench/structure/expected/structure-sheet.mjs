import { cleanTableName, stem } from '#server/core/file-names.js';
import { inferTable } from '#sheets/spreadsheet/infer-table.js';
import { analyzeSheet } from '#structure/analyze/analyze-sheet.js';
import { isAsDescribed } from '#structure/analyze/is-as-described.js';
import { materializeSheet } from '#structure/materialize/materialize-sheet.js';
import { columnOfPlace, rowOfPlace } from '#structure/sheet-cells.js';
import { valueAt } from '../table-values.mjs';

/** The name from which an upload names the tables of a sheet. */
export function baseName(file, sheets, sheet) {
  const filled = sheets.filter(({ rowCount }) => rowCount > 0);
  return cleanTableName(filled.length === 1 ? stem(file) : sheet.name);
}

/**
 * The tables that an upload makes of a sheet: `{name, role, columns: [{name, type}], rows, sources, confidence}`,
 * where `sources[row][column]` is the cell that a value comes from, or null.
 */
export function structureSheet(sheet, dialect, base) {
  const spec = analyzeSheet(sheet, dialect, { baseName: base });
  const { tables, coverage } = materializeSheet(sheet, dialect, spec, base);
  const raw = inferTable(sheet, dialect);
  const isRaw = raw && isAsDescribed(raw, spec) && tables.length === 1;
  const confidences = new Map(spec.regions.map(({ id, confidence }) => [id, confidence]));
  return {
    spec,
    coverage,
    tables: tables.map((table) => {
      const { columns } = isRaw && raw.columns.length === table.columns.length ? raw : table;
      return {
        name: table.name,
        role: table.role,
        columns: columns.map(({ name, type }) => ({ name, type })),
        rows: Array.from({ length: table.rowCount }, (_, row) =>
          columns.map((column) => valueAt(column, row)),
        ),
        sources: Array.from({ length: table.rowCount }, (_, row) =>
          table.sources.map((places) => cellAt(places[row])),
        ),
        confidence: Math.min(...table.regionIds.map((id) => confidences.get(id) ?? 1)),
      };
    }),
  };
}

const cellAt = (place) =>
  Number.isNaN(place) ? null : { row: rowOfPlace(place), column: columnOfPlace(place) };
