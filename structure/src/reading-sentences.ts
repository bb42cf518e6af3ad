/** A few names of a list: the first ones, and the last where some between are left out. */
interface NameSpan {
  shown: string[];
  last: string | null;
}

const MAX_NAMED = 6;

export function spanOf(names: readonly string[]): NameSpan {
  if (names.length <= MAX_NAMED) return { shown: [...names], last: null };
  return { shown: names.slice(0, MAX_NAMED - 2), last: names.at(-1) ?? '' };
}

function spanned({ shown, last }: NameSpan): string {
  const text = shown.map((name) => `"${name}"`).join(', ');
  return last === null ? text : `${text}, … "${last}"`;
}

/** What the headers of columns have in common: they are months, start with a word, or only their values are alike. */
export interface HeaderTrait {
  how: 'are' | 'pattern' | 'start' | 'end' | 'values';
  what: string;
}

function traitText({ how, what }: HeaderTrait): string {
  switch (how) {
    case 'are':
      return `headers are ${what}`;
    case 'pattern':
      return `headers follow the pattern "${what}"`;
    case 'start':
      return `headers start with "${what}"`;
    case 'end':
      return `headers end with "${what}"`;
    case 'values':
      return 'neighbouring columns hold alike values';
  }
}

const wholeReasons = {
  large: 'The sheet spans too many cells to be looked at one by one, so it is taken as one plain table.',
  pieces: 'The sheet falls into too many pieces to be tables, so it is taken as one plain table.',
  graph_paper:
    'Cells are merged over columns as on graph paper, so that a column does not show which values belong together.',
  unsure: 'No reading of the sheet was sure enough, so its cells stay as they are in it.',
  asked: 'Kept as it is in the sheet, as was asked for.',
} as const;

export type WholeReason = keyof typeof wholeReasons;

const rowRoles = {
  header: 'names of columns',
  group: 'a heading',
  derived: 'a total',
  data: 'a record',
} as const;

export type RoleOfRow = keyof typeof rowRoles;

/** Cells that cannot be read as numbers, and what they read. */
interface UnreadableCells {
  cells: { cell: string; text: string }[];
  more: number;
  /** The column that is text because of them; null where they are left blank. */
  column: string | null;
}

interface OfRow {
  row: number;
}

/** Why a region is read as it is. */
const reasonSentences = {
  'reading-flat': () => 'Each row is one record.',
  'reading-crosstab': () => 'Periods run across the columns, so they are turned into rows.',
  'reading-form': () => 'Labels stand beside their values, so they make one row.',
  'reading-report': () => 'Rows have levels or totals between them, so they are split by level.',
  'reading-header-rows': ({ rows }: { rows: number }) => `${rows} row(s) above the data name the columns.`,
  'reading-label-rows': ({ rows }: { rows: number }) =>
    `${rows} row(s) hold only a label for the rows below.`,
  'reading-computed-rows': ({ rows }: { rows: number }) =>
    `${rows} row(s) are totals or otherwise computed from other rows.`,
  'reading-blanks-below': () => 'Blank cells below a label mean the same label.',
  'reading-borders': () => 'A border shows for which rows a label in their middle holds.',
  'reading-title': () => 'Stands over a table and is no part of it.',
  'reading-note': () => 'A remark beside or below a table.',
  'reading-corrected': () => 'Corrected by a person.',
  'reading-remembered': () => 'Read like a sheet of the same layout that a person corrected.',
};

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const inSheets = (pattern: string) => (pattern === '*' ? '' : ` in sheets called "${pattern}"`);

