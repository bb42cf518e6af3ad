import type { Edge } from './edge.js';

/** About versions, overrides and conflicts. */
export const historySentences = {
  'conflict-unknown': ({ conflict }: { conflict: string }) => `The workbook has no conflict ${conflict}.`,
  'fix-conflicts': (_: undefined, { operation }: Edge) =>
    `${operation('listConflicts')} lists the conflicts of the workbook.`,
  'conflict-action': ({ action, wanted, kind }: { action: string; wanted: string; kind: string }) =>
    `"${action}" is for ${wanted} conflicts, and this one is ${kind}.`,
  'column-masked': ({ column }: { column: string }) =>
    `You may not write the column "${column}": it is masked for you.`,
  'fix-masked-conflict': () => 'Ask someone who may see the column to resolve it.',
  'fix-acknowledge': () => 'Use acknowledge.',
  'row-columns-hidden': () => 'You may not see every column of the row.',
  'fix-row-columns-hidden': () => 'Ask someone who may see the whole table to resolve it.',
  'conflict-resolved': ({ conflict }: { conflict: string }) =>
    `The conflict ${conflict} is already resolved.`,
  'fix-open-conflicts': (_: undefined, { operation, forPaths }: Edge) =>
    `${operation('listConflicts')}${forPaths('?status=open')} lists those that are not; ${operation('dropOverrides')} drops an override at any time.`,
  'old-value-unfit': ({ column, type }: { column: string; type: string }) =>
    `The column "${column}" is ${type} now, and an old value does not fit it.`,
  'op-unknown': ({ op }: { op: number }) => `The workbook has no op ${op}.`,
  'workbook-changed-in-restore': () => 'The workbook was changed while it was to be restored.',
  'row-never': ({ row, table }: { row: number; table: string }) =>
    `There never was a row ${row} in "${table}".`,
  'row-unknown': ({ row, table }: { row: number; table: string }) => `There is no row ${row} in "${table}".`,
  'fix-row-ids': (_: undefined, { operation }: Edge) =>
    `${operation('readRows')} returns the id of each row in __svc_row_id.`,
  'snapshot-unknown': ({ name }: { name: string }) => `The workbook has no version or snapshot "${name}".`,
  'fix-snapshots': (_: undefined, { operation, forPaths }: Edge) =>
    `${operation('listVersions')} lists the labels, ${operation('listSnapshots')} the snapshots${forPaths('; percent-encode labels in the path')}.`,
  'undo-hidden-columns': () => 'Undoing it would write columns that you may not see.',
  'fix-undo': (_: undefined, { operation }: Edge) =>
    `An op can be undone once, unless it changed nothing or a file; ${operation('listOps')} says which ops are undoable.`,
  'undo-later-edits': ({ op }: { op: number }) => `Later edits changed cells that op ${op} touched.`,
  'undo-later-ops': ({ op, later }: { op: number; later: string }) =>
    `Later ops changed what op ${op} changed: ${later}.`,
  'undo-name-taken': () => 'A name that it would give back is in use again.',
  'fix-undo-name-taken': () => 'Rename what has the name now.',
  'fix-undo-later-edits': () => 'Undo the later ops first, or repeat with force=true to overwrite them.',
  'version-exists': ({ label }: { label: string }) => `The workbook already has a version "${label}".`,
  'version-unknown': ({ label }: { label: string }) => `The workbook has no version "${label}".`,
  'fix-versions': (_: undefined, { operation, forPaths }: Edge) =>
    `${operation('listVersions')} lists the labels${forPaths('; percent-encode them in the path')}.`,
  'cell-not-overridden': ({ column, row }: { column: string; row: number }) =>
    `The cell "${column}" of row ${row} is not overridden.`,
  'fix-overrides': (_: undefined, { operation }: Edge) =>
    `${operation('listOverrides')} lists the overrides of the table.`,
  'override-names-no-row': ({ index, table }: { index: number; table: string }) =>
    `Nothing was written: /rows/${index} names no row of "${table}".`,
  'fix-override-names-no-row': ({ id }: { id: string }) =>
    `Its rows come from its transform, and edits override single cells: send the row's ${id}, or match_on.`,
  'override-row-unknown': ({ row }: { row: number }) => `Nothing was written: the table has no row ${row}.`,
  'not-derived': ({ table }: { table: string }) =>
    `"${table}" is no derived table: its cells are edited, not overridden.`,
  'fix-not-derived': (_: undefined, { operation }: Edge) =>
    `Overrides are of tables that a transform computes; ${operation('listTransforms')} lists them.`,
  'fix-revert-or-acknowledge': () => 'Use revert or acknowledge.',
  'fix-drop-or-acknowledge': () => 'Use drop_override or acknowledge.',
  'conflict-row-gone': () => 'The row of this conflict no longer exists.',
  'conflict-column-gone': () => 'The column of this conflict no longer exists.',
  'conflict-row-back': () => 'The row of this conflict is there again.',
  'op-not-undoable': ({ op }: { op: number }) => `Op ${op} has no inverse.`,
  'op-undone': ({ op, by }: { op: number; by: number }) => `Op ${op} was undone by op ${by}.`,
};
