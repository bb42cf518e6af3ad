import type { Db, Statement } from '../../catalog/db.js';
import { runTogether } from '../../catalog/run-together.js';
import { parseReach } from '../../core/reach.js';
import { type Scope, scopes } from '../../core/scopes.js';
import { hashSecret } from '../../core/secrets.js';
import {
  type LookedUpTable,
  PrefetchedTable,
  tableStatements,
} from '../../workbook/governance/prefetched-table.js';
import type { Credential, WorkbookPlace } from '../caller.js';
import type { Service } from '../service.js';
import { placeOf } from '../workbooks/require-workbook.js';

const SESSION_REQUESTS_PER_MINUTE = 6000;

interface Resolved {
  userId: string;
  credential: Credential;
  /** The named workbook if it exists, whether or not the credential may access it. */
  place: WorkbookPlace | undefined;
  prefetched: PrefetchedTable | undefined;
}

/** What the path of a request names, to be looked up together with the credential. */
export interface NamedInPath {
  workbookId?: string | undefined;
  table?: string | undefined;
}

/**
 * Resolves a bearer secret; undefined if it is unknown, expired or revoked. The workbook and table that the request
 * names are looked up in the same round trip.
 */
export async function resolveCredential(
  service: Service,
  secret: string,
  named: NamedInPath,
): Promise<Resolved | undefined> {
  return secret.startsWith('svc_')
    ? await resolveSecret(service.catalog.db, secret, named)
    : await resolveSession(service, secret, named);
}

/** No statements if the path names no table. */
function prefetchStatements(db: Db, { workbookId, table }: NamedInPath): readonly Statement[] {
  return workbookId !== undefined && table !== undefined ? tableStatements(db, workbookId, table) : [];
}

function prefetchedTable(
  { workbookId, table }: NamedInPath,
  found: unknown[][],
): PrefetchedTable | undefined {
  if (found.length === 0) return undefined;
  return new PrefetchedTable(workbookId as string, table as string, found as unknown as LookedUpTable);
}

async function resolveSession(service: Service, token: string, named: NamedInPath) {
  const claims = await service.sessionTokens.verify(token);
  if (!claims) return undefined;
  const { db } = service.catalog;
  const sessions = db.selectFrom('sessions').where('id', '=', claims.sessionId);
  const [[session], [place], ...found] = await runTogether(
    db,
    sessions
      .select(['id', 'user_id'])
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', new Date().toISOString()),
    placeOf(db, named.workbookId ?? '', sessions.select('user_id').$asScalar()),
    ...prefetchStatements(db, named),
  );
  if (!session) return undefined;
  const credential: Credential = {
    kind: 'session',
    id: session.id,
    accountId: null,
    scopes,
    reach: { kind: 'account' },
    rateLimitPerMinute: SESSION_REQUESTS_PER_MINUTE,
    expiresAt: null,
    issuers: [],
  };
  return { userId: session.user_id, credential, place, prefetched: prefetchedTable(named, found) };
}

async function resolveSecret(db: Db, secret: string, named: NamedInPath) {
  const credentials = db.selectFrom('credentials').where('secret_hash', '=', hashSecret(secret));
  const [[row], [place], ...found] = await runTogether(
    db,
    credentials.selectAll().where('revoked_at', 'is', null),
    placeOf(db, named.workbookId ?? '', credentials.select('user_id').$asScalar()),
    ...prefetchStatements(db, named),
  );
  const reach = row && parseReach(row.resource);
  if (!row || !reach || hasEnded(row)) return undefined;
  const issuers = await issuersOf(db, row.created_by);
  // Revoking a credential revokes what it minted; this catches a credential minted at the same moment.
  if (issuers.some(hasEnded)) return undefined;
  const credential: Credential = {
    kind: row.kind,
    id: row.id,
    accountId: row.account_id,
    scopes: JSON.parse(row.scopes) as Scope[],
    reach,
    rateLimitPerMinute: row.rate_limit_per_minute,
    expiresAt: row.expires_at,
    issuers: issuers.map(({ id, rate_limit_per_minute }) => ({
      id,
      rateLimitPerMinute: rate_limit_per_minute,
    })),
  };
  return { userId: row.user_id, credential, place, prefetched: prefetchedTable(named, found) };
}

/** Whether a credential that was resolved before, or one that issued it, has not ended since. */
export async function isStillValid(db: Db, { kind, id, issuers }: Credential): Promise<boolean> {
  const ids = [id, ...issuers.map((issuer) => issuer.id)];
  const found = await db
    .selectFrom(kind === 'session' ? 'sessions' : 'credentials')
    .select(['revoked_at', 'expires_at'])
    .where('id', 'in', ids)
    .execute();
  return found.length === ids.length && !found.some(hasEnded);
}

function hasEnded({
  revoked_at,
  expires_at,
}: {
  revoked_at: string | null;
  expires_at: string | null;
}): boolean {
  return revoked_at !== null || (expires_at !== null && expires_at <= new Date().toISOString());
}

/** The chain of tokens and keys that minted a credential, nearest first; empty if a session did. */
async function issuersOf(db: Db, createdBy: string) {
  if (createdBy.startsWith('ses_')) return [];
  const columns = ['id', 'created_by', 'rate_limit_per_minute', 'expires_at', 'revoked_at'] as const;
  return await db
    .withRecursive('issuers', (cte) =>
      cte
        .selectFrom('credentials')
        .select(columns)
        .where('id', '=', createdBy)
        .unionAll(
          cte
            .selectFrom('credentials')
            .innerJoin('issuers', 'issuers.created_by', 'credentials.id')
            .select(columns.map((column) => `credentials.${column}` as const)),
        ),
    )
    .selectFrom('issuers')
    .selectAll()
    .execute();
}
