import { Type } from '@sinclair/typebox';
import { Actor, anyJson, LONGEST_NAME, Name, nullable, strictObject, textEnum } from './common.js';
import { withDefault } from './defaults.js';
import { messageFields, messageFieldsOf } from './message-fields.js';
import { modelReadingFields, ReadBy } from './model-readings.js';
import { ReadingChoiceName, rememberedFields } from './remembered.js';
import { ArtifactSummary } from './tables.js';

const Range = Type.String({ maxLength: 30, description: 'As `A3:F20`' });
const RowNumber = Type.Integer({
  minimum: 1,
  maximum: 1_048_576,
  description: 'As the sheet counts, from 1',
});
const RowNumbers = Type.Array(RowNumber, { maxItems: 1_048_576 });

/** As many rows a record may take. */
const MOST_RECORD_ROWS = 20;

const cellPattern = '^[A-Za-z]{1,3}[1-9][0-9]{0,6}$';

export const SpecColumn = strictObject({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  source: Type.String({ pattern: '^[A-Za-z]{1,3}$', description: 'The column of the sheet, as `B`' }),
  line: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_RECORD_ROWS,
      description: 'Which row of a record has the value, with `record_rows`',
    }),
  ),
  type: textEnum(['VARCHAR', 'BIGINT', 'DOUBLE', 'BOOLEAN', 'DATE', 'TIME', 'TIMESTAMP', 'TIMESTAMPTZ']),
  role: textEnum(['key', 'attribute', 'period', 'value'], {
    description: '`period`: one of several columns with the same measure for different times',
  }),
  period: Type.Optional(Type.String({ maxLength: 40, description: 'As `2025-04`' })),
  measure: Type.Optional(
    Type.String({
      maxLength: 255,
      description: 'Of a period column: which of several measures for each period it has',
    }),
  ),
  derived: Type.Optional(Type.Boolean({ description: 'Adds up or compares columns beside it' })),
  unit: Type.Optional(Type.String({ maxLength: 100 })),
  cell: Type.Optional(
    Type.String({ pattern: cellPattern, description: 'In a form: the cell with the value, as `B3`' }),
  ),
  more_cells: Type.Optional(
    Type.Array(Type.String({ pattern: cellPattern }), {
      maxItems: 100,
      description:
        'In a form: cells with more of the value, as the lines of an address; their texts are joined',
    }),
  ),
  extract: Type.Optional(
    textEnum(['number', 'hours'], {
      description:
        'What of each cell is the value of a numeric column: the only number in a text, as `Total : 3656,13 €`, or hours, as ' +
        '`160:30` is 160.5',
    }),
  ),
  label: Type.Optional(
    Type.String({
      pattern: cellPattern,
      description: 'In a form: the cell with the label; that of the value where it has both',
    }),
  ),
});

/** The longest text of a cell in a sheet. */
const CellText = Type.String({ maxLength: 32_767 });
export const RepeatedColumn = strictObject({
  column: Type.Integer({ minimum: 0 }),
  label: CellText,
  variable: CellText,
});
const Columns = Type.Array(Type.Integer({ minimum: 0 }), { minItems: 1, maxItems: 16_384 });

export const SpecStep = Type.Union(
  [
    strictObject({
      operator: Type.Literal('stack'),
      columns: Columns,
      blanks: Type.Optional(
        textEnum(['skip'], { description: 'A blank cell makes no row, as in a grid of marks' }),
      ),
    }),
    strictObject({
      operator: Type.Literal('wide_to_long'),
      columns: Type.Array(RepeatedColumn, { maxItems: 16_384 }),
    }),
    strictObject({ operator: Type.Literal('subtitle'), column: Type.Integer({ minimum: 0 }) }),
    strictObject({
      operator: Type.Literal('ffill'),
      last: Type.Integer({ minimum: 0 }),
      within: Type.Optional(textEnum(['borders'])),
    }),
    strictObject({ operator: Type.Literal('transpose') }),
    strictObject({
      operator: Type.Literal('pivot'),
      period: Type.Integer({ minimum: 1 }),
      layout: textEnum(['two columns', 'name: value', 'no names']),
    }),
    strictObject({
      operator: Type.Literal('explode'),
      column: Type.Integer({ minimum: 0 }),
      delimiter: Type.String({ minLength: 1, maxLength: 20 }),
    }),
  ],
  { description: 'A further change of shape; columns count from 0 in the table that the step is given' },
);

