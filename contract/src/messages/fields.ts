import type { Why } from './why.js';

/** What is wrong with one field of a request: the predicate of a sentence whose subject is the field. */
export const fieldSentences = {
  'field-required': () => 'is required',
  'field-left-out': () => 'is to be left out here',
  'mention-not-member': () => 'is not a member of the workspace',
  'field-unknown': () => 'is not a known field',
  'field-unknown-nearest': ({ nearest }: { nearest: string }) =>
    `is not a known field; the nearest is ${nearest}`,
  'field-unknown-listed': ({ fields }: { fields: string }) => `is not a known field (known: ${fields})`,
  'field-invalid': () => 'is not valid',
  'field-one-of': ({ values }: { values: string }) => `must be one of ${values}`,
  'field-exactly': ({ value }: { value: string }) => `must be ${value}`,
  'field-type': ({ type }: { type: string }) => `must be ${type}`,
  'field-limit': ({ comparison, limit }: { comparison: string; limit: number }) =>
    `must be ${comparison} ${limit}`,
  'field-multiple-of': ({ factor }: { factor: number }) => `must be multiple of ${factor}`,
  'field-min-characters': ({ min }: { min: number }) => `must NOT have fewer than ${min} characters`,
  'field-max-characters': ({ max }: { max: number }) => `must NOT have more than ${max} characters`,
  'field-min-items': ({ min }: { min: number }) => `must NOT have fewer than ${min} items`,
  'field-max-items': ({ max }: { max: number }) => `must NOT have more than ${max} items`,
  'field-min-properties': ({ min }: { min: number }) => `must NOT have fewer than ${min} properties`,
  'field-max-properties': ({ max }: { max: number }) => `must NOT have more than ${max} properties`,
  'field-pattern': ({ pattern }: { pattern: string }) => `must match pattern "${pattern}"`,
  'field-format': ({ format }: { format: string }) => `must match format "${format}"`,
  'field-repeated-items': ({ first, second }: { first: number; second: number }) =>
    `must NOT have duplicate items (items ## ${first} and ${second} are identical)`,
  'field-any-of': () => 'must match a schema in anyOf',
  'field-one-schema': () => 'must match exactly one schema in oneOf',
  'field-property-name': () => 'property name must be valid',
  'field-nul': () => 'must not contain the character U+0000',
  'field-text': () => 'must be text',
  'field-object': () => 'must be an object',
  'field-list': () => 'must be a list',
  'field-json': () => 'is not valid JSON',
  'field-cell': ({ value, type, why }: { value: string | null; type: string } & Why) =>
    `${value ?? 'The value'} ${why} (${type})`,
  'field-cell-type': ({ type, why }: { type: string } & Why) => `${why} (${type})`,
  'field-repeated-name': () => 'already exists; names are case-insensitive',
  'field-repeated-column': () => 'names a column a second time',
  'field-no-column': ({ column }: { column: string }) => `names no column: ${column}`,
  'field-no-columns': () => 'names no column',
  'field-not-column-of-table': () => 'is not a column of the table',
  'field-not-column-of-output': () => 'is not a column of the output',
  'field-column-type': ({ type }: { type: string }) => `is not a column type: ${type}`,

  'parameter-unknown': () => 'is not a known parameter',
  'parameter-unknown-nearest': ({ nearest }: { nearest: string }) =>
    `is not a known parameter; the nearest is ${nearest}`,
  'file-part-unknown': () => 'is not a known file part; send exactly one, named "file"',
  'cursor-of-other-list': () => 'is not a cursor of this list',
  'offset-with-cursor': () => 'cannot be combined with cursor',
  'field-one-table': () => 'needs a statement over exactly one table',
  'time-rfc3339': () => 'must be a time in RFC 3339',
  'kind-unknown': ({ kind }: { kind: string }) => `has no kind "${kind}"`,

  'code-or-passkey-needed': () => 'or passkey is required, but not both',
  'password-not-yours': () => 'is not your password',
  'password-current': () => 'is your current password',
  'password-is-address': () => 'must not be the e-mail address',
  'password-common': () => 'is a common password, which is easily guessed',
  'resource-not-reach': () => 'is not a valid reach',
  'code-not-current': () => 'is not the current code',
  'passkey-not-for-ticket': () => 'is not an answer to ticket',
  'account-name-differs': () => 'is not the name of the account',
  'address-differs': () => 'is not your e-mail address',
  'rate-beyond-issuer': ({ max }: { max: number }) =>
    `must be at most ${max}, the limit of the issuing credential`,
  'expiry-beyond-issuer': ({ end }: { end: string }) =>
    `must be no later than ${end}, when the issuing credential expires`,

  'cells-or-all': () => 'or all is required, not both',
  'required-with-sheets': () => 'is required with sheets',
  'required-without-decisions': () => 'is required without accept and answers',
  'required-with-append': () => 'is required with mode append',
  'for-new-tables': () => 'is for new tables',
  'required-to-try-rule': () => 'is required to try a rule',
  'influence-effects': () => 'goes with the effects mask and deny',
  'false-with-staged': () => 'must be false with mode=staged',
  'true-with-branch': () => 'must be true with record_branch',
  'disagrees-with-if-match': () => 'disagrees with If-Match',
  'branch-differs': ({ branch }: { branch: string }) => `is not that of the file, ${branch}`,
  'branch-required': () => 'is required for this file',
  'branch-without-table': ({ table }: { table: string }) => `has no table "${table}"`,
  'action-other-conflicts': ({ kind }: { kind: string }) => `is not for ${kind} conflicts`,
  'replaces-other-source': ({ table }: { table: string }) => `has "${table}", which is not of this source`,
  'regions-among': ({ regions }: { regions: string }) => `must be among ${regions}`,
  'mapping-among': ({ columns }: { columns: string }) => `must map columns among ${columns}`,
  'mapping-leaves-none': () => 'must leave at least one column in',
  'sheet-not-in-file': () => 'is not a sheet of the file',
  'one-region-one-table': () => 'must name one region that gives one table',

  'row-required-in-derived': () => 'is required: rows are not added to a derived table',
  'row-absent': ({ row }: { row: number }) => `there is no row ${row}`,
  'rows-absent': ({ row }: { row: number }) => `no row ${row}`,
  'field-repeated-ids': () => 'has an id more than once',
  'row-id-not-one': () => 'is not a row id',
  'value-listed-twice': () => 'is listed more than once',
  'row-listed-twice': ({ row }: { row: number }) => `row ${row} is listed more than once`,
  'row-cell-missing': ({ column }: { column: string }) => `has no cell for "${column}", which match_on names`,
  'row-matches-many': ({ count, rows }: { count: number; rows: string }) => `matches ${count} rows (${rows})`,
  'row-updated-twice': ({ row }: { row: number }) =>
    `updates row ${row}, which another row of the request updates`,
  'name-or-type': () => 'exactly one of new_name and type must be given',
  'computed-by-formula': () => 'is computed by a formula',
  'annotation-nowhere': () => 'names neither a row nor a column',
  'annotation-repeated': () => 'has the same target as another one',
  'annotation-empty': () => 'has neither a style nor a note',
  'number-format-unknown': () => 'is not a number format',

  'filter-conditions': ({ max }: { max: number }) => `has more than ${max} conditions`,
  'filter-list': () => 'must be a list of at least one filter',
  'filter-apply-none': () => 'cannot be given for this column',
  'filter-value': () => 'must be given; use the op is_null to test for empty cells',

  'range-length': ({ min, max }: { min: number; max: number }) => `must have ${min} to ${max} characters`,
  'range-whole-lines': () => 'names whole rows or columns; name its corner cells instead',
  'range-not-one': () => 'is not a range of cells',
  'range-beyond-sheet': ({ last }: { last: string }) => `reaches beyond the sheet (A1:${last})`,
  'range-values-beyond-sheet': () => 'and its values reach beyond the sheet',
  'range-header-row': () => 'includes row 1, the header row, which cannot be written',
  'range-beyond-columns': ({ last }: { last: string }) =>
    `reaches beyond the last column of the table (${last})`,
  'range-leaves-rows': ({ next }: { next: number }) =>
    `leaves rows empty: the next row to insert is row ${next}`,
  'range-read-at-once': (size: { rows: number; columns: number; maxRows: number; maxColumns: number }) =>
    `is ${size.rows} x ${size.columns} cells; at most ${size.maxRows} x ${size.maxColumns} are read at once`,
  'range-shown-at-once': ({ rows, columns, max }: { rows: number; columns: number; max: number }) =>
    `is ${rows} x ${columns} cells; at most ${max} are shown at once`,
  'values-empty': () => 'contain no cells',
  'values-uneven': ({ width }: { width: number }) =>
    `must have ${width} ${width === 1 ? 'cell' : 'cells'} in each row, as in the first`,
  'values-size': (size: { rows: number; columns: number; range: string; high: number; wide: number }) =>
    `are ${size.rows} x ${size.columns} cells, but ${size.range} is ${size.high} x ${size.wide}`,

  'name-reserved-by-sql': () => 'is reserved by the SQL engine',
  'name-reserved': () => 'is a reserved name',
  'tag-every-role': () => 'is the mark for every role; a tag needs a name',
  'role-comma': () => 'must not contain a comma',
  'governed-name-control': () => 'must not contain control characters',
  'label-number': () => 'is a number, which as_of takes for an edit_version',
  'label-snapshot-id': () => 'begins like the id of a snapshot',
  'label-current': () => 'means the present state',
  'placeholder-not-bound': ({ placeholder }: { placeholder: string }) =>
    `${placeholder} is not bound by args`,
  'arg-not-used': () => 'is not used by the code',
  'arg-no-table': ({ table }: { table: string }) => `names no table of the workbook: ${table}`,

  'chart-field-required': ({ type }: { type: string }) => `is required for ${type}`,
  'chart-field-refused': ({ type }: { type: string }) => `is not for ${type}`,
  'chart-needs-number': ({ type }: { type: string }) => `needs a number column for ${type}`,
  'chart-one-column': ({ type }: { type: string }) => `takes one column for ${type}`,
  'chart-series-with-columns': () => 'is not for several columns in y',
  'chart-needs-dates': () => 'needs dates in x',
  'chart-only-for': ({ types }: { types: string }) => `is for ${types}`,
  'chart-histogram-numbers': ({ column, type }: { column: string; type: string }) =>
    `must be a number column for histogram; "${column}" is ${type}`,
  'chart-scatter-numbers': ({ column, type }: { column: string; type: string }) =>
    `must hold numbers or dates for scatter; "${column}" is ${type}`,
  'chart-required-without-aggregate': () => 'is required where aggregate is none',
  'chart-number-column': ({ column, type }: { column: string; type: string }) =>
    `must be a number column; "${column}" is ${type}`,
  'config-levels': ({ max }: { max: number }) => `has more than ${max} levels`,
  'config-size': ({ kilobytes }: { kilobytes: number }) => `is larger than ${kilobytes} KB`,
  'config-key-refused': () => 'may not be set',
  'config-value-refused': ({ value }: { value: string }) => `may not be ${value}`,

  'block-unknown-name': ({ what, name }: { what: 'table' | 'chart' | 'column'; name: string }) =>
    `names no ${what}: ${name}`,
  'block-column-not-shown': ({ column }: { column: string }) =>
    `names a column that the view does not show: ${column}`,
  'block-total-type': ({ total, column, type }: { total: string; column: string; type: string }) =>
    `cannot be ${total}: "${column}" is ${type}`,

  'heading-not-a-name': (why: Why) => `cannot be the name of a column: it ${why.why}`,
  'heading-repeated': ({ cell, name }: { cell: string; name: string }) =>
    `repeats that of ${cell}, "${name}"`,
};
