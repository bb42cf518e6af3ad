import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { Catalog } from './catalog.js';
import type { Db, Tx } from './db.js';
import { deletePasskeys, passkeysOf } from './passkeys.js';
import { replaceRecoveryCodes } from './recovery-codes.js';
import type { Schema } from './schema.js';
import { deleteTotpSecret, findTotpSecret } from './totp-secrets.js';

export type SecondFactor = 'totp' | 'passkey';

/** What a user has set up, to be entered after their password. */
export async function secondFactorsOf(catalog: Catalog, db: Db, userId: string): Promise<SecondFactor[]> {
  const totp = await findTotpSecret(catalog, db, userId);
  const passkeys = await passkeysOf(db, userId);
  return [
    ...(totp?.confirmedAt ? ['totp' as const] : []),
    ...(passkeys.length > 0 ? ['passkey' as const] : []),
  ];
}

/** A condition for queries of workspaces: true if one requires a second factor and the user has none. */
export function lacksRequiredSecondFactor(userId: string | Expression<string>): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, 'workspaces'>();
  const confirmedApp = eb
    .selectFrom('totp_secrets')
    .select('totp_secrets.user_id')
    .where('totp_secrets.user_id', '=', userId)
    .where('totp_secrets.confirmed_at', 'is not', null);
  const passkey = eb.selectFrom('passkeys').select('passkeys.id').where('passkeys.user_id', '=', userId);
  return eb.and([
    eb('workspaces.requires_second_factor', '=', 1),
    eb.not(eb.exists(confirmedApp)),
    eb.not(eb.exists(passkey)),
  ]);
}

/** Removes all second factors of a user, with what replaces them. Returns whether there were any. */
export async function deleteSecondFactors(tx: Tx, userId: string): Promise<boolean> {
  const hadTotp = await deleteTotpSecret(tx, userId);
  const passkeys = await deletePasskeys(tx, userId);
  await replaceRecoveryCodes(tx, userId, []);
  return hadTotp || passkeys.length > 0;
}
