import { randomBytes } from 'node:crypto';
import { say } from '@workbook-data-service/contract/messages';
import { type Change, type CommitOptions, change } from '../../catalog/change.js';
import type { Tx } from '../../catalog/db.js';
import { countInvitations, type InvitationRecord, putInvitation } from '../../catalog/invitations.js';
import { isTrustedIn } from '../../catalog/member-records.js';
import { newId } from '../../core/ids.js';
import { problem } from '../../core/problems.js';
import type { BaseRole } from '../../core/scopes.js';
import { hashSecret } from '../../core/secrets.js';
import { requireWorkspace, type WorkspaceRecord } from '../access/enter-workspace.js';
import type { Caller } from '../caller.js';
import { normalizeEmail } from '../identity/normalize-email.js';
import { joinWorkspace } from '../members/join-workspace.js';
import type { Service } from '../service.js';
import { canSeeLinks } from './can-see-links.js';
import { customRoles, refuseGovernedRoles } from './custom-roles.js';
import { mailInvitation } from './mail-invitation.js';
import { membersOf, type WorkspaceMember } from './members.js';

const INVITATION_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Of one workspace, so that the list stays short. */
const MAX_INVITATIONS = 1000;

interface NewMember {
  email: string;
  baseRole: BaseRole;
  roles: readonly string[];
  /** Scheme and host by which users reach the service. */
  origin: string;
}

export type Invited =
  | { member: WorkspaceMember }
  | {
      invitation: InvitationRecord;
      /** The link, with a token that is stored nowhere else; undefined for callers who may not see it. */
      url: string | undefined;
      /** Whether the mail server has taken it; null before it was asked. */
      mailed: boolean | null;
    };

/**
 * Whoever is in another workspace of the account joins at once. Anybody else gets an invitation, which replaces an earlier
 * one; whether the address has a user, and whose, is not revealed by it.
 */
export async function inviteMember(
  service: Service,
  caller: Caller,
  workspaceId: string,
  input: NewMember,
  commit: CommitOptions,
): Promise<Invited> {
  const wanted = { ...input, email: normalizeEmail(input.email), roles: customRoles(input.roles) };
  const workspace = await requireWorkspace(service, caller, workspaceId, 'workspaces:configure');
  let link = '';
  const invited = await change(
    service.catalog,
    caller,
    async (c): Promise<Invited> => {
      await refuseGovernedRoles(c.tx, caller, workspace, { before: [], after: wanted.roles });
      const colleague = await findColleague(c.tx, workspace, wanted.email);
      if (colleague) return { member: await addColleague(c, workspace, colleague, wanted) };
      const invitation = await invite(c, service, workspace, wanted);
      link = `${wanted.origin}/invitations/${invitation.token}`;
      const isSeen = await canSeeLinks(service, c.tx, caller, workspace);
      return { invitation: invitation.record, url: isSeen ? link : undefined, mailed: null };
    },
    commit,
  );
  if (!('invitation' in invited)) return invited;
  // After the commit, so that nobody gets a link that does not work.
  return { ...invited, mailed: await mailInvitation(service, { ...invited, url: link, workspace }) };
}

/** Somebody with the address who is a member of a workspace of the account, and known to be who they say. */
async function findColleague(
  tx: Tx,
  { account_id }: WorkspaceRecord,
  email: string,
): Promise<{ id: string; email: string } | undefined> {
  return await tx
    .selectFrom('users')
    .select(['users.id', 'users.email'])
    .where('users.email', '=', email)
    .where(isTrustedIn(account_id))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('workspace_members')
          .innerJoin('workspaces', 'workspaces.id', 'workspace_members.workspace_id')
          .select('workspaces.id')
          .whereRef('workspace_members.user_id', '=', 'users.id')
          .where('workspaces.account_id', '=', account_id),
      ),
    )
    .executeTakeFirst();
}

async function addColleague(
  c: Change,
  workspace: WorkspaceRecord,
  user: { id: string; email: string },
  { baseRole, roles }: NewMember,
): Promise<WorkspaceMember> {
  const joined = await joinWorkspace(c, { workspace, user, baseRole, customRoles: roles });
  if (!joined)
    throw problem('already-member', say('member-already', { email: user.email }), {
      members: { user_id: user.id },
    });
  const [member] = await membersOf(c.tx, workspace, user.id);
  return member as WorkspaceMember;
}

async function invite(
  c: Change,
  { mail }: Service,
  workspace: WorkspaceRecord,
  wanted: NewMember,
): Promise<{ record: InvitationRecord; token: string }> {
  if ((await countInvitations(c.tx, workspace.id)) >= MAX_INVITATIONS)
    throw problem('conflict', say('invitation-limit', { max: MAX_INVITATIONS }), {
      fix: say('fix-invitation-limit'),
    });
  const token = randomBytes(32).toString('base64url');
  const record: InvitationRecord = {
    id: newId('inv'),
    workspace_id: workspace.id,
    email: wanted.email,
    base_role: wanted.baseRole,
    custom_roles: JSON.stringify(wanted.roles),
    token_hash: hashSecret(token),
    created_by: c.author.userId as string,
    created_at: c.at,
    expires_at: new Date(Date.parse(c.at) + INVITATION_DAYS * DAY_MS).toISOString(),
    mailed_only: mail ? 1 : 0,
  };
  await putInvitation(c.tx, record);
  await c.audit({
    chain: workspace.account_id,
    action: 'member.invited',
    target: record.id,
    detail: {
      workspace_id: workspace.id,
      email: record.email,
      base_role: record.base_role,
      roles: wanted.roles,
    },
  });
  return { record, token };
}
