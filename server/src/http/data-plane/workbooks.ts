import { WorkbookParams } from '@workbook-data-service/contract/common';
import { ExportLinkQuery, ExportRequest } from '@workbook-data-service/contract/outputs';
import { ArtifactListResponse } from '@workbook-data-service/contract/tables';
import {
  CreateWorkbookRequest,
  SearchQuery,
  UpdateWorkbookRequest,
  Workbook,
} from '@workbook-data-service/contract/workbooks';
import { nameList } from '../../core/name-list.js';
import { exportLinked, exportWorkbook } from '../../features/outputs/export-tables.js';
import { searchTables } from '../../features/tables/search-tables.js';
import { deleteWorkbook } from '../../features/workbooks/delete-workbook.js';
import { createWorkbook, getWorkbook, updateWorkbook } from '../../features/workbooks/workbooks.js';
import { created, noContent, ok } from '../../present/answer.js';
import { exportMediaTypes } from '../../present/export-media-types.js';
import { exportedFile, exportHeaders } from '../../present/exported-file.js';
import { artifactBody } from '../../present/tables.js';
import { workbookBody } from '../../present/workbooks.js';
import { type Endpoint, endpoint } from '../endpoint.js';

export const workbookEndpoints: Endpoint[] = [
  endpoint({
    id: 'createWorkbook',
    method: 'POST',
    path: '/api/v1/workbooks',
    summary: 'Create a workbook',
    tag: 'Workbooks',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    body: CreateWorkbookRequest,
    problems: ['no-workspace'],
    answers: { 201: Workbook },
    run: ({ service, caller, commit, body }) =>
      createWorkbook(
        service,
        caller,
        {
          title: body.title,
          description: body.description,
          workspaceId: body.workspace_id,
          visibility: body.visibility,
        },
        commit,
      ),
    present: (workbook) => created(workbookBody(workbook)),
  }),
  endpoint({
    id: 'getWorkbook',
    method: 'GET',
    path: '/api/v1/workbooks/:workbook_id',
    summary: 'A workbook',
    tag: 'Workbooks',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: WorkbookParams,
    answers: { 200: Workbook },
    run: ({ service, params }) => getWorkbook(service, params.workbook_id),
    present: (workbook) => ok(workbookBody(workbook)),
  }),
  endpoint({
    id: 'updateWorkbook',
    method: 'PATCH',
    path: '/api/v1/workbooks/:workbook_id',
    summary: 'Change the title, description or visibility of a workbook',
    description: 'Only the owner of a workbook can make it private or share it.',
    tag: 'Workbooks',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: WorkbookParams,
    body: UpdateWorkbookRequest,
    answers: { 200: Workbook },
    run: ({ service, caller, commit, params, body }) =>
      updateWorkbook(service, caller, params.workbook_id, body, commit),
    present: (workbook) => ok(workbookBody(workbook)),
  }),
  endpoint({
    id: 'deleteWorkbook',
    method: 'DELETE',
    path: '/api/v1/workbooks/:workbook_id',
    summary: 'Delete a workbook and everything in it',
    tag: 'Workbooks',
    access: { to: 'data-plane', scope: 'workbooks:delete' },
    params: WorkbookParams,
    answers: { 204: null },
    run: ({ service, caller, commit, params }) => deleteWorkbook(service, caller, params.workbook_id, commit),
    present: noContent,
  }),
  endpoint({
    id: 'exportTables',
    method: 'POST',
    path: '/api/v1/workbooks/:workbook_id/export',
    summary: 'Tables as one xlsx file, one csv file, or a zip of csv files',
    description:
      'A csv file is RFC 4180 in UTF-8: lines end with CRLF, a missing value is nothing and an empty text is a pair of quotes. ' +
      'That of a large table is sent while it is read: if something fails meanwhile, the connection breaks off before the end of the answer. ' +
      'Masked columns are empty and denied ones absent; `X-SVC-Masked-Columns` and `X-SVC-Denied-Columns` name them. ' +
      'A table whose rows are withheld is refused where it was named, and else left out; `X-SVC-Withheld-Tables` names it. ' +
      '`X-SVC-Preserved-Formulas`, on xlsx files, counts the formulas in the sheets of the tables: none with `formula_mode` values. ' +
      '`X-SVC-Truncated-Cells` counts texts that were cut to the 32,767 characters of a cell; it is absent where there are none.',
    tag: 'Workbooks',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: WorkbookParams,
    body: ExportRequest,
    storesData: true,
    readOnly: true,
    problems: [
      'conflict',
      'derived-branch',
      'governed-workbook',
      'influenced-by-governed-column',
      'query-timeout',
      'query-too-large',
    ],
    answerHeaders: [...exportHeaders, 'X-SVC-Branch-Id'],
    answers: { 200: { mediaTypes: Object.values(exportMediaTypes) } },
    run: ({ service, caller, params, body }) =>
      exportWorkbook(service, caller, {
        workbookId: params.workbook_id,
        tables: body.tables,
        format: body.format,
        formulaMode: body.formula_mode,
        includeRowIds: body.include_row_ids,
        csvBom: body.csv_bom,
        csvGuardFormulas: body.csv_guard_formulas,
        recordBranch: body.record_branch,
      }),
    present: exportedFile,
  }),
  endpoint({
    id: 'downloadExport',
    method: 'GET',
    path: '/api/v1/workbooks/:workbook_id/export',
    summary: 'Tables as a file, by a link',
    description: 'What POST returns with its defaults, for programs that open a URL.',
    tag: 'Workbooks',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    opensByLink: true,
    params: WorkbookParams,
    query: ExportLinkQuery,
    storesData: true,
    problems: [
      'conflict',
      'derived-branch',
      'governed-workbook',
      'influenced-by-governed-column',
      'query-timeout',
      'query-too-large',
    ],
    answerHeaders: [...exportHeaders, 'X-SVC-Branch-Id'],
    answers: { 200: { mediaTypes: Object.values(exportMediaTypes) } },
    run: ({ service, caller, params, query }) =>
      exportLinked(service, caller, {
        workbookId: params.workbook_id,
        tables: query.tables === undefined ? undefined : nameList(query.tables),
        format: query.format,
        recordBranch: query.record_branch,
      }),
    present: exportedFile,
  }),
  endpoint({
    id: 'search',
    method: 'GET',
    path: '/api/v1/search',
    summary: 'Search tables by name, description, columns and source file',
    tag: 'Workbooks',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    query: SearchQuery,
    answers: { 200: ArtifactListResponse },
    run: ({ service, caller, query }) => searchTables(service, caller, { ...query, q: query.q ?? '' }),
    present: ({ tables, nextCursor }) => ok({ artifacts: tables.map(artifactBody), next_cursor: nextCursor }),
  }),
];
