import type { Edge } from './edge.js';
import type { Why } from './why.js';

/** About tags and policies. */
export const governanceSentences = {
  'fix-governed-name': () =>
    'Tags and roles have 1 to 120 characters, none of them a control character; names are case-insensitive. Roles contain no comma; admin, editor, viewer and * cannot be custom roles.',
  'tried-rule': ({ missing }: { missing: string }) =>
    `A rule to try needs a tag and an effect; ${missing} is missing.`,
  'fix-tried-rule': () =>
    'Send tag and effect together, and rule_role if the rule is not for the previewed role.',
  'tag-no-rule': ({ tag, role }: { tag: string; role: string }) => `The tag "${tag}" has no rule${role}.`,
  'fix-policies': (_: undefined, { operation, forPaths }: Edge) =>
    `${operation('listPolicies')} lists the rules${forPaths('; percent-encode the tag in the path')}.`,
  'rule-influence': () => 'A rule with the effect allow hides nothing, so it has no influence.',
  'fix-rule-influence': () => 'Leave influence out, or set it on the rule with the effect mask or deny.',
  'tag-inherited': ({ column, tag }: { column: string; tag: string }) =>
    `"${column}" inherits the tag "${tag}" from what it is computed from.`,
  'fix-tag-inherited': (_: undefined, { operation }: Edge) =>
    `Remove the tag from the columns that ${operation('listClassifications')} names in inherited_from.`,
  'tag-absent': ({ column, tag }: { column: string; tag: string }) => `"${column}" has no tag "${tag}".`,
  'fix-classifications': (_: undefined, { operation }: Edge) =>
    `${operation('listClassifications')} lists the tags of every column.`,
  'governed-name-invalid': ({ kind, name, why }: { kind: string; name: string } & Why) =>
    `The ${kind} ${name} ${why}.`,
};
