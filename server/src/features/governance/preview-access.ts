import { say } from '@workbook-data-service/contract/messages';
import { ROWS } from '../../catalog/lineage.js';
import type { ColumnRecord, TableRecord } from '../../catalog/tables.js';
import {
  type Decision,
  decideColumn,
  EVERYBODY,
  type Influence,
  type PolicyRule,
  withRule,
} from '../../core/policy.js';
import { fieldError, problem } from '../../core/problems.js';
import { may } from '../../core/rights.js';
import { rolesOf } from '../../workbook/governance/governed-tables.js';
import { policyRules } from '../../workbook/governance/policy-rules.js';
import { rightsTo } from '../access/require-workbook.js';
import type { Caller } from '../caller.js';
import type { TablePlace } from '../places.js';
import type { Service } from '../service.js';
import { governedName } from './governed-name.js';
import { knownColumns } from './steward-column.js';
import { type TagOnColumn, TagSources } from './tag-sources.js';

interface AccessInput {
  /** The roles to preview, separated by commas; defaults to the caller's own. */
  role?: string | undefined;
  /** The proposed rule; `tag` and `effect` are given together or not at all. */
  tag?: string | undefined;
  effect?: PolicyRule['effect'] | undefined;
  influence?: Influence | undefined;
  /** The role that the proposed rule is for. */
  ruleRole?: string | undefined;
}

interface ColumnAccess {
  column: ColumnRecord;
  tags: TagOnColumn[];
  today: Decision;
  /** With the proposed rule; null if there is none. */
  proposed: Decision | null;
}

/** How the rows are treated because columns with a tag influenced them. */
interface InfluenceAccess {
  tag: TagOnColumn;
  today: Decision;
  proposed: Decision | null;
}

export interface TableAccess {
  table: TableRecord;
  roles: string[];
  proposedRule: PolicyRule | null;
  columns: ColumnAccess[];
  influences: InfluenceAccess[];
  /** Whether the caller may know of every column, including those that the influences come from. */
  isSteward: boolean;
}

/** What roles see of a table today, and what they would see under a proposed rule. Changes nothing. */
export async function previewAccess(
  service: Service,
  caller: Caller,
  place: TablePlace,
  input: AccessInput,
): Promise<TableAccess> {
  const { db } = service.catalog;
  const { workbookId } = place;
  const table = await service.data.as(caller).describe(workbookId, place.table);
  const rights = await rightsTo(service, caller, workbookId);
  caller.trace?.record(workbookId, table.record.id);
  const named = input.role?.split(',').map((role) => governedName('role', role, '/role'));
  const proposedRule = readProposedRule(input, named);
  const roles = new Set(named ?? (await rolesOf(db, caller, workbookId)));
  const rules = await policyRules(db, { workbookId }).execute();
  const proposedRules = proposedRule && withRule(rules, proposedRule);
  const tags = await (await TagSources.load(db, workbookId)).tagsOf(table.record.id);
  const decide = (names: string[]) => ({
    today: decideColumn(names, roles, rules),
    proposed: proposedRules && decideColumn(names, roles, proposedRules),
  });
  const columns = (await knownColumns(db, rights, table)).map((column): ColumnAccess => {
    const onColumn = tags.get(column.id) ?? [];
    return { column, tags: onColumn, ...decide(onColumn.map(({ tag }) => tag)) };
  });
  const influences = (tags.get(ROWS) ?? []).map((tag): InfluenceAccess => ({ tag, ...decide([tag.tag]) }));
  const isSteward = rights !== undefined && may(rights, 'governance:configure');
  return { table: table.record, roles: [...roles].sort(), proposedRule, columns, influences, isSteward };
}

/** Without a `ruleRole`, the rule is for the previewed role if there is exactly one, or else for everybody. */
function readProposedRule(input: AccessInput, named: string[] | undefined): PolicyRule | null {
  const { tag, effect, influence, ruleRole } = input;
  if ([tag, effect, influence, ruleRole].every((one) => one === undefined)) return null;
  if (tag === undefined || effect === undefined) {
    const missing = tag === undefined ? 'tag' : 'effect';
    throw problem('invalid-request', say('tried-rule', { missing }), {
      fix: say('fix-tried-rule'),
      members: { errors: [fieldError(`/${missing}`, say('required-to-try-rule'))] },
    });
  }
  const [only, another] = named ?? [];
  const role = ruleRole ?? (another === undefined ? only : undefined) ?? EVERYBODY;
  return {
    tag: governedName('tag', tag, '/tag'),
    role: governedName('role', role, '/rule_role'),
    effect,
    influence,
  };
}
