import type { Edge } from './edge.js';
import type { Why } from './why.js';

/** About branches and the files that return. */
export const mergingSentences = {
  'fix-bound-columns': (_: undefined, { operation }: Edge) =>
    `${operation('getColumns')} lists the columns; name each of them once, in any letter case.`,
  'sheet-bound': ({ table }: { table: string }) =>
    `The sheet is bound to the table "${table}", and a sheet is bound to one table of a workbook.`,
  'fix-sheet-bound': (_: undefined, { operation }: Edge) =>
    `Delete that binding first (${operation('unbindSheet')}), or bind another sheet.`,
  'binding-unknown': ({ table, binding }: { table: string; binding: string }) =>
    `The table "${table}" has no binding ${binding}.`,
  'fix-bindings': (_: undefined, { operation }: Edge) =>
    `${operation('listSyncBindings')} lists the bindings of the table.`,
  'branch-unknown': ({ branch }: { branch: string }) => `The workbook has no branch ${branch}.`,
  'fix-branches': (_: undefined, { operation, forPaths }: Edge) =>
    `${operation('listBranches')}${forPaths('?status=all')} lists the branches; ${operation('exportTables')} with record_branch=true makes one.`,
  'branch-needs-row-ids': () => 'Without row ids the rows of a returned file cannot be recognised.',
  'fix-branch-needs-row-ids': () => 'Leave include_row_ids out with record_branch=true.',
  'derived-tables-branched': ({ tables }: { tables: string }) =>
    `Derived tables are computed, so no edit of them can be merged: ${tables}.`,
  'table-deleted-in-export': ({ table }: { table: string }) =>
    `Table "${table}" was deleted during the export.`,
  'merge-lacks-rows': ({ deleted, rows, table }: { deleted: number; rows: number; table: string }) =>
    `The file lacks ${deleted} of the ${rows} rows of "${table}", which would be deleted.`,
  'file-of-other-branch': ({ branch, given }: { branch: string; given: string }) =>
    `The file belongs to the branch ${branch}, not to ${given}.`,
  'fix-file-of-other-branch': () => 'Leave branch_id out, or send the file of that branch.',
  'file-is-tracked': ({ file, link }: { file: string; link: string }) =>
    `The file "${file}" is tracked as ${link}.`,
  'file-unknown-export': () => 'The file does not say which export it comes from.',
  'branch-closed': ({ branch }: { branch: string }) => `The branch ${branch} is closed.`,
  'branch-tables-deleted': () => 'Every table of the branch was deleted.',
  'branch-lacks-table': ({ branch, table }: { branch: string; table: string }) =>
    `The branch ${branch} does not have the table "${table}".`,
  'fix-branch-tables': (_: undefined, { operation }: Edge) =>
    `${operation('listBranches')} lists the tables of each branch.`,
  'csv-of-which-table': () => 'A csv file does not say which table of the branch it belongs to.',
  'fix-csv-of-which-table': (_: undefined, { operation }: Edge) =>
    `Send it to ${operation('mergeTable')} of its table.`,
  'headings-missing': ({ sheet, table }: { sheet: string; table: string }) =>
    `Sheet "${sheet}" no longer has the heading row of table "${table}".`,
  'fix-headings-missing': ({ id }: { id: string }) =>
    `Put the row with the headings back above the data, ${id} among them; or export the table again with record_branch=true.`,
  'row-ids-missing': ({ sheet, id, table }: { sheet: string; id: string; table: string }) =>
    `Sheet "${sheet}" has no column ${id}, which identifies the rows of table "${table}".`,
  'fix-row-ids-missing': (_: undefined, { operation }: Edge) =>
    `Export the table with record_branch=true (${operation('exportTables')}), which writes the column, and keep it in the file.`,
  'merge-row-limit': ({ rows, table, max }: { rows: number; table: string; max: number }) =>
    `The file has ${rows} rows of table "${table}"; at most ${max} are merged.`,
  'fix-headings': () => 'Give every column a heading of its own, of 1 to 200 characters.',
  'headings-shared': ({
    first,
    second,
    sheet,
    cell,
  }: {
    first: string;
    second: string;
    sheet: string;
    cell: string;
  }) => `Tables "${first}" and "${second}" both have the headings of sheet "${sheet}", at ${cell}.`,
  'headings-of-other': ({
    row,
    sheet,
    table,
    whose,
  }: {
    row: number;
    sheet: string;
    table: string;
    whose: string;
  }) => `Row ${row} of sheet "${sheet}" has none of the headings of table "${table}", but ${whose}.`,
  'sheets-missing': ({ tables, sheets }: { tables: string; sheets: string }) =>
    `The file has no sheet of ${tables}; its sheets are ${sheets}.`,
  'fix-merge-larger': (_: undefined, { operation }: Edge) =>
    `Write changes of larger tables with ${operation('upsertRows')}.`,
  'merge-conflict-limit': ({ max, table }: { max: number; table: string }) =>
    `More than ${max} cells of "${table}" were changed both here and in the file.`,
  'fix-merge-conflict-limit': () => 'Export the table again and repeat the changes in the new file.',
  'row-id-foreign': ({
    sheet,
    column,
    row,
    id,
  }: {
    sheet: string;
    column: string;
    row: number;
    id: number;
  }) =>
    `Nothing was merged: ${sheet}!${column}${row} has the row id ${id}, which was not in the exported file.`,
  'fix-row-id-foreign': () => 'Leave the row ids as they were exported, and the row ids of new rows empty.',
  'row-ids-gone': ({ sheet, column }: { sheet: string; column: string }) =>
    `Sheet "${sheet}" has no row id left in column ${column}.`,
  'fix-row-ids-gone': ({ id }: { id: string }) =>
    `Put the values of ${id} back as they were exported; only new rows have none. To replace every row, send confirm_deletes=true.`,
  'column-named-twice': ({ column }: { column: string }) => `The column "${column}" is named twice.`,
  'fix-file-is-tracked': ({ link }: { link: string }, { operation }: Edge) =>
    `Send it as the next version of that link: ${operation('pushFileVersion', { link_id: link })}.`,
  'fix-export-again': (_: undefined, { operation }: Edge) =>
    `Export the tables with ${operation('exportTables')} and record_branch=true, and edit that file.`,
  'fix-file-unknown-export': (_: undefined, { operation }: Edge) =>
    'Send branch_id, the X-SVC-Branch-Id of the export. ' +
    `Export the tables with ${operation('exportTables')} and record_branch=true, and edit that file.`,
  'fix-branch-of-other-workbook': (_: undefined, { operation }: Edge) =>
    'Send the file to the workbook that it was exported from. ' +
    `Export the tables with ${operation('exportTables')} and record_branch=true, and edit that file.`,
  'warn-branch-tables': ({ others }: { others: number }, { operation }: Edge) =>
    `The branch has ${others} more tables: ${operation('syncFile')} merges every table of the file.`,
  'warn-branch-deleted': ({ deleted }: { deleted: number }) =>
    `${deleted} tables of the branch were deleted since and are not merged.`,
  'returned-cell': ({
    sheet,
    cell,
    column,
    type,
    value,
    why,
    more,
  }: {
    sheet: string;
    cell: string;
    column: string;
    type: string;
    value: string;
    more: string;
  } & Why) =>
    `Nothing was merged: sheet "${sheet}", cell ${cell}, column "${column}" (${type}): "${value}" ${why}.${more}`,
  'heading-invalid': ({ sheet, cell, why }: { sheet: string; cell: string } & Why) =>
    `Sheet "${sheet}": the heading in ${cell} ${why}.`,
  'merge-rows-limit': ({ table, max, what }: { table: string; max: number; what: 'rows' | 'columns' }) =>
    `"${table}" has more than ${max} ${what}.`,
  'merge-cell-invalid': ({ sheet, cell, why }: { sheet: string; cell: string } & Why) =>
    `Nothing was merged: ${sheet}!${cell} ${why}.`,
  'fix-unreadable-cells': () =>
    'Correct the cells named in offenders, save the file and send it again; or send on_unreadable=skip, which leaves them as they were.',
};
