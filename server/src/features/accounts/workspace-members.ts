import type { Db } from '../../catalog/db.js';
import type { BaseRole } from '../../core/scopes.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { requireWorkspace } from './workspaces.js';

export interface WorkspaceMember {
  id: string;
  email: string;
  name: string | null;
  baseRole: BaseRole;
  customRoles: string[];
}

export async function listMembers(
  service: Service,
  caller: Caller,
  workspaceId: string,
): Promise<WorkspaceMember[]> {
  const workspace = await requireWorkspace(service, caller, workspaceId);
  return await membersOf(service.catalog.db, workspace.id);
}

/** The members of a workspace, oldest user first, or the one with the given id. */
export async function membersOf(db: Db, workspaceId: string, userId?: string): Promise<WorkspaceMember[]> {
  const members = await db
    .selectFrom('workspace_members')
    .innerJoin('users', 'users.id', 'workspace_members.user_id')
    .select(['users.id', 'users.email', 'users.name', 'base_role as baseRole', 'custom_roles'])
    .where('workspace_id', '=', workspaceId)
    .$if(userId !== undefined, (query) => query.where('users.id', '=', userId as string))
    .orderBy('users.id')
    .execute();
  return members.map(({ custom_roles, ...member }) => ({
    ...member,
    customRoles: JSON.parse(custom_roles) as string[],
  }));
}
