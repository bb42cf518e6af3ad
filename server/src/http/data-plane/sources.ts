import { WorkbookParams } from '@workbook-data-service/contract/common';
import {
  AcceptedJob,
  DeletedSource,
  DeleteSourceQuery,
  PreviewQuery,
  SourceDetail,
  SourceList,
  SourceListQuery,
  SourceParams,
  SourcePreview,
  structuringByDefault,
  UploadAnswer,
  UploadForm,
  UrlIngestRequest,
} from '@workbook-data-service/contract/sources';
import { deleteSource } from '../../features/ingest/delete-source.js';
import { downloadSource } from '../../features/ingest/download-source.js';
import { ingestFromUrl } from '../../features/ingest/ingest-from-url.js';
import { listSources } from '../../features/ingest/list-sources.js';
import { previewSource } from '../../features/ingest/preview-source.js';
import { startIngest } from '../../features/ingest/start-ingest.js';
import { describeSource } from '../../features/structuring/describe-source.js';
import { bytes, ok } from '../../present/answer.js';
import { attachment } from '../../present/pages.js';
import { previewBody, sourceBody, sourceDetailBody, takenFileAnswer } from '../../present/sources.js';
import type { ReceivedFile } from '../../workbook/files/received-file.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { sourcePlace } from '../places.js';
import { fileProblems } from '../problems-of.js';

const SOURCES = '/api/v1/workbooks/:workbook_id/sources';
const SOURCE = `${SOURCES}/:source_name`;

export const sourceEndpoints: Endpoint[] = [
  endpoint({
    id: 'uploadSource',
    method: 'POST',
    path: SOURCES,
    summary: 'Upload a spreadsheet in a form, with the file in the part `file`',
    description:
      'Lands one table per sheet. For identical bytes the answer is the existing source. With `async=true` the answer is 202 and a `job_id`.',
    tag: 'Sources',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: WorkbookParams,
    body: UploadForm,
    acceptsFile: true,
    problems: [...fileProblems, 'out-of-credits'],
    answers: { 201: UploadAnswer, 200: UploadAnswer, 202: AcceptedJob },
    run: ({ service, caller, commit, params, body, file }) =>
      startIngest(
        service,
        caller,
        {
          workbookId: params.workbook_id,
          file: file as ReceivedFile,
          mode: body.mode,
          structuring: body.structuring,
          reading: body.reading,
          async: body.async,
        },
        commit,
      ),
    present: takenFileAnswer,
  }),
  endpoint({
    id: 'ingestFromUrl',
    method: 'POST',
    path: `${SOURCES}/from-url`,
    summary: 'Fetch a spreadsheet from a public URL',
    description:
      'Fetched at once and then treated as an upload; `async` concerns the reading of the file. Private networks, ' +
      'localhost and redirects are refused (`url-refused`), and so is what is larger than `SVC_URL_INGEST_MAX_MB`.',
    tag: 'Sources',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: WorkbookParams,
    body: UrlIngestRequest,
    problems: [...fileProblems, 'url-refused', 'url-failed', 'out-of-credits'],
    answers: { 201: UploadAnswer, 200: UploadAnswer, 202: AcceptedJob },
    run: ({ service, caller, commit, params, body }) =>
      ingestFromUrl(
        service,
        caller,
        {
          workbookId: params.workbook_id,
          url: body.url,
          filename: body.filename ?? undefined,
          mode: body.mode,
          structuring: body.structuring ?? structuringByDefault,
          reading: body.reading ?? undefined,
          async: body.async,
        },
        commit,
      ),
    present: takenFileAnswer,
  }),
  endpoint({
    id: 'listSources',
    method: 'GET',
    path: SOURCES,
    summary: 'Uploaded files, newest first',
    tag: 'Sources',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: WorkbookParams,
    query: SourceListQuery,
    answers: { 200: SourceList },
    run: ({ service, caller, params, query }) => listSources(service, caller, params.workbook_id, query),
    present: ({ sources, nextCursor }) => ok({ sources: sources.map(sourceBody), next_cursor: nextCursor }),
  }),
  endpoint({
    id: 'getSource',
    method: 'GET',
    path: SOURCE,
    summary: 'A source and the tables made from it',
    tag: 'Sources',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: SourceParams,
    answers: { 200: SourceDetail },
    run: ({ service, caller, params }) => describeSource(service, caller, sourcePlace(params)),
    present: (description) => ok(sourceDetailBody(description)),
  }),
  endpoint({
    id: 'downloadSource',
    method: 'GET',
    path: `${SOURCE}/download`,
    summary: 'The original file, byte for byte',
    tag: 'Sources',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: SourceParams,
    problems: ['governed-workbook'],
    answerHeaders: ['Content-Disposition'],
    answers: { 200: { mediaTypes: ['application/octet-stream'] } },
    run: ({ service, caller, params }) => downloadSource(service, caller, sourcePlace(params)),
    present: ({ source, bytes: content }) =>
      bytes(content, 'application/octet-stream', {
        'content-disposition': attachment(source.filename),
        'content-length': String(source.size),
      }),
  }),
  endpoint({
    id: 'previewSource',
    method: 'GET',
    path: `${SOURCE}/preview`,
    summary: 'Raw cells, as the file has them',
    tag: 'Sources',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: SourceParams,
    query: PreviewQuery,
    problems: [...fileProblems, 'governed-workbook'],
    answers: { 200: SourcePreview },
    run: ({ service, caller, params, query }) => previewSource(service, caller, sourcePlace(params), query),
    present: (cells) => ok(previewBody(cells)),
  }),
  endpoint({
    id: 'deleteSource',
    method: 'DELETE',
    path: SOURCE,
    summary: 'Delete a source',
    description: 'Refused with 409 (`has-dependents`) while tables come from it, unless `cascade=true`.',
    tag: 'Sources',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: SourceParams,
    query: DeleteSourceQuery,
    problems: ['has-dependents'],
    answers: { 200: DeletedSource },
    run: ({ service, caller, commit, params, query }) =>
      deleteSource(
        service,
        caller,
        sourcePlace(params),
        {
          cascade: query.cascade,
          actor: query.actor,
          dryRun: query.dry_run,
        },
        commit,
      ),
    present: ({ id, name, deletedTables, opId, dryRun }) =>
      ok({ id, name, deleted: deletedTables, op_id: opId, dry_run: dryRun }),
  }),
];
