/** What the service calls states that it pins by itself. */
export const snapshotSentences = {
  'snapshot-file-version': ({ n, file }: { n: number; file: string }) => `Version ${n} of ${file}`,
  'snapshot-before-undo': () => 'Before the undo of a restore',
  'snapshot-before-restore': ({ name }: { name: string }) => `Before the restore of "${name}"`,
};
