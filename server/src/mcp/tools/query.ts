import { Type } from '@sinclair/typebox';
import { nullable, strictObject, WorkbookId } from '@workbook-data-service/contract/common';
import { withDefault } from '@workbook-data-service/contract/defaults';
import { QueryAnswer, QueryRequest } from '@workbook-data-service/contract/query';
import { type QueryResult, runQuery } from '../../features/query/run-query.js';
import { queryBody } from '../../present/query.js';
import { asOfInput, momentOf } from '../inputs.js';
import { rowsOf } from '../rows-of.js';
import { tool } from '../tool.js';

const { sql, params } = QueryRequest.properties;

/** About 10,000 tokens of rows. */
const MAX_BYTES = 32 * 1024;

export const query = tool({
  name: 'query',
  description:
    'Runs one read-only SELECT (DuckDB SQL) over the tables. Quote names: `select "Unit price" from "Sales 2024"`. At most 1,000 rows and 32 KB are answered: aggregate, or follow `more`. Row ids are in `__svc_row_id`.',
  scope: 'workbooks:read',
  effect: 'reads',
  showsCells: true,
  storesData: true,
  input: strictObject({
    workbook_id: WorkbookId,
    sql,
    params,
    limit: withDefault(
      Type.Integer({ minimum: 1, maximum: 1000, description: 'Maximum number of rows' }),
      50,
    ),
    as_of: asOfInput,
  }),
  notes: { sql: '', params: 'List for `?`, object for `$name`', limit: '' },
  output: Type.Composite([
    Type.Pick(QueryAnswer, ['columns', 'rows', 'row_count', 'tables', 'warnings']),
    Type.Object({ result_id: QueryAnswer.properties.id, more: nullable(Type.String()) }),
  ]),
  run: async ({ service, caller }, input) => {
    const result = await runQuery(service, caller, {
      workbookId: input.workbook_id,
      sql: input.sql,
      params: input.params,
      format: 'json',
      limit: input.limit,
      maxBytes: MAX_BYTES,
      asOf: momentOf(input.as_of),
    });
    const { id, columns, row_count, tables, warnings } = queryBody(result);
    const rows = await rowsOf(result.page);
    return {
      body: {
        columns,
        rows,
        row_count,
        tables,
        ...(warnings && { warnings }),
        result_id: id,
        more: moreOf(result),
      },
    };
  },
});

/** What is said of rows that are left out. */
function moreOf({ id, pageRows, rowCount, capped }: QueryResult): string | null {
  if (pageRows >= rowCount && !capped) return null;
  const total = `${rowCount.toLocaleString('en')}${capped ? ' or more' : ''}`;
  return `These are rows 1 to ${pageRows} of ${total}. Aggregate or filter in SQL, or continue with an ORDER BY, LIMIT and OFFSET ${pageRows}. All rows are kept for a day: GET /api/v1/results/${id}.`;
}
