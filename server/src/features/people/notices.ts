import { say } from '@workbook-data-service/contract/messages';
import { type Change, type CommitOptions, change } from '../../catalog/change.js';
import type { Db } from '../../catalog/db.js';
import { type InvitationRecord, takeInvitationById } from '../../catalog/invitations.js';
import { isTrustedIn } from '../../catalog/member-records.js';
import { problem } from '../../core/problems.js';
import type { BaseRole } from '../../core/scopes.js';
import type { Caller } from '../caller.js';
import { joinByInvitation } from '../members/join-workspace.js';
import type { Service } from '../service.js';

/** An invitation as the invited user sees it when they are signed in. */
export interface Notice {
  id: string;
  workspace: string;
  baseRole: BaseRole;
  /** The address of the inviting user; null if that user was deleted. */
  invitedBy: string | null;
  createdAt: string;
  expiresAt: string;
}

/** Oldest first. Nothing waits for a user who may not be the one whose address was invited. */
export async function listNotices({ catalog }: Service, { userId }: Caller): Promise<Notice[]> {
  return await noticesOf(catalog.db, userId, new Date().toISOString());
}

async function noticesOf(db: Db, userId: string, now: string): Promise<Notice[]> {
  return await db
    .selectFrom('users')
    .innerJoin('invitations', 'invitations.email', 'users.email')
    .innerJoin('workspaces', 'workspaces.id', 'invitations.workspace_id')
    .leftJoin('users as inviters', 'inviters.id', 'invitations.created_by')
    .select([
      'invitations.id',
      'workspaces.name as workspace',
      'invitations.base_role as baseRole',
      'inviters.email as invitedBy',
      'invitations.created_at as createdAt',
      'invitations.expires_at as expiresAt',
    ])
    .where('users.id', '=', userId)
    .where('invitations.expires_at', '>', now)
    .where((eb) => isTrustedIn(eb.ref('workspaces.account_id')))
    .orderBy('invitations.id')
    .execute();
}

/** The signed-in user joins the workspace that they are invited to. */
export async function acceptNotice(
  service: Service,
  caller: Caller,
  noticeId: string,
  commit: CommitOptions,
): Promise<void> {
  await answerNotice(service, caller, noticeId, commit, async (c, invitation) => {
    await joinByInvitation(c, invitation, { id: caller.userId, email: invitation.email });
  });
}

/** Removes the invitation; its author may make another. */
export async function declineNotice(
  service: Service,
  caller: Caller,
  noticeId: string,
  commit: CommitOptions,
): Promise<void> {
  await answerNotice(service, caller, noticeId, commit, async (c, invitation) => {
    const { account_id } = await c.tx
      .selectFrom('workspaces')
      .select('account_id')
      .where('id', '=', invitation.workspace_id)
      .executeTakeFirstOrThrow();
    await c.audit({
      chain: account_id,
      action: 'invitation.declined',
      target: invitation.id,
      detail: { workspace_id: invitation.workspace_id, email: invitation.email },
    });
  });
}

async function answerNotice(
  { catalog }: Service,
  caller: Caller,
  noticeId: string,
  commit: CommitOptions,
  answer: (c: Change, invitation: InvitationRecord) => Promise<void>,
): Promise<void> {
  const take = async (c: Change) => answer(c, await takeNotice(c, caller.userId, noticeId));
  await change(catalog, caller, take, commit);
}

async function takeNotice(c: Change, userId: string, noticeId: string): Promise<InvitationRecord> {
  const isTheirs = (await noticesOf(c.tx, userId, c.at)).some(({ id }) => id === noticeId);
  const invitation = isTheirs ? await takeInvitationById(c.tx, noticeId) : undefined;
  if (!invitation)
    throw problem('not-found', say('notice-unknown', { notice: noticeId }), {
      fix: say('fix-notices'),
    });
  return invitation;
}