/** What a rule of a workspace does. */
const ruleSentences = {
  'rule-ignore-sheet': ({ pattern }: { pattern: string }) => `Sheets called "${pattern}" are left out.`,
  'rule-missing': ({ texts }: { texts: string[] }) =>
    `Cells that read ${texts.map((text) => `"${text}"`).join(' or ')} have no value.`,
  'rule-decimal-comma': () =>
    'In numbers that are written as text, the comma is the decimal sign: 1.234,50 is 1234.5.',
  'rule-day-first': () => 'In dates that are written as text, the day comes first: 03/04/2026 is 3 April.',
  'rule-fiscal-year': ({ month }: { month: number }) =>
    `Under a fiscal year, months before ${monthNames[month - 1]} belong to the next calendar year.`,
  'rule-total': ({ words }: { words: string[] }) =>
    `Rows whose label begins with ${words.map((word) => `"${word}"`).join(' or ')} are totals.`,
  'rule-periods-wide': () => 'Periods stay in columns.',
  'rule-one-table': () => 'A report stays one table, whatever levels it has.',
  'rule-header-rows': ({ rows, pattern }: { rows: number; pattern: string }) =>
    `The first ${rows} row(s) of the first table${inSheets(pattern)} are its header.`,
  'rule-english-names': () =>
    'Tables are told apart by English words: _level1, _level1_computed, _computed, _accounts, _notes.',
  'sheet-ignored': ({ line }: { line: string }) => `Left out by the rule "${line}".`,
};

/** What lowers the confidence in a table; the codes are those of `doubts`. */
export const doubtSentences = {
  taken_whole: ({ why }: { why: WholeReason }) => wholeReasons[why],
  no_header: () => 'No row reads as a header, so columns are named by their letters.',
  shared_header: () => 'The header of the table above names the columns.',
  header_of_two_rows: () => 'The header takes two rows.',
  deep_header: ({ rows }: { rows: number }) => `The header takes ${rows} rows.`,
  header_like_a_record: () => 'A name of a column is a code like those below it.',
  unmarked_names: () => 'Only its place tells the header from the rows.',
  header_between_rows: ({ rows }: { rows: number }) => `${rows} more header rows stand between the rows.`,
  column_without_a_name: ({ columns }: { columns: number }) => `${columns} columns have no name.`,
  repeated_name: () => 'Several columns have the same name, as those of two tables may.',
  number_as_name: () => 'A number is the name of a column.',
  sentence_as_name: () => 'The first column has a sentence for a name, as a text beside a table would be.',
  one_column: () => 'There is only one column.',
  many_columns: ({ columns }: { columns: number }) => `There are ${columns} columns.`,
  few_rows: () => 'There are fewer than two rows.',
  words_only: () => 'No column has numbers, which would tell the header from the rows.',
  header_like_row: ({ row }: OfRow) => `Row ${row} has words where other rows have numbers.`,
  lone_cell: () => 'A row has nothing but one cell.',
  total_among_rows: () => 'A row that is called a total was not found to be one.',
  row_without_a_label: ({ row }: OfRow) => `Row ${row} has no label in the first column.`,
  mixed_column: () => 'A column has cells of several kinds.',
  unreadable_number: ({ cells, more, column }: UnreadableCells) => {
    const quoted = cells.map(({ cell, text }) => `${cell} reads "${text}"`).join(', ');
    const named = `${quoted}${more > 0 ? ` and ${more} more are unreadable` : ''} among numbers`;
    return column === null
      ? `${named}. Such cells are left blank, and their texts are in the notes.`
      : `${named}, so the column "${column}" is text.`;
  },
  bold_rows: () => 'Some rows are bold, as headings and totals are.',
  indented_rows: () => 'Some labels are indented, though rows have no levels.',
  formula_without_result: () => 'Formulas have no stored result.',
  unlikely_row: ({ row, role }: OfRow & { role: RoleOfRow }) =>
    `Row ${row} hardly looks like ${rowRoles[role]}.`,
  doubtful_row: ({ row, role }: OfRow & { role: RoleOfRow }) =>
    `Row ${row} may be something other than ${rowRoles[role]}.`,
  sum_among_rows: ({ row }: OfRow) =>
    `Row ${row} is the sum of the rows below it, but was taken for a record.`,
  periods: () => 'Periods run across the columns.',
  scattered_periods: () => 'Other columns stand between those of the periods.',
  values_beside_periods: () => 'There are other values beside the periods.',
  levels: () => 'Rows have levels or totals between them.',
  few_below_a_heading: () => 'Only a few rows are below another one.',
  groups: () => 'Rows have headings.',
  one_heading: ({ row }: OfRow) => `Row ${row} is the only heading, and may be a title.`,
  computed_rows: () => 'Some rows are computed from others.',
  filled_down: () => 'Blanks are taken for the label above.',
  blank_row_inside: () => 'There are blank rows inside.',
  blank_column_inside: () => 'There are columns without a heading or values inside.',
  cells_left_out: ({ row }: OfRow) =>
    `Row ${row}, right below it, is taken for a note, but has several cells.`,
  better_reading: () => 'Another way to read the sheet fits its cells better.',
  another_table: () => 'There are other tables on the sheet.',
  many_tables: ({ tables }: { tables: number }) => `There are ${tables} tables on the sheet.`,
  table_like_notes: () => 'Some of the titles or notes look like rows of a table.',
};

