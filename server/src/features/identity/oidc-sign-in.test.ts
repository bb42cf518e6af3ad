import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachDatabase } from '../../../test-support/databases.js';
import { InProcessService } from '../../../test-support/in-process-service.js';
import type { OidcProvider } from '../../gateways/oidc.js';
import type { Service } from '../service.js';
import { beginOidcSignIn, finishOidcSignIn } from './oidc-sign-in.js';

const ada = {
  issuer: 'https://issuer.example.com',
  subject: 'ada',
  verifiedEmail: 'Ada@example.com',
  name: 'Ada',
};

/** A provider that vouches for Ada, for everybody at once when so many have asked. */
function vouchingProvider(callers: number) {
  const asked: (() => void)[] = [];
  return {
    newRequest: async (redirectUri: string) => ({ redirectUri, nonce: '', verifier: '' }),
    signInUrl: async (_: unknown, state: string) => state,
    identify: async () => {
      await new Promise<void>((answer) => {
        asked.push(answer);
        if (asked.length === callers) for (const each of asked) each();
      });
      return ada;
    },
  } as unknown as OidcProvider;
}

describeEachDatabase('first sign-ins of one person at the same time', (database) => {
  let running: InProcessService;
  beforeAll(async () => {
    running = await InProcessService.start(await database.fresh(), { SVC_OIDC_AUTO_REGISTER: 'true' });
  });
  afterAll(() => running?.dispose());

  test('make one user with one identity', async () => {
    const tabs = ['a', 'b', 'c', 'd'];
    const service: Service = { ...running.service, oidc: vouchingProvider(tabs.length) };
    const signedIn = await Promise.all(
      tabs.map(async (tab) => {
        const { location: state, browserSecret } = await beginOidcSignIn(service, {
          redirectUri: 'https://here.example.com',
          returnTo: undefined,
        });
        const callback = new URLSearchParams();
        return await finishOidcSignIn(service, {
          state,
          callback,
          browserSecret,
          wantsPage: false,
          requestId: tab,
          from: { address: '192.0.2.1', userAgent: undefined },
        });
      }),
    );
    const users = await service.catalog.db
      .selectFrom('users')
      .select(['id', 'email', 'name'])
      .where('email', '=', 'ada@example.com')
      .execute();
    expect(users).toHaveLength(1);
    expect(signedIn).toMatchObject(tabs.map(() => ({ signedIn: { user: users[0] } })));
    const identities = await service.catalog.db.selectFrom('user_identities').select('user_id').execute();
    expect(identities).toEqual([{ user_id: users[0]?.id }]);
  });
});
