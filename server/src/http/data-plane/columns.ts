import {
  AddColumnRequest,
  AlterColumnRequest,
  ArtifactStateResponse,
  ChangedColumns,
  ChangedTable,
  ColumnParams,
  DeletedTables,
  DeleteTableQuery,
  DescriptionRequest,
  DropColumnQuery,
  RenameTableRequest,
} from '@workbook-data-service/contract/columns';
import { TableParams } from '@workbook-data-service/contract/common';
import { DryRunQuery } from '@workbook-data-service/contract/editing';
import { addColumn } from '../../features/tables/add-column.js';
import { alterColumn } from '../../features/tables/alter-column.js';
import { deleteTable } from '../../features/tables/delete-table.js';
import { describeColumn } from '../../features/tables/describe-column.js';
import { describeTable } from '../../features/tables/describe-table.js';
import { dropColumn } from '../../features/tables/drop-column.js';
import { renameTable } from '../../features/tables/rename-table.js';
import { setTableState } from '../../features/tables/set-table-state.js';
import { expectedVersion } from '../../features/tables/writable-table.js';
import { ok } from '../../present/answer.js';
import {
  changedColumnsAnswer,
  changedTableAnswer,
  deletedTablesBody,
  stateBody,
} from '../../present/columns.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { columnPlace, tablePlace } from '../places.js';

const TABLE = '/api/v1/workbooks/:workbook_id/{tables,artifacts}/:name';
const COLUMN = `${TABLE}/columns/:column`;

/** In a query string null is the word `null`. */
function versionText(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  return text === 'null' ? null : Number(text);
}

