import type { Change } from '../../catalog/change.js';
import { endInvitationOf, type InvitationRecord } from '../../catalog/invitations.js';
import { insertMember, isTrusted, putUnconfirmed } from '../../catalog/member-records.js';
import type { BaseRole } from '../../core/scopes.js';

interface Joining {
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

/**
 * Joins a user by an invitation that was taken in this change. Somebody whom the account cannot trust yet waits: they join
 * once they have proven their address, or the owner of the account confirms them.
 */
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
  const { base_role: baseRole, created_by: invitedBy } = invitation;
  const customRoles = JSON.parse(invitation.custom_roles) as string[];
  const detail = { invitation_id: invitation.id, invited_by: invitedBy };
  if (await isTrusted(c.tx, { accountId: workspace.account_id, userId: user.id })) {
    await joinWorkspace(c, { workspace, user, baseRole, customRoles, detail });
    return;
  }
  await putUnconfirmed(c.tx, {
    workspaceId: workspace.id,
    userId: user.id,
    baseRole,
    customRoles,
    invitedBy,
    acceptedAt: c.at,
  });
  await c.audit({
    chain: workspace.account_id,
    action: 'member.waits',
    target: user.id,
    detail: { workspace_id: workspace.id, base_role: baseRole, roles: customRoles, ...detail },
  });
}
