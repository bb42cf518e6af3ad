import { ReviseAnswer, ReviseForm, ReviseQuery } from '@workbook-data-service/contract/revise';
import { SourceParams } from '@workbook-data-service/contract/sources';
import { reviseSource } from '../../features/revising/revise-source.js';
import { ok } from '../../present/answer.js';
import { revisedSourceBody } from '../../present/revise.js';
import type { ReceivedFile } from '../../workbook/files/received-file.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { sourcePlace } from '../places.js';
import { fileProblems } from '../problems-of.js';

export const reviseEndpoints: Endpoint[] = [
  endpoint({
    id: 'reviseSource',
    method: 'POST',
    path: '/api/v1/workbooks/:workbook_id/sources/:source_name/revise',
    summary: 'Replace the file of a source with a newer one, sent in a form in the part `file`',
    description:
      'The tables of the source take the content of the new file, each as one version: rows keep their ids where they ' +
      'can be matched, and cells that people changed keep their value. Sheets that are new become tables; tables ' +
      'whose sheet is gone are archived. All of it happens or none. Refused on a governed workbook, and for the source of a tracked file.',
    tag: 'Sources',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: SourceParams,
    query: ReviseQuery,
    body: ReviseForm,
    acceptsFile: true,
    problems: [
      ...fileProblems,
      'conflict',
      'version-conflict',
      'tracked-source',
      'governed-workbook',
      'out-of-credits',
    ],
    answers: { 200: ReviseAnswer },
    run: ({ service, caller, commit, params, query, body, file }) =>
      reviseSource(
        service,
        caller,
        sourcePlace(params),
        { file: file as ReceivedFile, actor: body.actor, dryRun: query.dry_run },
        commit,
      ),
    present: (revised) => ok(revisedSourceBody(revised)),
  }),
];