export const SpecSuggestion = strictObject({
  id: Type.String({ minLength: 1, maxLength: 80 }),
  step: SpecStep,
  reason: Type.String({ maxLength: 1000 }),
  ...messageFields,
  columns: Type.Array(Type.String({ maxLength: 255 }), {
    maxItems: 16_384,
    description: 'The names of the columns after the step',
  }),
  after: Type.Optional(
    Type.String({
      maxLength: 80,
      description: 'The suggestion whose result this step changes; it is accepted with this one',
    }),
  ),
});

export const SpecQuestion = strictObject({
  id: Type.String({ minLength: 1, maxLength: 80 }),
  text: Type.String({ maxLength: 1000 }),
  ...messageFields,
  choices: Type.Array(Type.String({ maxLength: 80 }), { minItems: 2, maxItems: 10 }),
  default: Type.String({ maxLength: 80, description: 'What the spec follows until another choice is made' }),
});

const furtherRowRoles = {
  ungrouped: Type.Optional(
    Type.Array(RowNumber, {
      maxItems: 1_048_576,
      description: 'From these rows on no heading above holds, until the next one: a total of all groups',
    }),
  ),
  note: Type.Optional(
    Type.Array(RowNumber, { maxItems: 1_048_576, description: 'Remarks between the records, for the notes' }),
  ),
  skip: Type.Optional(
    Type.Array(RowNumber, { maxItems: 1_048_576, description: 'Rows that are in no table' }),
  ),
};
const ColumnName = Type.String({ minLength: 1, maxLength: 200 });

export const SpecRegion = strictObject({
  id: Type.String({ minLength: 1, maxLength: 40 }),
  kind: textEnum(['data', 'title', 'note']),
  name: Type.String({ maxLength: 200 }),
  range: Range,
  header_rows: RowNumbers,
  record_rows: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_RECORD_ROWS,
      description: 'How many rows a record takes; columns then have a `line`',
    }),
  ),
  header_columns: Type.Integer({ minimum: 0, maximum: 16_384 }),
  row_roles: strictObject(
    { group: RowNumbers, derived: RowNumbers, ...furtherRowRoles },
    { description: '`group`: headings of the rows below them, in a form of the fields' },
  ),
  row_parents: Type.Optional(
    Type.Record(Type.String({ pattern: '^[1-9][0-9]{0,6}$' }), RowNumber, {
      maxProperties: 1_048_576,
      description: 'By row, the row whose label stands over it; rows of the outermost level are left out',
    }),
  ),
  row_labels: Type.Optional(
    Type.Record(Type.String({ pattern: '^[1-9][0-9]{0,6}$' }), Type.String({ pattern: cellPattern }), {
      maxProperties: 1_048_576,
      description: 'By row, the cell with its label, where that is not among its keys: `{"12": "C12"}`',
    }),
  ),
  columns: Type.Array(SpecColumn, { maxItems: 16_384 }),
  layout: textEnum(['flat', 'crosstab', 'report', 'form'], {
    description: '`form`: labels with a value each, which make one row; its columns have a `cell`',
  }),
  continues: Type.Optional(
    Type.String({
      maxLength: 40,
      description:
        'The region whose table has the rows of this one too, by the names of their columns: lists beside each other, the weeks ' +
        'of a roster. In a correction null makes it a table of its own again',
    }),
  ),
  made_names: Type.Optional(
    strictObject(
      {
        group: Type.Optional(
          Type.Array(ColumnName, {
            maxItems: 20,
            description: 'Of the columns with headings, outermost first',
          }),
        ),
        period: Type.Optional(ColumnName),
        value: Type.Optional(ColumnName),
      },
      {
        description:
          'Names of columns that no cell names; by default `group`, `period`, `value`, of stacked columns `variable`, `value`',
      },
    ),
  ),
  spread_merged: Type.Optional(
    Type.Boolean({
      description: 'Whether a merged cell is the value of every row and column that it covers',
    }),
  ),
  unreadable_cells: Type.Optional(
    Type.Array(Type.String({ pattern: cellPattern }), {
      maxItems: 1_048_576,
      description:
        'Cells of numeric columns that need not be numbers, such as `1O5`: tables have NULL there, and the notes their text',
    }),
  ),
  steps: Type.Optional(Type.Array(SpecStep, { maxItems: 10 })),
  suggestions: Type.Optional(
    Type.Array(SpecSuggestion, {
      maxItems: 10,
      description: 'Changes of shape that are only made on request, most plausible first; see `accept`',
    }),
  ),
  questions: Type.Optional(
    Type.Array(SpecQuestion, {
      maxItems: 10,
      description: 'Decisions that the file leaves open; see `answers`',
    }),
  ),
  confidence: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'The probability that the tables are exactly what a person would make',
  }),
  reasons: Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 100 }),
  explanations: Type.Optional(
    Type.Array(strictObject({ text: Type.String({ maxLength: 1000 }), ...messageFields }), {
      maxItems: 100,
      description: 'The `reasons` as data',
    }),
  ),
});

