import { useQuery } from '@tanstack/react-query';
import type { MyWorkspace } from '@workbook-data-service/client/api';
import { workbookQuery } from './workbook-queries.js';
import { workspacesQuery } from './workspaces.js';

/** The role of the reader in the workspace of a workbook; undefined until it is known. */
export function useRole(workbookId: string): MyWorkspace['base_role'] | undefined {
  const { data: workbook } = useQuery(workbookQuery(workbookId));
  const { data } = useQuery(workspacesQuery);
  return data?.workspaces.find(({ id }) => id === workbook?.workspace_id)?.base_role;
}
