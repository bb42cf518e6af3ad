import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { authorizationRequest, failureOf, openFakes } from '../../../test-support/connected-drive.js';
import { Refusal } from '../../../test-support/fake-drive-http.js';
import { type FakeGoogleDrive, startFakeGoogleDrive } from '../../../test-support/fake-google-drive.js';
import {
  type FakeMicrosoftDrive,
  startFakeMicrosoftDrive,
} from '../../../test-support/fake-microsoft-drive.js';
import { allowAccess, denyAccess } from '../../../test-support/fake-oauth.js';
import type { AuthorizationRequest, DriveAuthorization } from './drive.js';

let google: FakeGoogleDrive;
let microsoft: FakeMicrosoftDrive;
beforeEach(async () => {
  google = await startFakeGoogleDrive();
  microsoft = await startFakeMicrosoftDrive();
});
afterEach(() => Promise.all([google.stop(), microsoft.stop()]));

const providers = ['google_drive', 'microsoft'] as const;
type Provider = (typeof providers)[number];

function authorizationOf(provider: Provider): DriveAuthorization {
  const { authorization } = openFakes({ google, microsoft })[provider] ?? {};
  if (!authorization) throw new Error('The drive is not set up');
  return authorization;
}

const oauthOf = (provider: Provider) => (provider === 'google_drive' ? google : microsoft).oauth;

/** Goes to the consent page and comes back; then the request of the exchange differs by the changes. */
async function connect(
  provider: Provider,
  changes: Partial<AuthorizationRequest & { callbackUrl: URL }> = {},
) {
  const authorization = authorizationOf(provider);
  const callbackUrl = await allowAccess(await authorization.authorizeUrl(authorizationRequest));
  return authorization.exchange({ ...authorizationRequest, callbackUrl, ...changes });
}

test('a drive is there only if its client is set up', () => {
  expect(Object.keys(openFakes({}))).toEqual([]);
  expect(Object.keys(openFakes({ microsoft }))).toEqual(['microsoft']);
});

test('each provider is asked for no more than reading', async () => {
  const scopes = await Promise.all(
    providers.map(async (provider) => {
      const url = new URL(await authorizationOf(provider).authorizeUrl(authorizationRequest));
      return url.searchParams.get('scope');
    }),
  );
  expect(scopes).toEqual(['https://www.googleapis.com/auth/drive.readonly', 'offline_access Files.Read.All']);
});

describe.each(providers)('%s', (provider) => {
  test('is connected by a code, for the account that the drive names', async () => {
    const { account, refreshToken, accessToken, expiresAt } = await connect(provider);
    expect(account).toBe((provider === 'google_drive' ? google : microsoft).account);
    expect(oauthOf(provider).issued.sort()).toEqual([accessToken, refreshToken].sort());
    expect(expiresAt.getTime()).toBeGreaterThan(Date.now());
  });

  test('may send more parameters back than asked for', async () => {
    const authorization = authorizationOf(provider);
    const callbackUrl = await allowAccess(await authorization.authorizeUrl(authorizationRequest));
    callbackUrl.searchParams.set('iss', 'https://login.microsoftonline.com/a-tenant/v2.0');
    callbackUrl.searchParams.set('session_state', 'x');
    callbackUrl.searchParams.set('authuser', '0');
    // A proxy may show the service another address than the provider was told.
    const seen = new URL(callbackUrl.search, 'http://10.0.0.7:3000/api/auth/drives/callback');
    await expect(
      authorization.exchange({ ...authorizationRequest, callbackUrl: seen }),
    ).resolves.toBeDefined();
  });

  test.each([
    ['state', { state: 'of another flow' }],
    ['verifier', { verifier: 'another-verifier-of-at-least-forty-three-characters' }],
  ])('is not connected with another %s', async (_, changes) => {
    expect((await failureOf(connect(provider, changes))).kind).toBe('authorization');
  });

  test('is not connected without a code', async () => {
    const callbackUrl = new URL(`?state=${authorizationRequest.state}`, authorizationRequest.redirectUri);
    expect((await failureOf(connect(provider, { callbackUrl }))).kind).toBe('authorization');
  });

  test('is not connected with another redirect URI', async () => {
    const failure = await failureOf(connect(provider, { redirectUri: 'http://other.test/callback' }));
    expect(failure.message).toContain('redirect_uri_mismatch');
  });

  test('is not connected twice with one code', async () => {
    const authorization = authorizationOf(provider);
    const callbackUrl = await allowAccess(await authorization.authorizeUrl(authorizationRequest));
    await authorization.exchange({ ...authorizationRequest, callbackUrl });
    const again = authorization.exchange({ ...authorizationRequest, callbackUrl });
    expect((await failureOf(again)).kind).toBe('authorization');
  });

  test('is not connected by a user who refuses', async () => {
    const authorization = authorizationOf(provider);
    const callbackUrl = await denyAccess(await authorization.authorizeUrl(authorizationRequest));
    expect(await failureOf(authorization.exchange({ ...authorizationRequest, callbackUrl }))).toMatchObject({
      kind: 'authorization',
      message: expect.stringContaining('access_denied'),
    });
  });

  test('gives new access tokens until the grant is revoked', async () => {
    const { refreshToken } = await connect(provider);
    const renewed = await authorizationOf(provider).refresh(refreshToken);
    expect(renewed.refreshToken === null).toBe(provider === 'google_drive');
    oauthOf(provider).revokeGrants();
    const failure = await failureOf(authorizationOf(provider).refresh(renewed.refreshToken ?? refreshToken));
    expect([failure.kind, failure.isTransientFailure]).toEqual(['authorization', false]);
    expect(failure.message).not.toContain(refreshToken);
  });

  test.each([
    [429, { error: 'rate_limited' }, 'rate-limited', true],
    [503, 'no JSON', 'unavailable', true],
    [401, { error: 'invalid_client' }, 'unavailable', false],
    [400, { error: 'interaction_required' }, 'authorization', false],
  ])('answering %d %j to a refresh is told apart', async (status, body, kind, isTransientFailure) => {
    const { refreshToken } = await connect(provider);
    oauthOf(provider).tokenRefusal = new Refusal(status, body, { 'retry-after': '9' });
    expect(await failureOf(authorizationOf(provider).refresh(refreshToken))).toMatchObject({
      kind,
      isTransientFailure,
    });
  });

  test('out of reach is a passing failure', async () => {
    const { refreshToken } = await connect(provider);
    await (provider === 'google_drive' ? google : microsoft).stop();
    const failure = await failureOf(authorizationOf(provider).refresh(refreshToken));
    expect(failure).toMatchObject({ kind: 'unavailable', isTransientFailure: true });
    await authorizationOf(provider).revoke(refreshToken);
  });
});

test('a user who does not tick the right to read files has connected nothing', async () => {
  google.oauth.withheldScope = 'https://www.googleapis.com/auth/drive.readonly';
  expect((await failureOf(connect('google_drive'))).message).toBe(
    'The service was not allowed to read files in Google Drive.',
  );
});

test('a grant of Google can be revoked, and one of Microsoft only be forgotten', async () => {
  for (const provider of providers) {
    const { refreshToken } = await connect(provider);
    await authorizationOf(provider).revoke(refreshToken);
  }
  expect([google.oauth.liveRefreshTokens, microsoft.oauth.liveRefreshTokens]).toEqual([0, 1]);
});
