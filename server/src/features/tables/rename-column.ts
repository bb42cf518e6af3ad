import type { Change, CommitOptions } from '../../catalog/change.js';
import type { ColumnRecord } from '../../catalog/tables.js';
import type { ReadableTable } from '../../workbook/governance/governed-tables.js';
import type { Caller } from '../caller.js';
import type { ColumnPlace } from '../places.js';
import type { Service } from '../service.js';
import { type ChangedTable, changeColumns, replaceColumn, requireColumn } from './change-columns.js';
import { checkColumnName, refuseTakenName } from './column-names.js';
import { type EditInput, editTable } from './edit-table.js';
import { refuseNewNames } from './hidden-columns.js';
import { writableTable } from './writable-table.js';

/** Renames a column; it keeps its tags, description, annotations and history. */
export async function renameColumn(
  service: Service,
  caller: Caller,
  place: ColumnPlace,
  input: EditInput & { newName: string },
  commit: CommitOptions,
): Promise<ChangedTable> {
  const { newName, expectedVersion } = input;
  const find = () => writableTable(service, caller, place);
  const plan = (table: ReadableTable) => {
    const { id, name } = requireColumn(table, place.column);
    refuseNewNames(table);
    checkColumnName(newName, '/new_name');
    const edit = (columns: ColumnRecord[]) => {
      const others = columns.filter((column) => column.id !== id);
      refuseTakenName(others, newName);
      return replaceColumn(columns, id, (column) => ({ ...column, name: newName }));
    };
    return (c: Change) =>
      changeColumns(c, caller, table, {
        ...input,
        opKind: 'column.rename',
        operation: { operation: 'renameColumn', input: { column: name, newName, expectedVersion } },
        edit,
      });
  };
  return await editTable(service, caller, input, { find, plan }, commit);
}
