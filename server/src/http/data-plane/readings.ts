import type { Static } from '@sinclair/typebox';
import { say } from '@workbook-data-service/contract/messages';
import {
  ChangeReadingRequest,
  MakeReadingRequest,
  ReadingList,
  ReadingListQuery,
  ReadingParams,
  ReadingsParams,
  SavedReading,
  TriedReading,
  TryReadingForm,
  type ReadingTarget as WireTarget,
} from '@workbook-data-service/contract/readings';
import { pageOf } from '../../core/paging.js';
import { fieldError, problem } from '../../core/problems.js';
import type { ReadingTarget } from '../../core/reading-targets.js';
import { makeReading } from '../../features/readings/make-reading.js';
import {
  changeReading,
  forgetReading,
  getReading,
  listReadings,
} from '../../features/readings/saved-readings.js';
import { tryReading } from '../../features/readings/try-reading.js';
import { created, noContent, ok } from '../../present/answer.js';
import { triedReadingBody } from '../../present/parse-spec.js';
import { savedReadingBody } from '../../present/readings.js';
import type { ReceivedFile } from '../../workbook/files/received-file.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { fileProblems } from '../problems-of.js';

const READINGS = '/api/v1/workspaces/:workspace_id/readings';
const READING = `${READINGS}/:reading_id`;

const place = ({ workspace_id, reading_id }: Static<typeof ReadingParams>) => ({
  workspaceId: workspace_id,
  readingId: reading_id,
});

export const readingEndpoints: Endpoint[] = [
  endpoint({
    id: 'listReadings',
    method: 'GET',
    path: READINGS,
    summary: 'How files of a workspace were corrected, by their layout',
    description:
      'Those that you may know of: none from a private workbook of somebody else, nor from a file with columns that are hidden from you.',
    tag: 'Readings',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: ReadingsParams,
    query: ReadingListQuery,
    problems: ['outside-reach'],
    answers: { 200: ReadingList },
    run: async ({ service, caller, params, query }) => {
      const all = await listReadings(service, caller, params.workspace_id);
      return pageOf(all, query, ({ id }) => id);
    },
    present: ({ items, nextCursor }) =>
      ok({ readings: items.map(savedReadingBody), next_cursor: nextCursor }),
  }),
  endpoint({
    id: 'makeReading',
    method: 'POST',
    path: READINGS,
    summary: 'Remember how a source is read, for files like it',
    description:
      'Happens by itself when tables are made by a corrected parse spec; this is for a source that needed no correction. In place ' +
      'of what was remembered of the source before.',
    tag: 'Readings',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: ReadingsParams,
    body: MakeReadingRequest,
    problems: [...fileProblems, 'outside-reach', 'governed-workbook'],
    answers: { 201: SavedReading },
    run: ({ service, caller, commit, params, body }) =>
      makeReading(
        service,
        caller,
        params.workspace_id,
        { workbookId: body.workbook_id, source: body.source, name: body.name, target: targetIn(body.target) },
        commit,
      ),
    present: (reading) => created(savedReadingBody(reading)),
  }),
  endpoint({
    id: 'getReading',
    method: 'GET',
    path: READING,
    summary: 'What is remembered of the files of one layout',
    tag: 'Readings',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: ReadingParams,
    problems: ['outside-reach', 'not-found'],
    answers: { 200: SavedReading },
    run: ({ service, caller, params }) => getReading(service, caller, place(params)),
    present: (reading) => ok(savedReadingBody(reading)),
  }),
  endpoint({
    id: 'changeReading',
    method: 'PATCH',
    path: READING,
    summary: 'Rename a reading, or say where the rows of its files go',
    tag: 'Readings',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: ReadingParams,
    body: ChangeReadingRequest,
    problems: ['outside-reach', 'not-found'],
    answers: { 200: SavedReading },
    run: ({ service, caller, commit, params, body }) =>
      changeReading(
        service,
        caller,
        place(params),
        { name: body.name, target: targetIn(body.target) },
        commit,
      ),
    present: (reading) => ok(savedReadingBody(reading)),
  }),
  endpoint({
    id: 'forgetReading',
    method: 'DELETE',
    path: READING,
    summary: 'Forget a reading; no table changes',
    tag: 'Readings',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: ReadingParams,
    problems: ['outside-reach', 'not-found'],
    answers: { 204: null },
    run: ({ service, caller, commit, params }) => forgetReading(service, caller, place(params), commit),
    present: noContent,
  }),
  endpoint({
    id: 'tryReading',
    method: 'POST',
    path: `${READING}/try`,
    summary: 'The tables that a file would become by a reading',
    description: 'Takes a form with the file in the part `file`, and keeps nothing.',
    tag: 'Readings',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: ReadingParams,
    body: TryReadingForm,
    acceptsFile: true,
    readOnly: true,
    problems: [...fileProblems, 'outside-reach', 'not-found'],
    answers: { 200: TriedReading },
    run: ({ service, caller, params, body, file }) =>
      tryReading(service, caller, place(params), { file: file as ReceivedFile, rows: body.rows }),
    present: ({ tried, sheets }) => ok(triedReadingBody(tried, sheets)),
  }),
];

/** Undefined where nothing is said about it, null where tables are to be made anew. */
function targetIn(target: Static<typeof WireTarget> | undefined): ReadingTarget | undefined {
  if (!target) return undefined;
  const { mode, table, source_column, period_column } = target;
  if (mode === 'new') return null;
  if (table == null)
    throw problem('invalid-request', say('target-unnamed'), {
      members: { errors: [fieldError('/target/table', say('field-required'))] },
    });
  return { mode, table, sourceColumn: source_column ?? null, periodColumn: period_column ?? null };
}
