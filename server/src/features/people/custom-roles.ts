import { say } from '@workbook-data-service/contract/messages';
import type { Tx } from '../../catalog/db.js';
import { problem } from '../../core/problems.js';
import type { WorkspaceRecord } from '../access/enter-workspace.js';
import type { Caller } from '../caller.js';
import { governedName } from '../governance/governed-name.js';
import { actsAsOwner } from './account-owner.js';

/** Requested custom roles, which column policies refer to, in the form in which they are stored; each once. */
export function customRoles(given: readonly string[]): string[] {
  return [...new Set(given.map((role, i) => governedName('custom role', role, `/roles/${i}`)))];
}

/**
 * Refuses anybody but the owner of the account to give or take away roles that a policy of the workspace names: either may
 * show somebody what the policy hides from them, an admin who does it to themselves included.
 */
export async function refuseGovernedRoles(
  tx: Tx,
  caller: Caller,
  workspace: Pick<WorkspaceRecord, 'id' | 'account_id'>,
  { before, after }: { before: readonly string[]; after: readonly string[] },
): Promise<void> {
  const changed = [
    ...after.filter((role) => !before.includes(role)),
    ...before.filter((role) => !after.includes(role)),
  ];
  if (changed.length === 0 || (await actsAsOwner(tx, caller, workspace.account_id))) return;
  const governed = await tx
    .selectFrom('policies')
    .innerJoin('workbooks', 'workbooks.id', 'policies.workbook_id')
    .select('policies.role')
    .where('workbooks.workspace_id', '=', workspace.id)
    .where('policies.role', 'in', changed)
    .limit(1)
    .executeTakeFirst();
  if (governed)
    throw problem('forbidden', say('role-governed', { role: governed.role }), {
      fix: say('fix-role-governed'),
    });
}
