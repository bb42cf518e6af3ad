import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachDatabase } from '../../test-support/databases.js';
import type { Catalog } from './catalog.js';
import { openCatalog } from './open-catalog.js';
import { SignInAttempts } from './sign-in-attempts.js';

const now = new Date('2026-01-01T00:00:00.000Z');

describeEachDatabase('failed sign-ins', (database) => {
  let catalog: Catalog;
  beforeAll(async () => {
    catalog = await openCatalog(await database.fresh());
  });
  afterAll(() => catalog.close());

  const attempts = (email: string, address: string) => SignInAttempts.read(catalog, email, address);
  const waits = async (email: string, address: string) =>
    (await attempts(email, address)).secondsToWait(now) > 0;
  const fail = async (times: number, email: (i: number) => string, address: (i: number) => string) => {
    for (let i = 0; i < times; i++) {
      const attempt = await attempts(email(i), address(i));
      await catalog.db.transaction().execute((tx) => attempt.recordFailure(tx, now));
    }
  };

  test('delay an account at one address, and neither the account elsewhere nor others there', async () => {
    const [email, address] = ['one@example.com', '192.0.2.1'];
    await fail(
      5,
      () => email,
      () => address,
    );
    expect(await waits(email, address)).toBe(true);
    expect(await waits(email, '192.0.2.2')).toBe(false);
    expect(await waits('other@example.com', address)).toBe(false);
  });

  test('of an account from many addresses delay it at all but those that it has signed in from', async () => {
    const [email, home] = ['many@example.com', '198.51.100.200'];
    const signedIn = await attempts(email, home);
    await catalog.db.transaction().execute((tx) => signedIn.recordSuccess(tx, now));
    await fail(
      50,
      () => email,
      (i) => `198.51.100.${i}`,
    );
    expect(await waits(email, '198.51.100.201')).toBe(true);
    expect(await waits(email, home)).toBe(false);
  });

  test('from one address for many accounts delay every account there, and none elsewhere', async () => {
    const network = (i: number) => `2001:db8:0:1::${i}`;
    await fail(30, (i) => `guess${i}@example.com`, network);
    expect(await waits('new@example.com', network(99))).toBe(true);
    expect(await waits('new@example.com', '2001:db8:0:2::1')).toBe(false);
  });
});
