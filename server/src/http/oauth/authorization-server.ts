import { createPrivateKey, type JsonWebKey } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Context, errors, interactionPolicy, Provider } from 'oidc-provider';
import { signingKey } from '../../catalog/signing-key.js';
import { ACCESS_TOKEN_PREFIX, audienceOf, REFRESH_TOKEN_PREFIX } from '../../core/audiences.js';
import { scopes } from '../../core/scopes.js';
import { hashSecret } from '../../core/secrets.js';
import type { Service } from '../../features/service.js';
import { adapterOf } from './adapter.js';
import { settleClientMetadata } from './client-metadata.js';
import { fetchMetadataDocument } from './fetch-metadata-document.js';
import { pages, paths, RESUME_COOKIE } from './paths.js';
import { clientAuthMethods, grantTypes } from './supported.js';

const HOUR_SECONDS = 60 * 60;
/** Of an app that does nothing, as of a token whose maker names no time. */
const IDLE_DAYS = 90;
/** A user may have to sign in first, or to look for the mail that lets them. */
const REQUEST_SECONDS = 30 * 60;
const DEVICE_SECONDS = 15 * 60;
/** How long a device waits between its questions; without it, five seconds, in which its user believes that it hangs. */
const DEVICE_INTERVAL_SECONDS = 2;

/** The command of this service, which need not register. */
const command = {
  client_id: 'wds',
  client_name: 'wds',
  token_endpoint_auth_method: 'none',
  grant_types: grantTypes,
  response_types: ['code'],
  redirect_uris: ['http://127.0.0.1/callback'],
};

export interface AuthorizationServer {
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Why a request failed that was answered with a server error. */
  failureOf(request: IncomingMessage): Error | undefined;
}

/** The authorization server at one address of the service (OAuth 2.1). */
export async function openAuthorizationServer(
  service: Service,
  address: string,
): Promise<AuthorizationServer> {
  const provider = new Provider(address, configuration(service, address, await keysOf(service)));
  // The edge says in headers by which address the service was called.
  provider.proxy = true;
  provider.Client.prototype.compareClientSecret = function (given) {
    return this.clientSecret === hashSecret(given);
  };
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.oidc?.route === 'device_authorization') ctx.body.interval = DEVICE_INTERVAL_SECONDS;
  });
  markTokens(provider.AccessToken, ACCESS_TOKEN_PREFIX);
  markTokens(provider.RefreshToken, REFRESH_TOKEN_PREFIX);
  const failures = new WeakMap<IncomingMessage, Error>();
  provider.on('server_error', ({ req }, error) => failures.set(req, error));
  return { handle: provider.callback(), failureOf: (request) => failures.get(request) };
}

interface Keys {
  cookieKey: string;
  signing: JsonWebKey;
}

/** Made at the first start, sealed in the catalog, and the same on every node. */
async function keysOf({ catalog }: Service): Promise<Keys> {
  const cookieKey = Buffer.from(await signingKey(catalog, 'oauth_cookie_key')).toString('base64');
  const seed = await signingKey(catalog, 'oauth_signing_key');
  const key = createPrivateKey({
    key: Buffer.concat([ED25519_HEADER, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  // Tokens are opaque, and nobody is told who a user is: nothing is signed, but the server wants to have a key.
  return { cookieKey, signing: { ...key.export({ format: 'jwk' }), alg: 'EdDSA', use: 'sig' } };
}

/** What precedes the 32 bytes of a key in PKCS 8 (RFC 8410). */
const ED25519_HEADER = Buffer.from('302e020100300506032b657004220420', 'hex');

function markTokens({ prototype }: Provider['AccessToken'], prefix: string): void {
  const { generateTokenId } = prototype;
  prototype.generateTokenId = function () {
    return prefix + generateTokenId.call(this);
  };
}

function configuration(
  service: Service,
  address: string,
  { cookieKey, signing }: Keys,
): Record<string, unknown> {
  return {
    adapter: adapterOf(service),
    clients: [command],
    clientAuthMethods,
    clientBasedCORS: () => true,
    clientDefaults: { id_token_signed_response_alg: 'EdDSA' },
    conformIdTokenClaims: false,
    cookies: {
      keys: [cookieKey],
      names: { session: 'svc_oauth_session', interaction: 'svc_oauth_interaction', resume: RESUME_COOKIE },
    },
    expiresWithSession: async () => false,
    extraClientMetadata: {
      properties: ['software_id'],
      validator: (_: Context, __: string, ___: unknown, metadata: Record<string, unknown>) =>
        settleClientMetadata(metadata),
    },
    features: featuresOf(address),
    fetch: (url: string) => fetchMetadataDocument(service, url),
    findAccount: async (_: Context, accountId: string) => ({ accountId, claims: async () => ({}) }),
    interactions: {
      policy: [askTheUser],
      url: (_: Context, { uid }: { uid: string }) => `${address}${pages.consent}/${uid}`,
    },
    issueRefreshToken: async (_: Context, client: { grantTypeAllowed(type: string): boolean }) =>
      client.grantTypeAllowed('refresh_token'),
    jwks: { keys: [signing] },
    loadExistingGrant: async ({ oidc: { result } }: Context) => {
      const id = result?.consent?.grantId;
      return id === undefined ? undefined : await Provider.ctx?.oidc.provider.Grant.find(id);
    },
    pkce: { required: () => true },
    renderError: async (ctx: Context, refusal: Record<string, unknown>) => {
      ctx.type = 'json';
      ctx.body = refusal;
    },
    responseTypes: ['code'],
    revokeGrantPolicy: () => true,
    rotateRefreshToken: true,
    routes: { ...paths, code_verification: pages.device },
    scopes: [],
    ttl: {
      AccessToken: HOUR_SECONDS,
      AuthorizationCode: 60,
      DeviceCode: DEVICE_SECONDS,
      Grant: IDLE_DAYS * 24 * HOUR_SECONDS,
      Interaction: REQUEST_SECONDS,
      RefreshToken: IDLE_DAYS * 24 * HOUR_SECONDS,
      Session: 60,
    },
  };
}

/** Whoever was asked before is asked again: nothing is agreed to without a look at what it is. */
const askTheUser = new interactionPolicy.Prompt(
  { name: 'consent', requestable: true },
  new interactionPolicy.Check(
    'decision_missing',
    'the user has to decide',
    'interaction_required',
    ({ oidc: { result } }) => result?.consent === undefined,
  ),
);

function featuresOf(address: string): Record<string, unknown> {
  return {
    claimsParameter: { enabled: false },
    clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
    devInteractions: { enabled: false },
    deviceFlow: { enabled: true, charset: 'base-20', mask: '****-****', deviceInfo: () => ({}) },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    registration: { enabled: true, issueRegistrationAccessToken: false },
    resourceIndicators: {
      enabled: true,
      /** One token is for one resource; of several, an app has to say for which. */
      defaultResource: async (_: Context, __: unknown, several?: string[]) => several ?? address,
      getResourceServerInfo: async (_: Context, resource: string) => {
        const audience = audienceOf(resource, address);
        if (audience === undefined) throw new errors.InvalidTarget();
        return { scope: scopes.join(' '), audience, accessTokenFormat: 'opaque' };
      },
      useGrantedResource: async () => true,
    },
    revocation: { enabled: true },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
  };
}
