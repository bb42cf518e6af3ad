import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressGroup } from '../core/address-group.js';
import { problem } from '../core/problems.js';

const ANONYMOUS_REQUESTS_PER_MINUTE = 300;
/**
 * Each costs a slow hash. They are counted apart from other anonymous requests, so that neither uses up the
 * limit of the other.
 */
const SIGN_INS_PER_MINUTE = 120;

const signInEndpoints = new Set(['login', 'register', 'beginOidcSignIn', 'finishOidcSignIn']);

/** Counts requests by credential, or by address if there is none. */
export async function limitRates(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    // After the credential is known, before the body is read and rights are looked up.
    hook: 'preParsing',
    timeWindow: '1 minute',
    keyGenerator: (request) =>
      request.caller?.credential.id ?? `${signsIn(request) ? 'sign-in' : 'ip'}:${addressGroup(request.ip)}`,
    max: (request) =>
      request.caller?.credential.rateLimitPerMinute ??
      (signsIn(request) ? SIGN_INS_PER_MINUTE : ANONYMOUS_REQUESTS_PER_MINUTE),
    enableDraftSpec: true,
    addHeaders: { 'retry-after': true },
    errorResponseBuilder: (_, { ttl, max }) => tooMany(`More than ${max} requests in a minute.`, ttl),
  });
  limitByIssuers(app);
}

const signsIn = (request: FastifyRequest): boolean =>
  signInEndpoints.has(request.routeOptions.config.endpoint?.id ?? '');

/**
 * A request also counts for the credentials that minted its own, so that minting more credentials does not
 * raise the limit.
 */
function limitByIssuers(app: FastifyInstance): void {
  const count = app.createRateLimit();
  app.addHook('preParsing', async (request) => {
    const { caller } = request;
    for (const issuer of caller?.credential.issuers ?? []) {
      const credential = { ...caller?.credential, ...issuer };
      const asIssuer: FastifyRequest = Object.create(request, {
        caller: { value: { ...caller, credential } },
      });
      const counted = await count(asIssuer);
      if (!counted.isAllowed && counted.isExceeded)
        throw tooMany(
          `More than ${counted.max} requests in a minute by ${issuer.id} and all that it minted.`,
          counted.ttl,
        );
    }
  });
}

function tooMany(detail: string, ttlMs: number) {
  return problem('rate-limited', detail, { members: { retry_after: Math.ceil(ttlMs / 1000) } });
}
