import type { InvitationRecord } from '../catalog/invitations.js';
import type { Invited } from '../features/people/invite-member.js';
import type { WorkspaceMember } from '../features/people/members.js';
import type { Notice } from '../features/people/notices.js';

export function memberBody(member: WorkspaceMember) {
  const { id, email, name, baseRole, customRoles, isTrusted, isWaiting } = member;
  return {
    id,
    email,
    name,
    base_role: baseRole,
    custom_roles: customRoles,
    effective_roles: isWaiting ? [] : [baseRole, ...customRoles],
    proven: isTrusted,
    status: isWaiting ? ('waits' as const) : ('member' as const),
  };
}

export function invitationBody(invitation: InvitationRecord) {
  return {
    id: invitation.id,
    email: invitation.email,
    base_role: invitation.base_role,
    custom_roles: JSON.parse(invitation.custom_roles) as string[],
    invited_by: invitation.created_by,
    created_at: invitation.created_at,
    expires_at: invitation.expires_at,
  };
}

export function invitedBody(invited: Invited) {
  if ('member' in invited) return { user: memberBody(invited.member) };
  const { invitation, url, mailed } = invited;
  return { invitation: { ...invitationBody(invitation), ...(url !== undefined && { url }), mailed } };
}

export function noticeBody({ id, workspace, baseRole, invitedBy, createdAt, expiresAt }: Notice) {
  return {
    id,
    workspace,
    base_role: baseRole,
    invited_by: invitedBy,
    created_at: createdAt,
    expires_at: expiresAt,
  };
}
