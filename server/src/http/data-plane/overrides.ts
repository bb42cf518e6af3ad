import { pageQuery, TableParams, WorkbookParams } from '@workbook-data-service/contract/common';
import { DryRunQuery } from '@workbook-data-service/contract/editing';
import { say } from '@workbook-data-service/contract/messages';
import {
  ConflictList,
  ConflictListQuery,
  ConflictParams,
  DropOverridesAnswer,
  DropOverridesRequest,
  OverrideList,
  ResolveConflictRequest,
  ResolvedConflict,
} from '@workbook-data-service/contract/overrides';
import { pageOf } from '../../core/paging.js';
import { fieldError, problem } from '../../core/problems.js';
import { rowsBounds } from '../../edge/body-bounds.js';
import { listConflicts } from '../../features/conflicts/conflicts.js';
import { resolveConflict } from '../../features/conflicts/resolve-conflict.js';
import { dropOverrides } from '../../features/overrides/drop-overrides.js';
import { listOverrides } from '../../features/tables/visible-overrides.js';
import { expectedVersion } from '../../features/tables/writable-table.js';
import { ok } from '../../present/answer.js';
import {
  conflictListBody,
  droppedBody,
  overrideListBody,
  overridePosition,
  resolvedBody,
} from '../../present/overrides.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { tablePlace } from '../places.js';

const WORKBOOK = '/api/v1/workbooks/:workbook_id';
const OVERRIDES = `${WORKBOOK}/{tables,artifacts}/:name/overrides`;

export const overrideEndpoints: Endpoint[] = [
  endpoint({
    id: 'listOverrides',
    method: 'GET',
    path: OVERRIDES,
    summary: 'Cells of a derived table whose computed value is overridden',
    tag: 'Overrides and conflicts',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: TableParams,
    query: pageQuery(1000),
    problems: ['conflict'],
    answers: { 200: OverrideList },
    run: async ({ service, caller, params, query }) => {
      const { table, overrides } = await listOverrides(service, caller, tablePlace(params));
      return { table, page: pageOf(overrides, query, overridePosition) };
    },
    present: ({ table, page }) => ok(overrideListBody(table, page)),
  }),
  endpoint({
    id: 'dropOverrides',
    method: 'POST',
    path: `${OVERRIDES}/drop`,
    summary: 'Drop overrides, so that the cells show their computed values again',
    description: 'Send the cells, or `all: true`. Tables derived from this one become stale.',
    tag: 'Overrides and conflicts',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: TableParams,
    query: DryRunQuery,
    body: DropOverridesRequest,
    bodyBounds: rowsBounds,
    takesIfMatch: true,
    problems: ['conflict'],
    answers: { 200: DropOverridesAnswer },
    run: ({ service, caller, commit, params, query, body, ifMatch }) =>
      dropOverrides(
        service,
        caller,
        tablePlace(params),
        {
          cells: chosenCells(body),
          expectedVersion: expectedVersion(body.expected_version, ifMatch),
          actor: body.actor,
          dryRun: query.dry_run,
        },
        commit,
      ),
    present: (dropped) => ok(droppedBody(dropped)),
  }),
  endpoint({
    id: 'listConflicts',
    method: 'GET',
    path: `${WORKBOOK}/conflicts`,
    summary: 'Conflicts between edits and new values of cells, newest first',
    tag: 'Overrides and conflicts',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: WorkbookParams,
    query: ConflictListQuery,
    answers: { 200: ConflictList },
    run: ({ service, caller, params, query }) => listConflicts(service, caller, params.workbook_id, query),
    present: (page) => ok(conflictListBody(page)),
  }),
  endpoint({
    id: 'resolveConflict',
    method: 'POST',
    path: `${WORKBOOK}/conflicts/:conflict_id/resolve`,
    summary: 'Close a conflict',
    description:
      '`acknowledge` leaves the cell as it is; `revert` (of `overwrite` conflicts) writes the previous value back, or ' +
      'restores or deletes the row that the file deleted or brought back; ' +
      '`drop_override` (of `stale_override` conflicts) shows what is computed again.',
    tag: 'Overrides and conflicts',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: ConflictParams,
    query: DryRunQuery,
    body: ResolveConflictRequest,
    problems: ['conflict', 'version-conflict'],
    answers: { 200: ResolvedConflict },
    run: ({ service, caller, commit, params, query, body }) =>
      resolveConflict(
        service,
        caller,
        params.workbook_id,
        params.conflict_id,
        {
          ...body,
          dryRun: query.dry_run,
        },
        commit,
      ),
    present: (resolved) => ok(resolvedBody(resolved)),
  }),
];

/** Dropping every override must be explicit, so that a missing field does not mean it. */
function chosenCells(body: {
  cells?: { row_id: number; column: string }[];
  all?: true;
}): { row_id: number; column: string }[] | undefined {
  if ((body.cells === undefined) === (body.all === true)) return body.cells;
  throw problem('invalid-request', say('overrides-unsaid'), {
    fix: say('fix-overrides-unsaid'),
    members: { errors: [fieldError('/cells', say('cells-or-all'))] },
  });
}
