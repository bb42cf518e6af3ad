import { materializeSheet } from '#structure/materialize/materialize-sheet.js';
import { nextReadings } from '#structure/readings/candidates/find-readings.js';
import { otherTables } from '#structure/readings/candidates/sheet-decisions.js';
import { lineSupport } from '#structure/readings/judge/line-signs.js';
import { readingSigns, signNames } from '#structure/readings/judge/reading-signs.js';
import { fingerprintOf } from '#structure/readings/picture-tables.js';
import { SheetCells } from '#structure/sheet-cells.js';
import { gridOfSheet } from '#structure/sheet-grid.js';
import { valueAt } from '../table-values.mjs';

/**
 * The first reading of a sheet and others, of which different tables come: `{ids, signs, made}`. `made` is what an upload would
 * make of it, for the benches that compare tables.
 */
export function seenReadings({ sheet, dialect, spec, base, most = 40, below = 0.9 }) {
  const cells = new SheetCells(sheet, dialect);
  const asked = { cells, dialect, spec };
  const lines = lineSupport(gridOfSheet(sheet, dialect));
  const first = { regions: spec.regions, decisions: [] };
  const known = new Set();
  const seen = [];
  const look = ({ regions, decisions }) => {
    if (seen.length >= most) return;
    let tables;
    try {
      ({ tables } = materializeSheet(sheet, dialect, { ...spec, regions }, base));
    } catch {
      return;
    }
    const print = fingerprintOf(tables);
    if (known.has(print)) return;
    known.add(print);
    const signs = readingSigns({ cells, regions, tables, lines });
    seen.push({
      ids: decisions.map(({ id, region }) => `${id}@${region}`),
      confidence: Math.min(1, ...regions.filter(({ kind }) => kind === 'data').map((one) => one.confidence)),
      signs: signNames.map((name) => signs[name]),
      get made() {
        return tables.map((table) => contentOf(table, regions));
      },
    });
  };
  look(first);
  for (const reading of nextReadings(asked, first, below)) look(reading);
  for (const reading of otherTables(asked, base)) look(reading);
  return seen;
}

export const contentOf = ({ name, role, columns, rowCount, regionIds }, regions) => ({
  name,
  role,
  regionIds,
  columns: columns.map((column) => ({ name: column.name, type: column.type })),
  rows: Array.from({ length: rowCount }, (_, row) => columns.map((column) => valueAt(column, row))),
  confidence: Math.min(...regionIds.map((id) => regions.find((one) => one.id === id)?.confidence ?? 1)),
});
