import type { Db, Tx } from './db.js';

export interface StoredAnswer {
  requestHash: string;
  /** Sealed by the edge, so that the catalog never contains the secrets of an answer in clear text. */
  answer: string;
}

export async function findAnswer(
  db: Db,
  credentialId: string,
  key: string,
  now: string,
): Promise<StoredAnswer | undefined> {
  const row = await db
    .selectFrom('idempotency_answers')
    .select(['request_hash', 'answer'])
    .where('credential_id', '=', credentialId)
    .where('key', '=', key)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row && { requestHash: row.request_hash, answer: row.answer };
}

/** Fails with a unique violation if another node has committed an answer for the same key. */
export async function insertAnswer(
  tx: Tx,
  entry: {
    credentialId: string;
    key: string;
    requestHash: string;
    answer: string;
    now: string;
    expiresAt: string;
  },
): Promise<void> {
  await tx
    .deleteFrom('idempotency_answers')
    .where('credential_id', '=', entry.credentialId)
    .where('key', '=', entry.key)
    .where('expires_at', '<=', entry.now)
    .execute();
  await tx
    .insertInto('idempotency_answers')
    .values({
      credential_id: entry.credentialId,
      key: entry.key,
      request_hash: entry.requestHash,
      answer: entry.answer,
      expires_at: entry.expiresAt,
    })
    .execute();
}
