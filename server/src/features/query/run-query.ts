import { newId } from '../../core/ids.js';
import { problem } from '../../core/problems.js';
import type { Service } from '../../service.js';
import type { QueryOutcome } from '../../workbook/run-query.js';
import type { PageFormat, Parameters } from '../../workbook/workbook-data.js';
import type { Caller } from '../caller.js';
import { parseEditVersion } from '../tables/as-of.js';

export interface QueryInput {
  workbookId: string;
  sql: string;
  params?: Parameters | undefined;
  format?: PageFormat | undefined;
  limit?: number | undefined;
  timeoutMs?: number | null | undefined;
  asOf?: string | number | null | undefined;
}

export interface QueryResult extends QueryOutcome {
  id: string;
  format: PageFormat;
  limit: number;
  elapsedMs: number;
  expiresAt: string;
}

const RESULT_MS = 24 * 60 * 60 * 1000;
const DEFAULT_PAGE = 1000;

/** Runs a statement and keeps its result for a day under an id of its own. */
export async function runQuery(service: Service, caller: Caller, input: QueryInput): Promise<QueryResult> {
  const startedAt = performance.now();
  const format = input.format ?? 'json';
  const limit = input.limit ?? DEFAULT_PAGE;
  const outcome = await service.data.query(caller, {
    workbookId: input.workbookId,
    sql: input.sql,
    parameters: input.params ?? [],
    limit,
    format,
    deadlineMs: deadline(service, input.timeoutMs),
    asOf: input.asOf == null ? undefined : parseEditVersion(String(input.asOf)),
  });
  const id = newId('res');
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + RESULT_MS).toISOString();
  await service.catalog.db
    .insertInto('results')
    .values({
      id,
      workbook_id: input.workbookId,
      user_id: caller.userId,
      blob_hash: outcome.blob?.hash ?? null,
      rows: outcome.blob ? null : (outcome.page as string),
      columns: JSON.stringify(outcome.columns),
      row_count: outcome.rowCount,
      capped: outcome.capped ? 1 : 0,
      tables: JSON.stringify(outcome.tables.map(({ row, version }) => ({ id: row.id, version }))),
      policy_fingerprint: outcome.policyFingerprint,
      created_at: createdAt.toISOString(),
      expires_at: expiresAt,
    })
    .execute();
  return { ...outcome, id, format, limit, elapsedMs: performance.now() - startedAt, expiresAt };
}

/** A caller may ask for less time than the service allows, not for more. */
function deadline(service: Service, timeoutMs: number | null | undefined): number {
  const most = service.config.queryTimeoutMs;
  if (timeoutMs == null) return most;
  if (timeoutMs <= most) return timeoutMs;
  throw problem('invalid-request', `timeout_ms is at most ${most} on this service.`, {
    members: { errors: [{ path: '/timeout_ms', message: `must be <= ${most}` }] },
  });
}
