import {
  AnnotateAnswer,
  AnnotateRequest,
  AnnotationList,
  AnnotationListQuery,
  DeleteAnnotationsAnswer,
  DeleteAnnotationsRequest,
} from '@workbook-data-service/contract/annotations';
import { TableParams } from '@workbook-data-service/contract/common';
import { DryRunQuery } from '@workbook-data-service/contract/editing';
import { rowsBounds } from '../../edge/body-bounds.js';
import { deleteAnnotations } from '../../features/annotations/delete-annotations.js';
import { listAnnotations } from '../../features/annotations/list-annotations.js';
import { setAnnotations } from '../../features/annotations/set-annotations.js';
import { annotationListBody, annotationOf, targetOf } from '../../present/annotations.js';
import { ok } from '../../present/answer.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { tablePlace } from '../places.js';

const ANNOTATIONS = '/api/v1/workbooks/:workbook_id/{tables,artifacts}/:name/annotations';

export const annotationEndpoints: Endpoint[] = [
  endpoint({
    id: 'listAnnotations',
    method: 'GET',
    path: ANNOTATIONS,
    summary: 'Styles and notes on cells, rows and columns',
    tag: 'Annotations',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: TableParams,
    query: AnnotationListQuery,
    answers: { 200: AnnotationList },
    run: ({ service, caller, params, query }) => listAnnotations(service, caller, tablePlace(params), query),
    present: ({ annotations, nextCursor }) => ok(annotationListBody(annotations, nextCursor)),
  }),
  endpoint({
    id: 'setAnnotations',
    method: 'POST',
    path: ANNOTATIONS,
    summary: 'Set styles and notes, replacing those on the same targets',
    description:
      'A null `row_id` means the whole column, a null `column` the whole row. They show in xlsx exports; the `edit_version` stays as it is.',
    tag: 'Annotations',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: TableParams,
    query: DryRunQuery,
    body: AnnotateRequest,
    bodyBounds: rowsBounds,
    answers: { 200: AnnotateAnswer },
    run: ({ service, caller, commit, params, query, body }) =>
      setAnnotations(
        service,
        caller,
        tablePlace(params),
        {
          annotations: body.annotations.map(annotationOf),
          actor: body.actor,
          dryRun: query.dry_run,
        },
        commit,
      ),
    present: ({ set, opId, dryRun }) => ok({ set, op_id: opId, dry_run: dryRun }),
  }),
  endpoint({
    id: 'deleteAnnotations',
    method: 'POST',
    path: `${ANNOTATIONS}/delete`,
    summary: 'Remove styles and notes',
    tag: 'Annotations',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: TableParams,
    query: DryRunQuery,
    body: DeleteAnnotationsRequest,
    bodyBounds: rowsBounds,
    answers: { 200: DeleteAnnotationsAnswer },
    run: ({ service, caller, commit, params, query, body }) =>
      deleteAnnotations(
        service,
        caller,
        tablePlace(params),
        {
          targets: body.targets.map(targetOf),
          actor: body.actor,
          dryRun: query.dry_run,
        },
        commit,
      ),
    present: ({ deleted, opId, dryRun }) => ok({ deleted, op_id: opId, dry_run: dryRun }),
  }),
];
