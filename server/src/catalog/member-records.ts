// The only writer of members: who is one, who waits to be one, and whom owners have confirmed.
import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { BaseRole } from '../core/scopes.js';
import type { Db, Tx } from './db.js';
import type { Schema } from './schema.js';

interface MemberRecord {
  workspaceId: string;
  userId: string;
  baseRole: BaseRole;
  customRoles: readonly string[];
}

/** The memberships, each with its workspace and account. */
export const memberships = (db: Db) =>
  db
    .selectFrom('workspace_members')
    .innerJoin('workspaces', 'workspaces.id', 'workspace_members.workspace_id')
    .innerJoin('accounts', 'accounts.id', 'workspaces.account_id');

/** Those of others in the accounts of a user. */
export const guestMemberships = (db: Db, ownerId: string) =>
  memberships(db)
    .where('accounts.owner_user_id', '=', ownerId)
    .where('workspace_members.user_id', '!=', ownerId);

/**
 * A condition for queries of users: true for those who are who they say they are, as far as an account is concerned. Their
 * address is proven, the owner of the account has confirmed them, or they are the owner.
 */
export function isTrustedIn(accountId: string | Expression<string>): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, 'users'>();
  return eb.or([
    eb('users.proven_at', 'is not', null),
    eb.exists(
      eb
        .selectFrom('confirmed_users')
        .select('confirmed_users.user_id')
        .whereRef('confirmed_users.user_id', '=', 'users.id')
        .where('confirmed_users.account_id', '=', accountId),
    ),
    eb.exists(
      eb
        .selectFrom('accounts as trusting')
        .select('trusting.id')
        .whereRef('trusting.owner_user_id', '=', 'users.id')
        .where('trusting.id', '=', accountId),
    ),
  ]);
}

export async function isTrusted(
  db: Db,
  { accountId, userId }: { accountId: string; userId: string },
): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where(isTrustedIn(accountId))
    .executeTakeFirst();
  return user !== undefined;
}

