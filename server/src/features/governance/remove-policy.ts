import { say } from '@workbook-data-service/contract/messages';
import { type CommitOptions, change } from '../../catalog/change.js';
import { deletePolicy } from '../../catalog/governance-records.js';
import type { PolicyRule } from '../../core/policy.js';
import { problem } from '../../core/problems.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { governedName } from './governed-name.js';
import { lockPolicies } from './lock-policies.js';

interface RemovedPolicies {
  tag: string;
  removed: PolicyRule[];
  opId: number;
}

/** Removes the rule of a role, or every rule of the tag; the tag stays on its columns. */
export async function removePolicy(
  service: Service,
  caller: Caller,
  workbookId: string,
  input: { tag: string; role?: string | undefined; actor?: string | undefined },
  commit: CommitOptions,
): Promise<RemovedPolicies> {
  const tag = governedName('tag', input.tag, '/tag');
  const role = input.role === undefined ? undefined : governedName('role', input.role, '/role');
  return await change(
    service.catalog,
    caller,
    async (c) => {
      const before = await lockPolicies(c, workbookId, tag);
      const removed = before.filter((rule) => role === undefined || rule.role === role);
      if (removed.length === 0) throw noSuchRule(tag, role);
      for (const rule of removed) await deletePolicy(c, workbookId, rule);
      const opId = await c.op({
        workbookId,
        kind: 'policy.remove',
        actor: input.actor,
        operation: { operation: 'removePolicy', input: { tag, role } },
      });
      await c.audit({
        chain: workbookId,
        action: 'policy.removed',
        target: tag,
        detail: {
          op_id: opId,
          before: effectsByRole(before),
          after: effectsByRole(before.filter((rule) => !removed.includes(rule))),
        },
      });
      return { tag, removed, opId };
    },
    commit,
  );
}

function effectsByRole(rules: readonly PolicyRule[]): Record<string, string> {
  return Object.fromEntries(rules.map(({ role, effect }) => [role, effect]));
}

function noSuchRule(tag: string, role: string | undefined) {
  const forRole = role === undefined ? '' : ` for the role "${role}"`;
  return problem('not-found', say('tag-no-rule', { tag, role: forRole }), {
    fix: say('fix-policies'),
  });
}
