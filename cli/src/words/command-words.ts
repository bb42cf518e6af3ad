import type { MessageCode, MessageParams } from '@workbook-data-service/client/messages';

const notUnderstood = () => 'The service did not understand this command.';
const newerCommand = () => 'Check that the service and wds are of the same release: wds --version.';
const lookAgain = () => 'Look at the current state, and try again.';
const tables = () => 'wds tables lists the tables of the workbook.';
const columns = () => 'wds tables lists the columns of each table.';
const versions = () => 'wds versions lists the versions of the workbook.';
const conflicts = () => 'wds conflicts lists the conflicts of the workbook.';
const exportAgain = () => 'Export the tables again with wds export --branch, and edit that file.';
const signIn = () => 'Sign in with wds login.';
const inConsole = () => 'Do it in the console: wds open.';
const rowIds = () => 'wds rows --json shows rows with their ids.';
const confirmDeletes = ({ why }: { why: string }) => `${why} Say --confirm-deletes if that is meant.`;

/**
 * What the command says where the words for people speak of pages and lists that they would see in the console, or
 * where a command or an option does what they advise.
 */
export const commandWords: {
  readonly [Code in MessageCode]?: (params: MessageParams[Code]) => string;
} = {
  'bad-request': notUnderstood,
  'malformed-json': notUnderstood,
  'method-not-allowed': notUnderstood,
  'unsupported-media-type': notUnderstood,
  'idempotency-key-length': notUnderstood,
  'idempotency-key-reused': () => 'Two changes were sent as one.',
  'form-fields': notUnderstood,
  'problem-unknown': notUnderstood,
  'method-unknown': notUnderstood,
  'endpoint-unknown': notUnderstood,
  'json-list-open': notUnderstood,
  'not-http': notUnderstood,
  'takes-form': notUnderstood,
  'takes-json': notUnderstood,
  'route-not-found': () => 'The service does not know what this command needs.',
  'offset-and-cursor': notUnderstood,
  'tag-invalid': notUnderstood,
  'invalid-request': () => 'What was given is not valid.',
  'input-invalid': () => 'What was given is not valid.',
  'form-invalid': () => 'What was given is not valid.',
  'body-invalid': () => 'What was given is not valid.',
  'query-string-invalid': () => 'What was given is not valid.',
  'return-page': notUnderstood,
  'fix-bad-request': newerCommand,
  'fix-malformed-json': newerCommand,
  'fix-method-not-allowed': newerCommand,
  'fix-unsupported-media-type': newerCommand,
  'fix-idempotency-key-length': newerCommand,
  'fix-form-fields': newerCommand,
  'fix-event-unknown': newerCommand,
  'fix-route-not-found': newerCommand,
  'fix-offset-and-cursor': newerCommand,
  'fix-known-parameters': newerCommand,
  'fix-no-parameters': newerCommand,
  'fix-idempotency-key-reused': () => 'Run the command again.',
  'fix-conflict': lookAgain,
  'fix-version-unsaid': lookAgain,
  'fix-version-conflict': () => 'Look at the table again with wds rows, and repeat the command.',

  unauthenticated: () => 'You are not signed in.',
  'token-absent': () => 'You are not signed in.',
  'token-invalid': () => 'The token is unknown, expired or revoked.',
  'fix-unauthenticated': signIn,
  'scope-missing': ({ scope }) => `The token may not do this: it lacks the scope ${scope}.`,
  'apps-unset': () =>
    'The service cannot let programs in, because its address is not set. Say who signs in with --email.',
  'fix-insufficient-scope': () =>
    'Sign in again with wds login, or use a token that wds tokens create --scope made.',
  'fix-outside-reach': () => 'Use a token with another reach: wds tokens create --resource.',
  'fix-credential-bound': () => 'Ask for less, or sign in as the owner with wds login.',
  'fix-owner-session-required': inConsole,
  'fix-recent-proof-required': inConsole,
  'fix-token-data-plane': inConsole,
  'fix-second-factor-missing': () => 'Set one up in the settings of the console: wds open.',
  'fix-second-factor-required': () => 'Give the code of your app on the line after the password.',

  'fix-tables': tables,
  'fix-workbook-tables': tables,
  'fix-targets': tables,
  'fix-block-table': tables,
  'fix-columns': columns,
  'fix-columns-in-path': columns,
  'fix-columns-list': columns,
  'fix-columns-or-add': columns,
  'fix-block-column': columns,
  'fix-sql-describes': columns,
  'fix-order': () => 'Name other columns with --order-by; wds tables lists them.',
  'fix-filter-invalid': () =>
    '--filter takes {"column": "amount", "op": "gt", "value": 10}, and such conditions joined as {"and": […]}, {"or": […]} or {"not": …}.',
  'fix-sql-parameters': () => 'Give each parameter one value: --param name=value.',
  'fix-query-timeout': () => 'Filter or add up more, or read fewer rows with --limit.',
  'fix-row-too-large': () => 'Name fewer columns. wds export has no such limit.',
  'fix-answer-too-long': () => 'Read fewer rows with --limit, or name fewer columns.',
  'fix-row-ids': rowIds,
  'fix-rows-unknown': rowIds,
  'fix-row-ambiguous': () =>
    'Name columns with --key that tell the rows apart, or the ids of the rows with --row.',

  'fix-versions': versions,
  'fix-snapshots': versions,
  'fix-moment-unknown': versions,
  'fix-table-version': versions,
  'fix-table-as-of': versions,
  'fix-undo': () => 'wds undo lists the latest operations, and which of them can be undone.',
  'fix-undo-later-edits': () => 'Undo the later operations first, or this one with --force.',
  'fix-conflicts': conflicts,
  'fix-open-conflicts': conflicts,
  'fix-drop-or-acknowledge': () => 'wds conflicts resolve takes what came, or keeps the cell as it is.',
  'fix-revert-or-acknowledge': () =>
    'wds conflicts resolve brings back what stood there, or keeps the cell as it is.',

  'fix-export-again': exportAgain,
  'fix-file-unknown-export': exportAgain,
  'fix-unmergeable-file': exportAgain,
  'fix-merge-conflict-limit': exportAgain,
  'fix-branches': exportAgain,
  'fix-branch-of-other-workbook': () =>
    'Name the workbook that the file was exported from, or export the tables again with wds export --branch.',
  'fix-branch-needs-row-ids': () => 'Export with --row-ids.',
  'fix-row-ids-missing': () =>
    'Export the table with wds export --branch, which writes the column, and keep it in the file.',
  'fix-headings-missing': () =>
    'Put the row with the headings back above the data, that of the row ids among them; or export again with --branch.',
  'fix-csv-of-which-table': () => 'Name the table: wds merge WORKBOOK TABLE FILE --branch ID.',
  'fix-csv-no-formulas': () => 'Export as xlsx, or without --formulas.',
  'fix-export-values': () => 'Export without --formulas, which writes a new file.',
  'fix-preserve-governed': () => 'Export without --formulas: column policies apply to that file.',
  'fix-export-too-slow': () => 'Name fewer tables, or export with --format csv.',
  'fix-merge-deletes-most': () => 'Check that the file still has its rows; --confirm-deletes deletes them.',
  'warn-deletes-most': confirmDeletes,
  'warn-replaces-rows': ({ why }) =>
    `${why} Every row would be replaced. Say --confirm-deletes if that is meant.`,
  'fix-unreadable-cells': () =>
    'Correct the cells, save the file and send it again; or say --skip-unreadable, which leaves those cells as they were.',
  'fix-merge-larger': () => 'Upload the file as its next version with wds watch.',
  'fix-merge-too-large': () =>
    'Merge files of at most 100,000 rows a table, or upload the file as its next version with wds watch.',

  'fix-name-taken': () => 'Choose another name.',
  'fix-source-exists': () =>
    'Give the file another name, or make it the next version of the one there with wds watch.',
  'fix-already-tracked': () => 'wds watch sends its next versions.',
  'fix-tracked-source': () => 'wds watch sends its next versions.',
  'fix-file-is-tracked': () => 'wds watch sends its next versions.',
  'fix-not-a-cloud-link': () => 'wds watch sends its next versions.',
  'fix-spec-absent': inConsole,
  'mend-hidden-values': () =>
    'Check that the hidden lines belong to the data; leave them out in the console if not: wds open.',
  'fix-active-subscription': inConsole,
  'fix-owns-shared-account': inConsole,
  'fix-end-subscription': inConsole,
  'fix-change-plan': inConsole,
  'fix-print-failed': () => 'Show fewer rows and columns.',
  'fix-pdf-unset': () => 'Export the tables with wds export.',
  'fix-views': inConsole,
  'fix-comments': inConsole,
};
