import { TableParams, WorkbookParams } from '@workbook-data-service/contract/common';
import { Lineage, LineageQuery } from '@workbook-data-service/contract/lineage';
import { readLineage } from '../../features/lineage/read-lineage.js';
import { ok } from '../../present/answer.js';
import { lineageBody } from '../../present/lineage.js';
import { type Endpoint, endpoint } from '../endpoint.js';

const WORKBOOK = '/api/v1/workbooks/:workbook_id';

export const lineageEndpoints: Endpoint[] = [
  endpoint({
    id: 'getLineage',
    method: 'GET',
    path: `${WORKBOOK}/lineage`,
    summary: 'The lineage of files, tables and transforms: what was made from what',
    tag: 'Transforms',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: WorkbookParams,
    query: LineageQuery,
    answers: { 200: Lineage },
    run: async ({ service, caller, params, query }) => {
      const columns = query.level === 'column';
      return { lineage: await readLineage(service, caller, params.workbook_id, { columns }), columns };
    },
    present: ({ lineage, columns }) => ok(lineageBody(lineage, columns)),
  }),
  endpoint({
    id: 'getTableLineage',
    method: 'GET',
    path: `${WORKBOOK}/{tables,artifacts}/:name/lineage`,
    summary: 'What a table was made from, and what is made from it',
    tag: 'Transforms',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: TableParams,
    query: LineageQuery,
    answers: { 200: Lineage },
    run: async ({ service, caller, params, query }) => {
      const columns = query.level === 'column';
      const options = { table: params.name, columns };
      return { lineage: await readLineage(service, caller, params.workbook_id, options), columns };
    },
    present: ({ lineage, columns }) => ok(lineageBody(lineage, columns)),
  }),
];
