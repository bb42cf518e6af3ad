import { Type } from '@sinclair/typebox';
import { LONGEST_NAME, nullable, textEnum } from './common.js';

const Value = nullable(Type.Union([Type.String(), Type.Number(), Type.Boolean()]));
const Truncated = Type.Boolean({
  description: 'Whether cells are left out: beyond 10,000, or earlier where their texts are very long',
});

export const FileCellsQuery = Type.Object({
  sheet: Type.Optional(Type.String({ maxLength: LONGEST_NAME, description: 'All sheets, where absent' })),
});
export const FileCells = Type.Object({
  sheets: Type.Array(
    Type.Object({
      name: Type.String(),
      status: textEnum(['visible', 'hidden']),
      cells: Type.Array(
        Type.Object({
          cell: Type.String(),
          value: Value,
          formula: Type.Optional(Type.String()),
        }),
        { description: 'Row by row; blank cells are left out' },
      ),
    }),
  ),
  truncated: Truncated,
});

export const FileDiffQuery = Type.Object({
  against: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2 ** 31 - 1,
      description: 'The number of the version to compare with; the one before, where absent',
    }),
  ),
});
export const FileDiff = Type.Object({
  version: Type.Integer(),
  against: nullable(Type.Integer({ description: 'Null where there is no version before' })),
  sheets: Type.Array(
    Type.Object({
      name: Type.String(),
      status: textEnum(['added', 'removed', 'changed', 'unchanged']),
      changed_cells: Type.Integer({ description: 'All of them, even if `cells` is truncated' }),
      cells: Type.Array(
        Type.Object({
          cell: Type.String(),
          old: Value,
          new: Value,
          old_formula: Type.Optional(Type.String()),
          new_formula: Type.Optional(Type.String()),
        }),
        { description: 'Row by row; null is a blank cell' },
      ),
    }),
  ),
  truncated: Truncated,
});
