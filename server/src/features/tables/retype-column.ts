import { say } from '@workbook-data-service/contract/messages';
import type { Change, CommitOptions } from '../../catalog/change.js';
import type { ColumnRecord } from '../../catalog/tables.js';
import { problem } from '../../core/problems.js';
import type { GovernedColumn, ReadableTable } from '../../workbook/governance/governed-tables.js';
import { findUncastable, type Retyping, writeRetyped } from '../../workbook/ungoverned/retype-column.js';
import type { Caller } from '../caller.js';
import type { ColumnPlace } from '../places.js';
import type { Service } from '../service.js';
import {
  type ChangedTable,
  changeColumns,
  refuseFormulaInput,
  replaceColumn,
  requireColumn,
} from './change-columns.js';
import { columnType } from './column-names.js';
import { type EditInput, editTable, requireExpectedVersion } from './edit-table.js';
import { writableTable } from './writable-table.js';

const MAX_OFFENDERS = 20;

/** Casts every value of a column to another type, or changes nothing and reports the values that do not fit. */
export async function retypeColumn(
  service: Service,
  caller: Caller,
  place: ColumnPlace,
  input: EditInput & { type: string; lossy?: boolean | undefined },
  commit: CommitOptions,
): Promise<ChangedTable> {
  const type = columnType(input.type);
  const { lossy = false, dryRun, expectedVersion } = input;
  const find = () => writableTable(service, caller, place);
  const plan = async (table: ReadableTable) => {
    const column = requireColumn(table, place.column);
    requireExpectedVersion(table, input);
    const retyping = { table: table.record, version: table.version, columnId: column.id, type, lossy };
    const changes = type !== column.type;
    if (changes) await refuseUncastable(service, column, retyping);
    const segment = changes && !dryRun ? await writeRetyped(service.data, retyping) : undefined;
    // The new segment contains every row, so the column no longer needs its default.
    const edit = (columns: ColumnRecord[]) => {
      if (!changes) return columns;
      refuseFormulaInput(table, columns, column.id);
      return replaceColumn(columns, column.id, ({ initial: _, ...kept }) => ({ ...kept, type }));
    };
    return (c: Change) =>
      changeColumns(c, caller, table, {
        ...input,
        // The values were cast from this version, so the change is valid only for it.
        expectedVersion: table.version,
        opKind: 'column.retype',
        operation: {
          operation: 'retypeColumn',
          input: { column: column.name, type, lossy, expectedVersion },
        },
        segment,
        edit,
      });
  };
  return await editTable(service, caller, input, { find, plan }, commit);
}

async function refuseUncastable(service: Service, column: GovernedColumn, retyping: Retyping): Promise<void> {
  const offenders = await findUncastable(service.data, retyping, MAX_OFFENDERS);
  const [first] = offenders;
  if (!first) return;
  const { type } = retyping;
  const couldBe = first.becomes === null ? '' : ` without becoming ${JSON.stringify(first.becomes)}`;
  throw problem(
    'uncastable',
    say('value-uncastable', {
      value: JSON.stringify(first.value),
      row: first.rowId,
      column: column.name,
      type,
      hint: couldBe,
    }),
    {
      members: {
        column: column.name,
        wanted_type: type,
        offenders: offenders.map(({ rowId, value, becomes }) => ({ row_id: rowId, value, becomes })),
      },
    },
  );
}
