import { randomBytes } from 'node:crypto';
import type { Catalog } from './catalog.js';

/** A secret of the service, made at its first start; every node reads the same one from the catalog. */
export async function signingKey(catalog: Catalog, setting: string): Promise<Uint8Array> {
  await catalog.db
    .insertInto('settings')
    .values({ key: setting, value: randomBytes(32).toString('base64') })
    .onConflict((oc) => oc.column('key').doNothing())
    .execute();
  const { value } = await catalog.db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', setting)
    .executeTakeFirstOrThrow();
  return Buffer.from(value, 'base64');
}
