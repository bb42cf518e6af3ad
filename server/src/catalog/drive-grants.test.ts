import { beforeEach, expect, test } from 'vitest';
import { describeEachDatabase, type FreshDatabase } from '../../test-support/databases.js';
import type { Catalog } from './catalog.js';
import { change } from './change.js';
import {
  type DriveGrant,
  deleteGrant,
  findGrant,
  replaceRefreshToken,
  resealGrants,
  storeGrant,
} from './drive-grants.js';
import { openCatalog } from './open-catalog.js';
import { openServiceKeys } from './service-keys.js';

const [oldKey, newKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const key = { userId: 'usr_1', provider: 'google_drive' } as const;
const nobody = { userId: null, credentialId: null, requestId: null };

describeEachDatabase('a grant to read a drive', (database) => {
  let place: FreshDatabase;
  beforeEach(async () => {
    place = await database.fresh();
    await started({ secretKey: oldKey }, async (catalog) => {
      const user = { email: 'a@example.com', name: null, password_hash: '', created_at: '' };
      await catalog.db
        .insertInto('users')
        .values({ id: key.userId, ...user })
        .execute();
      await grant(catalog, 's3cret');
    });
  });

  async function started<Result>(
    keys: { secretKey: Buffer; previousSecretKey?: Buffer },
    run: (catalog: Catalog) => Promise<Result>,
  ): Promise<Result> {
    const opened = openServiceKeys({ dataDir: place.dataDir, ...keys });
    const catalog = await openCatalog({ ...place, keys: opened });
    try {
      return await run(catalog);
    } finally {
      await catalog.close();
    }
  }
  const grant = (catalog: Catalog, refreshToken: string) =>
    change(catalog, nobody, async (c) => {
      await storeGrant(catalog, c, { ...key, account: 'Ann', refreshToken });
      await c.audit({ chain: key.userId, action: 'workbook.updated' });
    });
  const end = (catalog: Catalog, ended: DriveGrant) =>
    change(catalog, nobody, async (c) => {
      await c.audit({ chain: key.userId, action: 'workbook.updated' });
      return await deleteGrant(c, ended);
    });
  const tokenOf = async (catalog: Catalog) => (await findGrant(catalog, key))?.refreshToken;

  test('is stored sealed, and replaced by the next', async () => {
    await started({ secretKey: oldKey }, async (catalog) => {
      expect(JSON.stringify(await catalog.db.selectFrom('drive_grants').selectAll().execute())).not.toContain(
        's3cret',
      );
      expect(await tokenOf(catalog)).toBe('s3cret');
      await grant(catalog, 'another');
      expect(await tokenOf(catalog)).toBe('another');
    });
  });

  test('that has been replaced is neither ended nor changed by its last users', async () => {
    await started({ secretKey: oldKey }, async (catalog) => {
      const first = (await findGrant(catalog, key)) as DriveGrant;
      await catalog.db.updateTable('drive_grants').set({ created_at: '2020' }).execute();
      expect(await end(catalog, first)).toBe(false);
      await replaceRefreshToken(catalog, first, 'late');
      const second = (await findGrant(catalog, key)) as DriveGrant;
      expect(second.refreshToken).toBe('s3cret');
      await replaceRefreshToken(catalog, second, 'rotated');
      expect(await tokenOf(catalog)).toBe('rotated');
      expect(await end(catalog, second)).toBe(true);
      expect(await findGrant(catalog, key)).toBeUndefined();
    });
  });

  test('is sealed with a new key in one start, after which the old one is not needed', async () => {
    await started({ secretKey: newKey, previousSecretKey: oldKey }, resealGrants);
    expect(await started({ secretKey: newKey }, tokenOf)).toBe('s3cret');
  });

  test('opens in no other row', async () => {
    await started({ secretKey: oldKey }, async (catalog) => {
      await catalog.db.updateTable('drive_grants').set({ provider: 'microsoft' }).execute();
      expect(await findGrant(catalog, { ...key, provider: 'microsoft' })).toBeUndefined();
    });
  });
});
