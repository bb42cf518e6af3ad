import type { Db, Tx } from '../../catalog/db.js';
import { problem } from '../../core/problems.js';
import type { BaseRole } from '../../core/scopes.js';
import { requireWorkspace } from '../accounts/workspaces.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';

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
  const workspace = await requireWorkspace(service, caller, workspaceId, 'workspaces:read');
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

/** A member who is about to be changed. The members of a workspace are locked until the commit. */
export async function takeMember(tx: Tx, workspaceId: string, userId: string): Promise<WorkspaceMember> {
  await lockMembers(tx, workspaceId);
  const [member] = await membersOf(tx, workspaceId, userId);
  if (member) return member;
  throw problem('not-found', `The workspace has no member ${userId}.`, {
    fix: 'GET /api/control/workspaces/{workspace_id}/users lists the members.',
  });
}

async function lockMembers(tx: Tx, workspaceId: string): Promise<void> {
  await tx
    .updateTable('workspaces')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', workspaceId)
    .execute();
}
