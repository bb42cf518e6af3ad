import { randomBytes } from 'node:crypto';
import { type Change, type CommitOptions, change } from '../../catalog/change.js';
import { countInvitations, type InvitationRecord, putInvitation } from '../../catalog/invitations.js';
import { newId } from '../../core/ids.js';
import { problem } from '../../core/problems.js';
import type { BaseRole } from '../../core/scopes.js';
import { hashSecret } from '../../core/secrets.js';
import { requireWorkspace, type WorkspaceRecord } from '../accounts/workspaces.js';
import type { Caller } from '../caller.js';
import { normalizeEmail } from '../identity/normalize-email.js';
import type { Service } from '../service.js';
import { customRoles } from './custom-roles.js';
import { joinWorkspace } from './join-workspace.js';
import { mailInvitation } from './mail-invitation.js';
import { membersOf, type WorkspaceMember } from './members.js';

const INVITATION_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Of one workspace, so that the list stays short. */
const MOST_INVITATIONS = 1000;

export interface NewMember {
  email: string;
  baseRole: BaseRole;
  roles: readonly string[];
  /** Scheme and host by which users reach the service. */
  origin: string;
}

export type Invited =
  | { member: WorkspaceMember }
  /** The link contains the token, which is stored nowhere else. */
  | {
      invitation: InvitationRecord;
      url: string;
      /** Whether the mail server has taken it; null before it was asked. */
      mailed: boolean | null;
    };

/** A known user joins at once; anybody else gets an invitation, which replaces an earlier one. */
export async function inviteMember(
  service: Service,
  caller: Caller,
  workspaceId: string,
  input: NewMember,
  commit: CommitOptions,
): Promise<Invited> {
  const wanted = { ...input, email: normalizeEmail(input.email), roles: customRoles(input.roles) };
  const workspace = await requireWorkspace(service, caller, workspaceId, 'workspaces:configure');
  const invited = await change(
    service.catalog,
    caller,
    async (c) => {
      const user = await c.tx
        .selectFrom('users')
        .select(['id', 'email'])
        .where('email', '=', wanted.email)
        .executeTakeFirst();
      return user ? await addUser(c, workspace, user, wanted) : await invite(c, workspace, wanted);
    },
    commit,
  );
  if (!('invitation' in invited)) return invited;
  // After the commit: an invitation that could not be mailed can still be handed over.
  return { ...invited, mailed: await mailInvitation(service, { ...invited, workspace }) };
}

async function addUser(
  c: Change,
  workspace: WorkspaceRecord,
  user: { id: string; email: string },
  { baseRole, roles }: NewMember,
): Promise<Invited> {
  const joined = await joinWorkspace(c, { workspace, user, baseRole, customRoles: roles });
  if (!joined)
    throw problem('already-member', `${user.email} is a member of the workspace already.`, {
      members: { user_id: user.id },
    });
  const [member] = await membersOf(c.tx, workspace.id, user.id);
  return { member: member as WorkspaceMember };
}

async function invite(c: Change, workspace: WorkspaceRecord, wanted: NewMember): Promise<Invited> {
  if ((await countInvitations(c.tx, workspace.id)) >= MOST_INVITATIONS)
    throw problem('conflict', `The workspace has ${MOST_INVITATIONS} invitations that nobody has accepted.`, {
      fix: 'Withdraw some with DELETE /api/control/workspaces/{workspace_id}/invitations/{invitation_id}.',
    });
  const token = randomBytes(32).toString('base64url');
  const invitation: InvitationRecord = {
    id: newId('inv'),
    workspace_id: workspace.id,
    email: wanted.email,
    base_role: wanted.baseRole,
    custom_roles: JSON.stringify(wanted.roles),
    token_hash: hashSecret(token),
    created_by: c.author.userId as string,
    created_at: c.at,
    expires_at: new Date(Date.parse(c.at) + INVITATION_DAYS * DAY_MS).toISOString(),
    mailed_only: 0,
  };
  await putInvitation(c.tx, invitation);
  await c.audit({
    chain: workspace.account_id,
    action: 'member.invited',
    target: invitation.id,
    detail: {
      workspace_id: workspace.id,
      email: invitation.email,
      base_role: invitation.base_role,
      roles: wanted.roles,
    },
  });
  return { invitation, url: `${wanted.origin}/invitations/${token}`, mailed: null };
}
