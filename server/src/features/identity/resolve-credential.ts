import type { Selectable } from 'kysely';
import type { Db, Statement } from '../../catalog/db.js';
import { preparedAndKept } from '../../catalog/prepared.js';
import { runTogether } from '../../catalog/run-together.js';
import type { Schema } from '../../catalog/schema.js';
import { ACCESS_TOKEN_PREFIX, type Audience, covers } from '../../core/audiences.js';
import { parseReach } from '../../core/reach.js';
import { type Scope, scopes } from '../../core/scopes.js';
import { hashSecret } from '../../core/secrets.js';
import {
  type LookedUpTable,
  PrefetchedTable,
  tableStatements,
} from '../../workbook/governance/prefetched-table.js';
import { placeOf } from '../access/require-workbook.js';
import type { Credential, WorkbookPlace } from '../caller.js';
import type { Service } from '../service.js';

const SESSION_REQUESTS_PER_MINUTE = 6000;

export interface Resolved {
  userId: string;
  credential: Credential;
  /** The named workbook if it exists, whether or not the credential may access it. */
  place: WorkbookPlace | undefined;
  prefetched: PrefetchedTable | undefined;
  /** The app that a user lets act for them; absent for every other credential. */
  app?: { name: string } | undefined;
}

/** What the path of a request names, to be looked up together with the credential. */
export interface NamedInPath {
  workbookId?: string | undefined;
  table?: string | undefined;
  /** The part of the service that is called: an app's token for another part opens nothing. */
  audience?: Audience;
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
  if (secret.startsWith(ACCESS_TOKEN_PREFIX))
    return await resolveAccessToken(service.catalog.db, secret, named);
  return secret.startsWith('svc_')
    ? await resolveSecret(service.catalog.db, hashSecret(secret), named)
    : await resolveSession(service, secret, named);
}

/** Resolves the credential of a signed link, whose signature stands for the secret; undefined as above. */
export async function resolveCredentialById(
  { catalog: { db } }: Service,
  id: string,
  named: NamedInPath,
): Promise<Resolved | undefined> {
  if (id.startsWith('ses_')) return await resolveOpenSession(db, id, named);
  const row = await db
    .selectFrom('credentials')
    .select('secret_hash')
    .where('id', '=', id)
    .executeTakeFirst();
  return row && (await resolveSecret(db, row.secret_hash, named));
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
  return claims && (await resolveOpenSession(service.catalog.db, claims.sessionId, named));
}

async function resolveOpenSession(db: Db, sessionId: string, named: NamedInPath) {
  const [[session], [place], ...found] = await runTogether(
    db,
    unrevokedSession(db, { sessionId }),
    placeForSession(db, { sessionId, workbookId: named.workbookId ?? '' }),
    ...prefetchStatements(db, named),
  );
  if (!session || isPast(session.expires_at)) return undefined;
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

const unrevokedSession = preparedAndKept((db, { sessionId }: { sessionId: string }) =>
  db
    .selectFrom('sessions')
    .select(['id', 'user_id', 'expires_at'])
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null),
);

const placeForSession = preparedAndKept(
  (db, { sessionId, workbookId }: { sessionId: string; workbookId: string }) => {
    const user = db.selectFrom('sessions').select('user_id').where('id', '=', sessionId);
    return placeOf(db, workbookId, user.$asScalar());
  },
);

async function resolveSecret(db: Db, secretHash: string, named: NamedInPath) {
  const [[row], [place], ...found] = await runTogether(
    db,
    unrevokedCredential(db, { secretHash }),
    placeForSecret(db, { secretHash, workbookId: named.workbookId ?? '' }),
    ...prefetchStatements(db, named),
  );
  const credential = row && (await credentialOf(db, row));
  return credential && { userId: row.user_id, credential, place, prefetched: prefetchedTable(named, found) };
}

