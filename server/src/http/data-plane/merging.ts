import { TableParams, WorkbookParams } from '@workbook-data-service/contract/common';
import { MergeAnswer, MergeForm, MergeQuery, SyncForm } from '@workbook-data-service/contract/merging';
import type { Received } from '@workbook-data-service/contract/received';
import { mergeAndReturn } from '../../features/merging/merge-and-return.js';
import { mergedFile, mergedFileHeaders, mergedMediaTypes } from '../../present/merging.js';
import type { ReceivedFile } from '../../workbook/files/received-file.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { tablePlace } from '../places.js';
import { fileProblems } from '../problems-of.js';

const mergeProblems = [
  ...fileProblems,
  'query-timeout',
  'query-too-large',
  'unmergeable-file',
  'invalid-cells',
  'merge-too-large',
  'merge-deletes-most',
  'conflict',
  'version-conflict',
  'influenced-by-governed-column',
] as const;

const HOW_IT_MERGES =
  'The file is compared with what it had when it was exported, or merged last: cells that only the file changed are ' +
  'written; cells that were changed here as well take the value of the file and open a conflict. Rows are known by ' +
  '`__svc_row_id`: a row without one is inserted, a missing one deleted. Texts are read as uploads read them, such as ' +
  '`1,200` or `2026/2/28`. The same file sent again changes nothing. With `return_file=true` the answer is the merged file ' +
  'with the ids of all rows, and what is otherwise the answer is in `X-SVC-Result`, with its lists cut.';

interface Sent {
  query: Received<typeof MergeQuery>;
  body: Received<typeof MergeForm> | Received<typeof SyncForm>;
  file?: ReceivedFile | undefined;
}

function mergeInput({ query, body, file }: Sent) {
  return {
    file: file as ReceivedFile,
    branchId: body.branch_id,
    actor: body.actor,
    dryRun: query.dry_run,
    confirmDeletes: query.confirm_deletes,
    onUnreadable: query.on_unreadable,
    returnFile: query.return_file,
  };
}

export const mergeEndpoints: Endpoint[] = [
  endpoint({
    id: 'mergeTable',
    method: 'POST',
    path: '/api/v1/workbooks/:workbook_id/{tables,artifacts}/:name/merge',
    summary: 'Merge a table of an exported file that was edited, sent in a form in the part `file`',
    description: HOW_IT_MERGES,
    tag: 'Branches',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: TableParams,
    query: MergeQuery,
    body: MergeForm,
    acceptsFile: true,
    problems: mergeProblems,
    answerHeaders: mergedFileHeaders,
    answers: { 200: { mediaTypes: mergedMediaTypes, schema: MergeAnswer } },
    run: ({ service, caller, commit, params, ...sent }) =>
      mergeAndReturn(service, caller, { ...tablePlace(params), ...mergeInput(sent) }, commit),
    present: mergedFile,
  }),
  endpoint({
    id: 'syncFile',
    method: 'POST',
    path: '/api/v1/workbooks/:workbook_id/sync',
    summary: 'Merge every table of an exported file that was edited, sent in a form in the part `file`',
    description:
      `${HOW_IT_MERGES} An xlsx file says itself which export it comes from; for others send \`branch_id\`. ` +
      'A tracked file is refused with 422 and the `link_id` to which its new version is pushed.',
    tag: 'Branches',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: WorkbookParams,
    query: MergeQuery,
    body: SyncForm,
    acceptsFile: true,
    problems: mergeProblems,
    answerHeaders: mergedFileHeaders,
    answers: { 200: { mediaTypes: mergedMediaTypes, schema: MergeAnswer } },
    run: ({ service, caller, commit, params, ...sent }) =>
      mergeAndReturn(service, caller, { workbookId: params.workbook_id, ...mergeInput(sent) }, commit),
    present: mergedFile,
  }),
];
