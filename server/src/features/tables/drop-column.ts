import { say } from '@workbook-data-service/contract/messages';
import { deleteAnnotationsOfColumns } from '../../catalog/annotation-records.js';
import type { Change, CommitOptions } from '../../catalog/change.js';
import type { ColumnRecord } from '../../catalog/tables.js';
import { problem } from '../../core/problems.js';
import type { ReadableTable } from '../../workbook/governance/governed-tables.js';
import type { Caller } from '../caller.js';
import { pinBefore } from '../pins/pin-state.js';
import type { ColumnPlace } from '../places.js';
import type { Service } from '../service.js';
import { type ChangedTable, changeColumns, refuseFormulaInput, requireColumn } from './change-columns.js';
import { type EditInput, editTable } from './edit-table.js';
import { writableTable } from './writable-table.js';

/**
 * Drops a column with its annotations; its id is never reused. Its tags are kept, but only for earlier versions and
 * for derived tables, which still have its values.
 */
export async function dropColumn(
  service: Service,
  caller: Caller,
  place: ColumnPlace,
  input: EditInput,
  commit: CommitOptions,
): Promise<ChangedTable> {
  const find = () => writableTable(service, caller, place);
  const plan = (table: ReadableTable) => {
    const { id, name } = requireColumn(table, place.column);
    const summary = say('pin-column-deleted', { table: table.record.name });
    const edit = async (columns: ColumnRecord[], c: Change) => {
      refuseFormulaInput(table, columns, id);
      const left = columns.filter((column) => column.id !== id);
      if (left.length === columns.length) throw problem('not-found', say('column-dropped-already'));
      if (left.length === 0) {
        throw problem('conflict', say('column-last', { column: name }), {
          fix: say('fix-column-last'),
        });
      }
      await deleteAnnotationsOfColumns(c, table.record.id, [id]);
      return left;
    };
    return (c: Change) =>
      changeColumns(c, caller, table, {
        ...input,
        opKind: 'column.drop',
        operation: {
          operation: 'dropColumn',
          input: { column: name, expectedVersion: input.expectedVersion },
        },
        pin: (c, opId) => pinBefore(c, service.config, { workbookId: place.workbookId, opId, summary }),
        edit,
      });
  };
  return await editTable(service, caller, input, { find, plan }, commit);
}
