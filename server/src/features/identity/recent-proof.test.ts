import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachDatabase } from '../../../test-support/databases.js';
import { InProcessService } from '../../../test-support/in-process-service.js';
import type { Caller } from '../caller.js';
import { createUser } from './create-user.js';
import { proveAgain } from './recent-proof.js';
import { resolveCredential } from './resolve-credential.js';
import { beginTotp } from './second-factors/set-up-totp.js';
import { signIn } from './sign-in.js';

const user = { email: 'ada@example.com', password: 'correct horse battery', requestId: null };
const from = { address: '192.0.2.1', userAgent: undefined };

describeEachDatabase('a session', (database) => {
  let running: InProcessService;
  let caller: Caller;
  beforeAll(async () => {
    running = await InProcessService.start(await database.fresh());
    await createUser(running.service, user);
    const { accessToken } = await signIn(running.service, { ...user, from });
    const found = await resolveCredential(running.service, accessToken, {});
    if (!found) throw new Error('there is no session');
    caller = { ...found, credentialId: found.credential.id, requestId: 'req_test' };
  });
  afterAll(() => running?.dispose());

  test('that began a while ago sets up no second factor until the password was given again', async () => {
    const setUp = () => beginTotp(running.service, caller, { host: 'data.example.com' }, {});
    await setUp();
    await running.service.catalog.db
      .updateTable('sessions')
      .set({ proved_at: new Date(Date.now() - 16 * 60_000).toISOString() })
      .execute();
    await expect(setUp()).rejects.toMatchObject({ slug: 'recent-proof-required' });
    const prove = (password: string) =>
      proveAgain(running.service, caller, { password, address: from.address }, {});
    await expect(prove('a wrong guess')).rejects.toMatchObject({ slug: 'invalid-request' });
    await expect(setUp()).rejects.toMatchObject({ slug: 'recent-proof-required' });
    await prove(user.password);
    await setUp();
  });
});
