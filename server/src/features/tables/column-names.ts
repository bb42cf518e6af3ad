import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { whyOf } from '@workbook-data-service/contract/messages/why';
import { columnNameFault } from '@workbook-data-service/sheets/names';
import { type ColumnType, parseColumnType } from '@workbook-data-service/sheets/values';
import { type ColumnRecord, nameKey } from '../../catalog/tables.js';
import { refuseName } from '../../core/given-names.js';
import { fieldError, problem } from '../../core/problems.js';

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
  throw invalidColumn('/type', say('field-column-type', { type: text }));
}

export function invalidColumn(path: string, fault: Message) {
  return problem('invalid-request', say('column-invalid', { path, ...whyOf(fault) }), {
    fix: say('fix-column-types'),
    members: { errors: [fieldError(path, fault)] },
  });
}
