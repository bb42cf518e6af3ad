import type { ColumnType } from '@workbook-data-service/sheets/values';
import type { TotalFunction } from './sheet-blocks.js';

const numbers = /^(BIGINT|INTEGER|DOUBLE|DECIMAL.*)$/;
const ordered = /^(DATE|TIME|TIMESTAMP|TIMESTAMPTZ)$/;

/** Whether a column of this type has such a total. */
export function totalFits(fn: TotalFunction, type: ColumnType): boolean {
  if (fn === 'count' || numbers.test(type)) return true;
  return (fn === 'min' || fn === 'max') && ordered.test(type);
}
