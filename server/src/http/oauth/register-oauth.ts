import { say } from '@workbook-data-service/contract/messages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findOAuthRecord } from '../../catalog/oauth-records.js';
import { problem } from '../../core/problems.js';
import { smallBounds } from '../../edge/body-bounds.js';
import { serviceAddress } from '../../edge/service-address.js';
import { resolveCredential } from '../../features/identity/resolve-credential.js';
import type { Service } from '../../features/service.js';
import { secretOf } from '../session-cookie.js';
import type { AuthorizationServer } from './authorization-server.js';
import { authorizationServerMetadata, protectedResourceMetadata } from './metadata.js';
import { passOn } from './pass-on.js';
import { pages, paths } from './paths.js';
import { settleRequest } from './settle-request.js';

const FORM = 'application/x-www-form-urlencoded';
/** Where no address is set, the machine itself has a few names. */
const MAX_ADDRESSES = 8;

/** Pages of other sites may ask for tokens: no cookie counts there. */
const openToPages = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type, mcp-protocol-version',
  'access-control-allow-methods': 'GET, POST',
  'access-control-max-age': '3600',
};

/** The service lets apps in that its users agree to (OAuth 2.1). */
export function registerOAuth(app: FastifyInstance, service: Service): void {
  const servers = new AuthorizationServers(service);
  registerMetadata(app, service);
  void app.register(async (scope) => {
    scope.addContentTypeParser(FORM, { parseAs: 'string' }, (_, body, done) => done(null, body));
    registerAuthorization(scope, service, servers);
    for (const url of [paths.token, paths.revocation, paths.device_authorization, paths.registration]) {
      const handler = async (request: FastifyRequest, reply: FastifyReply) => {
        const address = addressOf(service, request);
        const payload = payloadOf(request, url);
        return await send(reply, await passOn(await servers.at(address), request, { address, url, payload }));
      };
      open(scope, url);
      scope.post(url, { schema: { hide: true }, bodyLimit: smallBounds.bytes, handler });
    }
  });
}

/**
 * Where the service is reached below a path, that comes last in these addresses (RFC 8414, 9728); a proxy that removes it
 * elsewhere may pass them on as they are.
 */
function registerMetadata(app: FastifyInstance, service: Service): void {
  const { publicUrl } = service.config;
  const below = publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
  const describe = (name: string, describeAt: (address: string) => object, part = '') => {
    for (const path of new Set([part, below + part])) {
      const url = `/.well-known/${name}${path}`;
      open(app, url);
      app.get(url, { schema: { hide: true } }, async (request, reply) =>
        reply.headers(openToPages).send(describeAt(addressOf(service, request))),
      );
    }
  };
  describe('oauth-authorization-server', authorizationServerMetadata);
  for (const part of ['', '/mcp', '/api'] as const)
    describe('oauth-protected-resource', (address) => protectedResourceMetadata(address, part), part);
}

/** The browser of a user, led here by an app and back by the console. */
function registerAuthorization(app: FastifyInstance, service: Service, servers: AuthorizationServers): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const address = addressOf(service, request);
    const { uid } = request.params as { uid?: string };
    if (uid !== undefined && !(await isByWhoDecided(service, request, uid)))
      return reply.redirect(`${address}${pages.refused}?error=other_browser`, 303);
    const [path, query = ''] = request.url.split('?');
    const url = uid === undefined ? `${path}?${settleRequest(new URLSearchParams(query))}` : (path as string);
    const answered = await passOn(await servers.at(address), request, { address, url });
    if (answered.status < 400) return await send(reply, answered);
    // Whoever comes back and is refused has not the cookie of the browser that began.
    const reason = uid === undefined ? refusalOf(answered.body) : 'error=other_browser';
    return reply.redirect(`${address}${pages.refused}?${reason}`, 303);
  };
  app.get(paths.authorization, { schema: { hide: true } }, handler);
  app.get(`${paths.authorization}/:uid`, { schema: { hide: true } }, handler);
}

/**
 * The browser that began the request has its cookie; here it must also be signed in as the user who decided. Otherwise an
 * app could have somebody else agree to a request of its own browser.
 */
async function isByWhoDecided(service: Service, request: FastifyRequest, uid: string): Promise<boolean> {
  const found = await findOAuthRecord(service.catalog.db, 'Interaction', { id: uid });
  const { result } = (found?.payload ?? {}) as { result?: { login?: { accountId: string } } };
  if (!result?.login) return true;
  const secret = secretOf(request, service.config.publicUrl);
  const resolved = secret === undefined ? undefined : await resolveCredential(service, secret, {});
  return resolved?.credential.kind === 'session' && resolved.userId === result.login.accountId;
}

function refusalOf(body: unknown): URLSearchParams {
  const { error = 'server_error', error_description: detail = '' } = JSON.parse(String(body)) as {
    error?: string;
    error_description?: string;
  };
  return new URLSearchParams({ error, detail });
}

async function send(reply: FastifyReply, { status, headers = {}, body }: Awaited<ReturnType<typeof passOn>>) {
  return reply.code(status).headers(openToPages).headers(headers).send(body);
}

function open(app: FastifyInstance, url: string): void {
  app.options(url, { schema: { hide: true } }, async (_, reply) =>
    reply.code(204).headers(openToPages).send(),
  );
}

/** JSON was parsed by the edge within its bounds. */
function payloadOf({ body }: FastifyRequest, url: string): string {
  if (typeof body !== 'string') return JSON.stringify(body ?? {});
  if (url !== paths.device_authorization) return body;
  const params = new URLSearchParams(body);
  return settleRequest(params).toString();
}

function addressOf({ config }: Service, { headers }: FastifyRequest): string {
  const address = serviceAddress(config, headers);
  if (address === undefined) throw problem('not-configured', say('apps-unset'));
  return address;
}

/** Opened when they are first needed: the package takes a moment to load. */
class AuthorizationServers {
  readonly #open = new Map<string, Promise<AuthorizationServer>>();

  constructor(private readonly service: Service) {}

  at(address: string): Promise<AuthorizationServer> {
    const known = this.#open.get(address);
    if (known) return known;
    if (this.#open.size >= MAX_ADDRESSES) this.#open.clear();
    const opening = this.#openAt(address);
    this.#open.set(address, opening);
    opening.catch(() => this.#open.delete(address));
    return opening;
  }

  async #openAt(address: string): Promise<AuthorizationServer> {
    const { openAuthorizationServer } = await import('./authorization-server.js');
    return await openAuthorizationServer(this.service, address);
  }
}
