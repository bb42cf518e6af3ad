import { ChangedColumns } from '@workbook-data-service/contract/columns';
import { pageQuery, TableParams, WorkbookParams } from '@workbook-data-service/contract/common';
import {
  A1WriteRequest,
  CreateTableRequest,
  CreateTableResponse,
  DeleteRowsAnswer,
  DeleteRowsRequest,
  DryRunQuery,
  OpList,
  OpListQuery,
  OpParams,
  RowHistory,
  RowParams,
  SetFormulaRequest,
  UndoAnswer,
  UndoQuery,
  UndoRequest,
  UpsertRowsAnswer,
  UpsertRowsRequest,
} from '@workbook-data-service/contract/editing';
import { RowProvenance } from '@workbook-data-service/contract/provenance';
import { AcceptedJob } from '@workbook-data-service/contract/sources';
import { rowsBounds } from '../../edge/body-bounds.js';
import { listOps } from '../../features/history/list-ops.js';
import { rowHistory } from '../../features/history/row-history.js';
import { rowProvenance } from '../../features/history/row-provenance.js';
import { undoOp } from '../../features/history/undo-op.js';
import { createTable } from '../../features/tables/create-table.js';
import { deleteRows } from '../../features/tables/delete-rows.js';
import { setFormula } from '../../features/tables/set-formula.js';
import { upsertRows } from '../../features/tables/upsert-rows.js';
import { expectedVersion } from '../../features/tables/writable-table.js';
import { writeRange } from '../../features/tables/write-range.js';
import { created, ok } from '../../present/answer.js';
import { formulaAnswer } from '../../present/columns.js';
import {
  createdTableBody,
  deletedBody,
  historyBody,
  opListBody,
  undoneBody,
  upsertedBody,
} from '../../present/editing.js';
import { provenanceBody } from '../../present/provenance.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { rowPlace, tablePlace } from '../places.js';
import { sqlProblems } from '../problems-of.js';

const TABLE = '/api/v1/workbooks/:workbook_id/{tables,artifacts}/:name';

