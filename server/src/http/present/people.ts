import type { InvitationRecord } from '../../catalog/invitations.js';
import type { Invited } from '../../features/people/invite-member.js';
import type { WorkspaceMember } from '../../features/people/members.js';

export function memberBody({ id, email, name, baseRole, customRoles }: WorkspaceMember) {
  return {
    id,
    email,
    name,
    base_role: baseRole,
    custom_roles: customRoles,
    effective_roles: [baseRole, ...customRoles],
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
  return { invitation: { ...invitationBody(invited.invitation), url: invited.url, mailed: invited.mailed } };
}
