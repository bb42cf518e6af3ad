// The only writer of `invitations`. Only hashes of their tokens are stored.
import type { Selectable } from 'kysely';
import type { Db, Tx } from './db.js';
import type { Schema } from './schema.js';

export type InvitationRecord = Selectable<Schema['invitations']>;

/** Inviting an address again replaces its invitation: the earlier link no longer works. */
export async function putInvitation(tx: Tx, invitation: InvitationRecord): Promise<void> {
  const { workspace_id, email, ...replaced } = invitation;
  await tx
    .insertInto('invitations')
    .values(invitation)
    .onConflict((oc) => oc.columns(['workspace_id', 'email']).doUpdateSet(replaced))
    .execute();
}

/** Those that have not expired, oldest first. */
export async function waitingInvitations(
  db: Db,
  workspaceId: string,
  now: string,
): Promise<InvitationRecord[]> {
  return await db
    .selectFrom('invitations')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('expires_at', '>', now)
    .orderBy('id')
    .execute();
}

export async function countInvitations(db: Db, workspaceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('invitations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function findInvitation(db: Db, tokenHash: string): Promise<InvitationRecord | undefined> {
  return await db
    .selectFrom('invitations')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/** Consumes an invitation; undefined if it has expired, or somebody else took or withdrew it. */
export async function takeInvitation(
  tx: Tx,
  tokenHash: string,
  now: string,
): Promise<InvitationRecord | undefined> {
  return await tx
    .deleteFrom('invitations')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
}

/** Undefined if somebody else took or withdrew it. */
export async function takeInvitationById(tx: Tx, id: string): Promise<InvitationRecord | undefined> {
  return await tx.deleteFrom('invitations').where('id', '=', id).returningAll().executeTakeFirst();
}

/** Takes every invitation of an address that somebody has proved to be theirs. */
export async function takeInvitationsOf(tx: Tx, email: string, now: string): Promise<InvitationRecord[]> {
  return await tx
    .deleteFrom('invitations')
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .returningAll()
    .execute();
}

export async function isInvited(db: Db, email: string, now: string): Promise<boolean> {
  const invitation = await db
    .selectFrom('invitations')
    .select('id')
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst();
  return invitation !== undefined;
}

export async function withdrawInvitation(
  tx: Tx,
  place: { workspaceId: string; invitationId: string },
): Promise<InvitationRecord | undefined> {
  return await tx
    .deleteFrom('invitations')
    .where('workspace_id', '=', place.workspaceId)
    .where('id', '=', place.invitationId)
    .returningAll()
    .executeTakeFirst();
}

/** The invitation of an address ends when its user joins in another way. */
export async function endInvitationOf(tx: Tx, workspaceId: string, email: string): Promise<void> {
  await tx
    .deleteFrom('invitations')
    .where('workspace_id', '=', workspaceId)
    .where('email', '=', email)
    .execute();
}

/** Returns the ids of the invitations that a member of the workspace made and that were still open. */
export async function withdrawInvitationsBy(tx: Tx, workspaceId: string, userId: string): Promise<string[]> {
  const withdrawn = await tx
    .deleteFrom('invitations')
    .where('workspace_id', '=', workspaceId)
    .where('created_by', '=', userId)
    .returning('id')
    .execute();
  return withdrawn.map(({ id }) => id);
}

/** Withdraws what a user has invited, and what anybody has invited into the accounts that they own. Returns how many. */
export async function withdrawInvitationsAround(tx: Tx, userId: string): Promise<number> {
  const own = tx
    .selectFrom('workspaces')
    .innerJoin('accounts', 'accounts.id', 'workspaces.account_id')
    .select('workspaces.id')
    .where('accounts.owner_user_id', '=', userId);
  const withdrawn = await tx
    .deleteFrom('invitations')
    .where((eb) => eb.or([eb('created_by', '=', userId), eb('workspace_id', 'in', own)]))
    .returning('id')
    .execute();
  return withdrawn.length;
}

export function deleteInvitationsExpiredBefore(db: Db, time: string) {
  return db.deleteFrom('invitations').where('expires_at', '<=', time);
}