/** What a person decides about a table. */
const questionSentences = {
  'ask-periods': ({ first, last }: { first: string; last: string }) =>
    `The columns ${first} to ${last} are periods. Is there to be a row for each?`,
  'ask-levels': () => 'Rows have levels or totals between them. Is there to be a table for each level?',
  'ask-first-header': ({ row }: OfRow) => `No row reads as a header. Does row ${row} name the columns?`,
  'ask-own-header': ({ header, row }: OfRow & { header: number }) =>
    `Row ${header}, the header of the table above, names the columns. Does row ${row}?`,
  'ask-header-part': ({ row }: OfRow) => `Is row ${row} part of the header?`,
  'ask-header': ({ row }: OfRow) => `Does row ${row} name the columns?`,
  'ask-table': ({ row }: OfRow) => `Does another table begin at row ${row}?`,
  'ask-graph-paper': () =>
    'The sheet is laid out like graph paper. Are its tables to be looked for, though values may be misplaced?',
};

/** How a reading differs from the others of its sheet. */
const alternativeSentences = {
  'alternative-found': () => 'The tables that were found in it.',
  'alternative-model': () => 'As a language model reads it.',
  'alternative-without-model': () => 'As it is read without the language model.',
  'alternative-as-in-sheet': () => 'The cells stay as they are in the sheet.',
  'alternative-table-as-in-sheet': () => 'The cells of a table stay as they are in the sheet.',
  'alternative-no-header': () => 'No row names the columns.',
  'alternative-header-rows': ({ rows }: { rows: number }) =>
    rows === 1 ? 'The first row names the columns.' : `The first ${rows} rows name the columns.`,
  'alternative-title-rows': ({ rows }: { rows: number }) =>
    rows === 1
      ? 'The first row of the header is a title.'
      : `The first ${rows} rows of the header are titles.`,
  'alternative-table': ({ row }: OfRow) => `Another table begins at row ${row}.`,
  'alternative-tables': () => 'Tables are looked for, though the sheet is laid out like graph paper.',
  'alternative-other-tables': () => 'Tables begin and end at other rows or columns.',
  'alternative-document': () => 'It is a document: fields around lists of items.',
  'alternative-joined': () => 'Tables below each other are one table.',
  'alternative-record-rows': ({ rows }: { rows: number }) => `Every ${rows} rows are one record.`,
  'alternative-notes-below': ({ row }: OfRow) => `What begins at row ${row} is no part of the table.`,
  'alternative-no-groups': () => 'Rows that look like headings are records.',
  'alternative-no-totals': () => 'Rows that look like totals are records.',
  'alternative-named-totals': () => 'Only rows that are called totals are totals.',
  'alternative-closing-totals': () => 'The last rows are totals.',
  'alternative-list': () => 'It is a plain list, without levels or groups.',
  'alternative-list-of-all': () => 'It is a plain list, and every row is a record.',
  'alternative-periods-across': () => 'Periods stay columns.',
  'alternative-levels-together': () => 'Rows of all levels stay in one table.',
  'alternative-texts': () => 'It is text, and no table.',
};

