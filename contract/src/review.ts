import { Type } from '@sinclair/typebox';
import { LONGEST_NAME, optionalNullable, strictObject, textEnum } from './common.js';
import { withDefault } from './defaults.js';
import { messageFields, messageFieldsOf } from './message-fields.js';

const Severity = textEnum(['error', 'warning', 'info'], {
  description:
    '`error`: almost certainly wrong. `warning`: check it before you rely on the data. `info`: worth knowing.',
});

export const ReviewRequest = strictObject({
  target: optionalNullable(
    Type.String({
      maxLength: LONGEST_NAME,
      description:
        'A table, or a sheet for the tables that it shows; every active table of the workbook where absent',
    }),
  ),
  mode: withDefault(
    textEnum(['lint', 'agent'], {
      description:
        '`lint` applies the rules of GET …/review/rules. `agent` also lets the configured model inspect the data, with queries.',
    }),
    'lint',
  ),
  async: withDefault(Type.Boolean({ description: 'Answer 202 with a job at once' }), false),
  judge: withDefault(
    Type.Boolean({
      description: 'Let the configured model drop or explain findings of the rules; it never adds any',
    }),
    false,
  ),
});

export const ReviewEvidence = Type.Object({
  sql: Type.Optional(
    Type.String({
      description: 'POST …/query with it repeats the finding; absent where no row of a table is concerned',
    }),
  ),
  rows: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
    description: 'Its first rows, at most 5, long texts cut',
  }),
  cells: Type.Optional(
    Type.Array(
      Type.Object({
        source: Type.String(),
        sheet: Type.String(),
        cell: Type.String({ description: 'As `D14`' }),
        value: Type.Unknown(),
        formula: Type.Optional(Type.String()),
        expected: Type.Optional(Type.String({ description: 'The value its neighbours or parts imply' })),
      }),
      { description: 'The first 20 cells of the file; GET …/sources/{source}/preview shows them' },
    ),
  ),
  request: Type.Optional(
    Type.Object(
      { method: Type.String(), path: Type.String() },
      { description: 'What shows it where no query does; a path below the workbook' },
    ),
  ),
});

export const FixRequest = Type.Object(
  {
    method: Type.String(),
    path: Type.String({ description: 'Below the workbook, as `/tables/sales/columns/amount`' }),
    body: Type.Unknown(),
  },
  { description: 'A request that makes the fix, if there is one; check it before you send it' },
);

export const ReviewFinding = Type.Object({
  id: Type.String({ description: 'The same whenever the same is found in the same place' }),
  rule: Type.String({ description: 'One of GET …/review/rules, or `judgement` for what a model found' }),
  severity: Severity,
  table: Type.String(),
  column: Type.Optional(Type.String()),
  row_ids: Type.Optional(Type.Array(Type.Integer(), { description: 'The first 100 rows concerned' })),
  row_count: Type.Integer({ description: 'How many rows the query of the evidence returns' }),
  message: Type.String(),
  ...messageFields,
  evidence: ReviewEvidence,
  suggested_fix: Type.String(),
  ...messageFieldsOf('fix'),
  explanation: Type.Optional(
    Type.String({ description: 'What the model says about it, if `judge` was requested; plain text' }),
  ),
  fix_request: Type.Optional(FixRequest),
});

export const ReviewCoverage = Type.Object({
  tables: Type.Array(
    Type.Object({ name: Type.String(), edit_version: Type.Integer(), row_count: Type.Integer() }),
    { description: 'What was inspected' },
  ),
  rules: Type.Array(Type.String(), { description: 'The rules that ran on these tables' }),
  rows_examined: Type.Integer(),
  skipped: Type.Array(
    Type.Object({
      what: Type.String(),
      ...messageFieldsOf('what'),
      why: Type.String(),
      ...messageFieldsOf('why'),
    }),
    {
      description:
        'What was not inspected or does not count, including what a model dropped or could not prove',
    },
  ),
});

export const ReviewReport = Type.Object({
  mode: textEnum(['lint', 'agent']),
  findings: Type.Array(ReviewFinding, {
    description: 'By severity, then in the order of tables, rules and columns',
  }),
  coverage: ReviewCoverage,
});

export const ReviewRule = Type.Object({
  id: Type.String(),
  group: Type.String(),
  severity: Severity,
  title: Type.String(),
  looks_at: Type.String(),
});
export const ReviewRuleList = Type.Object({ rules: Type.Array(ReviewRule) });
