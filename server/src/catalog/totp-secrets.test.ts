import { expect, test } from 'vitest';
import { describeEachDatabase } from '../../test-support/databases.js';
import type { Catalog } from './catalog.js';
import { openCatalog } from './open-catalog.js';
import { openServiceKeys } from './service-keys.js';
import {
  confirmTotpSecret,
  findTotpSecret,
  putTotpSecret,
  resealTotpSecrets,
  takeTotpStep,
} from './totp-secrets.js';

const [oldKey, newKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const userId = 'usr_1';
const at = '2026-01-05T09:30:00.000Z';

describeEachDatabase('the secret of an authenticator app', (database) => {
  test('is sealed, kept once it counts, outlasts a change of the key, and takes each step once', async () => {
    const place = await database.fresh();
    async function started(
      keys: { secretKey: Buffer; previousSecretKey?: Buffer },
      run: (catalog: Catalog) => Promise<void>,
    ): Promise<void> {
      const opened = openServiceKeys({ dataDir: place.dataDir, ...keys });
      const catalog = await openCatalog({ ...place, keys: opened });
      await run(catalog).finally(() => catalog.close());
    }
    const put = (catalog: Catalog, secret: string) =>
      catalog.transaction((tx) => putTotpSecret(catalog, tx, { userId, secret, at }));
    const found = (catalog: Catalog) => findTotpSecret(catalog, catalog.db, userId);
    await started({ secretKey: oldKey }, async (catalog) => {
      const user = { email: 'a@example.com', name: null, password_hash: '', created_at: '' };
      await catalog.db
        .insertInto('users')
        .values({ id: userId, ...user })
        .execute();
      expect([await put(catalog, 'FIRST'), await put(catalog, 'SECOND')]).toEqual([true, true]);
      expect(await found(catalog)).toEqual({ secret: 'SECOND', confirmedAt: null });
      const stored = await catalog.db.selectFrom('totp_secrets').selectAll().execute();
      expect(JSON.stringify(stored)).not.toContain('SECOND');
      const confirm = () => catalog.transaction((tx) => confirmTotpSecret(tx, userId, at));
      expect([await confirm(), await confirm()]).toEqual([true, false]);
      expect(await put(catalog, 'THIRD')).toBe(false);
    });
    await started({ secretKey: newKey, previousSecretKey: oldKey }, resealTotpSecrets);
    await started({ secretKey: newKey }, async (catalog) => {
      expect(await found(catalog)).toEqual({ secret: 'SECOND', confirmedAt: at });
      const take = (step: number) => catalog.transaction((tx) => takeTotpStep(tx, userId, step));
      const atOnce = await Promise.all([take(7), take(7), take(7)]);
      expect(atOnce.filter(Boolean)).toHaveLength(1);
      expect([await take(6), await take(8)]).toEqual([false, true]);
    });
  });
});