/** An app's token does what its grant allows, or less, if the app asked for less. */
async function resolveAccessToken(db: Db, token: string, named: NamedInPath) {
  const tokenHash = hashSecret(token);
  const [[row], [place], ...found] = await runTogether(
    db,
    grantOfToken(db, { tokenHash }),
    placeForToken(db, { tokenHash, workbookId: named.workbookId ?? '' }),
    ...prefetchStatements(db, named),
  );
  const credential = row && !isPast(row.token_expires_at) && (await credentialOf(db, row));
  if (!credential) return undefined;
  const { aud, scope = '' } = JSON.parse(row.payload) as { aud?: string; scope?: string };
  if (!covers(aud, named.audience)) return undefined;
  const asked = scope.split(' ');
  return {
    userId: row.user_id,
    credential: { ...credential, scopes: credential.scopes.filter((held) => asked.includes(held)) },
    place,
    prefetched: prefetchedTable(named, found),
    app: { name: row.name ?? '' },
  };
}

/** Not when it was last used, which is written while it is used. */
const credentialColumns = [
  'id',
  'kind',
  'name',
  'user_id',
  'account_id',
  'scopes',
  'resource',
  'rate_limit_per_minute',
  'created_by',
  'expires_at',
  'revoked_at',
] as const;

const accessTokens = (db: Db) =>
  db
    .selectFrom('oauth_records')
    .innerJoin('credentials', 'credentials.id', 'oauth_records.grant_id')
    .where('oauth_records.kind', '=', 'AccessToken');

const grantOfToken = preparedAndKept((db, { tokenHash }: { tokenHash: string }) =>
  accessTokens(db)
    .select(credentialColumns.map((column) => `credentials.${column}` as const))
    .select(['oauth_records.payload', 'oauth_records.expires_at as token_expires_at'])
    .where('oauth_records.id_hash', '=', tokenHash)
    .where('credentials.revoked_at', 'is', null),
);

const placeForToken = preparedAndKept(
  (db, { tokenHash, workbookId }: { tokenHash: string; workbookId: string }) => {
    const user = accessTokens(db)
      .select('credentials.user_id')
      .where('oauth_records.id_hash', '=', tokenHash);
    return placeOf(db, workbookId, user.$asScalar());
  },
);

type CredentialRow = Pick<Selectable<Schema['credentials']>, (typeof credentialColumns)[number]>;

/** Undefined if it has ended, or one that issued it has. */
async function credentialOf(db: Db, row: CredentialRow): Promise<Credential | undefined> {
  const reach = parseReach(row.resource);
  if (!reach || hasEnded(row)) return undefined;
  // The chain of tokens and keys that minted it, nearest first; a session has none.
  const issuers = row.created_by.startsWith('ses_')
    ? []
    : await chainOfIssuers(db, { createdBy: row.created_by }).execute();
  // Revoking a credential revokes what it minted; this catches a credential minted at the same moment.
  if (issuers.some(hasEnded)) return undefined;
  return {
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
}

const unrevokedCredential = preparedAndKept((db, { secretHash }: { secretHash: string }) =>
  db
    .selectFrom('credentials')
    .select(credentialColumns)
    .where('secret_hash', '=', secretHash)
    .where('revoked_at', 'is', null),
);

const placeForSecret = preparedAndKept(
  (db, { secretHash, workbookId }: { secretHash: string; workbookId: string }) => {
    const user = db.selectFrom('credentials').select('user_id').where('secret_hash', '=', secretHash);
    return placeOf(db, workbookId, user.$asScalar());
  },
);

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
  return revoked_at !== null || (expires_at !== null && isPast(expires_at));
}

function isPast(at: string): boolean {
  return at <= new Date().toISOString();
}

const issuerColumns = ['id', 'created_by', 'rate_limit_per_minute', 'expires_at', 'revoked_at'] as const;

const chainOfIssuers = preparedAndKept((db, { createdBy }: { createdBy: string }) =>
  db
    .withRecursive('issuers', (cte) =>
      cte
        .selectFrom('credentials')
        .select(issuerColumns)
        .where('id', '=', createdBy)
        .unionAll(
          cte
            .selectFrom('credentials')
            .innerJoin('issuers', 'issuers.created_by', 'credentials.id')
            .select(issuerColumns.map((column) => `credentials.${column}` as const)),
        ),
    )
    .selectFrom('issuers')
    .selectAll(),
);
