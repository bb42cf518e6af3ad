import { queryOptions } from '@tanstack/react-query';
import { getResult, type QueryAnswer, query } from '@workbook-data-service/client/api';
import { service } from '../../app/service.js';
import { boundValues, type ParameterValues } from '../../app/sql/sql-tokens.js';

const FIRST_ROWS = 200;
const PAGE_ROWS = 10_000;

/**
 * The result of a statement. Its key does not begin with the workbook: an event does not run a query again, the page
 * only says that its data has changed.
 */
export const resultQuery = (workbookId: string, sql: string, params: ParameterValues) =>
  queryOptions({
    queryKey: ['query-result', workbookId, sql, params],
    queryFn: ({ signal }) => {
      const bound = boundValues(sql, params);
      return query(service, {
        path: { workbook_id: workbookId },
        body: { sql, limit: FIRST_ROWS, ...(bound && { params: bound }) },
        isRepeatable: true,
        signal,
      });
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Some rows of a kept result as lists of cells; the first ones came with the answer. */
export async function readResult(
  { id, rows, columns }: QueryAnswer,
  from: number,
  to: number,
  signal: AbortSignal,
): Promise<unknown[][]> {
  const cellsOf = (row: Record<string, unknown>) => columns.map(({ name }) => row[name]);
  if (to <= rows.length) return rows.slice(from, to).map(cellsOf);
  const read: unknown[][] = [];
  for (let offset: number | null = from; offset !== null && offset < to; ) {
    const page: Awaited<ReturnType<typeof getResult>> = await getResult(service, {
      path: { result_id: id },
      query: { offset, limit: Math.min(to - offset, PAGE_ROWS) },
      signal,
    });
    read.push(...page.rows.map(cellsOf));
    offset = page.next_offset;
  }
  return read;
}
