import { Type } from '@sinclair/typebox';
import {
  Actor,
  Cursor,
  LONGEST_NAME,
  limit,
  NextCursor,
  nullable,
  strictObject,
  textEnum,
} from './common.js';

const flag = Type.Optional(nullable(Type.Boolean()));
const colour = Type.Optional(nullable(Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description: '#RRGGBB' })));

export const CellStyle = strictObject(
  {
    bold: flag,
    italic: flag,
    underline: flag,
    color: colour,
    background: colour,
    number_format: Type.Optional(
      nullable(Type.String({ minLength: 1, maxLength: 255, description: 'As in Excel, such as `#,##0.00`' })),
    ),
    align: Type.Optional(nullable(textEnum(['left', 'center', 'right']))),
  },
  { description: 'Absent or null members are left to an annotation with a wider target' },
);

const target = {
  row_id: Type.Optional(nullable(Type.Integer({ minimum: 1, description: 'Null: the whole column' }))),
  column: Type.Optional(
    nullable(Type.String({ minLength: 1, maxLength: LONGEST_NAME, description: 'Null: the whole row' })),
  ),
};

export const StyleAnnotation = strictObject({
  ...target,
  style: Type.Optional(CellStyle),
  note: Type.Optional(nullable(Type.String({ maxLength: 10_000 }))),
});

export const AnnotateRequest = strictObject({
  annotations: Type.Array(StyleAnnotation, { minItems: 1, maxItems: 500 }),
  actor: Actor,
});
export const DeleteAnnotationsRequest = strictObject({
  targets: Type.Array(strictObject(target), { minItems: 1, maxItems: 500 }),
  actor: Actor,
});

export const AnnotationListQuery = Type.Object({ limit: limit(1000), cursor: Cursor });
export const AnnotationList = Type.Object({
  annotations: Type.Array(
    Type.Object({
      row_id: nullable(Type.Integer()),
      column: nullable(Type.String()),
      style: CellStyle,
      note: nullable(Type.String()),
    }),
  ),
  next_cursor: NextCursor,
});
export const AnnotateAnswer = Type.Object({
  set: Type.Integer(),
  op_id: Type.Integer(),
  dry_run: Type.Boolean(),
});
export const DeleteAnnotationsAnswer = Type.Object({
  deleted: Type.Integer({ description: 'Targets that had an annotation' }),
  op_id: Type.Integer(),
  dry_run: Type.Boolean(),
});
