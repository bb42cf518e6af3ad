import { Job, JobList, JobListQuery, JobParams } from '@workbook-data-service/contract/sources';
import { jobVisibleTo } from '../../features/ingest/ingest-job.js';
import { getJob, listJobs } from '../../features/jobs/read-jobs.js';
import { ok } from '../../present/answer.js';
import { jobBody } from '../../present/jobs.js';
import { type Endpoint, endpoint } from '../endpoint.js';

export const jobEndpoints: Endpoint[] = [
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
    run: async ({ service, caller, params }) =>
      jobVisibleTo(service, caller, await getJob(service, caller, params.job_id)),
    present: (job) => ok(jobBody(job)),
  }),
];
