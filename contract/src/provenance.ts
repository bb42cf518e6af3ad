import { Type } from '@sinclair/typebox';
import { nullable } from './common.js';

const FileCell = {
  source: nullable(
    Type.String({ description: 'The name of the file; null where the value comes from no cell of a file' }),
  ),
  sheet: nullable(Type.String({ description: 'The sheet in the file' })),
  cell: nullable(Type.String({ description: 'Address in the file, as `B5`' })),
  raw_value: Type.Unknown({ description: 'As the file has it' }),
};

const InputTable = {
  table: Type.String({ description: 'The name of the input table' }),
  artifact_id: Type.String({ description: 'Its id' }),
  edit_version: Type.Integer({ description: 'That the run has read' }),
};

const Derivation = {
  exact: Type.Optional(
    Type.Boolean({ description: 'Of a derived cell: whether it comes from these cells and no others' }),
  ),
  truncated: Type.Optional(
    Type.Boolean({ description: 'Of a derived cell: whether further cells were left out' }),
  ),
};

export const SourceCell = Type.Object({
  ...InputTable,
  column: Type.String(),
  row_id: nullable(Type.Integer({ description: 'Null where it is not known which rows' })),
  ...FileCell,
  derived_from: Type.Optional(
    Type.Array(Type.Unknown(), { description: 'Where the input is derived itself: likewise, down to files' }),
  ),
  ...Derivation,
});

export const CellOrigin = Type.Object({
  ...FileCell,
  derived_from: Type.Optional(
    Type.Array(SourceCell, {
      description: 'Of a derived table: the cells of inputs that it is computed from',
    }),
  ),
  ...Derivation,
});

export const CellProvenance = Type.Object({
  column: Type.String(),
  ...CellOrigin.properties,
  overridden: Type.Optional(
    Type.Literal(true, {
      description: 'The cell has an override; the origin is that of the computed value that it replaces',
    }),
  ),
});

export const RowProvenance = Type.Object({
  row_id: Type.Integer({ description: '`__svc_row_id`' }),
  edit_version: Type.Integer({ description: 'Of the table; this is where its newest cells come from' }),
  cells: Type.Array(CellProvenance, { description: 'One for each column that you may see' }),
  inputs: Type.Optional(
    Type.Array(
      Type.Object({
        ...InputTable,
        row_ids: nullable(
          Type.Array(Type.Integer(), { description: 'At most a thousand; null where it is not known which' }),
        ),
        total: nullable(
          Type.Integer({
            description: 'How many rows of the input it comes from; null where it is not known',
          }),
        ),
        truncated: Type.Boolean({ description: 'Whether there are more than `row_ids` lists' }),
      }),
      { description: 'Of a row of a derived table: the rows of inputs that it comes from' },
    ),
  ),
});
