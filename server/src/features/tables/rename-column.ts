import type { CommitOptions } from '../../catalog/change.js';
import type { Caller } from '../caller.js';
import type { ColumnPlace } from '../places.js';
import type { Service } from '../service.js';
import {
  type ChangedTable,
  type ColumnsInput,
  changeColumns,
  replaceColumn,
  requireColumn,
} from './change-columns.js';
import { checkColumnName, refuseTakenName } from './column-names.js';
import { refuseNewNames } from './hidden-columns.js';
import { writableTable } from './writable-table.js';

/** Gives a column another name; its tags, description, annotations and history stay with it. */
export async function renameColumn(
  service: Service,
  caller: Caller,
  place: ColumnPlace,
  input: ColumnsInput & { newName: string },
  commit: CommitOptions = {},
): Promise<ChangedTable> {
  const table = await writableTable(service, caller, place);
  const { id, name } = requireColumn(table, place.column);
  const { newName, expectedVersion } = input;
  refuseNewNames(table);
  checkColumnName(newName, '/new_name');
  return await changeColumns(
    service,
    caller,
    table,
    {
      ...input,
      opKind: 'column.rename',
      request: {
        method: 'PATCH',
        path: `columns/${encodeURIComponent(name)}`,
        body: { new_name: newName, expected_version: expectedVersion },
      },
      edit: (columns) => {
        refuseTakenName(
          columns.filter((column) => column.id !== id),
          newName,
        );
        return replaceColumn(columns, id, (column) => ({ ...column, name: newName }));
      },
    },
    commit,
  );
}
