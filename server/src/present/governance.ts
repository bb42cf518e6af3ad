import { type Decision, type Influence, influenceOf, type PolicyRule } from '../core/policy.js';
import type { TaggedColumn } from '../features/governance/change-tags.js';
import type { Classification } from '../features/governance/list-classifications.js';
import type { TableAccess } from '../features/governance/preview-access.js';
import type { TagOnColumn, TagSource } from '../features/governance/tag-sources.js';
import { influenceWarning, warningFields } from './warnings.js';

export function taggedColumnBody({ table, column, tag, tags, opId }: TaggedColumn) {
  return { table: table.name, artifact_id: table.id, column, tag, tags, op_id: opId };
}

export function classificationBody({ table, column, ...tag }: Classification) {
  return {
    table: table.name,
    artifact_id: table.id,
    column: column.name,
    column_id: column.id,
    ...tagBody(tag),
  };
}

/** Includes the effect on influenced rows, even if it follows from the effect on the column. */
export function ruleBody(rule: PolicyRule) {
  const { tag, role, effect } = rule;
  return { tag, role, effect, influence: influenceOf(rule) };
}

const decidedBy = ({ rule }: Decision) => rule && ruleBody(rule);

export function accessBody({ table, roles, proposedRule, columns, influences, isSteward }: TableAccess) {
  const today = influences.map((one) => one.today);
  const proposed = influences.flatMap((one) => one.proposed ?? []);
  return {
    table: table.name,
    artifact_id: table.id,
    roles,
    proposed_rule: proposedRule && ruleBody(proposedRule),
    rows: rowsShown(today),
    proposed_rows: proposedRule && rowsShown(proposed),
    influences: influences.map((one) => ({
      tag: one.tag.tag,
      influence: influenceEffect(one.today),
      decided_by: decidedBy(one.today),
      proposed_influence: one.proposed && influenceEffect(one.proposed),
      inherited_from: isSteward ? one.tag.inheritedFrom.map(sourceBody) : null,
    })),
    ...warningFields(
      influences
        .filter((one) => influenceEffect(one.today) === 'allow')
        .map(({ tag }) => influenceWarning(table.name, tag.tag)),
    ),
    columns: columns.map(({ column, tags, today, proposed }) => ({
      column: column.name,
      column_id: column.id,
      type: column.type,
      tags: tags.map(tagBody),
      effect: today.effect,
      decided_by: decidedBy(today),
      proposed_effect: proposed?.effect ?? null,
      proposed_decided_by: proposed && decidedBy(proposed),
    })),
  };
}

/** A rule that allows a column has the effect `clear`, so `influenceOf` is never called for it. */
function influenceEffect({ effect, rule }: Decision): 'clear' | Influence {
  return effect === 'clear' || !rule ? 'clear' : (influenceOf(rule) ?? 'clear');
}

function rowsShown(decisions: Decision[]): 'shown' | 'withheld' {
  return decisions.some((one) => influenceEffect(one) === 'deny') ? 'withheld' : 'shown';
}

function sourceBody({ table, column }: TagSource) {
  return { table: table.name, artifact_id: table.id, column };
}

function tagBody({ tag, own, inheritedFrom }: TagOnColumn) {
  const sources = inheritedFrom.map(sourceBody);
  return { tag, own, inherited_from: sources.length > 0 ? sources : null };
}
