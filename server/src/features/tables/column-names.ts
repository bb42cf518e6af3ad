import { type ColumnRecord, nameKey } from '../../catalog/tables.js';
import { type ColumnType, parseColumnType, ROW_ID } from '../../core/column-types.js';
import { problem } from '../../core/problems.js';

const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Refuses a name that no column may have. */
export function checkColumnName(name: string, path: string): void {
  if (name.trim() === '') throw invalidColumn(path, 'is blank');
  if (loneSurrogate.test(name) || name.includes('\0')) throw invalidColumn(path, 'is not well-formed text');
  if (name.toLowerCase() === ROW_ID) throw invalidColumn(path, 'is the name of the row id');
}

/** Refuses a name that another column has, without regard to case. */
export function refuseTakenName(columns: readonly ColumnRecord[], name: string): void {
  const key = nameKey(name);
  if (!columns.some((column) => nameKey(column.name) === key)) return;
  throw problem('name-taken', `The table has a column "${name}" already; case does not count.`);
}

export function columnType(text: string): ColumnType {
  const type = parseColumnType(text);
  if (type) return type;
  throw invalidColumn('/type', `is not a column type: ${text}`);
}

export function invalidColumn(path: string, message: string) {
  return problem('invalid-request', `The column cannot be changed so: ${path} ${message}.`, {
    fix: 'Types: VARCHAR, BIGINT, INTEGER, DOUBLE, DECIMAL(p,s), BOOLEAN, DATE, TIME, TIMESTAMP, TIMESTAMPTZ, JSON.',
    members: { errors: [{ path, message }] },
  });
}
