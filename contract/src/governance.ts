import { Type } from '@sinclair/typebox';
import { ColumnParams } from './columns.js';
import {
  Actor,
  ActorText,
  Cursor,
  LONGEST_NAME,
  LONGEST_URL,
  limit,
  NextCursor,
  nullable,
  strictObject,
  textEnum,
  WorkbookId,
} from './common.js';
import { withDefault } from './defaults.js';
import { WarningMessages } from './message-fields.js';

const tagText = { minLength: 1, maxLength: 120, description: '1 to 120 characters; case-insensitive' };
const roleText = {
  minLength: 1,
  maxLength: 120,
  description: '1 to 120 characters, no comma; case-insensitive. `*` is everybody.',
};
const RuleEffect = textEnum(['mask', 'deny', 'allow'], {
  description:
    '`mask`: every cell is NULL. `deny`: there is no such column. `allow`: the rule of `*` does not apply to the role.',
});
const Influence = textEnum(['allow', 'deny'], {
  description:
    'What people who may not see the column see of derived tables whose rows it selected, joined, grouped, ordered or numbered. `deny`: the rows are withheld. `allow`: they are shown with a warning.',
});
const ColumnEffect = textEnum(['clear', 'mask', 'deny'], {
  description: 'As it is, as NULL, or as if there were no such column',
});

const tableName = Type.String({ description: "The table's current name" });
const columnName = Type.String({ description: "The column's current name" });
const columnId = Type.String({
  description: 'Stays when the column is renamed; the audit log names columns by it',
});
const artifactId = Type.String({ description: "The table's id, which stays when it is renamed" });
const keptTag = Type.String({ description: 'A tag, in lower case as it is stored' });

export const Rule = Type.Object({
  tag: keptTag,
  role: Type.String({ description: 'Whom the rule is for; `*` is everybody' }),
  effect: RuleEffect,
  influence: nullable(Influence),
});

export const TagColumnRequest = strictObject({ tag: Type.String(tagText), actor: Actor });
export const TagParams = Type.Object({
  ...ColumnParams.properties,
  tag: Type.String({ maxLength: LONGEST_NAME, description: 'Case-insensitive; percent-encode it' }),
});
export const UntagQuery = Type.Object({ actor: ActorText });
const OpId = Type.Integer({ description: 'The op of the change, as GET …/ops lists it' });
const OpIdIfChanged = nullable(Type.Integer({ description: 'Null where nothing changed' }));
export const TaggedColumn = Type.Object({
  table: tableName,
  artifact_id: artifactId,
  column: columnName,
  tag: keptTag,
  tags: Type.Array(Type.String(), { description: 'On the column itself, after the change' }),
  op_id: OpIdIfChanged,
});

export const GovernanceListQuery = Type.Object({ limit: limit(500), cursor: Cursor });

export const TagSource = Type.Object({
  table: tableName,
  artifact_id: artifactId,
  column: nullable(Type.String({ description: 'Null where it was dropped since' })),
});
const TagSources = nullable(
  Type.Array(TagSource, {
    description: 'The tagged columns from which the tag is inherited; null where `own` is true',
  }),
);
const own = Type.Boolean({
  description: 'True where the tag was put on the column itself, false where the column inherits it',
});

export const ClassificationList = Type.Object({
  classifications: Type.Array(
    Type.Object({
      table: tableName,
      artifact_id: artifactId,
      column: columnName,
      column_id: columnId,
      tag: keptTag,
      own,
      inherited_from: TagSources,
    }),
    { description: 'One entry for each tag of each column' },
  ),
  next_cursor: NextCursor,
});

