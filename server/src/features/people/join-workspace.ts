import type { Change } from '../../catalog/change.js';
import { endInvitationOf, type InvitationRecord } from '../../catalog/invitations.js';
import { insertMember } from '../../catalog/member-records.js';
import type { BaseRole } from '../../core/scopes.js';

export interface Joining {
  workspace: { id: string; account_id: string };
  user: { id: string; email: string };
  baseRole: BaseRole;
  customRoles: readonly string[];
  /** How they came to join, for the audit log. */
  detail?: Record<string, unknown>;
}

/** Makes a user a member of a workspace; false if they are one already, with the roles that they have. */
export async function joinWorkspace(c: Change, joining: Joining): Promise<boolean> {
  const { workspace, user, baseRole, customRoles, detail } = joining;
  const member = {
    accountId: workspace.account_id,
    workspaceId: workspace.id,
    userId: user.id,
    baseRole,
    customRoles,
  };
  if (!(await insertMember(c.tx, member))) return false;
  await endInvitationOf(c.tx, workspace.id, user.email);
  await c.audit({
    chain: workspace.account_id,
    action: 'member.joined',
    target: user.id,
    detail: { workspace_id: workspace.id, base_role: baseRole, roles: customRoles, ...detail },
  });
  return true;
}

/** Joins a user by an invitation that was taken in this change. */
export async function joinByInvitation(
  c: Change,
  invitation: InvitationRecord,
  user: { id: string; email: string },
): Promise<void> {
  const workspace = await c.tx
    .selectFrom('workspaces')
    .select(['id', 'account_id'])
    .where('id', '=', invitation.workspace_id)
    .executeTakeFirstOrThrow();
  await joinWorkspace(c, {
    workspace,
    user,
    baseRole: invitation.base_role,
    customRoles: JSON.parse(invitation.custom_roles) as string[],
    detail: { invitation_id: invitation.id, invited_by: invitation.created_by },
  });
}