/** What a person sees of a reading. */
const readingPicture = {
  id: Type.String({ maxLength: 80, description: 'As `r1.b`, which `reading` of PUT …/parse-spec takes' }),
  why: Type.Array(strictObject({ text: Type.String({ maxLength: 1000 }), ...messageFields }), {
    maxItems: 10,
    description: 'How it differs, and what speaks for it',
  }),
  tables: Type.Array(
    strictObject({
      name: Type.String({ maxLength: 255 }),
      columns: Type.Array(Type.String({ maxLength: 255 }), {
        maxItems: 100,
        description: 'The names of the first ones',
      }),
      column_count: Type.Integer(),
      rows: Type.Integer({ description: 'How many the table has' }),
      first_rows: Type.Array(Type.Array(nullable(Type.String({ maxLength: 100 })), { maxItems: 100 }), {
        maxItems: 100,
        description: 'Of the columns that are named; long texts are cut',
      }),
    }),
    { maxItems: 100, description: 'The first ones' },
  ),
  table_count: Type.Integer(),
};

/** The reading that a sheet is followed by, as one among its alternatives. */
const ReadingPicture = strictObject(readingPicture);

/** Another way to read a sheet. */
export const SpecAlternative = strictObject({
  ...readingPicture,
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
});

export const SpecSheet = strictObject({
  name: Name,
  hidden: Type.Boolean(),
  used_range: nullable(Range),
  regions: Type.Array(SpecRegion, { maxItems: 10_000 }),
  unassigned: Type.Array(
    strictObject({
      range: Range,
      reason: Type.String({ maxLength: 10_000 }),
      ...messageFieldsOf('reason'),
    }),
    {
      maxItems: 100_000,
      description:
        'Cells in no region. Those with a `reason_code` are what the service says, and are not taken.',
    },
  ),
  kept_as_sheet: Type.Optional(
    Type.Boolean({
      description: 'The cells stay as they are in the sheet, because no reading was sure enough',
    }),
  ),
  chosen: Type.Optional(ReadingPicture),
  alternatives: Type.Optional(
    Type.Array(SpecAlternative, {
      maxItems: 3,
      description:
        'Other ways to read the sheet of which other tables come, best first. They go once a person changes its regions.',
    }),
  ),
  alternatives_cut: Type.Optional(
    Type.Boolean({ description: 'Looking for alternatives took too long, so there may be better ones' }),
  ),
  reading: Type.Optional(
    strictObject(rememberedFields, {
      description: 'By which remembered reading the sheet was read; what the service says, and not taken',
    }),
  ),
  read_by: Type.Optional(ReadBy),
  model_reading: Type.Optional(
    strictObject(modelReadingFields, {
      description:
        'What came of asking a language model about the sheet; what the service says, and not taken',
    }),
  ),
  rules: Type.Optional(
    Type.Array(Type.String({ maxLength: 2000 }), {
      maxItems: 100,
      description: "The lines of the workspace's rules that decided something; not taken",
    }),
  ),
});

