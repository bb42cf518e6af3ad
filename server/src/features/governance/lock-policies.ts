import type { Change } from '../../catalog/change.js';
import { lockWorkbook } from '../../catalog/workbook-records.js';
import type { PolicyRule } from '../../core/policy.js';

/** Locks the rules of a workbook until commit and returns those of a tag, for an exact record of the state before. */
export async function lockPolicies(c: Change, workbookId: string, tag: string): Promise<PolicyRule[]> {
  await lockWorkbook(c.tx, workbookId, c.at);
  return await c.tx
    .selectFrom('policies')
    .select(['tag', 'role', 'effect', 'influence'])
    .where('workbook_id', '=', workbookId)
    .where('tag', '=', tag)
    .orderBy('role')
    .execute();
}
