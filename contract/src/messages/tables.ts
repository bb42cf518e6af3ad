import type { Edge } from './edge.js';
import type { Why } from './why.js';

/** About tables, rows and columns. */
export const tablesSentences = {
  'fix-annotation': () =>
    'A target has a row_id, a column or both; an annotation of it has a style, a note or both.',
  'column-limit': ({ max }: { max: number }) => `A table holds at most ${max} columns.`,
  'fix-alter-column': () => 'Send new_name in one call and type in another.',
  'formula-column-unknown': ({ column, table }: { column: string; table: string }) =>
    `There is no formula column "${column}" in "${table}".`,
  'fix-column-masked': () =>
    'Leave the column out: what it holds stays. Or use the credential of somebody who may see it.',
  'table-unknown-as-of': ({ table, moment }: { table: string; moment: string }) =>
    `There was no table "${table}" as of "${moment}".`,
  'fix-table-as-of': (_: undefined, { operation }: Edge) =>
    `${operation('listSnapshots')} lists the tables of each snapshot, under the names that they had.`,
  'moment-unknown': ({ moment }: { moment: string }) => `There is no version "${moment}".`,
  'fix-moment-unknown': () =>
    'Use a label, the id of a snapshot or an edit_version of the table, or leave as_of out to read the current one.',
  'version-ended': ({ version }: { version: number }) => `Version ${version} of the table is no longer kept.`,
  'fix-version-ended': () =>
    'Read a later version. Versions in snapshots and named versions are kept: name those that you will need.',
  'fix-row-values': (_: undefined, { operation, forPaths }: Edge) =>
    `Send values of the column types; ${operation('getTableSchema')}${forPaths('?format=json-schema')} describes a row.`,
  'row-id-invalid': ({ index, id }: { index: number; id: string }) => `/rows/${index}/${id} is not a row id.`,
  'row-repeated': ({ row }: { row: number }) => `Row ${row} is listed more than once.`,
  'column-unchangeable': ({ column }: { column: string }) => `You may not change the column "${column}".`,
  'column-computed-from': ({ subject }: { subject: string }) => `${subject} is computed from this column.`,
  'fix-freeze-formula': (_: undefined, { operation }: Edge) =>
    `Freeze the formula first: ${operation('setFormula')} with formula: null.`,
  'column-dropped': () => 'The column was dropped.',
  'column-exists': ({ column }: { column: string }) =>
    `The table already has a column "${column}"; names are case-insensitive.`,
  'fix-column-types': () =>
    'Types: VARCHAR, BIGINT, INTEGER, DOUBLE, DECIMAL(p,s), BOOLEAN, DATE, TIME, TIMESTAMP, TIMESTAMPTZ, JSON.',
  'table-exists': ({ table }: { table: string }) =>
    `The workbook already has a table "${table}"; names are case-insensitive.`,
  'row-ids-repeated': () => 'A row id is listed more than once.',
  'column-dropped-already': () => 'The column was dropped already.',
  'column-last': ({ column }: { column: string }) =>
    `"${column}" is the last data column of the table and cannot be dropped.`,
  'fix-column-last': () => 'Add another column first, or delete the table.',
  'column-unwritable': ({ column, table }: { column: string; table: string }) =>
    `There is no column "${column}" in "${table}" that you may write.`,
  'fix-column-unwritable': (_: undefined, { operation }: Edge) =>
    `${operation('getColumns')} lists the columns that you may see; those that are masked cannot be written.`,
  'table-partly-hidden': ({ table }: { table: string }) =>
    `You may not see every column of "${table}", so you may neither add nor rename columns.`,
  'fix-table-partly-hidden': () =>
    'Ask for a role that sees the whole table, or have someone who does add the column.',
  'table-has-dependents': ({ table, dependents }: { table: string; dependents: string }) =>
    `"${table}" is kept, because these come from it: ${dependents}.`,
  'fix-row-ambiguous': ({ id }: { id: string }) =>
    `Name the row by its ${id}, or choose match_on columns that tell rows apart.`,
  'table-derived': ({ table }: { table: string }) =>
    `"${table}" is computed by a transform, which gives it rows and columns.`,
  'fix-table-derived': (_: undefined, { operation }: Edge) =>
    `Change the transform (${operation('updateTransform')}); single cells are overridden with ${operation('upsertRows')}.`,
  'column-computed': ({ column }: { column: string }) => `"${column}" is computed by a formula.`,
  'fix-column-computed': (_: undefined, { operation }: Edge) =>
    `Write the columns that it follows, or freeze it with ${operation('setFormula')} and formula: null.`,
  'version-unsaid': () => 'A write must say which version it is based on.',
  'fix-version-unsaid': () =>
    'Send expected_version with the edit_version that was read (or null for any version), or If-Match with its ETag.',
  'result-too-large': ({ bytes, max }: { bytes: number; max: number }) =>
    `The result takes ${bytes} bytes, and at most ${max} are kept.`,
  'stored-data': ({ what, fault }: { what: string; fault: string }) => `The stored ${what} ${fault}.`,
  'rows-influenced': ({ table, tags }: { table: string; tags: string }) =>
    `The rows of "${table}" depend on columns tagged ${tags}, which you may not see.`,
  'fix-tables': (_: undefined, { operation, forPaths }: Edge) =>
    `${operation('listTables')} lists the tables of the workbook${forPaths('; percent-encode names in the path')}.`,
  'table-version-unknown': ({ table, version }: { table: string; version: number }) =>
    `Table "${table}" has no version ${version}.`,
  'fix-table-version': () =>
    'Use an edit_version that the table had, or leave as_of out to read the current one.',
  'range-too-large': ({ max }: { max: number }) =>
    `The cells of the range take more than ${max} MB, the maximum for one answer.`,
  'fix-range-too-large': ({ rows }: { rows: number }) =>
    `Ask for a smaller range: the first ${rows} rows of it fit.`,
  'as-of-one-table': () => 'as_of with an edit_version needs a statement over exactly one table.',
  'sql-table-unknown': ({ table }: { table: string }) => `There is no table "${table}" in this workbook.`,
  'offset-and-cursor': () => 'offset and cursor were both given.',
  'fix-offset-and-cursor': () =>
    'Begin with offset and go on with cursor, or name the place of each page by offset alone.',
  'result-columns-changed': () => 'The columns that you may see have changed since this result was made.',
  'result-unreadable': () => 'The stored result can no longer be read.',
  'source-governed': () => 'Original files of a governed workbook cannot be read.',
  'table-deleted': () => 'The table was deleted.',
  'rows-unknown': ({ rows }: { rows: string }) => `Nothing was written: there is no row ${rows}.`,
  'fix-rows-unknown': ({ id }: { id: string }) => `Read the rows again; leave ${id} out to insert.`,
  'table-at-version': ({ current, expected }: { current: number; expected: number | null }) =>
    `The table is at version ${current}, not ${expected}.`,
  'column-unknown': ({ column, table }: { column: string; table: string }) =>
    `There is no column "${column}" in "${table}".`,
  'fix-columns-in-path': (_: undefined, { operation, forPaths }: Edge) =>
    `${operation('getColumns')} lists the columns${forPaths('; percent-encode names in the path')}.`,
  'fix-columns': (_: undefined, { operation }: Edge) => `${operation('getColumns')} lists the columns.`,
  'fix-columns-or-add': (_: undefined, { operation }: Edge) =>
    `${operation('getColumns')} lists the columns; ${operation('addColumn')} adds one.`,
  'fix-column-nearest': ({ nearest }: { nearest: string }, { operation }: Edge) =>
    `Did you mean "${nearest}"? ${operation('getColumns')} lists the columns.`,
  'view-unknown': ({ view, table }: { view: string; table: string }) =>
    `There is no view "${view}" of "${table}" that you may see.`,
  'fix-views': (_: undefined, { operation }: Edge) =>
    `${operation('listViews')} lists your views of the table, and those that others share.`,
  'view-exists': ({ view }: { view: string }) =>
    `You have a view "${view}" of this table already; names are case-insensitive.`,
  'view-not-yours': ({ view }: { view: string }) => `The view "${view}" is somebody else's.`,
  'fix-view-not-yours': () => 'Its owner says whether it is shared. Save a view of your own instead.',
  'view-filter-withheld': () => 'The view filters by a column that is gone or that you may not see.',
  'fix-view-filter-withheld': () => 'Send a filter of your own, or read the table without the view.',
  'view-format-unknown': () => 'The format of a column is not one of numbers or dates.',
  'fix-view-format': () => 'Write it as Excel does, such as #,##0.00, 0% or yyyy-mm-dd.',
  'comment-unknown': ({ comment, table }: { comment: string; table: string }) =>
    `There is no comment "${comment}" on "${table}" that you may see.`,
  'fix-comments': (_: undefined, { operation }: Edge) =>
    `${operation('listComments')} lists the comments that you may see.`,
  'comment-column-masked': ({ column }: { column: string }) =>
    `You may not comment on cells of "${column}": it is masked for you.`,
  'fix-comment-column-masked': () => 'Comment on the row, or ask somebody who may see the column.',
  'comment-column-alone': () => 'A comment is on a cell, a row or the table, not on a whole column.',
  'fix-comment-column-alone': () => 'Name the row as well, or leave the column out.',
  'comment-reply-target': () => 'A reply is on what its thread is on.',
  'fix-comment-reply-target': () => 'Leave out either the target or what the comment replies to.',
  'comment-not-yours': () => 'The comment is somebody else’s.',
  'fix-comment-not-yours': () =>
    'Its author changes and deletes it; who manages the workspace may delete it too. Reply instead.',
  'comments-full': ({ table, max }: { table: string; max: number }) =>
    `The table "${table}" has ${max} comments, and takes no more.`,
  'fix-comments-full': () => 'Delete threads that are resolved.',
  'mention-unknown': ({ user }: { user: string }) => `"${user}" cannot be mentioned here.`,
  'fix-mention-unknown': () => 'Mention members of the workspace, by their ids.',
  'summary-too-wide': ({ max }: { max: number }) => `At most ${max} columns can be named here.`,
  'fix-summary-too-wide': () => 'Name fewer columns; the others can be asked for in another call.',
  'column-no-text': ({ column }: { column: string }) => `The column "${column}" has no texts.`,
  'fix-column-no-text': () => 'Name a column whose values are texts.',
  'value-replaced-twice': ({ value }: { value: string }) =>
    `${JSON.stringify(value)} is to be replaced twice.`,
  'fix-value-replaced-twice': () => 'Say once what becomes of each value.',
  'values-in-no-row': () => 'No row has any of these values.',
  'fix-values-in-no-row': () => 'Values are compared as they are, letter case and spaces included.',
  'values-in-too-many-rows': ({ max }: { max: number }) =>
    `More than ${max} rows have one of these values, which one call does not change.`,
  'fix-values-in-too-many-rows': () =>
    'Replace fewer values in a call. A derived table can replace any number of them.',
  'columns-unknown': ({ column }: { column: string }) =>
    `columns names no column: ${JSON.stringify(column)}.`,
  'fix-columns-list': (_: undefined, { operation }: Edge) =>
    `Name columns of the table, separated by commas or as a JSON array; ${operation('getColumns')} lists them.`,
  'order-unknown': ({ column }: { column: string }) => `order_by names no column: ${JSON.stringify(column)}.`,
  'fix-order': () =>
    'Name columns of the table, separated by commas or as a JSON array; put a dash before a name for descending order.',
  'fix-order-nearest': ({ nearest }: { nearest: string }) =>
    `Did you mean ${JSON.stringify(nearest)}? Name columns of the table, separated by commas or as a JSON array; ` +
    'put a dash before a name for descending order.',
  'fix-table-nearest': ({ nearest }: { nearest: string }, { operation }: Edge) =>
    `Did you mean "${nearest}"? ${operation('listTables')} lists the tables.`,
  'fix-workbook-tables': (_: undefined, { operation }: Edge) =>
    `${operation('listTables')} lists the tables of the workbook.`,
  'annotation-invalid': ({ path, why }: { path: string } & Why) => `Nothing was changed: ${path} ${why}.`,
  'column-change-invalid': ({ why }: Why) => `The body is not valid: ${why}.`,
  'rows-invalid': ({ path, why }: { path: string } & Why) => `Nothing was written: ${path} ${why}.`,
  'column-invalid': ({ path, why }: { path: string } & Why) =>
    `The column cannot be changed: ${path} ${why}.`,
  'table-invalid': ({ path, why }: { path: string } & Why) => `The table cannot be made: ${path} ${why}.`,
  'value-uncastable': ({
    value,
    row,
    column,
    type,
    hint,
  }: {
    value: string;
    row: number;
    column: string;
    type: string;
    hint: string;
  }) => `Nothing was changed: ${value} in row ${row} of "${column}" cannot be ${type}${hint}.`,
  'row-invalid': ({ index, why }: { index: number } & Why) => `Nothing was written: /rows/${index} ${why}.`,
  'versions-disagree': ({ tag, given }: { tag: number; given: number | null }) =>
    `If-Match says version ${tag} and expected_version says ${given}.`,
  'tag-invalid': () => 'If-Match is not the ETag of a table.',
  'fix-versions-disagree': () => 'Send either expected_version or If-Match, or the same version in both.',
  'fix-tag-invalid': () =>
    'Send the ETag that a read of the table returned, such as "7", or * for any version; or expected_version instead.',
  'formula-unfit': () =>
    'The columns of the table, or those that you may see, changed before the job began, and the formula does not fit ' +
    'them any more. Send it again to read why.',
  'formula-raced': ({ conflict }: { conflict: string }) =>
    `${conflict} It changed again each time the formula was computed. Send the formula again when there are fewer edits.`,
  'formula-outdated': ({ conflict }: { conflict: string }) =>
    `${conflict} It changed before the formula was computed. Send the formula again with the new edit_version as ` +
    'expected_version, or with null for any version.',
};