/** Changes of shape that are offered, and why. */
const offerSentences = {
  'offer-stack': ({ columns, trait }: { columns: NameSpan; trait: HeaderTrait }) =>
    `${spanned(columns)}: ${traitText(trait)}. Turn these columns into rows.`,
  'offer-wide-to-long': ({ variables, labels }: { variables: NameSpan; labels: NameSpan }) =>
    `${spanned(variables)} repeat for ${spanned(labels)}: make a row for each of the latter.`,
  'offer-subtitle': ({ column, rows, leads }: { column: string; rows: number; leads: boolean }) =>
    `In "${column}" ${rows} rows hold a label alone${leads ? ', the first row among them' : ''}: ` +
    'repeat that label beside the rows below it.',
  'offer-fill': ({
    first,
    last,
    rows,
    groups,
  }: {
    first: string;
    last: string;
    rows: number;
    groups: number;
  }) =>
    `From "${first}" to "${last}" ${rows} rows leave blank what ${groups} rows above them say: ` +
    'fill the blanks with the label above.',
  'offer-transpose': ({ column, across, down }: { column: string; across: string; down: string }) =>
    `Values agree along rows (${across}) more than along columns (${down}): exchange rows and columns, ` +
    `so that "${column}" names the columns.`,
  'offer-records-by-names': ({ names, lines }: { names: string[]; lines: number }) =>
    `The names ${names.join(', ')} come again every ${lines} lines: make each ${lines} lines one row.`,
  'offer-records-by-shape': ({ lines }: { lines: number }) =>
    `Lines look alike every ${lines} lines: make each ${lines} lines one row.`,
  'offer-explode': ({ percent, column, delimiter }: { percent: number; column: string; delimiter: string }) =>
    `${percent}% of the cells under "${column}" are lists: make a row for each piece between ${JSON.stringify(delimiter)}.`,
};

export type SpecPart = 'suggestion' | 'question' | 'reading' | 'region' | 'region or column';

/** The fault of a name, as `sheets` says it. */
interface NameFault {
  why: string;
  why_code: string | null;
  why_params: object;
}

