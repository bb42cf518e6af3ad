// The only writer of `passkeys`.
import type { Selectable } from 'kysely';
import type { Db, Tx } from './db.js';
import type { Schema } from './schema.js';

export type PasskeyRecord = Selectable<Schema['passkeys']>;

export async function insertPasskey(tx: Tx, passkey: PasskeyRecord): Promise<void> {
  await tx.insertInto('passkeys').values(passkey).execute();
}

/** Oldest first. */
export async function passkeysOf(db: Db, userId: string): Promise<PasskeyRecord[]> {
  return await db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

/** By what its authenticator calls it. */
export async function findPasskey(db: Db, credentialId: string): Promise<PasskeyRecord | undefined> {
  return await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
}

/** Notes a use; false if the passkey was removed, or another use has advanced its counter. */
export async function usePasskey(
  tx: Tx,
  { id, counter: before }: PasskeyRecord,
  { counter, at }: { counter: number; at: string },
): Promise<boolean> {
  const used = await tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: at })
    .where('id', '=', id)
    .where('counter', '=', before)
    .returning('id')
    .execute();
  return used.length > 0;
}

/** Deletes one passkey of a user, or all; returns their ids. */
export async function deletePasskeys(tx: Tx, userId: string, only?: string): Promise<string[]> {
  const deleted = await tx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .$if(only !== undefined, (query) => query.where('id', '=', only as string))
    .returning('id')
    .execute();
  return deleted.map(({ id }) => id);
}