export const ParseSpec = strictObject({
  spec_version: Type.Integer({
    minimum: 1,
    description: 'The version that was read; another one since is 409',
  }),
  source: Type.String(),
  reader: Type.Object({ format: nullable(Type.String()) }, { additionalProperties: true }),
  sheets: Type.Array(SpecSheet, { maxItems: 10_000 }),
});

export const SpecLosses = Type.Array(
  Type.Object({ sheet: Type.String(), text: Type.String(), ...messageFields }),
  {
    description:
      'What the tables had before and would not have any more: numbers, dates or records, names over other columns, totals ' +
      'that no longer agree. Nothing is refused for it.',
  },
);

/** A spec as PUT answers it. */
export const CorrectedParseSpec = Type.Composite([ParseSpec, Type.Object({ losses: SpecLosses })], {
  additionalProperties: false,
});

/** What an update says of `extract`. */
export const ExtractUpdate = Type.Union([SpecColumn.properties.extract, Type.Null()], {
  description: 'Null takes it back: text again, unless a `type` is given',
});

export const SpecColumnUpdate = Type.Composite(
  [
    Type.Pick(SpecColumn, ['source']),
    Type.Partial(Type.Omit(SpecColumn, ['source', 'extract'])),
    Type.Object({ extract: Type.Optional(ExtractUpdate) }),
  ],
  { additionalProperties: false },
);

export const SpecRegionUpdate = Type.Composite(
  [
    Type.Pick(SpecRegion, ['id']),
    Type.Partial(Type.Omit(SpecRegion, ['id', 'row_roles', 'columns', 'continues'])),
    Type.Object({
      continues: Type.Optional(nullable(SpecRegion.properties.id)),
      row_roles: Type.Optional(
        strictObject({
          group: Type.Optional(RowNumbers),
          derived: Type.Optional(RowNumbers),
          ...furtherRowRoles,
        }),
      ),
      columns: Type.Optional(
        Type.Array(SpecColumnUpdate, {
          maxItems: 16_384,
          description:
            'By `source`, with `record_rows` also by `line`, in a form by `cell`; columns that are left out stay',
        }),
      ),
    }),
  ],
  {
    additionalProperties: false,
    description:
      'By `id`; a new id is a new region and needs a `range`; without `columns` it is described. What is left out stays as it was. `confidence`, `reasons`, ' +
      '`explanations` and `suggestions` are what the service says, and are not taken; of `questions`, those that are left out are settled.',
  },
);

export const SpecSheetUpdate = Type.Composite(
  [
    Type.Pick(SpecSheet, ['name']),
    Type.Partial(
      Type.Pick(SpecSheet, [
        'hidden',
        'used_range',
        'unassigned',
        'kept_as_sheet',
        'chosen',
        'alternatives',
        'alternatives_cut',
        'reading',
        'read_by',
        'model_reading',
        'rules',
      ]),
    ),
    Type.Object({ regions: Type.Optional(Type.Array(SpecRegionUpdate, { maxItems: 10_000 })) }),
  ],
  { additionalProperties: false },
);

