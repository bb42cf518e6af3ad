import { randomBytes } from 'node:crypto';
import { SecretBox, SecretNotOpened } from '../core/secret-box.js';
import type { Catalog } from './catalog.js';
import { keyMismatch } from './service-keys.js';

/**
 * A secret of the service, created at its first start and stored sealed in the catalog, so that every node has the
 * same one. A secret that is stored in clear text or sealed with the previous key is sealed with the current key.
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
