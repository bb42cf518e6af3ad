import { say } from '@workbook-data-service/contract/messages';
import { whyOf } from '@workbook-data-service/contract/messages/why';
import { CellRefused, type CellValue, type ColumnType, castCell } from '@workbook-data-service/sheets/values';
import type { Change, CommitOptions } from '../../catalog/change.js';
import { type ColumnRecord, columnIdsEverUsed } from '../../catalog/tables.js';
import { nextColumnId } from '../../core/column-changes.js';
import { problem } from '../../core/problems.js';
import type { ReadableTable } from '../../workbook/governance/governed-tables.js';
import type { Caller } from '../caller.js';
import type { TablePlace } from '../places.js';
import type { Service } from '../service.js';
import { type ChangedTable, changeColumns } from './change-columns.js';
import { checkColumnName, columnType, invalidColumn, refuseTakenName } from './column-names.js';
import { type EditInput, editTable } from './edit-table.js';
import { refuseNewNames } from './hidden-columns.js';
import { writableTable } from './writable-table.js';

interface AddColumnInput extends EditInput {
  column: string;
  type: string;
  /** Its value in existing rows. */
  default?: unknown;
}

/** Just below the limit of a spreadsheet, which is 16,384. */
const MAX_COLUMNS = 16_000;

/** Adds a column at the end. No row is rewritten: existing rows have its default. */
export async function addColumn(
  service: Service,
  caller: Caller,
  place: TablePlace,
  input: AddColumnInput,
  commit: CommitOptions,
): Promise<ChangedTable> {
  const find = () => writableTable(service, caller, place);
  const plan = (table: ReadableTable) => {
    refuseNewNames(table);
    checkColumnName(input.column, '/column');
    const type = columnType(input.type);
    const initial = defaultValue(input.default, type);
    const edit = async (columns: ColumnRecord[], c: Change) => {
      refuseTakenName(columns, input.column);
      if (columns.length >= MAX_COLUMNS) throw problem('conflict', say('column-limit', { max: MAX_COLUMNS }));
      const added: ColumnRecord = {
        id: nextColumnId(await columnIdsEverUsed(c.tx, table.record.id)),
        name: input.column,
        originalName: null,
        type,
        description: null,
        ...(initial !== null && { initial }),
      };
      return [...columns, added];
    };
    return (c: Change) =>
      changeColumns(c, caller, table, {
        ...input,
        opKind: 'column.add',
        operation: {
          operation: 'addColumn',
          input: {
            column: input.column,
            type,
            default: input.default ?? null,
            expectedVersion: input.expectedVersion,
          },
        },
        edit,
      });
  };
  return await editTable(service, caller, input, { find, plan }, commit);
}

function defaultValue(given: unknown, type: ColumnType): CellValue {
  try {
    return castCell(given, type);
  } catch (error) {
    if (!(error instanceof CellRefused)) throw error;
    throw invalidColumn('/default', say('field-cell-type', { type, ...whyOf(error.said) }));
  }
}
