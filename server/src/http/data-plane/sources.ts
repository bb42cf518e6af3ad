import { WorkbookParams } from '../../contract/common.js';
import {
  AsyncUploadAnswer,
  Job,
  JobList,
  JobListQuery,
  JobParams,
  SourceDetail,
  SourceList,
  SourceParams,
  UploadAnswer,
  UploadForm,
} from '../../contract/sources.js';
import { problem } from '../../core/problems.js';
import { ingestFile } from '../../features/ingest/ingest-file.js';
import { enqueueIngest } from '../../features/ingest/ingest-job.js';
import { downloadSource, getSource, listSources, tablesOfSource } from '../../features/ingest/sources.js';
import { getJob, listJobs } from '../../features/jobs/jobs.js';
import type { ReceivedFile } from '../../workbook/received-file.js';
import { accepted, bytes, created, ok } from '../answer.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { attachment } from '../present/pages.js';
import { ingestedBody, jobBody, sourceBody } from '../present/sources.js';
import { artifactRowBody } from '../present/tables.js';

export const sourceEndpoints: Endpoint[] = [
  endpoint({
    id: 'uploadSource',
    method: 'POST',
    path: '/api/v1/workbooks/:workbook_id/sources',
    summary: 'Upload a spreadsheet',
    description:
      'Lands one table per sheet. Identical bytes answer the source that is there. With `async=true` the answer is 202 and a `job_id`.',
    tag: 'Sources',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: WorkbookParams,
    body: UploadForm,
    takesFile: true,
    answers: { 201: UploadAnswer, 200: UploadAnswer, 202: AsyncUploadAnswer },
    run: async ({ service, caller, params, body, file }) => {
      const request = {
        workbookId: params.workbook_id,
        file: file as ReceivedFile,
        mode: body.mode ?? 'auto',
        structuring: body.structuring ?? 'auto',
      };
      if (!body.async) return await ingestFile(service, caller, request);
      if (request.mode === 'staged') {
        throw problem(
          'invalid-request',
          'async=true needs mode=auto: a staged upload has nothing to wait for.',
          {
            members: { errors: [{ path: '/async', message: 'must be false with mode=staged' }] },
          },
        );
      }
      return await enqueueIngest(service, caller, request);
    },
    present: (result) => {
      if (!('source' in result)) return accepted({ job_id: result.id, status: 'pending' });
      return result.isNew ? created(ingestedBody(result)) : ok(ingestedBody(result));
    },
  }),
  endpoint({
    id: 'listSources',
    method: 'GET',
    path: '/api/v1/workbooks/:workbook_id/sources',
    summary: 'Uploaded files, newest first',
    tag: 'Sources',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: WorkbookParams,
    answers: { 200: SourceList },
    run: ({ service, params }) => listSources(service, params.workbook_id),
    present: (sources) => ok({ sources: sources.map(sourceBody), next_cursor: null }),
  }),
  endpoint({
    id: 'getSource',
    method: 'GET',
    path: '/api/v1/workbooks/:workbook_id/sources/:source_name',
    summary: 'A source and the tables made from it',
    tag: 'Sources',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: SourceParams,
    answers: { 200: SourceDetail },
    run: async ({ service, params }) => {
      const source = await getSource(service, params.workbook_id, params.source_name);
      return { source, tables: await tablesOfSource(service.catalog.db, source.id) };
    },
    present: ({ source, tables }) => ok({ ...sourceBody(source), artifacts: tables.map(artifactRowBody) }),
  }),
  endpoint({
    id: 'downloadSource',
    method: 'GET',
    path: '/api/v1/workbooks/:workbook_id/sources/:source_name/download',
    summary: 'The original file, byte for byte',
    tag: 'Sources',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: SourceParams,
    answers: { 200: { mediaTypes: ['application/octet-stream'] } },
    run: ({ service, caller, params }) =>
      downloadSource(service, caller, params.workbook_id, params.source_name),
    present: ({ source, bytes: content }) =>
      bytes(content, 'application/octet-stream', {
        'content-disposition': attachment(source.filename),
        'content-length': String(source.size),
      }),
  }),
  endpoint({
    id: 'listJobs',
    method: 'GET',
    path: '/api/v1/jobs',
    summary: 'Recent jobs, newest first',
    tag: 'Jobs',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    query: JobListQuery,
    answers: { 200: JobList },
    run: ({ service, caller, query }) => listJobs(service, caller, query),
    present: ({ jobs, nextCursor }) => ok({ jobs: jobs.map(jobBody), next_cursor: nextCursor }),
  }),
  endpoint({
    id: 'getJob',
    method: 'GET',
    path: '/api/v1/jobs/:job_id',
    summary: 'The state of a job, and its result',
    tag: 'Jobs',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: JobParams,
    answers: { 200: Job },
    run: ({ service, caller, params }) => getJob(service, caller, params.job_id),
    present: (job) => ok(jobBody(job)),
  }),
];
