import { say } from '@workbook-data-service/contract/messages';
import {
  CellRefused,
  type CellValue,
  type ColumnType,
  castStoredCell,
} from '@workbook-data-service/sheets/values';
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
    throw problem('conflict', say('old-value-unfit', { column: column.name, type: column.type }));
  }
}
