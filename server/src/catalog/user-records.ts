// The only writer of `users`.
import type { Tx } from './db.js';
import type { Schema } from './schema.js';

export async function insertUserRecord(tx: Tx, user: Schema['users']): Promise<void> {
  await tx.insertInto('users').values(user).execute();
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
