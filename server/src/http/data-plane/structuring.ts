import type { Static } from '@sinclair/typebox';
import { DryRunQuery } from '@workbook-data-service/contract/editing';
import { say } from '@workbook-data-service/contract/messages';
import { ModelRequest } from '@workbook-data-service/contract/model-readings';
import {
  AnalyzeQuery,
  CorrectedParseSpec,
  MaterializeAnswer,
  MaterializeRequest,
  ParseSpec,
  ParseSpecTrial,
  ParseSpecUpdate,
  TriedParseSpec,
} from '@workbook-data-service/contract/parse-spec';
import { AcceptedJob, SourceParams } from '@workbook-data-service/contract/sources';
import { fieldError, problem } from '../../core/problems.js';
import { parseSpecBounds } from '../../edge/body-bounds.js';
import { readModelRequest } from '../../features/model-reading/model-request.js';
import { analyzeSource } from '../../features/structuring/analyze-source.js';
import { correctParseSpec } from '../../features/structuring/correct-parse-spec.js';
import { startMaterialize } from '../../features/structuring/materialize-job.js';
import { readParseSpec } from '../../features/structuring/read-parse-spec.js';
import { tryParseSpec } from '../../features/structuring/try-parse-spec.js';
import { expectedVersion } from '../../features/tables/writable-table.js';
import { ok } from '../../present/answer.js';
import { materializedAnswer } from '../../present/materialized.js';
import { modelRequestBody } from '../../present/model-request.js';
import {
  correctedSpecBody,
  parseSpecBody,
  sheetCorrectionOf,
  triedSpecBody,
} from '../../present/parse-spec.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { sourcePlace } from '../places.js';
import { fileProblems } from '../problems-of.js';

const SOURCE = '/api/v1/workbooks/:workbook_id/sources/:source_name';

export const structuringEndpoints: Endpoint[] = [
  endpoint({
    id: 'analyzeSource',
    method: 'POST',
    path: `${SOURCE}/analyze`,
    summary: 'Propose how to read a source',
    description:
      'Keeps a parse spec: regions of each sheet with their headers, roles and types, and the reasons. ' +
      'No tables are made yet. Doing it again increments the spec version and discards corrections.',
    tag: 'Structuring',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: SourceParams,
    query: AnalyzeQuery,
    problems: [...fileProblems, 'governed-workbook', 'out-of-credits', 'conflict'],
    answers: { 200: ParseSpec },
    run: ({ service, caller, commit, params, query }) =>
      analyzeSource(service, caller, sourcePlace(params), { reading: query.reading }, commit),
    present: ({ source, spec }) => ok(parseSpecBody(source, spec)),
  }),
  endpoint({
    id: 'getParseSpec',
    method: 'GET',
    path: `${SOURCE}/parse-spec`,
    summary: 'How a source is read',
    tag: 'Structuring',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: SourceParams,
    problems: ['governed-workbook'],
    answers: { 200: ParseSpec },
    run: ({ service, caller, params }) => readParseSpec(service, caller, sourcePlace(params)),
    present: ({ source, spec }) => ok(parseSpecBody(source, spec)),
  }),
  endpoint({
    id: 'getModelRequest',
    method: 'GET',
    path: `${SOURCE}/model-request`,
    summary: 'What a language model is asked about a source when it is read',
    description:
      'To the letter, for those who decide about it. Nothing is sent, and no model need be set up.',
    tag: 'Structuring',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: SourceParams,
    problems: [...fileProblems, 'governed-workbook'],
    answers: { 200: ModelRequest },
    run: ({ service, caller, params }) => readModelRequest(service, caller, sourcePlace(params)),
    present: (request) => ok(modelRequestBody(request)),
  }),
  endpoint({
    id: 'putParseSpec',
    method: 'PUT',
    path: `${SOURCE}/parse-spec`,
    summary: 'Correct how a source is read',
    description:
      'Takes what is to change, or the spec as GET answers it, with corrections: what is given wins, and what is left out ' +
      'stays as it was. `remove` takes regions and columns out, `accept` makes suggestions steps of their regions, and ' +
      '`answers` chooses for questions; `reading` follows an alternative. What does not fit the file (a range beyond the ' +
      'sheet, regions that overlap, cells that are not of the type of their column) is refused with its place. What the ' +
      'tables would no longer have is not refused, but told in `losses`. Tables change when it is materialized.',
    tag: 'Structuring',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: SourceParams,
    body: ParseSpecUpdate,
    bodyBounds: parseSpecBounds,
    problems: [...fileProblems, 'governed-workbook', 'version-conflict'],
    answers: { 200: CorrectedParseSpec },
    run: ({ service, caller, commit, params, body }) =>
      correctParseSpec(service, caller, sourcePlace(params), versionedCorrection(body), commit),
    present: ({ source, spec, losses }) => ok(correctedSpecBody(source, spec, losses)),
  }),
  endpoint({
    id: 'tryParseSpec',
    method: 'POST',
    path: `${SOURCE}/parse-spec/try`,
    summary: 'The tables that a parse spec would make',
    description:
      'Takes what PUT takes and keeps nothing: the answer has the spec with its decisions carried out, the first rows of ' +
      'each table, how many cells they hold, and which totals agree. What does not fit the file is listed in `faults`, and ' +
      'what would be lost in `losses`.',
    tag: 'Structuring',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: SourceParams,
    body: ParseSpecTrial,
    bodyBounds: parseSpecBounds,
    readOnly: true,
    problems: [...fileProblems, 'governed-workbook'],
    answers: { 200: TriedParseSpec },
    run: ({ service, caller, params, body }) =>
      tryParseSpec(service, caller, sourcePlace(params), { ...specCorrection(body), rows: body.rows }),
    present: ({ source, specVersion, tried }) => ok(triedSpecBody(source, specVersion, tried)),
  }),
  endpoint({
    id: 'materializeSource',
    method: 'POST',
    path: `${SOURCE}/materialize`,
    summary: 'Make tables from a source according to its parse spec',
    description:
      'Everything that it changes is one transaction, a `correction` of the spec included. With `async` it answers 202 and a `job_id`: ' +
      'the job reports its `progress`, its `result` is the body of the 201, and one that fails has changed nothing.',
    tag: 'Structuring',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: SourceParams,
    query: DryRunQuery,
    body: MaterializeRequest,
    bodyBounds: parseSpecBounds,
    problems: [
      ...fileProblems,
      'governed-workbook',
      'version-conflict',
      'has-dependents',
      'conflict',
      'name-taken',
      'out-of-credits',
    ],
    answers: { 201: MaterializeAnswer, 200: MaterializeAnswer, 202: AcceptedJob },
    run: ({ service, caller, commit, params, query, body }) =>
      startMaterialize(
        service,
        caller,
        sourcePlace(params),
        {
          regions: body.regions,
          append: appendTarget(body),
          replaces: replacedTables(body),
          updates: updatesTables(body),
          correction: correctionOf(body),
          async: body.async,
          actor: body.actor,
          dryRun: query.dry_run,
        },
        commit,
      ),
    present: materializedAnswer,
  }),
];

