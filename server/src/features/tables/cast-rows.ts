import { CellRefused, castCell } from '../../core/cell-values.js';
import { ROW_ID } from '../../core/column-types.js';
import { problem } from '../../core/problems.js';
import type { Cells } from '../../core/row-edits.js';
import type { GovernedTable } from '../../workbook/governed-tables.js';
import { writableColumn } from './writable-table.js';

export interface CastRow {
  rowId: number | undefined;
  /** By column id. */
  cells: Cells;
}

const MOST_ERRORS = 20;

/** Rows of a request with their cells in canonical form. All of them fit, or none is taken. */
export function castRows(table: GovernedTable, rows: readonly Record<string, unknown>[]): CastRow[] {
  const errors: { path: string; message: string }[] = [];
  const cast = rows.map((row, i) => {
    const cells: Cells = {};
    for (const [name, value] of Object.entries(row)) {
      if (name === ROW_ID) continue;
      const path = `/rows/${i}/${name}`;
      const column = writableColumn(table, name, path);
      try {
        cells[column.id] = castCell(value, column.type);
      } catch (error) {
        if (!(error instanceof CellRefused)) throw error;
        errors.push({ path, message: `${describe(value)} ${error.message} (${column.type})` });
      }
    }
    return { rowId: rowIdOf(row, i), cells };
  });
  const [first] = errors;
  if (first) {
    throw problem('invalid-request', `Nothing was written: ${first.path} ${first.message}.`, {
      fix: 'Send values of the column types; GET …/schema?format=json-schema describes a row.',
      members: { errors: errors.slice(0, MOST_ERRORS) },
    });
  }
  refuseRepeats(cast);
  return cast;
}

function rowIdOf(row: Record<string, unknown>, index: number): number | undefined {
  const id = row[ROW_ID];
  if (id === undefined || id === null) return undefined;
  if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) return id;
  throw problem('invalid-request', `/rows/${index}/${ROW_ID} is not a row id.`, {
    members: { errors: [{ path: `/rows/${index}/${ROW_ID}`, message: 'is not a row id' }] },
  });
}

function refuseRepeats(rows: CastRow[]): void {
  const seen = new Set<number>();
  for (const [i, { rowId }] of rows.entries()) {
    if (rowId === undefined) continue;
    if (seen.has(rowId)) {
      throw problem('invalid-request', `Row ${rowId} is there more than once.`, {
        members: {
          errors: [{ path: `/rows/${i}/${ROW_ID}`, message: `row ${rowId} is there more than once` }],
        },
      });
    }
    seen.add(rowId);
  }
}

function describe(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
