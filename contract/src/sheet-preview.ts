import { Type } from '@sinclair/typebox';
import { CellStyle } from './annotations.js';
import { nullable, textEnum, Warnings } from './common.js';
import { withDefault } from './defaults.js';
import { WarningMessages } from './message-fields.js';
import { totalFunctions } from './sheets.js';

export const PreviewSheetQuery = Type.Object({
  limit: withDefault(
    Type.Integer({ minimum: 1, maximum: 100, description: 'Maximum number of rows per view' }),
    20,
  ),
});

const PreviewHeading = Type.Object({
  kind: Type.Literal('heading'),
  text: Type.String(),
  level: Type.Integer({ description: '1, the largest, to 3' }),
});
const PreviewText = Type.Object({ kind: Type.Literal('text'), text: Type.String() });
const PreviewSpacer = Type.Object({ kind: Type.Literal('spacer'), rows: Type.Integer() });
const PreviewNote = Type.Object({
  kind: Type.Literal('note'),
  text: Type.String({ description: 'Why something is not shown, or not as intended' }),
});
const PreviewChart = Type.Object({
  kind: Type.Literal('chart'),
  chart: Type.String({ description: 'Its name; GET …/charts/{name}/render draws it' }),
});
const PreviewTable = Type.Object({
  kind: Type.Literal('table'),
  title: nullable(Type.String()),
  show_header: Type.Boolean(),
  columns: Type.Array(
    Type.Object({
      name: Type.String(),
      type: Type.String(),
      masked: Type.Boolean({ description: 'Whether its cells are blank because you may not see them' }),
    }),
  ),
  column_count: Type.Integer({ description: 'Of the view; more than `columns` where some are left out' }),
  rows: Type.Array(
    Type.Array(
      Type.Object({
        text: Type.String({ description: 'As a reader of the report sees it' }),
        style: Type.Optional(CellStyle),
      }),
    ),
    { description: 'The first ones, cell by cell in the order of `columns`' },
  ),
  row_count: Type.Integer({ description: 'Of the view' }),
  totals: Type.Array(
    Type.Object({
      fn: textEnum(totalFunctions),
      cells: Type.Array(nullable(Type.String()), {
        description: 'In the order of `columns`; null without a total',
      }),
    }),
    { description: 'The rows below, over all rows of the view' },
  ),
});

export const PreviewPart = Type.Union([
  PreviewHeading,
  PreviewText,
  PreviewSpacer,
  PreviewNote,
  PreviewChart,
  PreviewTable,
]);

export const SheetPreview = Type.Object({
  language: textEnum(['en', 'ja'], { description: 'Of the words that a render adds, such as "Total"' }),
  blocks: Type.Array(Type.Array(PreviewPart), {
    description: 'What each block shows: itself, with notes after it or in its place',
  }),
  warnings: Warnings,
  warning_messages: WarningMessages,
});
