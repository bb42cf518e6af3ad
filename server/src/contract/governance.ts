import { Type } from '@sinclair/typebox';
import { ColumnParams } from './columns.js';
import { Actor, ActorText, Cursor, limit, NextCursor, nullable, strictObject, textEnum } from './common.js';

const tagText = { minLength: 1, maxLength: 120, description: '1 to 120 characters; case does not count' };
const roleText = {
  minLength: 1,
  maxLength: 120,
  description: '1 to 120 characters, no comma; case does not count. `*` is everybody.',
};
const RuleEffect = textEnum(['mask', 'deny', 'allow']);
const ColumnEffect = textEnum(['clear', 'mask', 'deny'], {
  description: 'As it is, as NULL, or as if there were no such column',
});

const Rule = Type.Object({ tag: Type.String(), role: Type.String(), effect: RuleEffect });

export const TagColumnRequest = strictObject({ tag: Type.String(tagText), actor: Actor });
export const TagParams = Type.Object({ ...ColumnParams.properties, tag: Type.String() });
export const UntagQuery = Type.Object({ actor: ActorText });
const OpId = Type.Integer();
const OpIdIfChanged = nullable(Type.Integer({ description: 'Null where nothing changed' }));
export const TaggedColumn = Type.Object({
  table: Type.String(),
  artifact_id: Type.String(),
  column: Type.String(),
  tag: Type.String({ description: 'In the form in which it is kept' }),
  tags: Type.Array(Type.String(), { description: 'On the column itself, after the change' }),
  op_id: OpIdIfChanged,
});

export const GovernanceListQuery = Type.Object({ limit: limit(500), cursor: Cursor });

const TagSources = nullable(
  Type.Array(
    Type.Object({
      table: Type.String(),
      artifact_id: Type.String(),
      column: nullable(Type.String({ description: 'Null where it was dropped since' })),
    }),
    { description: 'The tagged columns that the column is computed from' },
  ),
);
const own = Type.Boolean({ description: 'Whether the tag stands on the column itself' });

export const ClassificationList = Type.Object({
  classifications: Type.Array(
    Type.Object({
      table: Type.String(),
      artifact_id: Type.String(),
      column: Type.String(),
      tag: Type.String(),
      own,
      inherited_from: TagSources,
    }),
  ),
  next_cursor: NextCursor,
});

export const PolicyList = Type.Object({ policies: Type.Array(Rule), next_cursor: NextCursor });
export const PolicyParams = Type.Object({ workbook_id: Type.String(), tag: Type.String() });
export const SetPolicyRequest = strictObject({
  role: Type.Optional(Type.String({ ...roleText, default: '*' })),
  effect: RuleEffect,
  actor: Actor,
});
export const Policy = Type.Composite([Rule, Type.Object({ op_id: OpIdIfChanged })]);
export const RemovePolicyQuery = Type.Object({
  role: Type.Optional(Type.String({ description: 'Every rule of the tag where absent' })),
  actor: ActorText,
});
export const RemovedPolicies = Type.Object({
  tag: Type.String(),
  removed: Type.Array(Rule),
  op_id: OpId,
});

export const AccessQuery = Type.Object({
  role: Type.Optional(
    Type.String({
      description: "Whose eyes: a role, or several with commas between them; absent, the caller's own",
    }),
  ),
  tag: Type.Optional(Type.String({ description: 'Of a rule to try, together with `effect`' })),
  effect: Type.Optional(RuleEffect),
  rule_role: Type.Optional(
    Type.String({ description: 'Whom the rule is for; absent, the one `role` that looks, else `*`' }),
  ),
});
export const TableAccess = Type.Object({
  table: Type.String(),
  artifact_id: Type.String(),
  roles: Type.Array(Type.String()),
  proposed_rule: nullable(Rule),
  columns: Type.Array(
    Type.Object({
      column: Type.String(),
      type: Type.String(),
      tags: Type.Array(Type.Object({ tag: Type.String(), own, inherited_from: TagSources })),
      effect: ColumnEffect,
      decided_by: nullable(Rule),
      proposed_effect: nullable(ColumnEffect),
      proposed_decided_by: nullable(Rule),
    }),
  ),
});
