/** What an answer may weigh; the right ones of large forms take less than a tenth of it. */
export const answerLimits = {
  characters: 60_000,
  parts: 100,
  columns: 500,
  fields: 300,
  /** Of all lists of an answer together. */
  rows: 20_000,
  nameLength: 200,
  whyLength: 200,
} as const;

export const columnTypeNames = [
  'VARCHAR',
  'BIGINT',
  'DOUBLE',
  'BOOLEAN',
  'DATE',
  'TIME',
  'TIMESTAMP',
  'TIMESTAMPTZ',
] as const;
export const columnRoleNames = ['key', 'attribute', 'period', 'value'] as const;
export const layoutNames = ['flat', 'crosstab', 'report'] as const;
export const extractNames = ['number', 'hours'] as const;

const rows = {
  type: 'array',
  maxItems: 2000,
  items: { anyOf: [{ type: 'integer' }, { type: 'string', maxLength: 20 }] },
  description: 'Rows as the sheet counts them; a run as "12-20"',
};
const text = (maxLength: number, description?: string) => ({
  type: 'string',
  maxLength,
  ...(description && { description }),
});
const range = text(30, 'As A10:F15');
const byColumn = (values: object, description: string) => ({
  type: 'object',
  maxProperties: answerLimits.columns,
  additionalProperties: values,
  description,
});
const oneOf = (names: readonly string[]) => ({ type: 'string', enum: [...names] });

/** The fields that say something about a table, new or known. */
const ofTable = {
  name: text(answerLimits.nameLength, 'Of the table'),
  header: { ...rows, description: 'The rows that name the columns; [] where none does' },
  labels: { type: 'integer', minimum: 0, description: 'How many columns from the left label the rows' },
  names: byColumn(text(answerLimits.nameLength), 'By column letter, in a form by field'),
  types: byColumn(oneOf(columnTypeNames), 'By column letter, in a form by field'),
  roles: byColumn(oneOf(columnRoleNames), 'By column letter; columns with the role period become rows'),
  units: byColumn(text(60), 'By column letter, in a form by field'),
  periods: byColumn(text(40), 'By column letter, as 2025-04'),
  extract: byColumn(oneOf(extractNames), 'By column letter: the only number in a text, or hours as 160:30'),
  totals: { ...rows, description: 'Rows that are computed from others' },
  groups: { ...rows, description: 'Rows with nothing but a heading for the rows below' },
  notes: { ...rows, description: 'Remarks between the records' },
  skip: { ...rows, description: 'Rows that are to be in no table' },
  ungrouped: { ...rows, description: 'From these rows on no heading above holds' },
  under: byColumn(
    { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    'By row, as "8-11", the row whose label stands over it',
  ),
  layout: oneOf(layoutNames),
  continues: text(40, 'The id of a region, or the range of another part, whose table has these rows too'),
  made: {
    type: 'object',
    additionalProperties: false,
    properties: {
      group: { type: 'array', maxItems: 20, items: text(answerLimits.nameLength) },
      period: text(answerLimits.nameLength),
      value: text(answerLimits.nameLength),
    },
    description: 'Names of columns that no cell names',
  },
  spread: { type: 'boolean', description: 'A merged cell is the value of all rows and columns it covers' },
  blanks: {
    type: 'array',
    maxItems: 500,
    items: text(10),
    description: 'Cells of numeric columns that are no numbers, as C5',
  },
  fill: text(3, 'Blanks up to this column mean the value above'),
  stack: {
    type: 'object',
    additionalProperties: false,
    required: ['columns'],
    properties: { columns: text(10, 'As C:H'), skip_blanks: { type: 'boolean' } },
    description: 'Columns whose headers are values: a row for each of their cells',
  },
  fields: byColumn(
    text(200),
    'Of a form: by name the cell of the value, then < and that of its label, as D3<C3; more cells as D3+D4<C3',
  ),
  why: text(answerLimits.whyLength, 'The reason in a few words'),
};

/** The JSON Schema of an answer, for wires that have structured output; `readAnswer` is stricter. */
export const answerSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['keep', 'change', 'parts'],
  properties: {
    keep: { type: 'array', maxItems: 1000, items: text(80), description: 'Ids of regions that are right' },
    change: {
      type: 'array',
      maxItems: answerLimits.parts,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['id'],
        properties: { id: text(80), range, kind: oneOf(['note', 'title']), ...ofTable },
      },
    },
    parts: {
      type: 'array',
      maxItems: answerLimits.parts,
      items: {
        type: 'object',
        additionalProperties: false,
        properties: { table: range, form: range, note: range, title: range, ...ofTable },
        description: 'A new part has exactly one of table, form, note and title',
      },
    },
  },
} as const;

export const tableFields: readonly string[] = Object.keys(ofTable);
