import { type Static, Type } from '@sinclair/typebox';
import {
  Actor,
  ActorText,
  anyJson,
  LONGEST_NAME,
  Name,
  NextCursor,
  nullable,
  optionalNullable,
  pageQuery,
  strictObject,
  Timestamp,
  textEnum,
  WorkbookId,
} from './common.js';
import { withDefault } from './defaults.js';
import { describing } from './describing.js';
import { signedBy } from './signed-links.js';

export const SheetParams = Type.Object({
  workbook_id: WorkbookId,
  name: Type.String({ maxLength: LONGEST_NAME, description: "The sheet's name, or its id" }),
});

export const HeadingBlock = strictObject({
  kind: Type.Literal('heading'),
  text: Type.String({ minLength: 1, maxLength: 1000 }),
  level: Type.Optional(Type.Integer({ minimum: 1, maximum: 3, description: '1, the largest, where absent' })),
});

export const TextBlock = strictObject({
  kind: Type.Literal('text'),
  text: Type.String({ maxLength: 20_000, description: 'Plain text; line breaks are kept' }),
});

export const totalFunctions = ['sum', 'avg', 'count', 'min', 'max'] as const;

export const SheetTotal = strictObject({
  column: Name,
  fn: textEnum(totalFunctions, {
    description:
      '`count` is of cells that are not empty. `sum` and `avg` need numbers, `min` and `max` numbers, dates or times.',
  }),
});

export const TableViewBlock = strictObject({
  kind: Type.Literal('table_view'),
  table: Type.String({ minLength: 1, maxLength: LONGEST_NAME, description: 'Its name or id' }),
  title: optionalNullable(Type.String({ maxLength: 1000, description: 'Shown over the table' })),
  columns: optionalNullable(
    Type.Array(Name, {
      maxItems: 16_384,
      description: 'In this order; all where absent',
    }),
  ),
  filter: Type.Optional(
    anyJson(describing(({ operation }) => `As the \`filter\` of ${operation('readRows')}, or that as text`)),
  ),
  order_by: optionalNullable(
    Type.Union(
      [Type.String({ maxLength: 10_000 }), Type.Array(Type.String({ maxLength: 1001 }), { maxItems: 50 })],
      { description: '`column` or `-column`, as a list or separated by commas' },
    ),
  ),
  limit: optionalNullable(
    Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Only the first rows' }),
  ),
  totals: optionalNullable(
    Type.Array(SheetTotal, {
      maxItems: 1000,
      description: 'Below the rows, of those shown; a row for each function',
    }),
  ),
  show_header: Type.Optional(Type.Boolean({ description: 'True where absent' })),
});

export const SpacerBlock = strictObject({
  kind: Type.Literal('spacer'),
  rows: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: '1 where absent' })),
});

export const ChartBlock = strictObject({
  kind: Type.Literal('chart'),
  chart: Type.String({ minLength: 1, maxLength: LONGEST_NAME, description: 'Its name or id' }),
});

const blocks = [HeadingBlock, TextBlock, TableViewBlock, SpacerBlock, ChartBlock] as const;

/** The kind decides which fields a block may have, so that errors are told of that kind alone. */
export const SheetBlock = Type.Unsafe<Static<(typeof blocks)[number]>>({
  type: 'object',
  required: ['kind'],
  discriminator: { propertyName: 'kind' },
  oneOf: blocks,
});

const SheetTitle = Type.String({
  maxLength: 1000,
  description: 'The title of the report; its name where null',
});

export const SheetSpec = strictObject({
  blocks: Type.Array(SheetBlock, { maxItems: 200, description: 'From top to bottom' }),
});

export const PutSheetRequest = strictObject({
  title: optionalNullable(SheetTitle),
  spec: SheetSpec,
  actor: Actor,
});

export const SheetProblem = Type.Object({
  block: Type.Integer({ description: 'The index of the block in `spec.blocks`, from 0' }),
  message: Type.String(),
});

const described = {
  id: Type.String(),
  name: Type.String(),
  title: nullable(SheetTitle),
  created_at: Timestamp,
  created_by: Type.String({ description: 'The id of a user' }),
  updated_at: Timestamp,
};

export const Sheet = Type.Object({
  ...described,
  spec: Type.Object({
    blocks: Type.Array(SheetBlock, {
      description: 'With the current names of tables, columns and charts, as far as you may know them',
    }),
  }),
  problems: Type.Array(SheetProblem, {
    description: 'What blocks refer to that no longer exists or may not be shown to you',
  }),
});

export const SheetSummary = Type.Object({
  ...described,
  blocks: Type.Integer({ description: 'How many blocks it has' }),
});
export const SheetListQuery = pageQuery(200);
export const SheetList = Type.Object({ sheets: Type.Array(SheetSummary), next_cursor: NextCursor });

export const DeleteSheetQuery = Type.Object({ actor: ActorText });

export const RenderSheetQuery = Type.Object({
  format: withDefault(
    textEnum(['xlsx', 'html', 'pdf', 'mail'], {
      description:
        '`xlsx`: a workbook of one sheet; `html`: one page that needs nothing else; `pdf`: that page, printed, where the ' +
        'service has a browser; `mail`: a page with what a mail of it shows',
    }),
    'xlsx',
  ),
  paper: withDefault(
    textEnum(['A4', 'letter'], { description: 'The paper of a PDF; it lies on its side for a wide table' }),
    'A4',
  ),
  ...signedBy,
});
