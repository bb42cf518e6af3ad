import type { Insertable } from 'kysely';
import type { Db, Tx } from './db.js';
import { prepared } from './prepared.js';
import { runTogether } from './run-together.js';
import type { Schema } from './schema.js';

interface StoredAnswer {
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
  const [row] = await keptAnswer(db, { credentialId, key, now }).execute();
  return row && { requestHash: row.request_hash, answer: row.answer };
}

interface KeyAtTime {
  credentialId: string;
  key: string;
  now: string;
}

const keptAnswer = prepared((db, { credentialId, key, now }: KeyAtTime) =>
  db
    .selectFrom('idempotency_answers')
    .select(['request_hash', 'answer'])
    .where('credential_id', '=', credentialId)
    .where('key', '=', key)
    .where('expires_at', '>', now),
);

/** Fails with a unique violation if another node has committed an answer for the same key. */
export async function insertAnswer(
  tx: Tx,
  {
    credentialId,
    key,
    now,
    requestHash,
    answer,
    expiresAt,
  }: KeyAtTime & StoredAnswer & { expiresAt: string },
): Promise<void> {
  await runTogether(
    tx,
    deleteExpired(tx, { credentialId, key, now }),
    insertKept(tx, {
      credential_id: credentialId,
      key,
      request_hash: requestHash,
      answer,
      expires_at: expiresAt,
    }),
  );
}

const deleteExpired = prepared((tx, { credentialId, key, now }: KeyAtTime) =>
  tx
    .deleteFrom('idempotency_answers')
    .where('credential_id', '=', credentialId)
    .where('key', '=', key)
    .where('expires_at', '<=', now),
);

const insertKept = prepared((tx, kept: Insertable<Schema['idempotency_answers']>) =>
  tx.insertInto('idempotency_answers').values(kept),
);
