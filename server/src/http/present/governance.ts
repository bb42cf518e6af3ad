import type { Classification } from '../../features/governance/list-classifications.js';
import type { TableAccess } from '../../features/governance/preview-access.js';
import type { TaggedColumn } from '../../features/governance/tag-column.js';
import type { TagOnColumn } from '../../features/governance/tag-sources.js';

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

export function accessBody({ table, roles, proposedRule, columns }: TableAccess) {
  return {
    table: table.name,
    artifact_id: table.id,
    roles,
    proposed_rule: proposedRule,
    columns: columns.map(({ column, tags, today, proposed }) => ({
      column: column.name,
      column_id: column.id,
      type: column.type,
      tags: tags.map(tagBody),
      effect: today.effect,
      decided_by: today.rule,
      proposed_effect: proposed?.effect ?? null,
      proposed_decided_by: proposed?.rule ?? null,
    })),
  };
}

function tagBody({ tag, own, inheritedFrom }: TagOnColumn) {
  const sources = inheritedFrom.map(({ table, column }) => ({
    table: table.name,
    artifact_id: table.id,
    column,
  }));
  return { tag, own, inherited_from: sources.length > 0 ? sources : null };
}
