import { Type } from '@sinclair/typebox';
import { ActorText, Id, nullable, strictObject, textEnum } from './common.js';
import { withDefault } from './defaults.js';
import { DryRunQuery } from './editing.js';
import { WarningMessages } from './message-fields.js';
import { Conflict } from './overrides.js';

const BranchId = Type.String({
  ...Id,
  description: 'The `X-SVC-Branch-Id` of the export that the file comes from',
});

/** The fields of the form other than the file. */
export const MergeForm = strictObject({ branch_id: BranchId, actor: ActorText });
export const SyncForm = strictObject({
  branch_id: Type.Optional(
    Type.String({ ...Id, description: 'For a file that does not say itself which export it comes from' }),
  ),
  actor: ActorText,
});
export const MergeQuery = Type.Object({
  ...DryRunQuery.properties,
  confirm_deletes: withDefault(
    Type.Boolean({
      description:
        'Also merges a file that lacks more than half of more than 20 rows, or that has none of its row ids left and ' +
        'so replaces every row',
    }),
    false,
  ),
  on_unreadable: withDefault(
    textEnum(['refuse', 'skip'], {
      description:
        'Cells that cannot be read as the type of their column: `refuse` merges nothing and lists them (422), `skip` ' +
        'leaves them as they were, empty in a new row, and lists them in `tables[].skipped`',
    }),
    'refuse',
  ),
  return_file: withDefault(
    Type.Boolean({
      description:
        'Returns the merged tables as a file, with the ids of all rows and a branch of its own, to continue with in place of ' +
        'the file that was sent. Ignored in a dry run',
    }),
    false,
  ),
});

const UnreadCell = Type.Object({
  sheet: Type.String(),
  cell: Type.String({ description: 'Its address' }),
  column: Type.String(),
  value: Type.String({ description: 'As the file has it, cut where it is long' }),
  type: Type.String({ description: 'That of the column' }),
  reason: Type.String(),
});

export const PlannedCell = Type.Object({
  row: Type.Integer({ description: 'Cells of one row have the same number, counted from 1' }),
  row_id: nullable(
    Type.Integer({ description: '`__svc_row_id`; null for a row that is yet to be inserted' }),
  ),
  change: textEnum(['insert', 'update', 'delete'], { description: 'What happens to the row' }),
  column: Type.String(),
  old: Type.Unknown({ description: 'A cell as rows show it; null also where there is no such row' }),
  new: Type.Unknown(),
});

export const MergedTable = Type.Object({
  name: Type.String(),
  artifact_id: Type.String(),
  edit_version: Type.Integer({ description: 'The one before where the merge does not change the table' }),
  rows: Type.Object({
    inserted: Type.Integer({
      description: 'Also rows that were deleted here, edited in the file and came back',
    }),
    updated: Type.Integer(),
    deleted: Type.Integer(),
    unchanged: Type.Integer({ description: 'Rows of the file with nothing to write' }),
  }),
  cells: Type.Integer({ description: 'Cells written in the updated rows' }),
  columns: Type.Object({
    added: Type.Array(Type.String()),
    renamed: Type.Array(Type.Object({ from: Type.String(), to: Type.String() })),
    ignored: Type.Array(Type.String(), {
      description: 'Columns that are computed, dropped, or that you may not write',
    }),
    missing: Type.Array(Type.String(), { description: 'Columns that the file lacks: they stay as they are' }),
  }),
  conflicts: Type.Integer(),
  readings: Type.Array(
    Type.Object({
      column: Type.String(),
      type: Type.String(),
      count: Type.Integer(),
      cells: Type.Array(
        Type.Object({
          cell: Type.String({ description: 'Its address' }),
          text: Type.String({ description: 'As the file has it' }),
          value: Type.Unknown({ description: 'As it was read; null for a mark such as `n.a.`' }),
        }),
        { description: 'The first 10 of them' },
      ),
    }),
    { description: 'Columns with texts that were read as values: `1,200`, `１２`, `2026/2/28`, `01:45 PM`' },
  ),
  skipped: Type.Object(
    {
      count: Type.Integer(),
      cells: Type.Array(UnreadCell, { description: 'The first 100 of them' }),
    },
    { description: 'Cells that could not be read and stay as they were, with `on_unreadable=skip`' },
  ),
  changes: Type.Optional(
    Type.Array(PlannedCell, {
      description: 'In a dry run: the first 1,000 cells that would change, also of inserted and deleted rows',
    }),
  ),
});

export const MergeAnswer = Type.Object({
  branch_id: Type.String(),
  op_id: nullable(Type.Integer({ description: 'The op that undoes all of it; null where nothing was new' })),
  edit_version: nullable(Type.Integer({ description: 'Of the table; null where several were merged' })),
  applied: Type.Integer({ description: 'Cells written in existing rows' }),
  inserted: Type.Integer({ description: 'Rows, of all tables' }),
  deleted: Type.Integer({ description: 'Rows, of all tables' }),
  unchanged: Type.Integer({ description: 'Rows, of all tables' }),
  tables: Type.Array(MergedTable),
  conflicts: Type.Array(Type.String(), {
    description: 'The ids of the conflicts; GET …/conflicts lists them as long as they are open',
  }),
  conflict_details: Type.Array(Conflict, { description: 'The first 100 of them' }),
  summary: Type.String({ description: 'What was done, in words' }),
  warnings: Type.Array(Type.String()),
  warning_messages: WarningMessages,
  stale: Type.Array(Type.String(), { description: 'Derived tables that this makes stale' }),
  dry_run: Type.Boolean(),
});
