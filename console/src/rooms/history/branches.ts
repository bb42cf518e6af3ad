import { queryOptions } from '@tanstack/react-query';
import { listBranches } from '@workbook-data-service/client/api';
import { service } from '../../app/service.js';

/** Exports whose files can come back. */
export const branchesQuery = (workbookId: string) =>
  queryOptions({
    queryKey: ['workbook', workbookId, 'branches'],
    queryFn: ({ signal }) =>
      listBranches(service, { path: { workbook_id: workbookId }, query: { limit: 200 }, signal }),
  });
