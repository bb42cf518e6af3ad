import { randomBytes } from 'node:crypto';
import { SecretBox, SecretNotOpened } from '../core/secret-box.js';
import type { Catalog } from './catalog.js';
import { keyMismatch } from './service-keys.js';

/**
 * A secret of the service, made at its first start; every node reads the same one from the catalog, where it is sealed.
 * One that is stored in the clear, or sealed with the previous key, is sealed with the current key.
 */
export async function signingKey(catalog: Catalog, setting: string): Promise<Uint8Array> {
  const { secrets } = catalog.keys;
  const purpose = `settings/${setting}`;
  await catalog.db
    .insertInto('settings')
    .values({ key: setting, value: secrets.seal(randomBytes(32), purpose) })
    .onConflict((oc) => oc.column('key').doNothing())
    .execute();
  const { value } = await catalog.db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', setting)
    .executeTakeFirstOrThrow();
  const { plaintext, isCurrent } = SecretBox.isSealed(value)
    ? openSealed(secrets, value, purpose)
    : { plaintext: Buffer.from(value, 'base64'), isCurrent: false };
  if (!isCurrent)
    await catalog.db
      .updateTable('settings')
      .set({ value: secrets.seal(plaintext, purpose) })
      .where('key', '=', setting)
      .where('value', '=', value)
      .execute();
  return plaintext;
}

function openSealed(secrets: SecretBox, value: string, purpose: string) {
  try {
    return secrets.open(value, purpose);
  } catch (error) {
    throw error instanceof SecretNotOpened ? keyMismatch() : error;
  }
}
