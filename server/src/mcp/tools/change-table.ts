import { Type } from '@sinclair/typebox';
import {
  DeleteTableQuery,
  DescriptionRequest,
  RenameTableRequest,
} from '@workbook-data-service/contract/columns';
import { nullable, strictObject, textEnum } from '@workbook-data-service/contract/common';
import type { Received } from '@workbook-data-service/contract/received';
import type { TablePlace } from '../../features/places.js';
import { deleteTable } from '../../features/tables/delete-table.js';
import { describeTable } from '../../features/tables/describe-table.js';
import { renameTable } from '../../features/tables/rename-table.js';
import { setTableState } from '../../features/tables/set-table-state.js';
import { editInput, tableInput } from '../inputs.js';
import { needed } from '../needed.js';
import { type ToolContext, tool } from '../tool.js';

const Input = strictObject({
  ...tableInput,
  action: textEnum(['rename', 'describe', 'archive', 'unarchive', 'delete']),
  name: Type.Optional({ ...RenameTableRequest.properties.name, description: 'The new one, with `rename`' }),
  description: Type.Optional({
    ...DescriptionRequest.properties.description,
    description: 'With `describe`',
  }),
  cascade: DeleteTableQuery.properties.cascade,
  expected_version: Type.Optional(editInput.expected_version),
  dry_run: editInput.dry_run,
});

interface Changed {
  name: string;
  opId: number | null;
  deleted?: string[];
}

export const changeTable = tool({
  name: 'change_table',
  description:
    '`rename` (`name`; what refers to it follows), `describe` (`description`), `archive` (out of lists), `unarchive` or `delete` a table (`cascade`: with what is derived from it).',
  scope: 'workbooks:write',
  effect: 'deletes',
  storesData: true,
  input: Input,
  notes: { name: '', description: '', cascade: '', expected_version: '' },
  output: Type.Object({
    table: Type.String(),
    op_id: nullable(Type.Integer()),
    deleted: Type.Optional(Type.Array(Type.String())),
    dry_run: Type.Boolean(),
  }),
  run: async (context, { workbook_id, table, ...input }) => {
    const { name, opId, deleted } = await changed(context, { workbookId: workbook_id, table }, input);
    return { body: { table: name, op_id: opId, ...(deleted && { deleted }), dry_run: input.dry_run } };
  },
});

async function changed(
  { service, caller }: ToolContext,
  place: TablePlace,
  input: Omit<Received<typeof Input>, 'workbook_id' | 'table'>,
): Promise<Changed> {
  const { action, cascade, dry_run: dryRun } = input;
  const edit = { expectedVersion: input.expected_version ?? null, dryRun };
  switch (action) {
    case 'rename': {
      const name = needed(input.name, { field: 'name', action });
      return named(await renameTable(service, caller, place, { name, ...edit }, {}));
    }
    case 'describe': {
      const { description = null } = input;
      return named(await describeTable(service, caller, place, { description, dryRun }, {}));
    }
    case 'delete':
      return await deleteTable(service, caller, place, { cascade, ...edit }, {});
    default: {
      const state = action === 'archive' ? 'archived' : 'active';
      const { row, opId } = await setTableState(service, caller, place, { state, dryRun }, {});
      return { name: row.name, opId };
    }
  }
}

const named = ({ table, opId }: { table: { record: { name: string } }; opId: number }): Changed => ({
  name: table.record.name,
  opId,
});
