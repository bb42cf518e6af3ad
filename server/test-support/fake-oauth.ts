import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Exchange, formOf, Refusal, sendJson } from './fake-drive-http.js';

interface FakeOAuthOptions {
  clientId: string;
  clientSecret: string;
  authorizePath: string;
  tokenPath: string;
  revokePath?: string;
  /** Whether the request asks for a grant that outlasts the session, in this provider's way. */
  isOffline(request: URLSearchParams): boolean;
  /** Whether each refresh replaces the refresh token. */
  rotates: boolean;
}

interface Grant {
  scope: string;
  isRevoked: boolean;
}

interface Code {
  grant: Grant;
  redirectUri: string;
  challenge: string;
  isOffline: boolean;
}

interface AccessToken {
  grant: Grant;
  expiresAt: number;
}

const HOUR_MS = 3_600_000;
const secret = (prefix: string): string => prefix + randomBytes(24).toString('base64url');

/** The OAuth server of a fake drive: it checks what a real one checks, and its user consents to everything. */
export class FakeOAuth {
  readonly #options: FakeOAuthOptions;
  readonly #codes = new Map<string, Code>();
  readonly #accessTokens = new Map<string, AccessToken>();
  readonly #refreshTokens = new Map<string, Grant>();

  /** What the user does not tick on the consent page. */
  withheldScope: string | undefined;
  /** Answers every request for a token so. */
  tokenRefusal: Refusal | undefined;
  /** Every token that was ever issued, for tests that look where one could have leaked to. */
  readonly issued: string[] = [];
  refreshes = 0;

  constructor(options: FakeOAuthOptions) {
    this.#options = options;
  }

  /** Answers the request if it is one for this server. */
  async handle(exchange: Exchange): Promise<boolean> {
    const { authorizePath, tokenPath, revokePath } = this.#options;
    const { pathname } = exchange.url;
    if (pathname === authorizePath) this.#authorize(exchange);
    else if (pathname === tokenPath) await this.#token(exchange);
    else if (pathname === revokePath) await this.#revoke(exchange);
    else return false;
    return true;
  }

  /** The scope that the request's token carries; undefined if the token is missing, unknown, expired or revoked. */
  scopeOf({ headers }: IncomingMessage): string | undefined {
    const [, token = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
    const known = this.#accessTokens.get(token);
    return known && known.expiresAt > Date.now() && !known.grant.isRevoked ? known.grant.scope : undefined;
  }

  expireAccessTokens(): void {
    for (const token of this.#accessTokens.values()) token.expiresAt = 0;
  }

  /** What a user does on the provider's page of connected applications. */
  revokeGrants(): void {
    for (const grant of this.#refreshTokens.values()) grant.isRevoked = true;
  }

  /** A token that nobody asked for, with a scope of the test's choice. */
  issueAccessToken(scope: string): string {
    return this.#accessTo({ scope, isRevoked: false }).access_token;
  }

  get liveRefreshTokens(): number {
    return [...this.#refreshTokens.values()].filter(({ isRevoked }) => !isRevoked).length;
  }

  /** The consent page. Errors of the client are shown, not sent to an address that nobody vouched for. */
  #authorize({ url, response }: Exchange): void {
    const query = url.searchParams;
    const problem = this.#problemOf(query);
    if (problem !== undefined) {
      response.writeHead(400, { 'content-type': 'text/plain' }).end(problem);
      return;
    }
    const back = new URL(query.get('redirect_uri') ?? '');
    if (query.has('state')) back.searchParams.set('state', query.get('state') ?? '');
    if (query.has('fake_denial')) back.searchParams.set('error', 'access_denied');
    else back.searchParams.set('code', this.#newCode(query));
    response.writeHead(302, { location: back.href }).end();
  }

  #problemOf(query: URLSearchParams): string | undefined {
    if (query.get('client_id') !== this.#options.clientId) return 'invalid_client';
    if (query.get('response_type') !== 'code') return 'unsupported_response_type';
    if (!URL.canParse(query.get('redirect_uri') ?? '')) return 'redirect_uri_mismatch';
    if (!query.get('scope')) return 'Missing required parameter: scope';
    if (query.get('code_challenge_method') !== 'S256' || !query.get('code_challenge'))
      return 'PKCE is required';
    return undefined;
  }

  #newCode(query: URLSearchParams): string {
    const asked = (query.get('scope') ?? '').split(' ');
    const scope = asked.filter((one) => one !== this.withheldScope && one !== 'offline_access').join(' ');
    const code = secret('code-');
    this.#codes.set(code, {
      grant: { scope, isRevoked: false },
      redirectUri: query.get('redirect_uri') ?? '',
      challenge: query.get('code_challenge') ?? '',
      isOffline: this.#options.isOffline(query),
    });
    return code;
  }

  async #token({ request, response }: Exchange): Promise<void> {
    const form = await formOf(request);
    if (this.tokenRefusal) throw this.tokenRefusal;
    sendJson(response, 200, this.#tokensFor(form));
  }

  #tokensFor(form: URLSearchParams): Record<string, unknown> {
    const { clientId, clientSecret } = this.#options;
    if (form.get('client_id') !== clientId || form.get('client_secret') !== clientSecret)
      throw new Refusal(401, {
        error: 'invalid_client',
        error_description: 'The provided client secret is invalid.',
      });
    if (form.get('grant_type') === 'authorization_code') return this.#redeem(form);
    if (form.get('grant_type') === 'refresh_token') return this.#refresh(form.get('refresh_token') ?? '');
    throw new Refusal(400, { error: 'unsupported_grant_type' });
  }