function specCorrection({
  sheets = [],
  remove = [],
  describe = [],
  accept = [],
  answers = {},
  reading,
}: Omit<Static<typeof ParseSpecUpdate>, 'spec_version'>) {
  return { sheets: sheets.map(sheetCorrectionOf), remove, describe, accept, answers, reading };
}

/** `at` is where the correction stands in the body. */
function versionedCorrection({ spec_version, ...body }: Static<typeof ParseSpecUpdate>, at = '') {
  if (body.sheets !== undefined && spec_version === undefined) {
    throw problem('invalid-request', say('spec-version-unsaid'), {
      members: { errors: [fieldError(`${at}/spec_version`, say('required-with-sheets'))] },
    });
  }
  const { sheets, remove, describe, accept, answers, reading } = body;
  if (
    sheets === undefined &&
    reading === undefined &&
    [remove, describe, accept, Object.keys(answers ?? {})].every((ids) => !ids?.length)
  ) {
    throw problem('invalid-request', say('spec-nothing-to-change'), {
      members: { errors: [fieldError(`${at}/sheets`, say('required-without-decisions'))] },
    });
  }
  return { specVersion: spec_version, ...specCorrection(body) };
}

function appendTarget({
  target,
  column_mapping = {},
  expected_version,
  actor,
}: Static<typeof MaterializeRequest>) {
  if (target?.mode !== 'append') return undefined;
  if (target.table === undefined) {
    throw problem('invalid-request', say('append-unnamed'), {
      members: { errors: [fieldError('/target/table', say('required-with-append'))] },
    });
  }
  return {
    table: target.table,
    expectedVersion: expectedVersion(expected_version, undefined),
    columnMapping: column_mapping,
    actor,
  };
}

function updatesTables({ target, regions, replaces }: Static<typeof MaterializeRequest>): boolean {
  if (target?.mode !== 'update') return false;
  if (regions || replaces) {
    const path = regions ? '/regions' : '/replaces';
    throw problem('invalid-request', say('update-of-all'), {
      members: { errors: [fieldError(path, say('for-new-tables'))] },
    });
  }
  return true;
}

function correctionOf({ target, correction }: Static<typeof MaterializeRequest>) {
  if (!correction) return undefined;
  if (target?.mode === 'append') {
    throw problem('invalid-request', say('append-corrects'), {
      members: { errors: [fieldError('/correction', say('for-new-tables'))] },
    });
  }
  return versionedCorrection(correction, '/correction');
}

function replacedTables({ target, replaces }: Static<typeof MaterializeRequest>) {
  if (replaces && target?.mode === 'append') {
    throw problem('invalid-request', say('append-replaces'), {
      members: { errors: [fieldError('/replaces', say('for-new-tables'))] },
    });
  }
  return replaces?.map(({ name, expected_version }) => ({ name, expectedVersion: expected_version }));
}
