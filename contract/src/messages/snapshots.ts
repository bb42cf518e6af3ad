/** What the service calls states that it pins by itself. */
export const snapshotSentences = {
  'snapshot-file-version': ({ n, file }: { n: number; file: string }) => `Version ${n} of ${file}`,
  'pin-daily': ({ day }: { day: string }) => `At the end of ${day}`,
  'pin-table-deleted': ({ table }: { table: string }) => `Before "${table}" was deleted`,
  'pin-column-deleted': ({ table }: { table: string }) => `Before a column of "${table}" was deleted`,
  'pin-source-deleted': ({ file }: { file: string }) => `Before the file "${file}" was deleted`,
  'pin-source-revised': ({ file }: { file: string }) => `Before "${file}" was replaced by a new file`,
  'pin-tables-replaced': ({ file }: { file: string }) => `Before the tables of "${file}" were made anew`,
  'pin-undone': () => 'Before an undo',
  'snapshot-before-undo': () => 'Before the undo of a restore',
  'snapshot-before-restore': ({ name }: { name: string }) => `Before the restore of "${name}"`,
};
