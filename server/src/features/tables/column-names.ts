import { say } from '@workbook-data-service/contract/messages';
import { columnNameFault } from '@workbook-data-service/sheets/names';
import { type ColumnType, parseColumnType } from '@workbook-data-service/sheets/values';
import { type ColumnRecord, nameKey } from '../../catalog/tables.js';
import { refuseName } from '../../core/given-names.js';
import { problem } from '../../core/problems.js';

/** Refuses a name that no column may have. */
export function checkColumnName(name: string, path: string): void {
  refuseName(columnNameFault(name), path);
}

/** Refuses a name that another column has, without regard to case. */
export function refuseTakenName(columns: readonly ColumnRecord[], name: string): void {
  const key = nameKey(name);
  if (!columns.some((column) => nameKey(column.name) === key)) return;
  throw problem('name-taken', say('column-exists', { column: name }));
}

export function columnType(text: string): ColumnType {
  const type = parseColumnType(text);
  if (type) return type;
  throw invalidColumn('/type', `is not a column type: ${text}`);
}

export function invalidColumn(path: string, message: string) {
  return problem('invalid-request', say('column-invalid', { path, why: message }), {
    fix: say('fix-column-types'),
    members: { errors: [{ path, message }] },
  });
}