export const editingEndpoints: Endpoint[] = [
  endpoint({
    id: 'createTable',
    method: 'POST',
    path: '/api/v1/workbooks/:workbook_id/{tables,artifacts}',
    summary: 'Create an empty table',
    tag: 'Editing',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: WorkbookParams,
    query: DryRunQuery,
    body: CreateTableRequest,
    problems: ['name-taken'],
    answers: { 201: CreateTableResponse },
    run: ({ service, caller, commit, params, query, body }) =>
      createTable(service, caller, params.workbook_id, body, { ...commit, dryRun: query.dry_run }),
    present: (table) => created(createdTableBody(table)),
  }),
  endpoint({
    id: 'upsertRows',
    method: 'POST',
    path: `${TABLE}/rows/upsert`,
    summary: 'Insert and update rows, all or nothing',
    tag: 'Editing',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: TableParams,
    query: DryRunQuery,
    body: UpsertRowsRequest,
    bodyBounds: rowsBounds,
    findsTable: true,
    takesIfMatch: true,
    answers: { 200: UpsertRowsAnswer },
    run: ({ service, caller, commit, params, query, body, ifMatch }) =>
      upsertRows(
        service,
        caller,
        tablePlace(params),
        {
          rows: body.rows,
          expectedVersion: expectedVersion(body.expected_version, ifMatch),
          matchOn: body.match_on,
          actor: body.actor,
          dryRun: query.dry_run,
        },
        commit,
      ),
    present: (upserted) => ok(upsertedBody(upserted)),
  }),
  endpoint({
    id: 'deleteRows',
    method: 'POST',
    path: `${TABLE}/rows/delete`,
    summary: 'Delete rows, all or nothing',
    storesData: false,
    tag: 'Editing',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: TableParams,
    query: DryRunQuery,
    body: DeleteRowsRequest,
    bodyBounds: rowsBounds,
    takesIfMatch: true,
    answers: { 200: DeleteRowsAnswer },
    run: ({ service, caller, commit, params, query, body, ifMatch }) =>
      deleteRows(
        service,
        caller,
        tablePlace(params),
        {
          rowIds: body.row_ids,
          expectedVersion: expectedVersion(body.expected_version, ifMatch),
          actor: body.actor,
          dryRun: query.dry_run,
        },
        commit,
      ),
    present: (deleted) => ok(deletedBody(deleted)),
  }),
  endpoint({
    id: 'writeRange',
    method: 'PUT',
    path: `${TABLE}/range`,
    summary: 'Write cells by their address, as in a spreadsheet',
    description: 'A range of one cell anchors the values. Writing below the last row inserts rows.',
    tag: 'Editing',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: TableParams,
    query: DryRunQuery,
    body: A1WriteRequest,
    bodyBounds: rowsBounds,
    takesIfMatch: true,
    answers: { 200: UpsertRowsAnswer },
    run: ({ service, caller, commit, params, query, body, ifMatch }) =>
      writeRange(
        service,
        caller,
        tablePlace(params),
        {
          range: body.range,
          values: body.values,
          expectedVersion: expectedVersion(body.expected_version, ifMatch),
          actor: body.actor,
          dryRun: query.dry_run,
        },
        commit,
      ),
    present: (upserted) => ok(upsertedBody(upserted)),
  }),
  endpoint({
    id: 'setFormula',
    method: 'PUT',
    path: `${TABLE}/formulas`,
    summary: 'Make a column follow a formula over its row, or freeze it',
    description:
      'Where more cells are to be computed than SVC_FORMULA_REQUEST_CELLS (rows times formula columns), the answer is 202 ' +
      'and a `job_id`: the job reports its `progress`, and its `result` is the body of the 200. Should the table change ' +
      'meanwhile, the job fails, or starts again if `expected_version` is null. With `dry_run=true` the formula is ' +
      'checked and nothing is computed.',
    tag: 'Editing',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: TableParams,
    query: DryRunQuery,
    body: SetFormulaRequest,
    takesIfMatch: true,
    problems: ['name-taken'],
    answerHeaders: ['ETag'],
    answers: { 200: ChangedColumns, 202: AcceptedJob },
    run: ({ service, caller, commit, params, query, body, ifMatch }) =>
      setFormula(
        service,
        caller,
        tablePlace(params),
        {
          column: body.column,
          formula: body.formula,
          expectedVersion: expectedVersion(body.expected_version, ifMatch),
          actor: body.actor,
          dryRun: query.dry_run,
        },
        commit,
      ),
    present: formulaAnswer,
  }),
  endpoint({
    id: 'getRowHistory',
    method: 'GET',
    path: `${TABLE}/rows/:row_id/history`,
    summary: 'Every change to one row, newest first',
    tag: 'Editing',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: RowParams,
    query: pageQuery(1000),
    answers: { 200: RowHistory },
    run: async ({ service, caller, params, query }) => {
      const place = rowPlace(params);
      return { rowId: params.row_id, page: await rowHistory(service, caller, place, query) };
    },
    present: ({ rowId, page }) => ok(historyBody(rowId, page)),
  }),
  endpoint({
    id: 'getRowProvenance',
    method: 'GET',
    path: `${TABLE}/rows/:row_id/provenance`,
    summary: 'Where each cell of a row came from',
    description:
      'The cell of the uploaded file, and its value in the file, regardless of later edits. ' +
      'Null for rows and columns that were added later, and for masked columns. Of a derived table also the ' +
      'cells of its inputs that each cell is computed from, and so on back to files: at most 2,000 cells, and ' +
      'row ids are null where the rows are not known.',
    tag: 'Editing',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: RowParams,
    problems: [...sqlProblems],
    answers: { 200: RowProvenance },
    run: ({ service, caller, params }) => rowProvenance(service, caller, rowPlace(params)),
    present: (provenance) => ok(provenanceBody(provenance)),
  }),
  endpoint({
    id: 'listOps',
    method: 'GET',
    path: '/api/v1/workbooks/:workbook_id/ops',
    summary: 'What was done in the workbook, newest first',
    tag: 'Editing',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: WorkbookParams,
    query: OpListQuery,
    answers: { 200: OpList },
    run: async ({ service, caller, params, query }) => ({
      page: await listOps(service, params.workbook_id, query),
      governed: await service.data.as(caller).isGoverned(params.workbook_id),
    }),
    present: ({ page, governed }) => ok(opListBody(page, governed)),
  }),
  endpoint({
    id: 'undoOp',
    method: 'POST',
    path: '/api/v1/workbooks/:workbook_id/ops/:op_id/undo',
    summary: 'Undo a change, or an undo',
    description:
      'Edits of rows are taken back cell by cell; anything else gets back the state before: columns, tables (deleted ones ' +
      'too, while a pinned state has them), tables made of a file, transforms, reports, charts, notes, tags and rules, ' +
      'and restores. It needs the scopes of the change that it makes. Refused with 409 where later ops changed the same, ' +
      'unless `force=true`; pairs of an op and its undo do not count. After a merge was undone, the ' +
      'conflicts that it opened are closed, and its file can be merged again.',
    tag: 'Editing',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: OpParams,
    query: UndoQuery,
    body: UndoRequest,
    problems: ['conflict', 'version-conflict', 'expired'],
    answers: { 200: UndoAnswer },
    run: ({ service, caller, commit, params, query, body }) =>
      undoOp(
        service,
        caller,
        {
          workbookId: params.workbook_id,
          opId: params.op_id,
          force: query.force,
          dryRun: query.dry_run,
          actor: body.actor,
        },
        commit,
      ),
    present: (undone) => ok(undoneBody(undone)),
  }),
];
