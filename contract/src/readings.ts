import { Type } from '@sinclair/typebox';
import {
  idOf,
  LONGEST_NAME,
  Name,
  NextCursor,
  nullable,
  optionalNullable,
  pageQuery,
  strictObject,
  Timestamp,
  textEnum,
} from './common.js';
import { withDefault } from './defaults.js';
import { ParseSpec, TriedParseSpec } from './parse-spec.js';

export const ReadingsParams = Type.Object({ workspace_id: idOf('a workspace') });
export const ReadingParams = Type.Object({
  workspace_id: idOf('a workspace'),
  reading_id: idOf('a reading'),
});

const ExtraColumn = optionalNullable(Type.String({ minLength: 1, maxLength: 200 }));

export const ReadingTarget = strictObject(
  {
    mode: textEnum(['new', 'append', 'replace'], {
      description:
        '`new`: tables of their own. `append`: rows are added to the table, in place of those of an earlier file of the same ' +
        'period. `replace`: the file takes the place of the one that the table came from.',
    }),
    table: optionalNullable(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Its name in the workbook that gets the file; `append` makes it where there is none',
      }),
    ),
    source_column: ExtraColumn,
    period_column: ExtraColumn,
  },
  { description: 'Where the rows of such files go' },
);

export const SavedReading = Type.Object({
  id: Type.String({ examples: ['rdg_01jh8q4w5p'] }),
  name: Type.String(),
  workspace_id: Type.String(),
  workbook_id: Type.String({ description: 'Where it was learned' }),
  source_id: nullable(Type.String({ description: 'Null once it has been deleted' })),
  learned_from: Type.String({ description: 'The name of the file' }),
  decided_by: nullable(Type.String()),
  sheets: Type.Array(
    Type.Object({
      name: Type.String({ description: 'Without digits and dates' }),
      tables: Type.Array(
        Type.Object({
          name: nullable(Type.String({ description: 'Null where it is named by its title or file' })),
          layout: textEnum(['flat', 'crosstab', 'report', 'form']),
          columns: Type.Array(
            Type.Object({
              label: Type.String({ description: 'What the file calls it' }),
              name: nullable(Type.String({ description: 'What a person called it; null where nobody did' })),
              type: Type.String(),
            }),
          ),
          left_out: Type.Array(Type.String(), { description: 'Labels of columns that are not taken' }),
        }),
      ),
    }),
  ),
  target: ReadingTarget,
  created_at: Timestamp,
  updated_at: Timestamp,
});
export const ReadingListQuery = pageQuery(100);
export const ReadingList = Type.Object({ readings: Type.Array(SavedReading), next_cursor: NextCursor });

export const MakeReadingRequest = strictObject({
  workbook_id: idOf('the workbook of the source'),
  source: Type.String({ minLength: 1, maxLength: LONGEST_NAME, description: 'Its name or id' }),
  name: optionalNullable(Name),
  target: Type.Optional(ReadingTarget),
});
export const ChangeReadingRequest = strictObject({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  target: Type.Optional(ReadingTarget),
});

export const TryReadingForm = strictObject({
  rows: withDefault(
    Type.Integer({ minimum: 0, maximum: 1000, description: 'How many rows of each table to answer' }),
    50,
  ),
});
export const TriedReading = Type.Composite([
  Type.Omit(TriedParseSpec, ['spec', 'losses']),
  Type.Object({
    sheets: ParseSpec.properties.sheets,
  }),
]);
