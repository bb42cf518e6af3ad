import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import Provider, { type Context } from 'oidc-provider';

const CLIENT = { id: 'workbooks', secret: 'the-secret-of-the-client' };
const KEY_ID = 'key-1';

export interface Person {
  email?: string;
  email_verified?: unknown;
  name?: string;
}

/** A certified OpenID Connect provider on loopback, whose sign-in page needs no click and whose tokens can be forged. */
export class SignInProvider {
  /** By subject. */
  readonly people: Record<string, Person> = {};
  /** The subject who signs in, or null to cancel. */
  signsIn: string | null = null;
  /** Answers everything with 503. */
  isDown = true;
  /** Replaces the ID token of the next answers. */
  forge: ((token: string) => Promise<string>) | undefined;
  #server: Server;
  #listener: RequestListener | undefined;
  #key: CryptoKey | undefined;

  private constructor(server: Server) {
    this.#server = server;
    server.on('request', (request, response) => {
      if (this.isDown) response.writeHead(503).end();
      else this.#listener?.(request, response);
    });
  }

  /** Reserves the address; the provider is down until `open`. */
  static async start(): Promise<SignInProvider> {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    return new SignInProvider(server);
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The variables of a service that lets users sign in here. */
  get env(): Record<string, string> {
    return {
      SVC_OIDC_ISSUER: this.issuer,
      SVC_OIDC_CLIENT_ID: CLIENT.id,
      SVC_OIDC_CLIENT_SECRET: CLIENT.secret,
    };
  }

  async open(...services: { url: string }[]): Promise<void> {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    this.#key = privateKey;
    const provider: Provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: services.map(({ url }) => `${url}/api/auth/oidc/callback`),
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' }] },
      cookies: { keys: ['a key of the cookies'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: (_: Context, accountId: string) => ({
        accountId,
        claims: () => ({ sub: accountId, ...this.people[accountId] }),
      }),
      loadExistingGrant: async ({ oidc }: Context) => {
        const { accountId } = oidc.session;
        const grant = new provider.Grant({ accountId, clientId: oidc.client?.clientId as string });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
      ttl: { AuthorizationCode: 60 },
    });
    provider.use(async (ctx, next) => {
      if (!ctx.path.startsWith('/interaction/')) return await next();
      const { signsIn } = this;
      ctx.respond = false;
      const result = signsIn === null ? { error: 'access_denied' } : { login: { accountId: signsIn } };
      await provider.interactionFinished(ctx.req, ctx.res, result);
    });
    provider.use(async (ctx, next) => {
      await next();
      if (ctx.oidc?.route === 'token' && ctx.body.id_token && this.forge)
        ctx.body.id_token = await this.forge(String(ctx.body.id_token));
    });
    this.#listener = provider.callback();
    this.isDown = false;
  }

  /** The same token with other claims, signed by the provider itself or with another key. */
  async resigned(token: string, claims: JWTPayload, key = this.#key as CryptoKey): Promise<string> {
    return await new SignJWT({ ...decodeJwt(token), ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: KEY_ID })
      .sign(key);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
