import { beforeEach, expect, test } from 'vitest';
import { describeEachDatabase, type FreshDatabase } from '../../test-support/databases.js';
import type { Catalog } from './catalog.js';
import { openCatalog } from './open-catalog.js';
import { openServiceKeys } from './service-keys.js';
import { signingKey } from './signing-key.js';

const [oldKey, newKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

describeEachDatabase('a secret in the catalog', (database) => {
  let place: FreshDatabase;
  beforeEach(async () => {
    place = await database.fresh();
  });

  /** Opens the catalog with these keys, for one start. */
  async function started<Result>(
    keys: { secretKey: Buffer; previousSecretKey?: Buffer },
    run: (catalog: Catalog) => Promise<Result>,
  ): Promise<Result> {
    const catalog = await openCatalog({
      ...place,
      keys: openServiceKeys({ dataDir: place.dataDir, ...keys }),
    });
    try {
      return await run(catalog);
    } finally {
      await catalog.close();
    }
  }
  const read = (catalog: Catalog) => signingKey(catalog, 'test_key');
  const stored = async ({ db }: Catalog) =>
    (await db.selectFrom('settings').select('value').where('key', '=', 'test_key').executeTakeFirstOrThrow())
      .value;

  test('is sealed, and the same at every start', async () => {
    const [made, text] = await started({ secretKey: oldKey }, async (catalog) => [
      await read(catalog),
      await stored(catalog),
    ]);
    expect(text).toMatch(/^sealed:v1:/);
    expect(await started({ secretKey: oldKey }, read)).toEqual(made);
  });

  test('that was stored in clear text is sealed at the next start', async () => {
    const value = Buffer.alloc(32, 9);
    await started({ secretKey: oldKey }, async (catalog) => {
      const clear = { key: 'test_key', value: value.toString('base64') };
      await catalog.db.insertInto('settings').values(clear).execute();
      expect(Buffer.from(await read(catalog))).toEqual(value);
      expect(await stored(catalog)).toMatch(/^sealed:v1:/);
      expect(Buffer.from(await read(catalog))).toEqual(value);
    });
  });

  test('is sealed with a new key in one start', async () => {
    const made = await started({ secretKey: oldKey }, read);
    expect(await started({ secretKey: newKey, previousSecretKey: oldKey }, read)).toEqual(made);
    expect(await started({ secretKey: newKey }, read)).toEqual(made);
  });

  test('is refused under another key, with an explanation', async () => {
    await started({ secretKey: oldKey }, read);
    await expect(started({ secretKey: newKey }, read)).rejects.toThrow(
      /sealed with another key(.|\n)*SVC_SECRET_KEY_PREVIOUS/,
    );
  });
});
