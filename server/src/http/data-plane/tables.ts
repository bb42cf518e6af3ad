import { Type } from '@sinclair/typebox';
import { TableParams, WorkbookParams } from '@workbook-data-service/contract/common';
import { TableProfile } from '@workbook-data-service/contract/profile';
import {
  QueryAnswer,
  QueryRequest,
  ResultPage,
  ResultParams,
  ResultQuery,
  ValidateAnswer,
  ValidateRequest,
} from '@workbook-data-service/contract/query';
import { RangeAnswer, RangeQuery } from '@workbook-data-service/contract/range';
import { SummaryAnswer, SummaryQuery } from '@workbook-data-service/contract/summary';
import {
  ArtifactListResponse,
  ColumnsResponse,
  RowJsonSchema,
  RowsPage,
  RowsQuery,
  SchemaQuery,
  Table,
  TableListQuery,
  TableSchema,
} from '@workbook-data-service/contract/tables';
import { getResult } from '../../features/query/get-result.js';
import { runQuery } from '../../features/query/run-query.js';
import { validateQuery } from '../../features/query/validate-query.js';
import { getTable } from '../../features/tables/get-table.js';
import { listTables } from '../../features/tables/list-tables.js';
import { profileTable } from '../../features/tables/profile-table.js';
import { readRange } from '../../features/tables/read-range.js';
import { describeSchema, readRows } from '../../features/tables/read-rows.js';
import { rowJsonSchema } from '../../features/tables/row-json-schema.js';
import { summarizeRows } from '../../features/tables/summarize-rows.js';
import { ok } from '../../present/answer.js';
import { resultHeaders, rowsHeaders } from '../../present/header-catalogue.js';
import { pageMediaTypes } from '../../present/pages.js';
import { profileBody } from '../../present/profile.js';
import { queryAnswer, resultAnswer, validationBody } from '../../present/query.js';
import { rangeAnswer } from '../../present/range.js';
import { summaryBody } from '../../present/summary.js';
import {
  artifactBody,
  columnsBody,
  rowsAnswer,
  schemaAnswer,
  tableDetailsBody,
  versionTag,
} from '../../present/tables.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { tablePlace } from '../places.js';
import { sqlProblems } from '../problems-of.js';

const TABLE = '/api/v1/workbooks/:workbook_id/{tables,artifacts}/:name';

