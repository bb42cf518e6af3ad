import type { Insertable } from 'kysely';
import type { Tx } from '../../catalog/db.js';
import { prepared } from '../../catalog/prepared.js';
import type { Schema } from '../../catalog/schema.js';
import type { QueryOutcome } from '../../workbook/reading/execute-query.js';
import { dropResultFiles } from '../../workbook/upkeep/drop-files.js';
import { payerOf } from '../billing/spend.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { type DroppedFiles, evictOldest } from './release-results.js';

const MB = 1024 * 1024;
const RESULT_MS = 24 * 60 * 60 * 1000;
/** Summing up the results of an account costs more than storing a small one, so only one in this many does. */
const SMALL_RESULTS_PER_CHECK = 64;

let smallResults = 0;

interface ResultToKeep {
  id: string;
  workbookId: string;
  caller: Caller;
  outcome: QueryOutcome;
}

/**
 * Stores a result for a day, and returns when it expires. The same transaction expires the oldest results of the
 * account if together they exceed its limit.
 */
export async function keepResult(service: Service, result: ResultToKeep): Promise<string> {
  const { outcome } = result;
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + RESULT_MS).toISOString();
  const rows = outcome.blob ? null : (outcome.page as string);
  const store = async (tx: Tx): Promise<DroppedFiles> => {
    const accountId = await payerOf(tx, result.workbookId);
    await insertResult(tx, {
      id: result.id,
      workbook_id: result.workbookId,
      user_id: result.caller.userId,
      account_id: accountId,
      blob_hash: outcome.blob?.hash ?? null,
      rows,
      bytes: outcome.blob?.size ?? Buffer.byteLength(rows ?? ''),
      columns: JSON.stringify(outcome.columns),
      row_count: outcome.rowCount,
      total_rows: outcome.totalRows,
      capped: outcome.capped ? 1 : 0,
      tables: JSON.stringify(outcome.tables.map(({ record, version }) => ({ id: record.id, version }))),
      policy_fingerprint: outcome.policyFingerprint,
      created_at: createdAt.toISOString(),
      expires_at: expiresAt,
    }).execute();
    if (!outcome.blob && ++smallResults % SMALL_RESULTS_PER_CHECK !== 0) return [];
    const maxBytes = service.config.accountResultsMb * MB;
    return await evictOldest(tx, { accountId, maxBytes, keep: result.id, now: createdAt });
  };
  // It has no events, which are looked for after commits that are announced.
  const dropped = await service.catalog.transaction(store, { isAnnounced: false });
  await dropResultFiles(service.data, dropped);
  return expiresAt;
}

const insertResult = prepared((tx, result: Insertable<Schema['results']>) =>
  tx.insertInto('results').values(result),
);
