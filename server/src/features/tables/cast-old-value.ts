import type { CellValue, ColumnType } from '@workbook-data-service/sheets/values';
import { CellRefused, castStoredCell } from '@workbook-data-service/sheets/values';
import { problem } from '../../core/problems.js';

/** Casts an old value to the column's current type. Logging one that does not fit would break every reader. */
export function castOldValue(
  column: { name: string; type: ColumnType },
  value: CellValue | undefined,
): CellValue {
  try {
    return castStoredCell(value, column.type);
  } catch (error) {
    if (!(error instanceof CellRefused)) throw error;
    throw problem(
      'conflict',
      `The column "${column.name}" is ${column.type} now, and an old value does not fit it.`,
    );
  }
}
