import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { Workbook } from '@workbook-data-service/client/api';
import { type Rights, rightsOf } from './rights.js';
import { sessionQuery } from './session.js';
import { workbookQuery } from './workbook-queries.js';
import { workspacesQuery } from './workspaces.js';

/** What the reader may do with a workbook. */
export function useRights(workbookId: string): Rights {
  return useRightsTo(useQuery(workbookQuery(workbookId)).data);
}

/** The same where the workbook is at hand. */
export function useRightsTo(workbook: Workbook | undefined): Rights {
  const { data: session } = useSuspenseQuery(sessionQuery);
  return rightsOf(useRole(workbook?.workspace_id), workbook?.owner_id === session.user.id);
}

/** Whether the reader may make and change workbooks in a workspace; without an id, in their own. */
export function useMayWriteIn(workspaceId: string | undefined): boolean {
  return rightsOf(useRole(workspaceId), false).mayWrite;
}

function useRole(workspaceId: string | undefined) {
  const { data } = useQuery(workspacesQuery);
  return data?.workspaces.find(({ id }) => id === workspaceId)?.base_role;
}
