import { Type } from '@sinclair/typebox';
import {
  ActorText,
  idOf,
  LONGEST_NAME,
  NextCursor,
  nullable,
  optionalNullable,
  pageQuery,
  strictObject,
  TableParams,
  Timestamp,
  textEnum,
} from './common.js';
import { withDefault } from './defaults.js';
import { WarningMessages } from './message-fields.js';

const ExternalKind = textEnum(['google_sheets', 'microsoft']);
const Direction = textEnum(['pull', 'push', 'bidirectional'], {
  description: '`pull`: from the sheet into the table. `push`: from the table into the sheet.',
});

export const BindRequest = strictObject({
  actor: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'On whose behalf; recorded with the change',
  }),
  external_kind: ExternalKind,
  external_ref: Type.String({
    minLength: 1,
    maxLength: 1000,
    description: 'The sheet, as its provider names it. In a workbook it is bound to one table only.',
  }),
  direction: withDefault(Direction, 'bidirectional'),
  ownership_map: optionalNullable(
    Type.Record(Type.String(), Type.String({ maxLength: LONGEST_NAME }), {
      maxProperties: 16_384,
      description: 'Who owns what a column holds, by the name of the column',
    }),
  ),
});

export const SyncBinding = Type.Object({
  id: Type.String(),
  table: Type.String({ description: 'Its current name' }),
  artifact_id: Type.String(),
  actor: Type.String(),
  external_kind: ExternalKind,
  external_ref: Type.String(),
  direction: Direction,
  ownership_map: nullable(
    Type.Record(Type.String(), Type.String(), {
      description: 'By the current names of the columns; those that you may not know of are left out',
    }),
  ),
  created_at: Timestamp,
  created_by: Type.String({ description: 'The id of a user' }),
  warnings: Type.Array(Type.String(), { description: 'One for each governed column of the table' }),
  warning_messages: WarningMessages,
});
export const SyncBindingListQuery = pageQuery(200);
export const SyncBindingList = Type.Object({
  sync_bindings: Type.Array(SyncBinding),
  next_cursor: NextCursor,
});

export const SyncBindingParams = Type.Object({
  ...TableParams.properties,
  binding_id: idOf('a binding, as `bnd_…`'),
});
export const UnbindQuery = Type.Object({ actor: ActorText });