/** False if the user is a member already, or nobody whom the account can trust: no other statement gives rights. */
export async function insertMember(
  tx: Tx,
  { accountId, workspaceId, userId, baseRole, customRoles }: MemberRecord & { accountId: string },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('workspace_members')
    .columns(['workspace_id', 'user_id', 'base_role', 'custom_roles'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select(({ cast, val }) => [
          cast<string>(val(workspaceId), 'text').as('workspace_id'),
          'users.id as user_id',
          cast<BaseRole>(val(baseRole), 'text').as('base_role'),
          cast<string>(val(JSON.stringify(customRoles)), 'text').as('custom_roles'),
        ])
        .where('users.id', '=', userId)
        .where(isTrustedIn(accountId)),
    )
    .onConflict((oc) => oc.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function updateMember(
  tx: Tx,
  { workspaceId, userId }: Pick<MemberRecord, 'workspaceId' | 'userId'>,
  { baseRole, customRoles }: Partial<Pick<MemberRecord, 'baseRole' | 'customRoles'>>,
): Promise<void> {
  await tx
    .updateTable('workspace_members')
    .set({
      ...(baseRole && { base_role: baseRole }),
      ...(customRoles && { custom_roles: JSON.stringify(customRoles) }),
    })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute();
}

export async function deleteMember(
  tx: Tx,
  { workspaceId, userId }: Pick<MemberRecord, 'workspaceId' | 'userId'>,
): Promise<void> {
  await tx
    .deleteFrom('workspace_members')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute();
}

interface UnconfirmedMember extends MemberRecord {
  accountId: string;
  invitedBy: string;
  acceptedAt: string;
}

/** Stores that a user has accepted an invitation, which gives them no rights yet. */
export async function putUnconfirmed(
  tx: Tx,
  { workspaceId, userId, baseRole, customRoles, ...rest }: Omit<UnconfirmedMember, 'accountId'>,
): Promise<void> {
  const accepted = {
    base_role: baseRole,
    custom_roles: JSON.stringify(customRoles),
    invited_by: rest.invitedBy,
    accepted_at: rest.acceptedAt,
  };
  await tx
    .insertInto('unconfirmed_members')
    .values({ workspace_id: workspaceId, user_id: userId, ...accepted })
    .onConflict((oc) => oc.columns(['workspace_id', 'user_id']).doUpdateSet(accepted))
    .execute();
}

/** Consumes what waits for a user to be trusted, everywhere or in one account. */
export async function takeUnconfirmed(
  tx: Tx,
  { userId, accountId }: { userId: string; accountId?: string },
): Promise<UnconfirmedMember[]> {
  const waiting = await tx
    .selectFrom('unconfirmed_members')
    .innerJoin('workspaces', 'workspaces.id', 'unconfirmed_members.workspace_id')
    .selectAll('unconfirmed_members')
    .select('workspaces.account_id')
    .where('user_id', '=', userId)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId as string))
    .execute();
  for (const { workspace_id } of waiting) await deleteUnconfirmed(tx, { workspaceId: workspace_id, userId });
  return waiting.map((row) => ({
    workspaceId: row.workspace_id,
    accountId: row.account_id,
    userId,
    baseRole: row.base_role,
    customRoles: JSON.parse(row.custom_roles) as string[],
    invitedBy: row.invited_by,
    acceptedAt: row.accepted_at,
  }));
}

/**
 * Lets a user who is no longer the owner of an account wait to be a member again, if nothing else than that made the account
 * trust them.
 */
export async function suspendUntrusted(
  tx: Tx,
  { accountId, userId, invitedBy, at }: { accountId: string; userId: string; invitedBy: string; at: string },
): Promise<void> {
  if (await isTrusted(tx, { accountId, userId })) return;
  const held = await tx
    .selectFrom('workspace_members')
    .innerJoin('workspaces', 'workspaces.id', 'workspace_members.workspace_id')
    .selectAll('workspace_members')
    .where('workspaces.account_id', '=', accountId)
    .where('workspace_members.user_id', '=', userId)
    .execute();
  for (const { workspace_id: workspaceId, base_role: baseRole, custom_roles } of held) {
    await deleteMember(tx, { workspaceId, userId });
    const customRoles = JSON.parse(custom_roles) as string[];
    await putUnconfirmed(tx, { workspaceId, userId, baseRole, customRoles, invitedBy, acceptedAt: at });
  }
}

/** Whether anybody waited. */
export async function deleteUnconfirmed(
  tx: Tx,
  { workspaceId, userId }: Pick<MemberRecord, 'workspaceId' | 'userId'>,
): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('unconfirmed_members')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .returning('user_id')
    .execute();
  return deleted.length > 0;
}

/** Nobody can join through an invitation by a former admin. */
export async function deleteUnconfirmedInvitedBy(
  tx: Tx,
  workspaceId: string,
  invitedBy: string,
): Promise<void> {
  await tx
    .deleteFrom('unconfirmed_members')
    .where('workspace_id', '=', workspaceId)
    .where('invited_by', '=', invitedBy)
    .execute();
}

export async function insertConfirmation(tx: Tx, confirmation: Schema['confirmed_users']): Promise<void> {
  await tx
    .insertInto('confirmed_users')
    .values(confirmation)
    .onConflict((oc) => oc.doNothing())
    .execute();
}

/** Forgets where a user who goes waits, and who has confirmed them. */
export async function revokeTrustIn(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('unconfirmed_members').where('user_id', '=', userId).execute();
  await tx.deleteFrom('confirmed_users').where('user_id', '=', userId).execute();
}

/** Ends what the owner of accounts has confirmed. Returns how many there were. */
export async function endConfirmationsBy(tx: Tx, ownerId: string): Promise<number> {
  const ended = await tx
    .deleteFrom('confirmed_users')
    .where('account_id', 'in', accountsOf(tx, ownerId))
    .returning('user_id')
    .execute();
  return ended.length;
}

/** Ends the waiting of those whom the owner of accounts has not confirmed. Returns how many there were. */
export async function deleteWaitingMembers(tx: Tx, ownerId: string): Promise<number> {
  const ended = await tx
    .deleteFrom('unconfirmed_members')
    .where('workspace_id', 'in', (eb) =>
      eb.selectFrom('workspaces').select('id').where('account_id', 'in', accountsOf(tx, ownerId)),
    )
    .returning('user_id')
    .execute();
  return ended.length;
}

function accountsOf(tx: Tx, ownerId: string) {
  return tx.selectFrom('accounts').select('id').where('owner_user_id', '=', ownerId);
}
