// The only writer of `users`.
import type { Db, Tx } from './db.js';
import type { Schema } from './schema.js';

type UserRecord = Schema['users'];

/** How an address was proven: by the operator, by a mail that was answered, or by a provider. */
export type ProofOfAddress = NonNullable<UserRecord['proven_by']>;

export async function insertUserRecord(
  tx: Tx,
  user: Omit<UserRecord, 'proven_at' | 'proven_by'>,
  provenBy: ProofOfAddress | null,
): Promise<void> {
  const proven = { proven_at: provenBy && user.created_at, proven_by: provenBy };
  await tx
    .insertInto('users')
    .values({ ...user, ...proven })
    .execute();
}

export async function isProven(db: Db, userId: string): Promise<boolean> {
  const user = await db.selectFrom('users').select('proven_at').where('id', '=', userId).executeTakeFirst();
  return user?.proven_at != null;
}

/** Locks a user until the commit, for what counts things of theirs. */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('users')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', userId)
    .execute();
}

/** Whether the address was unproven before. The row stays locked until the commit. */
export async function markProven(
  tx: Tx,
  userId: string,
  { at, by }: { at: string; by: ProofOfAddress },
): Promise<boolean> {
  const marked = await tx
    .updateTable('users')
    .set({ proven_at: at, proven_by: by })
    .where('id', '=', userId)
    .where('proven_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return marked !== undefined;
}

/** What the columns of a user become when they lose what let an unproven holder of the address in. */
const withoutWaysIn: {
  [Column in keyof UserRecord]: null extends UserRecord[Column] ? null | 'kept' : 'kept';
} = {
  id: 'kept',
  email: 'kept',
  name: 'kept',
  password_hash: null,
  created_at: 'kept',
  proven_at: 'kept',
  proven_by: 'kept',
  deleted_at: 'kept',
};

/** Returns how many ways there were. */
export async function removeSignInMethods(tx: Tx, userId: string): Promise<number> {
  const user = await tx.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
  const columns = Object.entries(withoutWaysIn).filter(([, fate]) => fate === null);
  await tx.updateTable('users').set(Object.fromEntries(columns)).where('id', '=', userId).execute();
  return columns.filter(([column]) => user[column as keyof UserRecord] !== null).length;
}

/** Leaves the id alone, which the history names; the address is free again. */
export async function markDeleted(tx: Tx, userId: string, at: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      email: `${userId}@deleted.invalid`,
      name: null,
      password_hash: null,
      proven_at: null,
      proven_by: null,
      deleted_at: at,
    })
    .where('id', '=', userId)
    .execute();
}

export async function setPasswordHash(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  await tx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
}

/**
 * Replaces a password's hash, or writes the same again, unless the password was changed since it was read. The lock on
 * the row makes what follows in this transaction happen before a change of the password, or not at all.
 */
export async function confirmPasswordHash(
  tx: Tx,
  userId: string,
  { read, next }: { read: string; next: string },
): Promise<boolean> {
  const confirmed = await tx
    .updateTable('users')
    .set({ password_hash: next })
    .where('id', '=', userId)
    .where('password_hash', '=', read)
    .returning('id')
    .executeTakeFirst();
  return confirmed !== undefined;
}
