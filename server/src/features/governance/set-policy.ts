import { type Change, change } from '../../catalog/change.js';
import type { PolicyRule } from '../../core/policy.js';
import type { Service } from '../../service.js';
import type { Caller } from '../caller.js';
import { governedName } from './governed-name.js';
import { holdPolicies } from './hold-policies.js';

export interface SetPolicy {
  rule: PolicyRule;
  /** On how many columns the tag stands itself. */
  taggedColumns: number;
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
    return { rule: { tag, role, effect }, taggedColumns: await countTagged(c, workbookId, tag), opId };
  });
}

/** So that a rule for a misspelt tag shows at once. */
async function countTagged(c: Change, workbookId: string, tag: string): Promise<number> {
  const { tagged } = await c.tx
    .selectFrom('column_tags')
    .innerJoin('tables', 'tables.id', 'column_tags.table_id')
    .select((eb) => eb.fn.countAll().as('tagged'))
    .where('tables.workbook_id', '=', workbookId)
    .where('column_tags.tag', '=', tag)
    .executeTakeFirstOrThrow();
  return Number(tagged);
}