/** A corrected spec. Clients send what is to change, or all that they read. */
export const ParseSpecUpdate = strictObject({
  spec_version: Type.Optional(
    Type.Integer({ minimum: 1, description: 'The version that was read; needed with `sheets`' }),
  ),
  source: Type.Optional(Name),
  reader: Type.Optional(anyJson('As it was read; it stays as it is')),
  losses: Type.Optional(anyJson('What the service says, as PUT answers it; not taken')),
  sheets: Type.Optional(
    Type.Array(SpecSheetUpdate, {
      maxItems: 10_000,
      description:
        'By `name`. Sheets, regions and columns that are left out stay as they were, except for regions that a given one covers.',
    }),
  ),
  remove: Type.Optional(
    Type.Array(Type.String({ maxLength: 80 }), {
      maxItems: 1000,
      description:
        'Ids of regions that are to go, as `r3`, and columns, as `r1.B`, of the second row of records `r1.B:2`, in a form `r1.B3`. ' +
        'Their cells are in no table then.',
    }),
  ),
  describe: Type.Optional(
    Type.Array(Type.String({ maxLength: 40 }), {
      maxItems: 1000,
      description:
        'Ids of regions whose columns, types and layout are to be detected again, from their range and the roles of their ' +
        'rows. Whatever is given with them stays as it is given.',
    }),
  ),
  accept: Type.Optional(
    Type.Array(Type.String({ maxLength: 80 }), {
      maxItems: 1000,
      description: 'Ids of suggestions to take, as `r1.s1`',
    }),
  ),
  answers: Type.Optional(
    Type.Record(Type.String({ maxLength: 80 }), Type.String({ maxLength: 80 }), {
      maxProperties: 1000,
      description: 'One of its choices for each question, by id',
    }),
  ),
  reading: Type.Optional(
    Type.String({
      maxLength: 80,
      description:
        'The id of an alternative to follow, as `r1.b`; everything else is said about it. The reading that was followed ' +
        'becomes an alternative in its place.',
    }),
  ),
});

export const MaterializeRequest = strictObject({
  regions: Type.Optional(
    Type.Array(Name, {
      minItems: 1,
      maxItems: 10_000,
      description: 'Ids; every region of kind `data` where absent',
    }),
  ),
  target: Type.Optional(
    strictObject({
      mode: withDefault(
        textEnum(['new', 'append', 'update'], {
          description:
            '`update` brings the tables made of this source before to what the parse spec makes now: those that it still makes keep ' +
            'their row ids and edits, new ones are made, the others are deleted, or archived if they were edited',
        }),
        'new',
      ),
      table: Type.Optional(
        Type.String({ maxLength: LONGEST_NAME, description: 'The table that `append` adds to' }),
      ),
    }),
  ),
  column_mapping: Type.Optional(
    Type.Record(Type.String(), nullable(Name), {
      maxProperties: 16_384,
      description:
        'With `append`: the column of the target for each column of the region, by name; null leaves it out',
    }),
  ),
  expected_version: Type.Optional(
    nullable(Type.Integer({ description: 'Of the target table; needed with `append`' })),
  ),
  replaces: Type.Optional(
    Type.Array(
      strictObject({
        name: Name,
        expected_version: nullable(
          Type.Integer({ description: 'The `edit_version` that was read; null deletes any version' }),
        ),
      }),
      {
        maxItems: 10_000,
        description:
          'With `new`: tables made of this source before, which are deleted in the same transaction, so that the new ' +
          'tables may have their names; that of a sheet as it is in the file is archived',
      },
    ),
  ),
  correction: Type.Optional(
    Type.Composite([ParseSpecUpdate], {
      additionalProperties: false,
      description:
        'Not with `append`: a correction of the parse spec, as `PUT …/parse-spec` takes it, which is kept together with the tables ' +
        'that it makes, or not at all',
    }),
  ),
  async: withDefault(
    Type.Boolean({
      description: 'Answer 202 with a job, whose result is the answer; a dry run is answered at once',
    }),
    false,
  ),
  actor: Actor,
});

