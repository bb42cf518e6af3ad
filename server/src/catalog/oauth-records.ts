// The only writer of `oauth_records`. Secrets are stored as hashes only.
import { hashSecret } from '../core/secrets.js';
import type { Catalog } from './catalog.js';
import type { Db, Tx } from './db.js';
import { extendGrant } from './oauth-grants.js';
import type { OAuthRecordKind } from './schema.js';

type Payload = Record<string, unknown>;

interface NewRecord {
  kind: OAuthRecordKind;
  id: string;
  grantId: string | null;
  userCode: string | null;
  payload: Payload;
  expiresAt: string;
}

interface FoundRecord {
  payload: Payload;
  grantId: string | null;
  isConsumed: boolean;
  expiresAt: string;
}

/** Puts a record in place of the one with the same id. A grant lives as long as its tokens. */
export async function putOAuthRecord(catalog: Catalog, record: NewRecord): Promise<void> {
  const { kind, id, grantId, userCode, expiresAt } = record;
  const values = {
    kind,
    grant_id: grantId,
    user_code_hash: userCode === null ? null : hashSecret(userCode),
    payload: JSON.stringify(record.payload),
    expires_at: expiresAt,
  };
  await catalog.transaction(async (tx) => {
    await tx
      .insertInto('oauth_records')
      .values({ id_hash: hashSecret(id), consumed_at: null, ...values })
      .onConflict((oc) => oc.column('id_hash').doUpdateSet(values))
      .execute();
    const isToken = kind === 'AccessToken' || kind === 'RefreshToken';
    if (isToken && grantId !== null) await extendGrant(tx, grantId, expiresAt);
  });
}

/** Also an expired one. */
export async function findOAuthRecord(
  db: Db,
  kind: OAuthRecordKind,
  by: { id: string } | { userCode: string },
): Promise<FoundRecord | undefined> {
  const row = await db
    .selectFrom('oauth_records')
    .selectAll()
    .where('kind', '=', kind)
    .$call((query) =>
      'id' in by
        ? query.where('id_hash', '=', hashSecret(by.id))
        : query.where('user_code_hash', '=', hashSecret(by.userCode)),
    )
    .executeTakeFirst();
  return (
    row && {
      payload: JSON.parse(row.payload) as Payload,
      grantId: row.grant_id,
      isConsumed: row.consumed_at !== null,
      expiresAt: row.expires_at,
    }
  );
}

/** Of any number of uses of a code or token, at one time and on any node, exactly one is the first. */
export async function consumeOAuthRecord(
  catalog: Catalog,
  kind: OAuthRecordKind,
  id: string,
): Promise<boolean> {
  const consumed = await catalog.transaction((tx) =>
    tx
      .updateTable('oauth_records')
      .set({ consumed_at: new Date().toISOString() })
      .where('id_hash', '=', hashSecret(id))
      .where('kind', '=', kind)
      .where('consumed_at', 'is', null)
      .executeTakeFirst(),
  );
  return consumed.numUpdatedRows > 0n;
}

/** Stores what the user decided about a request that waits; false if another decision was faster. */
export async function decideOAuthRecord(
  tx: Tx,
  kind: OAuthRecordKind,
  by: { id: string } | { userCode: string },
  { decision, grantId }: { decision: Payload; grantId: string | null },
): Promise<boolean> {
  const found = await findOAuthRecord(tx, kind, by);
  if (!found) return false;
  const decided = await tx
    .updateTable('oauth_records')
    .set({
      payload: JSON.stringify({ ...found.payload, ...decision }),
      grant_id: grantId,
      user_code_hash: null,
    })
    .where('kind', '=', kind)
    .$call((query) =>
      'id' in by
        ? query.where('id_hash', '=', hashSecret(by.id))
        : query.where('user_code_hash', '=', hashSecret(by.userCode)),
    )
    .where('payload', '=', JSON.stringify(found.payload))
    .executeTakeFirst();
  return decided.numUpdatedRows > 0n;
}

export async function deleteOAuthRecord(catalog: Catalog, kind: OAuthRecordKind, id: string): Promise<void> {
  await catalog.transaction((tx) =>
    tx.deleteFrom('oauth_records').where('id_hash', '=', hashSecret(id)).where('kind', '=', kind).execute(),
  );
}

export function deleteOAuthRecordsExpiredBefore(db: Db, time: string) {
  return db.deleteFrom('oauth_records').where('expires_at', '<=', time);
}
