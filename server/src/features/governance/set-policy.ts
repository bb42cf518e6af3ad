import { say } from '@workbook-data-service/contract/messages';
import { type Change, type CommitOptions, change } from '../../catalog/change.js';
import { putPolicy } from '../../catalog/governance-records.js';
import { influenceOf, type PolicyRule } from '../../core/policy.js';
import { fieldError, problem } from '../../core/problems.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { governedName } from './governed-name.js';
import { lockPolicies } from './lock-policies.js';

interface SetPolicy {
  rule: PolicyRule;
  /** The number of columns with the tag itself, not by inheritance. */
  taggedColumns: number;
  /** Null if the same rule already existed. */
  opId: number | null;
}

/** Sets what a role sees of columns with a tag, replacing the rule for that role and tag. */
export async function setPolicy(
  service: Service,
  caller: Caller,
  workbookId: string,
  input: PolicyRule & { actor?: string | null | undefined },
  commit: CommitOptions,
): Promise<SetPolicy> {
  const { effect, influence = null, actor } = input;
  if (effect === 'allow' && influence !== null) throw influenceOfExemption();
  const tag = governedName('tag', input.tag, '/tag');
  const role = governedName('role', input.role, '/role');
  return await change(
    service.catalog,
    caller,
    async (c) => {
      const before = await lockPolicies(c, workbookId, tag);
      const rule: PolicyRule = { tag, role, effect, influence };
      const replaced = before.find((one) => one.role === role);
      const isSame = replaced?.effect === effect && influenceOf(replaced) === influenceOf(rule);
      const opId = isSame
        ? null
        : await c.op({
            workbookId,
            kind: 'policy.set',
            actor,
            operation: { operation: 'setPolicy', input: { tag, role, effect, influence } },
          });
      await putPolicy(c, workbookId, rule);
      await c.audit({
        chain: workbookId,
        action: 'policy.set',
        target: tag,
        detail: {
          op_id: opId,
          role,
          before: replaced?.effect ?? null,
          after: effect,
          influence_before: replaced ? influenceOf(replaced) : null,
          influence_after: influenceOf(rule),
        },
      });
      return { rule, taggedColumns: await countTagged(c, workbookId, tag), opId };
    },
    commit,
  );
}

function influenceOfExemption() {
  return problem('invalid-request', say('rule-influence'), {
    fix: say('fix-rule-influence'),
    members: { errors: [fieldError('/influence', say('influence-effects'))] },
  });
}

/** Reported so that a rule for a misspelt tag is noticed at once. */
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
