import { Type } from '@sinclair/typebox';
import { nullable, strictObject, textEnum } from './common.js';

export const ReadingDifference = strictObject(
  {
    kind: textEnum([
      'column_added',
      'column_missing',
      'column_moved',
      'column_renamed',
      'column_retyped',
      'table_added',
      'table_missing',
      'sheet_missing',
      'rows_outside',
      'levels_unsure',
    ]),
    sheet: Type.String({ maxLength: 1000 }),
    table: Type.Optional(Type.String({ maxLength: 1000 })),
    column: Type.Optional(
      Type.String({ maxLength: 1000, description: 'As the file has it; a missing one as it was' }),
    ),
    before: Type.Optional(
      Type.String({ maxLength: 1000, description: 'What the column was called, or the type that it had' }),
    ),
    rows: Type.Optional(
      Type.Integer({
        description:
          'With `rows_outside`: rows that structuring would have in the table, and that are below its end. With `levels_unsure`: rows that may belong below another heading',
      }),
    ),
  },
  { description: 'How a file differs from the one that its reading was learned from' },
);

/** By which remembered reading a file or sheet was read. */
export const rememberedFields = {
  id: Type.String({ maxLength: 200, examples: ['rdg_01jh8q4w5p'] }),
  name: Type.String({ maxLength: 1000 }),
  learned_from: Type.String({ maxLength: 1000, description: 'The name of the file' }),
  decided_by: nullable(Type.String({ maxLength: 200, description: 'The user who corrected it' })),
  match: textEnum(['exact', 'similar']),
  differences: Type.Array(ReadingDifference, { maxItems: 10_000 }),
  afresh: Type.Optional(
    textEnum(['cells_lost', 'totals_disagree', 'unfit'], {
      description:
        'Why it was read as if none like it were known: cells would be in no table, totals would disagree, or the decisions do not fit',
    }),
  ),
};

export const ReadingChoiceName = textEnum(['known', 'ignore'], {
  description: '`known`: as files of the same layout were corrected. `ignore`: as if there were none.',
});
