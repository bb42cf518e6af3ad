import { parseReach } from '../../core/reach.js';
import { type Scope, scopes } from '../../core/scopes.js';
import { hashSecret } from '../../core/secrets.js';
import type { Service } from '../../service.js';
import type { Credential } from '../caller.js';

const SESSION_REQUESTS_PER_MINUTE = 6000;

/** What a bearer secret stands for right now; undefined where it is unknown, expired or revoked. */
export async function resolveCredential(
  service: Service,
  secret: string,
): Promise<{ userId: string; credential: Credential } | undefined> {
  return secret.startsWith('svc_')
    ? await resolveSecret(service, secret)
    : await resolveSession(service, secret);
}

async function resolveSession(service: Service, token: string) {
  const claims = await service.sessionTokens.verify(token);
  if (!claims) return undefined;
  const session = await service.catalog.db
    .selectFrom('sessions')
    .select(['id', 'user_id'])
    .where('id', '=', claims.sessionId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date().toISOString())
    .executeTakeFirst();
  if (!session) return undefined;
  const credential: Credential = {
    kind: 'session',
    id: session.id,
    accountId: null,
    scopes,
    reach: { kind: 'account' },
    rateLimitPerMinute: SESSION_REQUESTS_PER_MINUTE,
  };
  return { userId: session.user_id, credential };
}

async function resolveSecret(service: Service, secret: string) {
  const row = await service.catalog.db
    .selectFrom('credentials')
    .selectAll()
    .where('secret_hash', '=', hashSecret(secret))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  const reach = row && parseReach(row.resource);
  if (!row || !reach || (row.expires_at !== null && row.expires_at <= new Date().toISOString()))
    return undefined;
  const credential: Credential = {
    kind: row.kind,
    id: row.id,
    accountId: row.account_id,
    scopes: JSON.parse(row.scopes) as Scope[],
    reach,
    rateLimitPerMinute: row.rate_limit_per_minute,
  };
  return { userId: row.user_id, credential };
}
