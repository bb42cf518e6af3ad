import { Type } from '@sinclair/typebox';
import { strictObject, textEnum } from './common.js';

export const ExportRequest = strictObject({
  tables: Type.Optional(
    Type.Array(Type.String(), {
      minItems: 1,
      maxItems: 1000,
      description: 'Names; every active table where absent',
    }),
  ),
  format: Type.Optional(textEnum(['xlsx', 'csv'], { default: 'xlsx' })),
  formula_mode: Type.Optional(textEnum(['values'], { default: 'values' })),
  include_row_ids: Type.Optional(Type.Boolean({ default: true })),
});
