import {
  ReplacedValues,
  ReplaceValuesRequest,
  SimilarValues,
  SimilarValuesQuery,
} from '@workbook-data-service/contract/column-values';
import { ColumnParams } from '@workbook-data-service/contract/columns';
import { DryRunQuery } from '@workbook-data-service/contract/editing';
import { replaceValues } from '../../features/tables/replace-values.js';
import { findSimilarValues } from '../../features/tables/similar-values.js';
import { expectedVersion } from '../../features/tables/writable-table.js';
import { ok } from '../../present/answer.js';
import { replacedValuesBody, similarValuesBody } from '../../present/column-values.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { columnPlace } from '../places.js';

const COLUMN = '/api/v1/workbooks/:workbook_id/{tables,artifacts}/:name/columns/:column';

export const columnValueEndpoints: Endpoint[] = [
  endpoint({
    id: 'findSimilarValues',
    method: 'GET',
    path: `${COLUMN}/similar-values`,
    summary: 'Texts of a column that may be meant to be the same: `Tokyo`, `TOKYO` and `Tōkyō`',
    tag: 'Columns',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: ColumnParams,
    query: SimilarValuesQuery,
    problems: ['query-timeout', 'query-too-large'],
    answers: { 200: SimilarValues },
    run: ({ service, caller, params, query }) =>
      findSimilarValues(service, caller, columnPlace(params), query),
    present: (found) => ok(similarValuesBody(found)),
  }),
  endpoint({
    id: 'replaceValues',
    method: 'POST',
    path: `${COLUMN}/replace-values`,
    summary: 'Replace values of a text column wherever they are, all or nothing',
    tag: 'Columns',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: ColumnParams,
    query: DryRunQuery,
    body: ReplaceValuesRequest,
    findsTable: true,
    takesIfMatch: true,
    problems: ['query-timeout', 'query-too-large'],
    answers: { 200: ReplacedValues },
    run: ({ service, caller, commit, params, query, body, ifMatch }) =>
      replaceValues(
        service,
        caller,
        columnPlace(params),
        {
          replacements: body.replacements,
          expectedVersion: expectedVersion(body.expected_version, ifMatch),
          actor: body.actor,
          dryRun: query.dry_run,
        },
        commit,
      ),
    present: (replaced) => ok(replacedValuesBody(replaced)),
  }),
];
