import { TableParams, WorkbookParams } from '@workbook-data-service/contract/common';
import { FileLinkParams } from '@workbook-data-service/contract/file-links';
import {
  Schedule,
  ScheduleList,
  ScheduleListQuery,
  ScheduleParams,
  ScheduleRunList,
  ScheduleRunListQuery,
  SetRefreshRequest,
  SetScheduleRequest,
  SetSourceScheduleRequest,
  TableRefresh,
  UpdateScheduleRequest,
} from '@workbook-data-service/contract/schedules';
import { SourceParams } from '@workbook-data-service/contract/sources';
import { requireLink } from '../../features/links/file-links.js';
import { runScheduleNow, updateSchedule } from '../../features/schedules/change-schedule.js';
import { getSchedule, listScheduleRuns, listSchedules } from '../../features/schedules/schedules.js';
import {
  endSchedule,
  setFileSchedule,
  setSourceSchedule,
  setTableRefresh,
} from '../../features/schedules/set-schedule.js';
import { getSource } from '../../features/sources/sources.js';
import { noContent, ok } from '../../present/answer.js';
import {
  scheduleBody,
  scheduleListBody,
  scheduleRunListBody,
  tableRefreshBody,
} from '../../present/schedules.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { linkPlace, schedulePlace, sourcePlace, tablePlace } from '../places.js';

const WORKBOOK = '/api/v1/workbooks/:workbook_id';
const SCHEDULES = `${WORKBOOK}/schedules`;
const OF_FILE = `${WORKBOOK}/file-links/:link_id/schedule`;
const OF_SOURCE = `${WORKBOOK}/sources/:source_name/schedule`;

export const scheduleEndpoints: Endpoint[] = [
  endpoint({
    id: 'listSchedules',
    method: 'GET',
    path: SCHEDULES,
    summary: 'What is pulled and recomputed by itself, oldest first: when, how it went, and why it is paused',
    tag: 'Schedules',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: WorkbookParams,
    query: ScheduleListQuery,
    answers: { 200: ScheduleList },
    run: ({ service, params, query }) => listSchedules(service, params.workbook_id, query),
    present: (page) => ok(scheduleListBody(page)),
  }),
  endpoint({
    id: 'getSchedule',
    method: 'GET',
    path: `${SCHEDULES}/:schedule_id`,
    summary: 'A schedule and its latest run',
    tag: 'Schedules',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: ScheduleParams,
    answers: { 200: Schedule },
    run: ({ service, params }) => getSchedule(service, schedulePlace(params)),
    present: (schedule) => ok(scheduleBody(schedule)),
  }),
  endpoint({
    id: 'listScheduleRuns',
    method: 'GET',
    path: `${SCHEDULES}/:schedule_id/runs`,
    summary: 'The runs of a schedule that have ended, newest first',
    description: 'They are kept for 90 days.',
    tag: 'Schedules',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: ScheduleParams,
    query: ScheduleRunListQuery,
    answers: { 200: ScheduleRunList },
    run: ({ service, params, query }) => listScheduleRuns(service, schedulePlace(params), query),
    present: (page) => ok(scheduleRunListBody(page)),
  }),
  endpoint({
    id: 'updateSchedule',
    method: 'PATCH',
    path: `${SCHEDULES}/:schedule_id`,
    summary: 'Pause or resume a schedule',
    description:
      'Times that pass while it is paused are not made up for. Who resumes a schedule whose user may no longer do this ' +
      'takes it over: it then runs with the rights of the caller.',
    tag: 'Schedules',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: ScheduleParams,
    body: UpdateScheduleRequest,
    answers: { 200: Schedule },
    run: ({ service, caller, commit, params, body }) =>
      updateSchedule(service, caller, schedulePlace(params), body, commit),
    present: (schedule) => ok(scheduleBody(schedule)),
  }),
  endpoint({
    id: 'runSchedule',
    method: 'POST',
    path: `${SCHEDULES}/:schedule_id/run`,
    summary: 'Run a schedule now, with the rights of its user',
    description:
      '`running_job_id` is the job, which may be one that was under way. The next time that is due stays.',
    tag: 'Schedules',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: ScheduleParams,
    answers: { 200: Schedule },
    run: ({ service, caller, commit, params }) =>
      runScheduleNow(service, caller, schedulePlace(params), commit),
    present: (schedule) => ok(scheduleBody(schedule)),
  }),
  endpoint({
    id: 'setFileLinkSchedule',
    method: 'PUT',
    path: OF_FILE,
    summary: 'Have a tracked file pulled from your drive by itself',
    description: 'At an interval or by a cron expression in a time zone; a schedule that it has is replaced.',
    tag: 'Schedules',
    access: { to: 'data-plane', scope: 'workbooks:write', also: 'cloud-files:read' },
    params: FileLinkParams,
    body: SetScheduleRequest,
    problems: ['not-a-cloud-link'],
    answers: { 200: Schedule },
    run: ({ service, caller, commit, params, body }) =>
      setFileSchedule(service, caller, linkPlace(params), body, commit),
    present: (schedule) => ok(scheduleBody(schedule)),
  }),
  endpoint({
    id: 'endFileLinkSchedule',
    method: 'DELETE',
    path: OF_FILE,
    summary: 'Stop pulling a tracked file by itself',
    tag: 'Schedules',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: FileLinkParams,
    answers: { 204: null },
    run: async ({ service, caller, commit, params }) => {
      const { id } = await requireLink(service.catalog.db, linkPlace(params));
      await endSchedule(service, caller, params.workbook_id, { file_link_id: id }, commit);
    },
    present: noContent,
  }),
  endpoint({
    id: 'setSourceSchedule',
    method: 'PUT',
    path: OF_SOURCE,
    summary: 'Have the file of a source fetched from its URL by itself',
    description:
      'A file that has changed revises the source, as POST …/revise does; the server is asked for it only if it has ' +
      'changed (ETag, Last-Modified).',
    tag: 'Schedules',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: SourceParams,
    body: SetSourceScheduleRequest,
    problems: ['url-refused', 'tracked-source'],
    answers: { 200: Schedule },
    run: ({ service, caller, commit, params, body }) =>
      setSourceSchedule(service, caller, sourcePlace(params), body, commit),
    present: (schedule) => ok(scheduleBody(schedule)),
  }),
  endpoint({
    id: 'endSourceSchedule',
    method: 'DELETE',
    path: OF_SOURCE,
    summary: 'Stop fetching the file of a source by itself',
    tag: 'Schedules',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: SourceParams,
    answers: { 204: null },
    run: async ({ service, caller, commit, params }) => {
      const { id } = await getSource(service, sourcePlace(params));
      await endSchedule(service, caller, params.workbook_id, { source_id: id }, commit);
    },
    present: noContent,
  }),
  endpoint({
    id: 'setTableRefresh',
    method: 'PUT',
    path: `${WORKBOOK}/{tables,artifacts}/:name/refresh`,
    summary: 'Whether a derived table is recomputed by itself',
    description:
      '`auto`: once what it is computed from has changed and then been quiet for a few seconds, a job recomputes it, after ' +
      'the stale tables that it is computed from. An edit itself still marks it stale and recomputes nothing.',
    tag: 'Schedules',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: TableParams,
    body: SetRefreshRequest,
    answers: { 200: TableRefresh },
    run: ({ service, caller, commit, params, body }) =>
      setTableRefresh(service, caller, tablePlace(params), body, commit),
    present: (refresh) => ok(tableRefreshBody(refresh)),
  }),
];
