import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachDatabase } from '../../../test-support/databases.js';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { newSignedIn, passwordOfUsers, signedInFrom } from '../../../test-support/signed-in.js';
import type { Caller } from '../caller.js';
import { proveAgain } from './recent-proof.js';
import { beginTotp } from './second-factors/set-up-totp.js';

describeEachDatabase('a session', (database) => {
  let running: InProcessService;
  let caller: Caller;
  beforeAll(async () => {
    running = await InProcessService.start(await database.fresh());
    caller = await newSignedIn(running.service, 'ada@example.com');
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
      proveAgain(running.service, caller, { password, address: signedInFrom.address }, {});
    await expect(prove('a wrong guess')).rejects.toMatchObject({ slug: 'invalid-request' });
    await expect(setUp()).rejects.toMatchObject({ slug: 'recent-proof-required' });
    await prove(passwordOfUsers);
    await setUp();
  });
});
