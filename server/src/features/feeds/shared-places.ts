import { withinReach, workspaceWithinReach } from '../access/within-reach.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';

/** What a feed of several workbooks lists, by id and name. */
export interface Place {
  id: string;
  name: string;
}

/** The workspaces within the caller's reach, oldest first. */
export async function feedWorkspaces({ catalog }: Service, caller: Caller): Promise<Place[]> {
  return await catalog.db
    .selectFrom('workspaces')
    .select(['workspaces.id', 'workspaces.name'])
    .where(workspaceWithinReach(caller))
    .orderBy('workspaces.id')
    .execute();
}

/** The workbooks of a workspace that the caller may enter, oldest first. */
export async function feedWorkbooks(
  { catalog }: Service,
  caller: Caller,
  workspaceId: string,
): Promise<Place[]> {
  return await catalog.db
    .selectFrom('workbooks')
    .innerJoin('workspaces', 'workspaces.id', 'workbooks.workspace_id')
    .select(['workbooks.id', 'workbooks.title as name'])
    .where('workspaces.id', '=', workspaceId)
    .where(withinReach(caller))
    .orderBy('workbooks.id')
    .execute();
}
