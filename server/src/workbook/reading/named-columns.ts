import { say } from '@workbook-data-service/contract/messages';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { columnNamed } from '../../core/column-named.js';
import { nameList } from '../../core/name-list.js';
import { fieldError, problem } from '../../core/problems.js';
import type { GovernedColumn } from '../governance/governed-tables.js';

/** The columns that a list in a query names, which has the row id anyway. */
export function namedColumns(columns: GovernedColumn[], wanted: string, path: string): GovernedColumn[] {
  const names = nameList(wanted).filter((name) => name.toLowerCase() !== ROW_ID);
  return names.map((name) => requireColumn(columns, name, path));
}

export function requireColumn(columns: GovernedColumn[], name: string, path: string): GovernedColumn {
  const column = columnNamed(columns, name);
  if (column) return column;
  throw problem('invalid-request', say('columns-unknown', { column: name }), {
    fix: say('fix-columns-list'),
    members: { errors: [fieldError(path, say('field-no-column', { column: name }))] },
  });
}