export const MaterializeAnswer = Type.Object({
  source: Type.String(),
  spec_version: Type.Integer(),
  artifacts: Type.Array(ArtifactSummary),
  reading: Type.Optional(
    Type.Object(
      { id: Type.String(), name: Type.String() },
      { description: 'What is remembered of the corrections, for files like this one' },
    ),
  ),
  appended: Type.Optional(
    Type.Object({ rows: Type.Integer(), edit_version: Type.Integer(), op_id: Type.Integer() }),
  ),
  updated: Type.Optional(
    Type.Object(
      {
        made: Type.Array(Type.String()),
        revised: Type.Array(Type.String()),
        unchanged: Type.Array(Type.String()),
        deleted: Type.Array(Type.String()),
        archived: Type.Array(Type.String()),
      },
      { description: 'With `update`: what became of each table, by the name that it had' },
    ),
  ),
  dry_run: Type.Boolean(),
});

export const AnalyzeQuery = Type.Object({ reading: withDefault(ReadingChoiceName, 'known') });

export const SpecSummary = Type.Object({
  spec_version: Type.Integer(),
  regions: Type.Integer(),
  data_regions: Type.Integer(),
  confidence: nullable(Type.Number({ description: 'Of the least certain region with data' })),
});

export const SheetCoverage = Type.Object({
  sheet: Type.String(),
  cells: Type.Integer({ description: 'That are not blank' }),
  placed: Type.Integer(),
  unplaced: Type.Integer(),
  unplaced_cells: Type.Array(Type.String(), { description: 'The first thousand' }),
  uncomputed_cells: Type.Array(Type.String(), {
    description: 'Those of them that are formulas without a stored result which could not be computed',
  }),
});

export const Reconciliation = Type.Object({
  sheet: Type.String(),
  cell: Type.String(),
  stated: Type.Number(),
  computed: Type.Number(),
  difference: Type.Number(),
  operation: Type.Optional(
    textEnum(['sum', 'difference', 'average', 'ratio', 'running_balance'], {
      description: 'How the number follows from its parts',
    }),
  ),
  agrees: Type.Optional(
    Type.Boolean({ description: 'Whether the difference is no more than roundings explain' }),
  ),
  parts: Type.Optional(
    Type.Array(Type.String({ examples: ['B3:B7', '-B8'] }), {
      description:
        'What is added, or subtracted after a minus; for a ratio, the dividend and then the divisor',
    }),
  ),
});

/** What to try out: a corrected spec, or decisions about the one that is kept. */
export const ParseSpecTrial = Type.Composite(
  [
    ParseSpecUpdate,
    Type.Object({
      rows: withDefault(
        Type.Integer({ minimum: 0, maximum: 1000, description: 'How many rows of each table to answer' }),
        50,
      ),
    }),
  ],
  { additionalProperties: false },
);

export const TriedParseSpec = Type.Object({
  spec: ParseSpec,
  faults: Type.Array(
    Type.Object({
      path: Type.String({ examples: ['/sheets/0/regions/1/range'] }),
      message: Type.String(),
      ...messageFields,
    }),
    { description: 'What does not fit the file; with one PUT refuses the spec' },
  ),
  losses: SpecLosses,
  tables: Type.Array(
    Type.Object({
      name: Type.String({ description: 'A different one if the workbook already has it' }),
      sheet: Type.String(),
      role: textEnum(['table', 'level', 'computed', 'accounts', 'notes'], {
        description:
          '`level`: the rows of one level of a report. `computed`: rows computed from others. `accounts`: the tree of labels.',
      }),
      regions: Type.Array(Type.String(), { description: 'Ids' }),
      columns: Type.Array(
        Type.Object({
          name: Type.String(),
          type: SpecColumn.properties.type,
          unit: SpecColumn.properties.unit,
        }),
      ),
      row_count: Type.Integer(),
      rows: Type.Array(Type.Record(Type.String(), Type.Unknown()), { description: 'The first ones' }),
    }),
    { description: 'Empty where a region does not fit the file' },
  ),
  coverage: Type.Array(SheetCoverage),
  reconciliation: Type.Array(Reconciliation),
});