  #redeem(form: URLSearchParams): Record<string, unknown> {
    const code = this.#codes.get(form.get('code') ?? '');
    this.#codes.delete(form.get('code') ?? '');
    if (!code) throw new Refusal(400, { error: 'invalid_grant', error_description: 'Malformed auth code.' });
    if (form.get('redirect_uri') !== code.redirectUri)
      throw new Refusal(400, { error: 'redirect_uri_mismatch' });
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (challenge !== code.challenge)
      throw new Refusal(400, { error: 'invalid_grant', error_description: 'Invalid code verifier.' });
    return { ...this.#accessTo(code.grant), ...(code.isOffline && this.#refreshTokenFor(code.grant)) };
  }

  #refresh(token: string): Record<string, unknown> {
    this.refreshes++;
    const grant = this.#refreshTokens.get(token);
    if (!grant || grant.isRevoked)
      throw new Refusal(400, {
        error: 'invalid_grant',
        error_description: 'Token has been expired or revoked.',
      });
    if (!this.#options.rotates) return this.#accessTo(grant);
    this.#refreshTokens.delete(token);
    return { ...this.#accessTo(grant), ...this.#refreshTokenFor(grant) };
  }

  #accessTo(grant: Grant) {
    const access_token = secret('access-');
    this.#accessTokens.set(access_token, { grant, expiresAt: Date.now() + HOUR_MS });
    this.issued.push(access_token);
    return { access_token, expires_in: HOUR_MS / 1000, scope: grant.scope, token_type: 'Bearer' };
  }

  #refreshTokenFor(grant: Grant): { refresh_token: string } {
    const refresh_token = secret('refresh-');
    this.#refreshTokens.set(refresh_token, grant);
    this.issued.push(refresh_token);
    return { refresh_token };
  }

  async #revoke({ request, response }: Exchange): Promise<void> {
    const grant = this.#refreshTokens.get((await formOf(request)).get('token') ?? '');
    if (!grant || grant.isRevoked) throw new Refusal(400, { error: 'invalid_token' });
    grant.isRevoked = true;
    sendJson(response, 200, {});
  }
}

/** What a browser does at the page that the service sends its user to: the address it is sent back to. */
export async function allowAccess(authorizeUrl: string): Promise<URL> {
  const answer = await fetch(authorizeUrl, { redirect: 'manual' });
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`The consent page says: ${await answer.text()}`);
  return new URL(location);
}

/** Like allowAccess, for a user who refuses. */
export function denyAccess(authorizeUrl: string): Promise<URL> {
  const url = new URL(authorizeUrl);
  url.searchParams.set('fake_denial', 'true');
  return allowAccess(url.href);
}
