import { change } from '../../catalog/change.js';
import type { PolicyRule } from '../../core/policy.js';
import type { Service } from '../../service.js';
import type { Caller } from '../caller.js';
import { governedName } from './governed-name.js';
import { holdPolicies } from './hold-policies.js';

export interface SetPolicy {
  rule: PolicyRule;
  /** Null where the rule was there already. */
  opId: number | null;
}

/** Sets what a role sees of columns with a tag, in place of the rule that was there for the two. */
export async function setPolicy(
  service: Service,
  caller: Caller,
  workbookId: string,
  input: PolicyRule & { actor?: string | null | undefined },
): Promise<SetPolicy> {
  const { effect, actor } = input;
  const tag = governedName('tag', input.tag, '/tag');
  const role = governedName('role', input.role, '/role');
  return await change(service.catalog, caller, async (c) => {
    const before = await holdPolicies(c, workbookId, tag);
    const replaced = before.find((rule) => rule.role === role)?.effect ?? null;
    const opId =
      replaced === effect
        ? null
        : await c.op({
            workbookId,
            kind: 'policy.set',
            actor,
            request: {
              method: 'PUT',
              path: `policies/${encodeURIComponent(tag)}`,
              body: { role, effect },
            },
          });
    await c.tx
      .insertInto('policies')
      .values({ workbook_id: workbookId, tag, role, effect })
      .onConflict((oc) => oc.columns(['workbook_id', 'tag', 'role']).doUpdateSet({ effect }))
      .execute();
    await c.audit({
      chain: workbookId,
      action: 'policy.set',
      target: tag,
      detail: { op_id: opId, role, before: replaced, after: effect },
    });
    return { rule: { tag, role, effect }, opId };
  });
}
