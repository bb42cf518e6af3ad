// The only writer of `recovery_codes`. Only hashes are stored.
import type { Db, Tx } from './db.js';

/** Gives a user codes in place of those that they had. Returns how many these were. */
export async function replaceRecoveryCodes(
  tx: Tx,
  userId: string,
  hashes: readonly string[],
): Promise<number> {
  const replaced = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .returning('code_hash')
    .execute();
  const rows = hashes.map((code_hash) => ({ user_id: userId, code_hash }));
  if (rows.length > 0) await tx.insertInto('recovery_codes').values(rows).execute();
  return replaced.length;
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Consumes a code; false if the user has no such code. */
export async function takeRecoveryCode(tx: Tx, userId: string, codeHash: string): Promise<boolean> {
  const taken = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .returning('user_id')
    .execute();
  return taken.length > 0;
}

export async function hasRecoveryCode(db: Db, userId: string, codeHash: string): Promise<boolean> {
  const found = await db
    .selectFrom('recovery_codes')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  return found !== undefined;
}
