import { queryOptions } from '@tanstack/react-query';
import { readRows } from '@workbook-data-service/client/api';
import { service } from '../../app/service.js';

interface RowsById {
  columns: string[];
  rows: Map<number, Record<string, unknown>>;
}

/** Some rows of a table, as it is or as it was, so that people know what a row id stands for. */
export const rowsById = (workbookId: string, tableId: string, rowIds: number[], asOf?: string) =>
  queryOptions({
    queryKey: ['workbook', workbookId, 'rows-by-id', tableId, rowIds, asOf ?? null],
    queryFn: async ({ signal }): Promise<RowsById> => {
      const page = await readRows(service, {
        path: { workbook_id: workbookId, name: tableId },
        query: {
          limit: rowIds.length,
          filter: JSON.stringify({ column: '__svc_row_id', op: 'in', value: rowIds }),
          ...(asOf !== undefined && { as_of: asOf }),
        },
        signal,
      });
      return {
        columns: page.columns.flatMap(({ name }) => name ?? []).filter((name) => name !== '__svc_row_id'),
        rows: new Map(page.rows.map((row) => [Number(row.__svc_row_id), row])),
      };
    },
    enabled: rowIds.length > 0,
    retry: false,
  });
