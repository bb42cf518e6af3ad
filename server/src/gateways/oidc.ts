import { say } from '@workbook-data-service/contract/messages';
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type IDToken,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  type UserInfoResponse,
} from 'openid-client';
import { type Problem, problem } from '../core/problems.js';
import type { Log } from '../log.js';

const SCOPE = 'openid email profile';
/** For each call to the provider. */
const TIMEOUT_SECONDS = 10;
const RETRY_AFTER_SECONDS = 5;

interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** What must be known of a sign-in when its callback comes. */
export interface OidcRequest {
  redirectUri: string;
  nonce: string;
  verifier: string;
}

/** A person, as the provider names them. */
export interface OidcIdentity {
  issuer: string;
  subject: string;
  /** Null if the provider does not say that the address belongs to the person. */
  verifiedEmail: string | null;
  name: string | null;
}

/** A provider of OpenID Connect: code flow with PKCE, state and nonce. Its failures are problems. */
export class OidcProvider {
  readonly #settings: OidcSettings;
  readonly #log: Log;
  #discovered: Promise<Configuration> | undefined;

  constructor(settings: OidcSettings, log: Log) {
    this.#settings = settings;
    this.#log = log;
  }

  /** Fails while the provider cannot be reached. */
  async newRequest(redirectUri: string): Promise<OidcRequest> {
    await this.#discover();
    return { redirectUri, nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
  }

  /** The page of the provider where a sign-in begins. */
  async signInUrl({ redirectUri, nonce, verifier }: OidcRequest, state: string): Promise<string> {
    const { href } = buildAuthorizationUrl(await this.#discover(), {
      redirect_uri: redirectUri,
      scope: SCOPE,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return href;
  }

  /** Exchanges the parameters of a callback for the person who signed in. */
  async identify(
    { redirectUri, nonce, verifier }: OidcRequest,
    state: string,
    callback: URLSearchParams,
  ): Promise<OidcIdentity> {
    const provider = await this.#discover();
    try {
      const tokens = await authorizationCodeGrant(provider, new URL(`${redirectUri}?${callback}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
      });
      const claims = tokens.claims() as IDToken;
      const isToAsk = claims.email === undefined && provider.serverMetadata().userinfo_endpoint;
      const person = isToAsk ? await fetchUserInfo(provider, tokens.access_token, claims.sub) : claims;
      return {
        issuer: claims.iss,
        subject: claims.sub,
        verifiedEmail: verifiedEmail(person),
        name: typeof person.name === 'string' ? person.name.trim().slice(0, 200) || null : null,
      };
    } catch (error) {
      throw this.#problemOf(error);
    }
  }

  /** Asks the provider once for its addresses, and again only if that failed. */
  #discover(): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings;
    this.#discovered ??= discovery(new URL(issuer), clientId, undefined, authenticateWith(clientSecret), {
      timeout: TIMEOUT_SECONDS,
      execute: [
        // Also checks the signature of ID tokens that come from the provider itself.
        enableNonRepudiationChecks,
        ...(issuer.startsWith('http:') ? [allowInsecureRequests] : []),
      ],
    }).catch((error: unknown) => {
      this.#discovered = undefined;
      throw this.#unavailable(error);
    });
    return this.#discovered;
  }

  #problemOf(error: unknown): Problem {
    if (error instanceof AuthorizationResponseError && !outages.has(error.error)) return ended(error.error);
    const isUsed = error instanceof ResponseBodyError && error.error === 'invalid_grant';
    const isForged = error instanceof ClientError && forgeries.has(error.code ?? '');
    if (!isUsed && !isForged) return this.#unavailable(error);
    this.#log.warn(logged(error), 'a sign-in with OpenID Connect was refused');
    return problem('sign-in-refused', say(isUsed ? 'provider-refuses-code' : 'provider-foreign-answer'));
  }

  #unavailable(error: unknown): Problem {
    this.#log.error(logged(error), 'the provider of OpenID Connect does not work');
    return problem('unavailable', say('oidc-unavailable'), {
      members: { retry_after: RETRY_AFTER_SECONDS },
    });
  }
}

/** In the body, because providers disagree on how the header encodes a secret; in the header where they demand it. */
function authenticateWith(secret: string): ClientAuth {
  const [inBody, inHeader] = [ClientSecretPost(secret), ClientSecretBasic(secret)];
  return (provider, ...request) => {
    const methods = provider.token_endpoint_auth_methods_supported;
    const authenticate = !methods || methods.includes('client_secret_post') ? inBody : inHeader;
    return authenticate(provider, ...request);
  };
}

/** Errors of a callback that are not about the user. */
const outages = new Set(['server_error', 'temporarily_unavailable']);

/** Answers that are well-formed and yet not for this sign-in, or not of this provider. */
const forgeries = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
]);

function ended(error: string): Problem {
  return problem(
    'sign-in-refused',
    error === 'access_denied'
      ? say('provider-cancelled')
      : say('provider-ended', { error: error.slice(0, 100) }),
  );
}

/**
 * Microsoft Entra never sends `email_verified`; if asked to, it says in `xms_edov` whether the owner of the domain has
 * been verified.
 */
function verifiedEmail({ email, email_verified, xms_edov }: IDToken | UserInfoResponse): string | null {
  const isVerified = email_verified === undefined ? isTrue(xms_edov) : email_verified === true;
  return isVerified && typeof email === 'string' && /^[^@\s]+@[^@\s]+$/.test(email) && email.length <= 320
    ? email
    : null;
}

const isTrue = (claim: unknown): boolean => ['true', '1'].includes(String(claim));

/** The causes of these errors hold codes and tokens, so only their words are logged. */
function logged(error: unknown) {
  const reasons: string[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) reasons.push(cause.message);
  return {
    reason: reasons.join(': '),
    ...(error instanceof ResponseBodyError && { error: error.error, description: error.error_description }),
  };
}
