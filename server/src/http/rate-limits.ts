import rateLimit from '@fastify/rate-limit';
import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressGroup } from '../core/address-group.js';
import { problem } from '../core/problems.js';
import type { Caller } from '../features/caller.js';
import { isOfConsole } from './console-files.js';
import { paths } from './oauth/paths.js';

/** Requests without a credential that an address may make in a minute; those of one kind use up no other's limit. */
const anonymousLimits = {
  any: 300,
  /** A page is dozens of small files, and a whole office opens pages behind one address. */
  console: 6000,
  /** Each costs a slow hash. */
  'sign-in': 120,
  /** Of services that let in apps for many users. */
  app: 600,
  /** Each is kept for a day, also if nobody lets the app in. */
  registration: 20,
  /** Engines read a file of a shared table in dozens of ranges, and many files at once. */
  'shared-file': 12_000,
  /** Stripe sends many at once, from a few addresses; refusing what it has not signed costs little. */
  stripe: 3000,
};

const signInEndpoints = new Set([
  'login',
  'register',
  'finishLogin',
  'forgotPassword',
  'resetPassword',
  'askPasskey',
  'loginByPasskey',
  'acceptInvitation',
  'beginOidcSignIn',
  'finishOidcSignIn',
]);

/** Counts requests by credential, or by address if there is none. */
export async function limitRates(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    // After the credential is known, before the body is read and rights are looked up.
    hook: 'preParsing',
    timeWindow: '1 minute',
    keyGenerator: (request) =>
      request.caller?.credential.id ?? `${kindOf(request)}:${addressGroup(request.ip)}`,
    max: (request) => request.caller?.credential.rateLimitPerMinute ?? anonymousLimits[kindOf(request)],
    enableDraftSpec: true,
    addHeaders: { 'retry-after': true },
    errorResponseBuilder: (_, { ttl, max }) => tooMany(say('requests-limit', { max }), ttl),
  });
  limitByIssuers(app);
}

function kindOf(request: FastifyRequest): keyof typeof anonymousLimits {
  const { url, config } = request.routeOptions;
  if (isOfConsole(url)) return 'console';
  const { endpoint } = config;
  if (url === paths.registration) return 'registration';
  if (url?.startsWith('/oauth/')) return 'app';
  if (url?.startsWith('/sharing/files/')) return 'shared-file';
  if (endpoint?.takesStripeSignature) return 'stripe';
  return signInEndpoints.has(endpoint?.id ?? '') ? 'sign-in' : 'any';
}

/**
 * A request also counts for the credentials that minted its own, so that minting more credentials does not
 * raise the limit.
 */
function limitByIssuers(app: FastifyInstance): void {
  const count = app.createRateLimit();
  const countForIssuers = async (request: FastifyRequest, caller: Caller) => {
    for (const issuer of caller.credential.issuers) {
      const credential = { ...caller.credential, ...issuer };
      const asIssuer: FastifyRequest = Object.create(request, {
        caller: { value: { ...caller, credential } },
      });
      const counted = await count(asIssuer);
      if (!counted.isAllowed && counted.isExceeded)
        throw tooMany(say('requests-limit-of', { max: counted.max, credential: issuer.id }), counted.ttl);
    }
  };
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const { caller } = request;
    if (!caller || caller.credential.issuers.length === 0) done();
    else countForIssuers(request, caller).then(() => done(), done);
  });
}

function tooMany(detail: Message, ttlMs: number) {
  return problem('rate-limited', detail, { members: { retry_after: Math.ceil(ttlMs / 1000) } });
}
