import { queryOptions } from '@tanstack/react-query';
import { listMyWorkspaces } from '@workbook-data-service/client/api';
import { service } from './service.js';

/** The workspaces that the user is in: the default one first, those of others last. */
export const workspacesQuery = queryOptions({
  queryKey: ['workspaces'],
  queryFn: ({ signal }) => listMyWorkspaces(service, { query: { limit: 1000 }, signal }),
});
