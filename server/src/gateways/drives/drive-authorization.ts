import { say } from '@workbook-data-service/contract/messages';
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientError,
  Configuration,
  calculatePKCECodeChallenge,
  ResponseBodyError,
  refreshTokenGrant,
  type TokenEndpointResponse,
  tokenRevocation,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { secondsOf } from '../retrying.js';
import type { Access, AccessToken, DriveAuthorization } from './drive.js';

import { DriveFailure } from './drive-failure.js';

/** A provider's endpoints, and what it wants to be told. */
interface AuthorizationSettings {
  /** The provider as users call it. */
  name: string;
  clientId: string;
  clientSecret: string;
  issuer: string;
  authorizeUrl: string;
  tokenUrl: string;
  revokeUrl?: string;
  /** What the service asks to be allowed. */
  scopes: readonly string[];
  /** Scopes with any of which files can be read, in lower case and without an address before them. */
  readScopes: readonly string[];
  parameters: Record<string, string>;
  /** The name of the account whose drive was connected. */
  accountOf(access: Access): Promise<string | null>;
  /** Allows plain HTTP, for tests. */
  allowInsecure: boolean;
}

const TIMEOUT_SECONDS = 20;
/** Providers say how long a token holds; where one does not, it is taken for short-lived. */
const SHORT_LIFE_SECONDS = 300;

/** The refusals after which only the user can help, by allowing the access again. */
const lostGrants = ['invalid_grant', 'interaction_required', 'consent_required', 'login_required'];

export function driveAuthorization(settings: AuthorizationSettings): DriveAuthorization {
  const { name, scopes, parameters } = settings;
  const client = new Configuration(
    {
      issuer: settings.issuer,
      authorization_endpoint: settings.authorizeUrl,
      token_endpoint: settings.tokenUrl,
      ...(settings.revokeUrl !== undefined && { revocation_endpoint: settings.revokeUrl }),
    },
    settings.clientId,
    settings.clientSecret,
  );
  client.timeout = TIMEOUT_SECONDS;
  if (settings.allowInsecure) allowInsecureRequests(client);

  return {
    async authorizeUrl({ state, verifier, redirectUri }) {
      const url = buildAuthorizationUrl(client, {
        redirect_uri: redirectUri,
        scope: scopes.join(' '),
        state,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...parameters,
      });
      return url.href;
    },

    async exchange({ callbackUrl, state, verifier, redirectUri }) {
      const tokens = await authorizationCodeGrant(client, answered(redirectUri, callbackUrl), {
        expectedState: state,
        pkceCodeVerifier: verifier,
      }).catch((error) => {
        throw failureOf(error, name);
      });
      const refreshToken = grantedRefreshToken(tokens, settings);
      const token = accessTokenOf(tokens);
      return { ...token, refreshToken, account: await accountOrNull(settings, token.accessToken) };
    },

    async refresh(refreshToken) {
      const tokens = await refreshTokenGrant(client, refreshToken).catch((error) => {
        throw failureOf(error, name);
      });
      return { ...accessTokenOf(tokens), refreshToken: tokens.refresh_token ?? null };
    },

    async revoke(refreshToken) {
      if (settings.revokeUrl === undefined) return;
      // The service forgets the token in any case; the user can also end the access at the provider.
      await tokenRevocation(client, refreshToken).catch(() => undefined);
    },
  };
}

/**
 * The callback at the address that the provider was told, which a proxy may hide from the service. `iss` goes:
 * Microsoft's differs by tenant, and as each provider has its own callback, answers cannot be mixed up.
 */
function answered(redirectUri: string, callbackUrl: URL): URL {
  const url = new URL(redirectUri);
  url.search = callbackUrl.search;
  url.searchParams.delete('iss');
  return url;
}

/** Users can take the right to read files out of what they allow. */
function grantedRefreshToken(
  tokens: TokenEndpointResponse,
  { name, readScopes }: AuthorizationSettings,
): string {
  const granted = tokens.scope?.split(' ').map(plainScope);
  if (granted && !readScopes.some((scope) => granted.includes(scope)))
    throw new DriveFailure('authorization', say('drive-scope-refused', { drive: name }));
  if (tokens.refresh_token === undefined)
    throw new DriveFailure('authorization', say('drive-not-lasting', { drive: name }));
  return tokens.refresh_token;
}

/** Microsoft returns some scopes with the address of the API before them, and in other case. */
const plainScope = (scope: string): string => scope.slice(scope.lastIndexOf('/') + 1).toLowerCase();

function accessTokenOf({ access_token, expires_in }: TokenEndpointResponse): AccessToken {
  const seconds = expires_in ?? SHORT_LIFE_SECONDS;
  return { accessToken: access_token, expiresAt: new Date(Date.now() + seconds * 1000) };
}

/** The name is shown to people and decides nothing, so a drive that withholds it is connected all the same. */
async function accountOrNull(settings: AuthorizationSettings, token: string): Promise<string | null> {
  const access = { token: async () => token, renew: async () => token };
  return settings.accountOf(access).catch(() => null);
}

/** Error texts of the provider are left out: some quote what was sent. */
function failureOf(error: unknown, name: string): DriveFailure {
  if (error instanceof AuthorizationResponseError)
    return new DriveFailure('authorization', say('drive-refused-by', { drive: name, error: error.error }));
  if (error instanceof ResponseBodyError) return refusal(error, name);
  if (error instanceof WWWAuthenticateChallengeError) return outage(error.response, name);
  if (error instanceof ClientError && error.cause instanceof Response) return outage(error.cause, name);
  if (error instanceof ClientError && error.code === 'OAUTH_INVALID_RESPONSE')
    return new DriveFailure('authorization', say('drive-foreign-answer', { drive: name }));
  return new DriveFailure('unavailable', say('drive-silent', { drive: name }), { isTransientFailure: true });
}

function refusal({ error, status, response }: ResponseBodyError, name: string): DriveFailure {
  if (lostGrants.includes(error))
    return new DriveFailure('authorization', say('drive-permission-refused', { drive: name, error }));
  if (status === 429) return outage(response, name);
  return new DriveFailure('unavailable', say('drive-no-token', { drive: name, error }));
}

function outage({ status, headers }: Response, name: string): DriveFailure {
  const retryAfter = secondsOf(headers.get('retry-after'));
  if (status === 429)
    return new DriveFailure('rate-limited', say('drive-limits', { drive: name }), { retryAfter });
  return new DriveFailure('unavailable', say('drive-no-token-status', { drive: name, status }), {
    retryAfter,
    isTransientFailure: status >= 500,
  });
}
