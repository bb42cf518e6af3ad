import { inferTable } from '#sheets/spreadsheet/infer-table.js';
import { analyzeSheet } from '#structure/analyze/analyze-sheet.js';
import { isAsDescribed } from '#structure/analyze/is-as-described.js';
import { materializeSheet } from '#structure/materialize/materialize-sheet.js';
import { valueAt } from '../table-values.mjs';

/**
 * The tables that an upload of the sheet would make, as file-workers/write-structured-tables.ts does:
 * `{name, role, columns, rows, regionIds, confidence}` with values in canonical form, and their spec.
 */
export function structureUpload({ sheet, dialect }, base) {
  const spec = analyzeSheet(sheet, dialect, { baseName: base });
  const raw = inferTable(sheet, dialect);
  if (raw && isAsDescribed(raw, spec)) {
    const [{ id, confidence }] = spec.regions;
    return { spec, made: [{ name: base, role: 'table', ...contentOf(raw), regionIds: [id], confidence }] };
  }
  const confidences = new Map(spec.regions.map(({ id, confidence }) => [id, confidence]));
  const made = materializeSheet(sheet, dialect, spec, base).tables.map((table) => ({
    name: table.name,
    role: table.role,
    ...contentOf(table),
    regionIds: table.regionIds,
    confidence: Math.min(...table.regionIds.map((id) => confidences.get(id) ?? 1)),
  }));
  return { spec, made };
}

function contentOf({ columns, rowCount }) {
  return {
    columns: columns.map(({ name, type }) => ({ name, type })),
    rows: Array.from({ length: rowCount }, (_, row) => columns.map((column) => valueAt(column, row))),
  };
}