/** What a spec that a person changed has against it. */
const specSentences = {
  'cells-left-out': () => 'No region has these cells.',
  'spec-region-name': ({ why }: NameFault) => `The name ${why}.`,
  'spec-range-missing': () => 'A new region needs a range.',
  'spec-range-outside': ({ range, end }: { range: string; end: string }) =>
    `${range} is not inside the sheet, which ends at ${end}.`,
  'spec-row-outside': ({ row, range }: { row: number; range: string }) => `Row ${row} is not in ${range}.`,
  'spec-row-twice': ({ row, role }: { row: number; role: string }) => `Row ${row} is already among ${role}.`,
  'spec-no-columns': () => 'A table needs at least one column; list its id in `describe` to have them found.',
  'spec-header-columns': ({ columns, range }: { columns: number; range: string }) =>
    `There are not ${columns} columns in ${range}.`,
  'spec-column-outside': ({ column, range }: { column: string; range: string }) =>
    `Column ${column} is not in ${range}.`,
  'spec-record-rows': ({ layout }: { layout: 'report' | 'form' }) =>
    `The records of the layout ${layout} take one row each; those of several rows need the layout flat or crosstab.`,
  'spec-line-outside': ({ line, rows }: { line: number; rows: number }) =>
    `A record has no row ${line}, for it has ${rows}.`,
  'spec-column-twice': ({ column }: { column: string }) => `Column ${column} is there twice.`,
  'spec-extract': ({ column }: { column: string }) =>
    `What is extracted is a number: column ${column} needs the type BIGINT or DOUBLE, and cannot be a period.`,
  'spec-column-name': ({ why }: NameFault) => `The name of a column ${why}.`,
  'spec-name-twice': ({ name }: { name: string }) => `The name "${name}" is there twice.`,
  'spec-cell-missing': () => 'A column of a form needs the cell of its value.',
  'spec-cell-taken': ({ field }: { field: string }) =>
    `A cell of this field is already in the field "${field}".`,
  'spec-cell-outside': ({ range }: { range: string }) => `The cell is not in ${range}.`,
  'spec-step-column': ({ column, operator }: { column: number; operator: string }) =>
    `There is no column ${column} for ${operator}.`,
  'spec-continues': ({ id }: { id: string }) =>
    `Only a table can continue another one, whose region continues none itself, and "${id}" is no such region of this sheet.`,
  'spec-id-twice': ({ id }: { id: string }) => `The id "${id}" is there twice.`,
  'spec-overlap': ({ range, other, region }: { range: string; other: string; region: string }) =>
    `${range} overlaps ${other} of region "${region}".`,
  'spec-no-sheet': ({ sheet }: { sheet: string }) => `The file has no sheet "${sheet}".`,
  'spec-sheet-twice': ({ sheet }: { sheet: string }) => `The sheet "${sheet}" is there twice.`,
  'spec-part-unknown': ({ what, id, known }: { what: SpecPart; id: string; known: string }) =>
    `There is no ${what} "${id}"; ${known === '' ? 'there are none' : `known are ${known}`}.`,
  'spec-answer-first': ({ question, suggestion }: { question: string; suggestion: string }) =>
    `The answer to "${question}" changes the table that "${suggestion}" was suggested for: accept it afterwards, if it is still there.`,
  'spec-choice': ({ choice, choices }: { choice: string; choices: string }) =>
    `"${choice}" is not among the choices ${choices}.`,
  'spec-removed-and-given': ({ id }: { id: string }) =>
    `"${id}" is given among the regions of its sheet too.`,
  'spec-misfit': ({
    cell,
    value,
    column,
    type,
  }: {
    cell: string;
    value: string;
    column: string;
    type: string;
  }) => `${cell}: "${value}" of column "${column}" is no ${type}.`,
};

interface LostCells {
  count: number;
  /** The first of them. */
  cell: string;
}

const howMany = (count: number, one: string, more: string) => (count === 1 ? `1 ${one}` : `${count} ${more}`);
const where = ({ count, cell }: LostCells) => (count === 1 ? `(${cell})` : `(the first in ${cell})`);

/** What would be lost if a sheet were read in another way; `cells` are counted, and the first of them named. */
export const lossesOfCells = {
  'numbers-lost': (lost: LostCells) =>
    `${howMany(lost.count, 'number', 'numbers')} would no longer be in a table ${where(lost)}.`,
  'dates-lost': (lost: LostCells) =>
    `${howMany(lost.count, 'date', 'dates')} would no longer be in a table ${where(lost)}.`,
  'records-lost': (lost: LostCells) =>
    `${howMany(lost.count, 'record', 'records')} would no longer be in a table ${where(lost)}.`,
  'cells-lost': (lost: LostCells) =>
    `${howMany(lost.count, 'cell', 'cells')} would be in no table at all ${where(lost)}.`,
  'numbers-as-texts': (lost: LostCells) =>
    `${howMany(lost.count, 'number', 'numbers')} would be kept as text ${where(lost)}.`,
  'records-as-names': (lost: LostCells) =>
    `${howMany(lost.count, 'row', 'rows')} would name columns, but look like the records below ${where(lost)}.`,
  'names-as-records': (lost: LostCells) =>
    `${howMany(lost.count, 'row', 'rows')} would be among the records, but look like the header ${where(lost)}.`,
  'totals-broken': (lost: LostCells) =>
    `${howMany(lost.count, 'total', 'totals')} would no longer agree with what is added up ${where(lost)}.`,
  'totals-among-records': (lost: LostCells) =>
    `${howMany(lost.count, 'total', 'totals')} would be among the records that they add up ${where(lost)}.`,
  'records-among-totals': (lost: LostCells) =>
    `${howMany(lost.count, 'row', 'rows')} would be totals, but add up nothing ${where(lost)}.`,
  'totals-of-several-groups': (lost: LostCells) =>
    `What ${howMany(lost.count, 'total adds', 'totals add')} up would be in different groups ${where(lost)}.`,
};

