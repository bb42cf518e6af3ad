import { type CommitOptions, change } from '../../catalog/change.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import type { RunOutcome } from './run-tables.js';

/**
 * Ends a request that ran several transforms, each in a transaction of its own: audits the outcome of all, and stores
 * the answer for a repeated request.
 */
export async function recordOutcome<Answer>(
  service: Service,
  caller: Caller,
  workbookId: string,
  { recomputed, failed, skipped }: RunOutcome,
  answer: Answer,
  commit: CommitOptions,
): Promise<Answer> {
  return await change(
    service.catalog,
    caller,
    async (c) => {
      await c.audit({
        chain: workbookId,
        action: 'transforms.recomputed',
        target: workbookId,
        detail: {
          recomputed: recomputed.map(({ table }) => table),
          failed: failed.map(({ table }) => table),
          skipped: skipped.map(({ table }) => table),
        },
      });
      return answer;
    },
    commit,
  );
}