export const PolicyList = Type.Object({
  policies: Type.Array(Rule, { description: 'A workbook with at least one rule is governed' }),
  next_cursor: NextCursor,
});
export const PolicyParams = Type.Object({
  workbook_id: WorkbookId,
  tag: Type.String({
    maxLength: LONGEST_NAME,
    description:
      'Case-insensitive; percent-encode it. It need not be on a column yet, so mind the spelling: GET …/classifications lists the tags in use.',
  }),
});
export const SetPolicyRequest = strictObject({
  role: withDefault(Type.String(roleText), '*'),
  effect: RuleEffect,
  influence: Type.Optional(
    Type.Unsafe<'allow' | 'deny'>({
      ...Influence,
      description: `${Influence.description} Without it \`deny\` for the effect deny and \`allow\` for mask; not with the effect allow.`,
    }),
  ),
  actor: Actor,
});
export const Policy = Type.Composite([
  Rule,
  Type.Object({
    tagged_columns: Type.Integer({
      description: 'How many columns have the tag themselves; if 0, the rule has no effect yet',
    }),
    op_id: OpIdIfChanged,
  }),
]);
export const RemovePolicyQuery = Type.Object({
  role: Type.Optional(
    Type.String({
      maxLength: LONGEST_NAME,
      description: 'Whose rule to remove; absent, every rule of the tag',
    }),
  ),
  actor: ActorText,
});
export const RemovedPolicies = Type.Object({
  tag: keptTag,
  removed: Type.Array(Rule, { description: 'The rules that were removed' }),
  op_id: OpId,
});

export const AccessQuery = Type.Object({
  role: Type.Optional(
    Type.String({
      maxLength: LONGEST_URL,
      description:
        "The roles whose access to show, separated by commas; by default the caller's own. Roles that no one has are allowed: see `roles`.",
    }),
  ),
  tag: Type.Optional(
    Type.String({ maxLength: LONGEST_NAME, description: 'The tag of a rule to try; needs `effect`' }),
  ),
  effect: Type.Optional(
    textEnum(['mask', 'deny', 'allow'], { description: 'The effect of the rule to try; needs `tag`' }),
  ),
  influence: Type.Optional(
    textEnum(['allow', 'deny'], { description: 'The influence of the rule to try; absent, by its effect' }),
  ),
  rule_role: Type.Optional(
    Type.String({
      maxLength: LONGEST_NAME,
      description: 'The role of the rule to try; by default `role` if that is a single one, else `*`',
    }),
  ),
});
const RowsShown = textEnum(['shown', 'withheld'], {
  description: '`withheld`: every read of rows is refused with `influenced-by-governed-column`',
});
const InfluenceEffect = textEnum(['clear', 'allow', 'deny'], {
  description: '`clear`: nothing of the tag is hidden from the roles',
});
export const TableAccess = Type.Object({
  table: tableName,
  artifact_id: artifactId,
  roles: Type.Array(Type.String(), { description: 'The roles whose access this shows' }),
  proposed_rule: Type.Union([Rule, Type.Null()], {
    description: 'The rule that was tried; null without one',
  }),
  rows: RowsShown,
  proposed_rows: nullable(RowsShown),
  influences: Type.Array(
    Type.Object({
      tag: keptTag,
      influence: InfluenceEffect,
      decided_by: Type.Union([Rule, Type.Null()], { description: 'The rule that gives `influence`' }),
      proposed_influence: nullable(InfluenceEffect),
      inherited_from: nullable(
        Type.Array(TagSource, {
          description: 'The columns; null for those who may not configure governance',
        }),
      ),
    }),
    {
      description:
        'The tags of columns by which the rows of a derived table are chosen, joined, grouped, ordered or numbered',
    },
  ),
  warnings: Type.Array(Type.String(), {
    description: 'That rows are shown though columns which are hidden influenced them',
  }),
  warning_messages: WarningMessages,
  columns: Type.Array(
    Type.Object({
      column: columnName,
      column_id: columnId,
      type: Type.String({ description: 'Of its cells, as in GET …/columns' }),
      tags: Type.Array(Type.Object({ tag: keptTag, own, inherited_from: TagSources }), {
        description: 'Its own tags and those that it inherits',
      }),
      effect: ColumnEffect,
      decided_by: Type.Union([Rule, Type.Null()], {
        description: 'The rule that gives `effect`; null where no rule applies to the column',
      }),
      proposed_effect: Type.Union([ColumnEffect, Type.Null()], {
        description: 'What it would be under the proposed rule; null without one',
      }),
      proposed_decided_by: Type.Union([Rule, Type.Null()], {
        description: 'The rule that would give `proposed_effect`',
      }),
    }),
  ),
});