export const tableEndpoints: Endpoint[] = [
  endpoint({
    id: 'listTables',
    method: 'GET',
    path: '/api/v1/workbooks/:workbook_id/{tables,artifacts}',
    summary: 'Tables of a workbook',
    tag: 'Tables',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: WorkbookParams,
    query: TableListQuery,
    answers: { 200: ArtifactListResponse },
    run: ({ service, caller, params, query }) => listTables(service, caller, params.workbook_id, query),
    present: ({ tables, nextCursor }) => ok({ artifacts: tables.map(artifactBody), next_cursor: nextCursor }),
  }),
  endpoint({
    id: 'getTable',
    method: 'GET',
    path: TABLE,
    summary: 'A table, its columns and its freshness',
    tag: 'Tables',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: TableParams,
    answers: { 200: Table },
    run: ({ service, caller, params }) => getTable(service, caller, tablePlace(params)),
    present: (details) => ok(tableDetailsBody(details)),
  }),
  endpoint({
    id: 'getColumns',
    method: 'GET',
    path: `${TABLE}/columns`,
    summary: 'Columns of a table, in order',
    tag: 'Tables',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: TableParams,
    answers: { 200: ColumnsResponse },
    run: ({ service, caller, params }) => service.data.as(caller).describe(params.workbook_id, params.name),
    present: (table) => ok(columnsBody(table)),
  }),
  endpoint({
    id: 'getTableSchema',
    method: 'GET',
    path: `${TABLE}/schema`,
    summary: 'Columns, types, row count and five sample rows; or the JSON Schema of one row',
    tag: 'Tables',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: TableParams,
    query: SchemaQuery,
    answersRows: true,
    answers: { 200: Type.Union([TableSchema, RowJsonSchema]) },
    run: async ({ service, caller, params, query }) => {
      const { workbook_id, name } = params;
      if (query.format === 'json-schema')
        return { jsonSchema: rowJsonSchema(await service.data.as(caller).describe(workbook_id, name)) };
      return { described: await describeSchema(service, caller, tablePlace(params)) };
    },
    present: (result) =>
      result.described
        ? schemaAnswer(result.described.table, result.described.sample)
        : ok(result.jsonSchema),
  }),
  endpoint({
    id: 'readRows',
    method: 'GET',
    path: `${TABLE}/rows`,
    summary: 'Rows of a table, filtered, ordered and paged',
    description:
      'With `format=ndjson` or `arrow` the body is the rows alone; version, total and cursor are in `X-SVC-*` headers.',
    tag: 'Tables',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: TableParams,
    query: RowsQuery,
    answersRows: true,
    problems: ['query-timeout', 'query-too-large', 'too-large', 'expired'],
    answerHeaders: ['ETag', ...rowsHeaders],
    answers: { 200: { mediaTypes: pageMediaTypes, schema: RowsPage } },
    run: ({ service, caller, params, query, hasCopy }) =>
      readRows(service, caller, tablePlace(params), {
        limit: query.limit,
        cursor: query.cursor,
        offset: query.offset,
        orderBy: query.order_by,
        filter: query.filter,
        columns: query.columns,
        columnsAfter: query.columns_after,
        asOf: query.as_of,
        view: query.view,
        format: query.format,
        isAtHand: (table) => hasCopy(versionTag(table, table.columns)),
      }),
    present: rowsAnswer,
  }),
  endpoint({
    id: 'readRange',
    method: 'GET',
    path: `${TABLE}/range`,
    summary: 'Cells by their A1 address; row 1 is the headers',
    description:
      'Up to 1000 x 1000 cells. Columns are those of the table in order, rows in order of their ids.',
    tag: 'Tables',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: TableParams,
    query: RangeQuery,
    answersRows: true,
    problems: ['too-large'],
    answerHeaders: ['ETag'],
    answers: { 200: RangeAnswer },
    run: ({ service, caller, params, query }) => readRange(service, caller, tablePlace(params), query.range),
    present: rangeAnswer,
  }),
  endpoint({
    id: 'profileTable',
    method: 'GET',
    path: `${TABLE}/profile`,
    summary:
      'Statistics of each column: empty and distinct values, extremes, quantiles, top values, histogram',
    tag: 'Tables',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: TableParams,
    problems: ['query-timeout', 'query-too-large'],
    answers: { 200: TableProfile },
    run: ({ service, caller, params }) => profileTable(service, caller, tablePlace(params)),
    present: (profile) => ok(profileBody(profile)),
  }),
  endpoint({
    id: 'summarizeRows',
    method: 'GET',
    path: `${TABLE}/summary`,
    summary: 'Rows counted, and sum, mean and extremes of columns: of all rows, of a range, or of each group',
    description:
      'Groups are those of one or two columns; `group_by` with `order_groups=rows` lists the most frequent values of a column.',
    tag: 'Tables',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: TableParams,
    query: SummaryQuery,
    answersRows: true,
    problems: ['query-timeout', 'query-too-large', 'expired'],
    answers: { 200: SummaryAnswer },
    run: ({ service, caller, params, query }) =>
      summarizeRows(service, caller, tablePlace(params), {
        columns: query.columns,
        groupBy: query.group_by,
        orderGroups: query.order_groups,
        limit: query.limit,
        filter: query.filter,
        orderBy: query.order_by,
        asOf: query.as_of,
        view: query.view,
        offset: query.offset,
        rows: query.rows,
      }),
    present: (summary) => ok(summaryBody(summary)),
  }),
  endpoint({
    id: 'query',
    method: 'POST',
    path: '/api/v1/workbooks/:workbook_id/query',
    summary: 'Run one read-only SELECT; the whole result is kept for 24 hours',
    description:
      'With `format` ndjson or arrow the body is the first page, and the manifest is in the `X-SVC-Result` header.',
    tag: 'Query',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: WorkbookParams,
    body: QueryRequest,
    readOnly: true,
    storesData: true,
    answersRows: true,
    problems: [...sqlProblems, 'too-large', 'expired'],
    answerHeaders: [...resultHeaders],
    answers: { 200: { mediaTypes: pageMediaTypes, schema: QueryAnswer } },
    run: ({ service, caller, params, body }) =>
      runQuery(service, caller, {
        workbookId: params.workbook_id,
        sql: body.sql,
        params: body.params,
        format: body.format,
        limit: body.limit,
        timeoutMs: body.timeout_ms,
        asOf: body.as_of,
      }),
    present: queryAnswer,
  }),
  endpoint({
    id: 'validateQuery',
    method: 'POST',
    path: '/api/v1/workbooks/:workbook_id/query/validate',
    summary: 'Check and plan a SELECT without running it',
    tag: 'Query',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: WorkbookParams,
    body: ValidateRequest,
    readOnly: true,
    problems: [...sqlProblems],
    answers: { 200: ValidateAnswer },
    run: ({ service, caller, params, body }) =>
      validateQuery(service, caller, {
        workbookId: params.workbook_id,
        sql: body.sql,
        params: body.params,
      }),
    present: (validation) => ok(validationBody(validation)),
  }),
  endpoint({
    id: 'getResult',
    method: 'GET',
    path: '/api/v1/results/:result_id',
    summary: 'A page of a query result',
    tag: 'Query',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: ResultParams,
    query: ResultQuery,
    answersRows: true,
    problems: ['expired', 'too-large', 'influenced-by-governed-column'],
    answerHeaders: [...resultHeaders],
    answers: { 200: { mediaTypes: pageMediaTypes, schema: ResultPage } },
    run: ({ service, caller, params, query }) => getResult(service, caller, params.result_id, query),
    present: resultAnswer,
  }),
];
