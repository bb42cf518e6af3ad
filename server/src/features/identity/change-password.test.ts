import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachDatabase } from '../../../test-support/databases.js';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { change } from '../../catalog/change.js';
import { setPasswordHash } from '../../catalog/user-records.js';
import { changePassword } from './change-password.js';
import { createUser } from './create-user.js';
import { isWeakHash } from './passwords.js';
import { resetPassword } from './reset-password.js';
import { resolveCredential } from './resolve-credential.js';
import { signIn } from './sign-in.js';

const first = 'quiet harbour seven lamps';
const second = 'seven lamps in the harbour';

describeEachDatabase('the password of a user', (database) => {
  let running: InProcessService;
  let userId: string;
  beforeAll(async () => {
    running = await InProcessService.start(await database.fresh());
    const user = { email: 'ada@example.com', password: first, requestId: null };
    userId = (await createUser(running.service, user)).id;
  });
  afterAll(() => running?.dispose());

  const enter = (password: string) =>
    signIn(running.service, {
      email: 'ada@example.com',
      password,
      from: { address: '192.0.2.1', userAgent: undefined },
      requestId: null,
    });
  const isOpen = async (token: string) => (await resolveCredential(running.service, token, {})) !== undefined;
  const storedHash = async () =>
    (
      await running.service.catalog.db
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
    ).password_hash as string;

  test('is hashed anew by a sign-in if its hash is weaker than those of today', async () => {
    const weak = await hash(first, { memoryCost: 4096 });
    await change(running.service.catalog, running.caller, async (c) => {
      await setPasswordHash(c.tx, userId, weak);
      await c.audit({ chain: userId, action: 'workbook.updated', target: userId });
    });
    await enter(first);
    expect([isWeakHash(weak), isWeakHash(await storedHash())]).toEqual([true, false]);
    await enter(first);
  });

  test('changes, and no sign-in with the earlier one survives that began meanwhile', async () => {
    const { accessToken } = await enter(first);
    const session = await resolveCredential(running.service, accessToken, {});
    const caller = { ...running.caller, userId, credential: session?.credential as never };
    const input = { current: first, next: second, address: '192.0.2.1' };
    const [, ...racing] = await Promise.allSettled([
      changePassword(running.service, caller, input, {}),
      ...Array.from({ length: 8 }, () => enter(first)),
    ]);
    const begun = racing.flatMap((one) => (one.status === 'fulfilled' ? [one.value.accessToken] : []));
    expect(await Promise.all(begun.map(isOpen))).toEqual(begun.map(() => false));
    expect(await isOpen(accessToken)).toBe(true);
    await expect(enter(first)).rejects.toMatchObject({ slug: 'wrong-credentials' });
    await enter(second);
  });

  test('is reset by an operator, which ends every session', async () => {
    const { accessToken } = await enter(second);
    const reset = await resetPassword(running.service.catalog, ' ADA@example.com ');
    expect(reset?.sessionsEnded).toBeGreaterThan(0);
    expect(await isOpen(accessToken)).toBe(false);
    await expect(enter(second)).rejects.toMatchObject({ slug: 'wrong-credentials' });
    await enter(reset?.password as string);
    expect(await resetPassword(running.service.catalog, 'nobody@example.com')).toBeUndefined();
  });
});