export const columnEndpoints: Endpoint[] = [
  endpoint({
    id: 'addColumn',
    method: 'POST',
    path: `${TABLE}/columns`,
    summary: 'Add a column, after the others and before the row id',
    tag: 'Columns',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: TableParams,
    query: DryRunQuery,
    body: AddColumnRequest,
    takesIfMatch: true,
    problems: ['name-taken'],
    answerHeaders: ['ETag'],
    answers: { 200: ChangedColumns },
    run: ({ service, caller, commit, params, query, body, ifMatch }) =>
      addColumn(
        service,
        caller,
        tablePlace(params),
        {
          column: body.column,
          type: body.type,
          default: body.default,
          expectedVersion: expectedVersion(body.expected_version, ifMatch),
          actor: body.actor,
          dryRun: query.dry_run,
        },
        commit,
      ),
    present: changedColumnsAnswer,
  }),
  endpoint({
    id: 'alterColumn',
    method: 'PATCH',
    path: COLUMN,
    summary: 'Rename a column, or cast its values to another type',
    description:
      'Where a value does not fit the new type, the answer is 400 (`uncastable`) with the first offenders, and nothing changes.',
    tag: 'Columns',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: ColumnParams,
    query: DryRunQuery,
    body: AlterColumnRequest,
    takesIfMatch: true,
    problems: ['name-taken', 'uncastable'],
    answerHeaders: ['ETag'],
    answers: { 200: ChangedColumns },
    run: ({ service, caller, commit, params, query, body, ifMatch }) =>
      alterColumn(
        service,
        caller,
        columnPlace(params),
        {
          newName: body.new_name,
          lossy: body.lossy,
          type: body.type,
          expectedVersion: expectedVersion(body.expected_version, ifMatch),
          actor: body.actor,
          dryRun: query.dry_run,
        },
        commit,
      ),
    present: changedColumnsAnswer,
  }),
  endpoint({
    id: 'dropColumn',
    method: 'DELETE',
    path: COLUMN,
    summary: 'Drop a column with its tags and annotations; the last one stays',
    tag: 'Columns',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: ColumnParams,
    query: DropColumnQuery,
    takesIfMatch: true,
    problems: ['has-dependents'],
    answerHeaders: ['ETag'],
    answers: { 200: ChangedColumns },
    run: ({ service, caller, commit, params, query, ifMatch }) =>
      dropColumn(
        service,
        caller,
        columnPlace(params),
        {
          expectedVersion: expectedVersion(versionText(query.expected_version), ifMatch),
          actor: query.actor,
          dryRun: query.dry_run,
        },
        commit,
      ),
    present: changedColumnsAnswer,
  }),
  endpoint({
    id: 'describeColumn',
    method: 'PUT',
    path: `${COLUMN}/description`,
    summary: 'Describe a column',
    tag: 'Columns',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: ColumnParams,
    query: DryRunQuery,
    body: DescriptionRequest,
    answerHeaders: ['ETag'],
    answers: { 200: ChangedColumns },
    run: ({ service, caller, commit, params, query, body }) =>
      describeColumn(
        service,
        caller,
        columnPlace(params),
        {
          description: body.description,
          dryRun: query.dry_run,
        },
        commit,
      ),
    present: changedColumnsAnswer,
  }),
  endpoint({
    id: 'renameTable',
    method: 'PATCH',
    path: TABLE,
    summary: 'Rename a table; everything about it follows',
    tag: 'Tables',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: TableParams,
    query: DryRunQuery,
    body: RenameTableRequest,
    takesIfMatch: true,
    problems: ['name-taken'],
    answerHeaders: ['ETag'],
    answers: { 200: ChangedTable },
    run: ({ service, caller, commit, params, query, body, ifMatch }) =>
      renameTable(
        service,
        caller,
        tablePlace(params),
        {
          name: body.name,
          expectedVersion: expectedVersion(body.expected_version, ifMatch),
          actor: body.actor,
          dryRun: query.dry_run,
        },
        commit,
      ),
    present: changedTableAnswer,
  }),
  endpoint({
    id: 'deleteTable',
    method: 'DELETE',
    path: TABLE,
    summary: 'Delete a table and its history',
    description: 'Refused with 409 (`has-dependents`) while tables derive from it, unless `cascade=true`.',
    tag: 'Tables',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: TableParams,
    query: DeleteTableQuery,
    takesIfMatch: true,
    problems: ['has-dependents'],
    answers: { 200: DeletedTables },
    run: ({ service, caller, commit, params, query, ifMatch }) =>
      deleteTable(
        service,
        caller,
        tablePlace(params),
        {
          expectedVersion: expectedVersion(versionText(query.expected_version), ifMatch),
          cascade: query.cascade,
          actor: query.actor,
          dryRun: query.dry_run,
        },
        commit,
      ),
    present: (deleted) => ok(deletedTablesBody(deleted)),
  }),
  endpoint({
    id: 'archiveTable',
    method: 'POST',
    path: `${TABLE}/archive`,
    summary: 'Archive a table; doing it again changes nothing',
    tag: 'Tables',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: TableParams,
    query: DryRunQuery,
    answers: { 200: ArtifactStateResponse },
    run: ({ service, caller, commit, params, query }) =>
      setTableState(
        service,
        caller,
        tablePlace(params),
        { state: 'archived', dryRun: query.dry_run },
        commit,
      ),
    present: (table) => ok(stateBody(table)),
  }),
  endpoint({
    id: 'unarchiveTable',
    method: 'POST',
    path: `${TABLE}/unarchive`,
    summary: 'Make an archived table active again',
    tag: 'Tables',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: TableParams,
    query: DryRunQuery,
    answers: { 200: ArtifactStateResponse },
    run: ({ service, caller, commit, params, query }) =>
      setTableState(service, caller, tablePlace(params), { state: 'active', dryRun: query.dry_run }, commit),
    present: (table) => ok(stateBody(table)),
  }),
  endpoint({
    id: 'describeTable',
    method: 'PUT',
    path: `${TABLE}/description`,
    summary: 'Describe a table',
    tag: 'Tables',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: TableParams,
    query: DryRunQuery,
    body: DescriptionRequest,
    answerHeaders: ['ETag'],
    answers: { 200: ChangedTable },
    run: ({ service, caller, commit, params, query, body }) =>
      describeTable(
        service,
        caller,
        tablePlace(params),
        {
          description: body.description,
          dryRun: query.dry_run,
        },
        commit,
      ),
    present: changedTableAnswer,
  }),
];
