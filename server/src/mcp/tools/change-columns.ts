import { Type } from '@sinclair/typebox';
import {
  AddColumnRequest,
  AlterColumnRequest,
  DescriptionRequest,
} from '@workbook-data-service/contract/columns';
import { strictObject, textEnum } from '@workbook-data-service/contract/common';
import type { Received } from '@workbook-data-service/contract/received';
import type { ColumnPlace } from '../../features/places.js';
import { addColumn } from '../../features/tables/add-column.js';
import type { ChangedTable } from '../../features/tables/change-columns.js';
import { describeColumn } from '../../features/tables/describe-column.js';
import { dropColumn } from '../../features/tables/drop-column.js';
import { renameColumn } from '../../features/tables/rename-column.js';
import { retypeColumn } from '../../features/tables/retype-column.js';
import { editInput, tableInput } from '../inputs.js';
import { needed } from '../needed.js';
import { type ToolContext, tool } from '../tool.js';

const { column, default: value } = AddColumnRequest.properties;
const { lossy } = AlterColumnRequest.properties;

const Input = strictObject({
  ...tableInput,
  action: textEnum(['add', 'rename', 'retype', 'describe', 'drop']),
  column,
  new_name: Type.Optional({ ...column, description: 'With `rename`' }),
  type: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 50,
      description: 'VARCHAR, BIGINT, DOUBLE, DECIMAL(12,2), BOOLEAN, DATE, TIMESTAMP',
    }),
  ),
  default: { ...value, description: 'With `add`: its value in existing rows' },
  description: Type.Optional({
    ...DescriptionRequest.properties.description,
    description: 'With `describe`',
  }),
  lossy: { ...lossy, description: 'With `retype`: values may be rounded or truncated' },
  expected_version: Type.Optional(editInput.expected_version),
  dry_run: editInput.dry_run,
});

export const changeColumns = tool({
  name: 'change_columns',
  description:
    'Changes one column: `add` (`type`, `default` for existing rows), `rename` (`new_name`; formulas, charts and derived tables follow), `retype` (`type`; `lossy` may round or cut), `describe` (`description`) or `drop`.',
  scope: 'workbooks:write',
  effect: 'deletes',
  storesData: true,
  input: Input,
  notes: { new_name: '', default: '', description: '', lossy: '', expected_version: '' },
  output: Type.Object({
    table: Type.String(),
    edit_version: Type.Integer(),
    columns: Type.Array(Type.Object({ name: Type.String(), type: Type.String() })),
    stale: Type.Array(Type.String()),
    op_id: Type.Integer(),
    dry_run: Type.Boolean(),
  }),
  run: async (context, { workbook_id, table: name, ...input }) => {
    const place = { workbookId: workbook_id, table: name, column: input.column };
    const { table, stale, opId, dryRun } = await changed(context, place, input);
    return {
      body: {
        table: table.record.name,
        edit_version: table.version,
        columns: table.columns.map((one) => ({ name: one.name, type: one.type })),
        stale,
        op_id: opId,
        dry_run: dryRun,
      },
    };
  },
});

async function changed(
  { service, caller }: ToolContext,
  place: ColumnPlace,
  input: Omit<Received<typeof Input>, 'workbook_id' | 'table'>,
): Promise<ChangedTable> {
  const { action, type, lossy: mayLose, dry_run: dryRun } = input;
  const edit = { expectedVersion: input.expected_version ?? null, dryRun };
  switch (action) {
    case 'add': {
      const added = { column: place.column, type: type ?? 'VARCHAR', default: input.default, ...edit };
      return await addColumn(service, caller, place, added, {});
    }
    case 'rename': {
      const newName = needed(input.new_name, { field: 'new_name', action });
      return await renameColumn(service, caller, place, { newName, ...edit }, {});
    }
    case 'retype': {
      const cast = { type: needed(type, { field: 'type', action }), lossy: mayLose };
      return await retypeColumn(service, caller, place, { ...cast, ...edit }, {});
    }
    case 'describe': {
      const { description = null } = input;
      return await describeColumn(service, caller, place, { description, dryRun }, {});
    }
    case 'drop':
      return await dropColumn(service, caller, place, edit, {});
  }
}
