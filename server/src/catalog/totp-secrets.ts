// The only writer of `totp_secrets`.
import type { Selectable } from 'kysely';
import type { Catalog } from './catalog.js';
import type { Db, Tx } from './db.js';
import type { Schema } from './schema.js';
import { openText, resealColumn, sealText } from './sealed-texts.js';

interface TotpSecret {
  /** Undefined if no key of the service opens it. */
  secret: string | undefined;
  /** Null until its user has typed a code: it is no second factor before. */
  confirmedAt: string | null;
}

/** Stores a secret in place of one that was never confirmed; false if a confirmed one is there. */
export async function putTotpSecret(
  catalog: Catalog,
  tx: Tx,
  { userId, secret, at }: { userId: string; secret: string; at: string },
): Promise<boolean> {
  const values = { secret: sealText(catalog, secret, purposeOf(userId)), created_at: at };
  const stored = await tx
    .insertInto('totp_secrets')
    .values({ user_id: userId, ...values, confirmed_at: null })
    .onConflict((oc) =>
      oc.column('user_id').doUpdateSet(values).where('totp_secrets.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .execute();
  return stored.length > 0;
}

export async function findTotpSecret(
  catalog: Catalog,
  db: Db,
  userId: string,
): Promise<TotpSecret | undefined> {
  const row = await db
    .selectFrom('totp_secrets')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row && { secret: openText(catalog, row.secret, purposeOf(userId)), confirmedAt: row.confirmed_at };
}

/** Takes the code of a time step, once; false if it, or a later one, was taken before. */
export async function takeTotpStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  const taken = await tx
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .execute();
  return taken.length > 0;
}

/** False if it is confirmed already. */
export async function confirmTotpSecret(tx: Tx, userId: string, at: string): Promise<boolean> {
  const confirmed = await tx
    .updateTable('totp_secrets')
    .set({ confirmed_at: at })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .returning('user_id')
    .execute();
  return confirmed.length > 0;
}

export async function deleteTotpSecret(tx: Tx, userId: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('totp_secrets')
    .where('user_id', '=', userId)
    .returning('user_id')
    .execute();
  return deleted.length > 0;
}

export async function resealTotpSecrets(catalog: Catalog): Promise<void> {
  await resealColumn<Selectable<Schema['totp_secrets']>>(catalog, {
    rowsAfter: (last, { withoutPrefix, limit }) =>
      catalog.db
        .selectFrom('totp_secrets')
        .selectAll()
        .where('user_id', '>', last?.user_id ?? '')
        .where('secret', 'not like', `${withoutPrefix}%`)
        .orderBy('user_id')
        .limit(limit)
        .execute(),
    sealed: (row) => row.secret,
    purpose: (row) => purposeOf(row.user_id),
    replace: (row, secret) =>
      catalog.db
        .updateTable('totp_secrets')
        .set({ secret })
        .where('user_id', '=', row.user_id)
        .where('secret', '=', row.secret)
        .execute(),
  });
}

const purposeOf = (userId: string): string => `totp-secrets/${userId}`;
