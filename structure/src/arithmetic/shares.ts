import type { NumberTable } from './number-table.js';
import { namesOperator } from './operation-vocabulary.js';

/** Named as a ratio, or fractions of one throughout. */
export function looksLikeShare(table: NumberTable, field: number): boolean {
  if (namesOperator(table.label(field), 'Division')) return true;
  if (table.finestUnit(field) >= 1) return false;
  for (let record = 0; record < table.recordCount; record++) {
    if (Math.abs(table.value(record, field)) > 1) return false;
  }
  return true;
}
