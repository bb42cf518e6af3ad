import { Type } from '@sinclair/typebox';
import { nullable, textEnum } from './common.js';
import { withDefault } from './defaults.js';
import { Freshness } from './tables.js';

export const LineageQuery = Type.Object({
  level: withDefault(
    textEnum(['table', 'column'], {
      description: '`column` also returns the columns of the tables, and which is computed from which',
    }),
    'table',
  ),
});

export const ColumnPlace = Type.Object({
  table: Type.String({ description: 'The id of its node' }),
  column: Type.String({ description: 'Its name' }),
});

export const Lineage = Type.Object({
  nodes: Type.Array(
    Type.Object({
      id: Type.String({ description: 'Of the source, table, transform, chart or sheet' }),
      kind: textEnum(['source', 'raw_table', 'table', 'transform', 'chart', 'sheet'], {
        description: '`raw_table`: a sheet as it was uploaded, archived behind the tables made from it',
      }),
      name: Type.String(),
      state: Type.Optional(textEnum(['active', 'archived'], { description: 'Of a table' })),
      freshness: Type.Optional(Freshness),
      columns: Type.Optional(
        Type.Array(Type.String(), { description: 'Of a table, with `level=column`: those that you may see' }),
      ),
    }),
    { description: 'Files, tables, transforms, charts and sheets' },
  ),
  edges: Type.Array(Type.Object({ from: Type.String(), to: Type.String() }), {
    description: 'Ids of nodes, in the direction in which the data flows',
  }),
  column_edges: Type.Array(
    Type.Object({
      kind: textEnum(['value', 'influence'], {
        description:
          '`influence`: the rows of `to` are chosen, joined, grouped, ordered or numbered by the column, which they need not show',
      }),
      from: ColumnPlace,
      to: Type.Object({
        table: Type.String({ description: 'The id of its node' }),
        column: nullable(
          Type.String({ description: 'Its name; null of an influence, which is on all rows' }),
        ),
      }),
      exact: Type.Boolean({ description: 'False where it is only known that the column may follow from it' }),
    }),
    { description: 'With `level=column`; otherwise empty' },
  ),
});
