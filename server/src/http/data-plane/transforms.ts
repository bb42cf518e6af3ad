import { Type } from '@sinclair/typebox';
import { pageQuery, WorkbookParams } from '@workbook-data-service/contract/common';
import { DryRunQuery } from '@workbook-data-service/contract/editing';
import {
  DeletedTransform,
  DeleteTransformQuery,
  RecomputeAnswer,
  RecomputeRequest,
  Transform,
  TransformAnswer,
  TransformList,
  TransformParams,
  TransformPlan,
  TransformRequest,
} from '@workbook-data-service/contract/transforms';
import { pageOf } from '../../core/paging.js';
import { createTransform, planNewTransform } from '../../features/transforms/create-transform.js';
import { deleteTransform } from '../../features/transforms/delete-transform.js';
import { planRecompute, recompute } from '../../features/transforms/recompute.js';
import { planRun, runTransform } from '../../features/transforms/run-transform.js';
import { getTransform, listTransforms } from '../../features/transforms/transforms.js';
import { planUpdate, updateTransform } from '../../features/transforms/update-transform.js';
import { ok } from '../../present/answer.js';
import {
  changedTransformAnswer,
  createdTransformAnswer,
  deletedTransformBody,
  recomputeAnswer,
  transformBody,
} from '../../present/transforms.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { transformPlace } from '../places.js';
import { transformProblems } from '../problems-of.js';

const WORKBOOK = '/api/v1/workbooks/:workbook_id';
const TRANSFORM = `${WORKBOOK}/transforms/:transform`;

export const transformEndpoints: Endpoint[] = [
  endpoint({
    id: 'listTransforms',
    method: 'GET',
    path: `${WORKBOOK}/transforms`,
    summary: 'Transforms of a workbook',
    tag: 'Transforms',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: WorkbookParams,
    query: pageQuery(1000),
    answers: { 200: TransformList },
    run: async ({ service, caller, params, query }) =>
      pageOf(await listTransforms(service, caller, params.workbook_id), query, ({ row }) => row.id),
    present: ({ items, nextCursor }) => ok({ transforms: items.map(transformBody), next_cursor: nextCursor }),
  }),
  endpoint({
    id: 'createTransform',
    method: 'POST',
    path: `${WORKBOOK}/transforms`,
    summary: 'Derive a table from others by SQL or Python',
    description:
      'With `dry_run=true` nothing is made or run: the answer has the columns, inputs and lineage of the output.',
    tag: 'Transforms',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: WorkbookParams,
    query: DryRunQuery,
    body: TransformRequest,
    problems: [...transformProblems, 'name-taken', 'lineage-cycle'],
    answers: { 201: TransformAnswer, 200: TransformPlan },
    run: ({ service, caller, commit, params, query, body }) =>
      query.dry_run
        ? planNewTransform(service, caller, params.workbook_id, body)
        : createTransform(service, caller, params.workbook_id, body, commit),
    present: createdTransformAnswer,
  }),
  endpoint({
    id: 'getTransform',
    method: 'GET',
    path: TRANSFORM,
    summary: 'A transform and the state of its output',
    tag: 'Transforms',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: TransformParams,
    answers: { 200: Transform },
    run: ({ service, caller, params }) => getTransform(service, caller, transformPlace(params)),
    present: (transform) => ok(transformBody(transform)),
  }),
  endpoint({
    id: 'updateTransform',
    method: 'PUT',
    path: TRANSFORM,
    summary: 'Change the definition of a transform, and run it and everything derived from it',
    description: 'Changing `output` renames the table. The transform then has the rights of the caller.',
    tag: 'Transforms',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: TransformParams,
    query: DryRunQuery,
    body: TransformRequest,
    problems: [...transformProblems, 'name-taken', 'lineage-cycle'],
    answers: { 200: Type.Union([TransformAnswer, TransformPlan]) },
    run: ({ service, caller, commit, params, query, body }) =>
      query.dry_run
        ? planUpdate(service, caller, transformPlace(params), body)
        : updateTransform(service, caller, transformPlace(params), body, commit),
    present: changedTransformAnswer,
  }),
  endpoint({
    id: 'deleteTransform',
    method: 'DELETE',
    path: TRANSFORM,
    summary: 'Delete a transform and its output',
    description:
      'Refused with 409 (`has-dependents`) while tables derive from the output, unless `cascade=true`.',
    tag: 'Transforms',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: TransformParams,
    query: DeleteTransformQuery,
    problems: ['has-dependents'],
    answers: { 200: DeletedTransform },
    run: ({ service, caller, commit, params, query }) =>
      deleteTransform(
        service,
        caller,
        transformPlace(params),
        {
          cascade: query.cascade,
          dryRun: query.dry_run,
        },
        commit,
      ),
    present: (deleted) => ok(deletedTransformBody(deleted)),
  }),
  endpoint({
    id: 'runTransform',
    method: 'POST',
    path: `${TRANSFORM}/run`,
    summary: 'Run a transform and everything derived from it',
    description:
      'What it is computed from is recomputed first where it is stale. A failure further down leaves that table and ' +
      'what follows from it stale, and is listed in `failed`.',
    tag: 'Transforms',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: TransformParams,
    query: DryRunQuery,
    problems: [...transformProblems],
    answers: { 200: Type.Union([TransformAnswer, TransformPlan]) },
    run: ({ service, caller, commit, params, query }) =>
      query.dry_run
        ? planRun(service, caller, transformPlace(params))
        : runTransform(service, caller, transformPlace(params), commit),
    present: changedTransformAnswer,
  }),
  endpoint({
    id: 'recompute',
    method: 'POST',
    path: `${WORKBOOK}/recompute`,
    summary: 'Recompute stale tables in the order of their dependencies',
    tag: 'Transforms',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: WorkbookParams,
    query: DryRunQuery,
    body: RecomputeRequest,
    problems: [...transformProblems],
    answers: { 200: RecomputeAnswer },
    run: ({ service, caller, commit, params, query, body }) =>
      query.dry_run
        ? planRecompute(service, caller, params.workbook_id, body)
        : recompute(service, caller, params.workbook_id, body, commit),
    present: recomputeAnswer,
  }),
];