/** What a value of a model's answer should have been. */
export type ExpectedOfModel =
  | 'object'
  | 'list'
  | 'text'
  | 'boolean'
  | 'number'
  | 'range'
  | 'cell'
  | 'column'
  | 'rows';

const expectedOfModel: Readonly<Record<ExpectedOfModel, string>> = {
  object: 'an object',
  list: 'a list',
  text: 'a text that is not too long',
  boolean: 'true or false',
  number: 'a whole number',
  range: 'a range such as A10:F15',
  cell: 'a cell such as D3',
  column: 'the letters of a column',
  rows: 'rows such as 5 or "12-20"',
};

/** What is said about a reading that a language model proposed. */
const modelSentences = {
  'model-says': ({ words }: { words: string }) => `The language model says: ${words}`,
  'reading-by-model': () => 'Read by a language model.',
  'model-checked': ({ totals }: { totals: number }) =>
    `Checked: nothing that stood in a table is lost${totals === 0 ? '' : `, and ${howMany(totals, 'total agrees', 'totals agree')}`}.`,
  'model-agrees': () => 'A language model reads the sheet in the same way.',
  'model-better': () => 'The reading of the language model fits the cells better, and loses nothing.',
  'model-better-in-part': ({ tables }: { tables: number }) =>
    `Of ${howMany(tables, 'table', 'tables')} the reading of the language model fits the cells better, and loses nothing.`,
  'model-fits-less': () => 'The reading of the language model loses nothing, but fits the cells less.',
  'model-unfit': ({ faults }: { faults: number }) =>
    `The answer of the language model does not fit the sheet (${howMany(faults, 'fault', 'faults')}).`,
  'model-too-long': ({ length, limit }: { length: number; limit: number }) =>
    `The answer has ${length} characters; at most ${limit} are read.`,
  'model-no-json': () => 'The answer is no JSON object.',
  'model-unknown-field': ({ field, nearest }: { field: string; nearest: string }) =>
    `There is no field "${field}"${nearest === '' ? '' : `; "${nearest}" is the nearest`}.`,
  'model-value': ({ expected }: { expected: ExpectedOfModel }) =>
    `This should be ${expectedOfModel[expected]}.`,
  'model-choice': ({ names }: { names: string }) => `This should be one of ${names}.`,
  'model-too-many': ({ limit }: { limit: number }) => `There are more than ${limit}.`,
  'model-part-kind': () => 'A new part has exactly one of table, form, note and title.',
  'model-form-fields': () => 'A form needs its fields.',
  'model-unasked': () => 'Columns become rows by "stack" only where a wish of the workspace asks for it.',
  'model-loop': ({ row }: OfRow) => `Row ${row} would stand under itself.`,
};

const lossSentences = {
  ...lossesOfCells,
  'name-misplaced': ({ name, heading }: { name: string; heading: string }) =>
    `The column under "${heading}" would be called "${name}", which stands over another column.`,
};

export const readingSentences: typeof reasonSentences &
  typeof ruleSentences &
  typeof doubtSentences &
  typeof questionSentences &
  typeof alternativeSentences &
  typeof offerSentences &
  typeof specSentences &
  typeof modelSentences &
  typeof lossSentences = {
  ...reasonSentences,
  ...ruleSentences,
  ...doubtSentences,
  ...questionSentences,
  ...alternativeSentences,
  ...offerSentences,
  ...specSentences,
  ...modelSentences,
  ...lossSentences,
};
