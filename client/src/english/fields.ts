import { aValueOf, type InEnglish } from './words.js';

const comparisons: Readonly<Record<string, string>> = {
  '<=': 'at most',
  '>=': 'at least',
  '<': 'less than',
  '>': 'more than',
};

const formats: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  uri: 'an address',
  date: 'a date such as 2026-01-31',
  'date-time': 'a date and time',
};

const valuesOfRequests: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'yes or no',
  array: 'a list',
  object: 'a record',
  null: 'empty',
};
const oneOf = (types: string): string =>
  types
    .split(',')
    .map((type) => valuesOfRequests[type] ?? 'another value')
    .join(' or ');

const chartNames: Readonly<Record<string, string>> = {
  bar: 'bar charts',
  stacked_bar: 'stacked bar charts',
  line: 'line charts',
  area: 'area charts',
  pie: 'pie charts',
  scatter: 'scatter plots',
  heatmap: 'heat maps',
  histogram: 'histograms',
  box: 'box plots',
};
const charts = (types: string): string =>
  types
    .split(/, | and /)
    .map((type) => chartNames[type] ?? 'such charts')
    .join(', ');

const totals: Readonly<Record<string, string>> = {
  sum: 'summed',
  avg: 'averaged',
  min: 'searched for its smallest value',
  max: 'searched for its largest value',
  count: 'counted',
};

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

/** What is wrong with one field of a form: the predicate of a sentence whose subject is the field. */
export const englishFields: InEnglish = {
  'field-unknown': () => 'is not expected here',
  'field-unknown-nearest': () => 'is not expected here',
  'field-unknown-listed': () => 'is not expected here',
  'field-one-of': () => 'is not one of the choices',
  'field-type': ({ type }) => `must be ${oneOf(type)}`,
  'field-limit': ({ comparison, limit }) => `must be ${comparisons[comparison] ?? 'about'} ${limit}`,
  'field-multiple-of': ({ factor }) => `must be a multiple of ${factor}`,
  'field-min-characters': ({ min }) => `needs at least ${count(min, 'character')}`,
  'field-max-characters': ({ max }) => `takes at most ${count(max, 'character')}`,
  'field-min-items': ({ min }) => `needs at least ${min}`,
  'field-max-items': ({ max }) => `takes at most ${max}`,
  'field-min-properties': ({ min }) => `needs at least ${min}`,
  'field-max-properties': ({ max }) => `takes at most ${max}`,
  'field-pattern': () => 'is not written as it has to be',
  'field-format': ({ format }) => `is not ${formats[format] ?? 'written as it has to be'}`,
  'field-repeated-items': () => 'has the same entry twice',
  'field-any-of': () => 'is not valid',
  'field-one-schema': () => 'is not valid',
  'field-property-name': () => 'has a name that is not valid',
  'field-nul': () => 'contains a character that cannot be stored',
  'field-object': () => 'is not valid',
  'field-cell': ({ value, why }) => `does not take ${value ?? 'this value'}: it ${why}`,
  'field-cell-type': ({ why }) => `does not fit its column: it ${why}`,
  'field-no-column': ({ column }) => `names a column that is not there: ${column}`,
  'field-column-type': () => 'is not a type that columns have',
  'parameter-unknown': () => 'is not expected here',
  'parameter-unknown-nearest': () => 'is not expected here',
  'cursor-of-other-list': () => 'belongs to another list',
  'offset-with-cursor': () => 'is given twice',
  'time-rfc3339': () => 'must be a date and time',
  'passkey-not-for-ticket': () => 'does not belong to this sign-in',
  'rate-beyond-issuer': ({ max }) => `must be at most ${max}`,
  'expiry-beyond-issuer': ({ end }) => `must be no later than ${end}`,
  'resource-not-reach': () => 'names nothing that there is',
  'cells-or-all': () => 'must be some cells or all of them, not both',
  'required-with-sheets': () => 'is required when sheets are corrected',
  'required-without-decisions': () => 'is required where nothing is decided',
  'required-with-append': () => 'is required when rows are added',
  'false-with-staged': () => 'must be off while the file is only being looked at',
  'true-with-branch': () => 'must be on when a file is exported for editing',
  'disagrees-with-if-match': () => 'is not the state that is shown',
  'row-cell-missing': ({ column }) => `has no value for “${column}”, by which rows are recognised`,
  'row-updated-twice': ({ row }) => `changes row ${row}, which another row changes too`,
  'name-or-type': () => 'must be a new name or a new type, not both',
  'filter-value': () => 'must be given; to find empty cells, choose “is empty”',
  'label-number': () => 'is a number, and numbers stand for versions of tables',
  'label-snapshot-id': () => 'begins like the id of a pinned state',
  'chart-field-required': ({ type }) => `is required for ${charts(type)}`,
  'chart-field-refused': ({ type }) => `is not for ${charts(type)}`,
  'chart-needs-number': ({ type }) => `needs a column of numbers for ${charts(type)}`,
  'chart-one-column': ({ type }) => `takes one column for ${charts(type)}`,
  'chart-series-with-columns': () => 'is not for several columns on the vertical axis',
  'chart-needs-dates': () => 'needs dates on the horizontal axis',
  'chart-only-for': ({ types }) => `is for ${charts(types)}`,
  'chart-histogram-numbers': ({ column, type }) =>
    `must be a column of numbers for histograms; “${column}” is ${aValueOf(type)}`,
  'chart-scatter-numbers': ({ column, type }) =>
    `must hold numbers or dates for scatter plots; “${column}” is ${aValueOf(type)}`,
  'chart-required-without-aggregate': () => 'is required where nothing is added up',
  'chart-number-column': ({ column, type }) =>
    `must be a column of numbers; “${column}” is ${aValueOf(type)}`,
  'block-total-type': ({ total, column, type }) =>
    `cannot be ${totals[total] ?? 'computed'}: “${column}” is ${aValueOf(type)}`,
  'cell-long-number': () => 'has more digits than a number keeps; make the column one of texts',
  'cell-timestamp-form': () => 'is not a date and time such as 2026-01-31 13:05',
  'cell-timestamptz-form': () => 'is not a moment such as 2026-01-31T13:05:00Z',
  'cell-not-row-id': () => 'does not identify a row',
};
