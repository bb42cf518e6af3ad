import { say } from '@workbook-data-service/contract/messages';
import { newId } from '../../core/ids.js';
import { fieldError, problem } from '../../core/problems.js';
import { executeQuery, type Parameters, type QueryOutcome } from '../../workbook/reading/execute-query.js';
import { discardPage, type PageFormat } from '../../workbook/reading/take-page.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { pinsAsOf } from '../tables/as-of.js';
import { keepResult } from './keep-result.js';

interface QueryInput {
  workbookId: string;
  sql: string;
  params?: Parameters | undefined;
  format: PageFormat;
  limit: number;
  /** The most bytes of the page, if less than the service allows. */
  maxBytes?: number | undefined;
  timeoutMs?: number | null | undefined;
  asOf?: string | number | null | undefined;
}

export interface QueryResult extends QueryOutcome {
  id: string;
  format: PageFormat;
  elapsedMs: number;
  expiresAt: string;
}

/** Runs a statement and stores its result for a day. */
export async function runQuery(service: Service, caller: Caller, input: QueryInput): Promise<QueryResult> {
  const startedAt = performance.now();
  const { format, limit } = input;
  const outcome = await executeQuery(service.data.as(caller), {
    workbookId: input.workbookId,
    sql: input.sql,
    parameters: input.params ?? [],
    limit,
    format,
    maxBytes: input.maxBytes,
    deadlineMs: deadline(service, input.timeoutMs),
    asOf: input.asOf == null ? undefined : await pinsAsOf(service, input.workbookId, String(input.asOf)),
  });
  const id = newId('res');
  try {
    const expiresAt = await keepResult(service, { id, workbookId: input.workbookId, caller, outcome });
    return { ...outcome, id, format, elapsedMs: performance.now() - startedAt, expiresAt };
  } catch (error) {
    discardPage(outcome.page);
    throw error;
  }
}

/** A caller may shorten the timeout of the service, not extend it. */
function deadline(service: Service, timeoutMs: number | null | undefined): number {
  const most = service.config.queryTimeoutMs;
  if (timeoutMs == null) return most;
  if (timeoutMs <= most) return timeoutMs;
  throw problem('invalid-request', say('timeout-limit', { max: most }), {
    members: { errors: [fieldError('/timeout_ms', say('field-limit', { comparison: '<=', limit: most }))] },
  });
}
