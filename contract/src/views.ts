import { type Static, Type } from '@sinclair/typebox';
import {
  anyJson,
  Cursor,
  idOf,
  LONGEST_NAME,
  limit,
  NextCursor,
  nullable,
  strictObject,
  Timestamp,
  WorkbookId,
} from './common.js';

const ColumnName = Type.String({ minLength: 1, maxLength: LONGEST_NAME });

export const ViewColumn = strictObject({
  name: ColumnName,
  width: Type.Optional(nullable(Type.Integer({ minimum: 16, maximum: 2000, description: 'In pixels' }))),
  hidden: Type.Optional(Type.Boolean()),
  frozen: Type.Optional(Type.Boolean({ description: 'Whether it stays in view when scrolled sideways' })),
  format: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'As in Excel, such as `#,##0.00` or `yyyy-mm-dd`',
      }),
    ),
  ),
});

const definition = {
  filter: Type.Optional(
    nullable(
      Type.Unsafe<Record<string, unknown>>({
        ...anyJson('As `filter` of rows: `{"column","op","value"}`, joined by `and`, `or`, `not`'),
        type: 'object',
        maxProperties: 3,
      }),
    ),
  ),
  order_by: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: LONGEST_NAME + 1 }), {
      maxItems: 100,
      description: '`column`, or `-column` for the greatest first',
    }),
  ),
  columns: Type.Optional(
    Type.Array(ViewColumn, {
      maxItems: 16_400,
      description: 'In the order in which they are shown; columns that are not named follow',
    }),
  ),
  group_by: Type.Optional(Type.Array(ColumnName, { maxItems: 2 })),
  shared: Type.Optional(
    Type.Boolean({ description: 'Whether everybody sees it who can open the table; else its owner alone' }),
  ),
};
const ViewName = Type.String({ minLength: 1, maxLength: 200 });

export const CreateViewRequest = strictObject({ name: ViewName, ...definition });
export const UpdateViewRequest = strictObject({ name: Type.Optional(ViewName), ...definition });
export type ViewChange = Static<typeof UpdateViewRequest>;

export const View = Type.Object(
  {
    id: Type.String({ description: 'As `vw_…`' }),
    name: Type.String(),
    table: Type.String(),
    filter: nullable(Type.Record(Type.String(), Type.Unknown())),
    filter_withheld: Type.Boolean({
      description:
        'Whether it filters by a column that is gone or that you may not see; its rows are then not shown',
    }),
    order_by: Type.Array(Type.String()),
    columns: Type.Array(
      Type.Object({
        name: Type.String(),
        width: nullable(Type.Integer()),
        hidden: Type.Boolean(),
        frozen: Type.Boolean(),
        format: nullable(Type.String()),
      }),
    ),
    group_by: Type.Array(Type.String()),
    owner: Type.String({ description: 'The id of a user' }),
    shared: Type.Boolean(),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { description: 'How somebody looks at a table. Columns that the reader may not know of are absent.' },
);

export const ViewListQuery = Type.Object({ limit: limit(200), cursor: Cursor });
export const ViewList = Type.Object({ views: Type.Array(View), next_cursor: NextCursor });

export const ViewParams = Type.Object({
  workbook_id: WorkbookId,
  name: Type.String({ maxLength: LONGEST_NAME, description: "The table's current name, or its id" }),
  view: idOf('a view, or its name'),
});
