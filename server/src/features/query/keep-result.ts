import type { Service } from '../../service.js';
import type { QueryOutcome } from '../../workbook/run-query.js';
import type { Caller } from '../caller.js';

const RESULT_MS = 24 * 60 * 60 * 1000;

export interface ResultToKeep {
  id: string;
  workbookId: string;
  caller: Caller;
  outcome: QueryOutcome;
}

/** Keeps a result for a day, and returns when it expires. */
export async function keepResult(service: Service, result: ResultToKeep): Promise<string> {
  const { outcome } = result;
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + RESULT_MS).toISOString();
  await service.catalog.db
    .insertInto('results')
    .values({
      id: result.id,
      workbook_id: result.workbookId,
      user_id: result.caller.userId,
      blob_hash: outcome.blob?.hash ?? null,
      rows: outcome.blob ? null : (outcome.page as string),
      columns: JSON.stringify(outcome.columns),
      row_count: outcome.rowCount,
      total_rows: outcome.totalRows,
      capped: outcome.capped ? 1 : 0,
      tables: JSON.stringify(outcome.tables.map(({ row, version }) => ({ id: row.id, version }))),
      policy_fingerprint: outcome.policyFingerprint,
      created_at: createdAt.toISOString(),
      expires_at: expiresAt,
    })
    .execute();
  return expiresAt;
}
