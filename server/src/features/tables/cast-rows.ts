import { say } from '@workbook-data-service/contract/messages';
import { whyOf } from '@workbook-data-service/contract/messages/why';
import {
  CellRefused,
  type Cells,
  castCell,
  isNestedTooDeeply,
  ROW_ID,
} from '@workbook-data-service/sheets/values';
import { type FieldError, fieldError, problem, whyOfField } from '../../core/problems.js';
import { mapInSlices } from '../../core/time-slices.js';
import type { GovernedTable } from '../../workbook/governance/governed-tables.js';
import { writableColumns } from './writable-table.js';

export interface CastRow {
  rowId: number | undefined;
  /** By column id. */
  cells: Cells;
}

const MAX_ERRORS = 20;

/**
 * Casts the cells of the rows of a request to canonical form, or refuses all rows.
 * Takes time linear in the number of cells, and yields to other requests.
 */
export async function castRows(
  table: GovernedTable,
  rows: readonly Record<string, unknown>[],
): Promise<CastRow[]> {
  const errors: FieldError[] = [];
  const columnNamed = writableColumns(table);
  const cast = await mapInSlices(rows, (row, i): CastRow => {
    const cells: Cells = {};
    for (const name of Object.keys(row)) {
      if (name === ROW_ID) continue;
      const column = columnNamed(name, () => `/rows/${i}/${name}`);
      try {
        cells[column.id] = castCell(row[name], column.type);
      } catch (error) {
        if (!(error instanceof CellRefused)) throw error;
        if (errors.length === MAX_ERRORS) continue;
        const refused = { value: describe(row[name]), type: column.type, ...whyOf(error.said) };
        errors.push(fieldError(`/rows/${i}/${name}`, say('field-cell', refused)));
      }
    }
    return { rowId: rowIdOf(row, i), cells };
  });
  const [first] = errors;
  if (first) {
    throw problem('invalid-request', say('rows-invalid', { path: first.path, ...whyOfField(first) }), {
      fix: say('fix-row-values'),
      members: { errors },
    });
  }
  refuseRepeats(cast);
  return cast;
}

function rowIdOf(row: Record<string, unknown>, index: number): number | undefined {
  const id = row[ROW_ID];
  if (id === undefined || id === null) return undefined;
  if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) return id;
  throw problem('invalid-request', say('row-id-invalid', { index, id: ROW_ID }), {
    members: { errors: [fieldError(`/rows/${index}/${ROW_ID}`, say('row-id-not-one'))] },
  });
}

function refuseRepeats(rows: CastRow[]): void {
  const seen = new Set<number>();
  for (const [i, { rowId }] of rows.entries()) {
    if (rowId === undefined) continue;
    if (seen.has(rowId)) {
      throw problem('invalid-request', say('row-repeated', { row: rowId }), {
        members: {
          errors: [fieldError(`/rows/${i}/${ROW_ID}`, say('row-listed-twice', { row: rowId }))],
        },
      });
    }
    seen.add(rowId);
  }
}

/** Null where it would take too long. */
function describe(value: unknown): string | null {
  if (isNestedTooDeeply(value)) return null;
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
