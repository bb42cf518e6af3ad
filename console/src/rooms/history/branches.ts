import { queryOptions } from '@tanstack/react-query';
import { listBranches } from '@workbook-data-service/client/api';
import { service } from '../../app/service.js';

/** Exports whose files can come back, for the first time or again, newest first. */
export const branchesQuery = (workbookId: string) =>
  queryOptions({
    queryKey: ['workbook', workbookId, 'branches'],
    queryFn: async ({ signal }) => {
      const inState = async (status: 'open' | 'merged') => {
        const path = { workbook_id: workbookId };
        return (await listBranches(service, { path, query: { status, limit: 200 }, signal })).branches;
      };
      const branches = (await Promise.all([inState('open'), inState('merged')])).flat();
      return branches.sort((one, other) => (one.created_at < other.created_at ? 1 : -1));
    },
  });
