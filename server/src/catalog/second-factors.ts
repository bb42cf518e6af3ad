import type { Catalog } from './catalog.js';
import type { Db, Tx } from './db.js';
import { deletePasskeys, passkeysOf } from './passkeys.js';
import { replaceRecoveryCodes } from './recovery-codes.js';
import { deleteTotpSecret, findTotpSecret } from './totp-secrets.js';

export type SecondFactor = 'totp' | 'passkey';

/** What a user has set up, and is asked for after their password. */
export async function secondFactorsOf(catalog: Catalog, db: Db, userId: string): Promise<SecondFactor[]> {
  const totp = await findTotpSecret(catalog, db, userId);
  const passkeys = await passkeysOf(db, userId);
  return [
    ...(totp?.confirmedAt ? ['totp' as const] : []),
    ...(passkeys.length > 0 ? ['passkey' as const] : []),
  ];
}

/** Removes all second factors of a user, with what replaces them. Returns whether there were any. */
export async function deleteSecondFactors(tx: Tx, userId: string): Promise<boolean> {
  const hadTotp = await deleteTotpSecret(tx, userId);
  const passkeys = await deletePasskeys(tx, userId);
  await replaceRecoveryCodes(tx, userId, []);
  return hadTotp || passkeys.length > 0;
}
