import { queryOptions } from '@tanstack/react-query';
import { each } from '@workbook-data-service/client';
import { listMyWorkbooks, type Workbook } from '@workbook-data-service/client/api';
import { service } from './service.js';

/** All that the reader may open, most recently changed first. */
export const workbooksQuery = queryOptions({
  queryKey: ['workbooks'],
  queryFn: async ({ signal }) => {
    const workbooks: Workbook[] = [];
    for await (const workbook of each(listMyWorkbooks, service, { signal })) workbooks.push(workbook);
    return workbooks.sort((a, b) => b.updated_at.localeCompare(a.updated_at));
  },
});
