/** Column policies: which effect a caller's roles meet on a column's tags. */
export type Effect = 'clear' | 'mask' | 'deny';

/** In place of a role: the rule of those for whom no role of theirs has one. */
export const EVERYBODY = '*';

export interface PolicyRule {
  tag: string;
  role: string;
  effect: 'mask' | 'deny' | 'allow';
}

const severity: Record<Effect, number> = { clear: 0, mask: 1, deny: 2 };

/** What a column shows, and the rule that says so; none where nothing governs it. */
export interface Decision {
  effect: Effect;
  rule: PolicyRule | null;
}

const nothingGoverns: Decision = { effect: 'clear', rule: null };

/** Of two that are equally strict, the one that a rule stands behind. */
function stricter(a: Decision, b: Decision): Decision {
  const difference = severity[a.effect] - severity[b.effect];
  return difference > 0 || (difference === 0 && a.rule !== null) ? a : b;
}

/** For one tag: a restriction of any held role, else an exemption of one, else what holds for everybody. */
function decideTag(tag: string, roles: ReadonlySet<string>, rules: readonly PolicyRule[]): Decision {
  const onTag = rules.filter((rule) => rule.tag === tag);
  const held = onTag.filter(({ role }) => role !== EVERYBODY && roles.has(role));
  const rule =
    held.find(({ effect }) => effect === 'deny') ??
    held.find(({ effect }) => effect === 'mask') ??
    held.find(({ effect }) => effect === 'allow') ??
    onTag.find(({ role }) => role === EVERYBODY);
  if (!rule) return nothingGoverns;
  return { effect: rule.effect === 'allow' ? 'clear' : rule.effect, rule };
}

export function decideColumn(
  tags: Iterable<string>,
  roles: ReadonlySet<string>,
  rules: readonly PolicyRule[],
): Decision {
  return [...tags].map((tag) => decideTag(tag, roles, rules)).reduce(stricter, nothingGoverns);
}

/** The rules as they would be with this one set. */
export function withRule(rules: readonly PolicyRule[], added: PolicyRule): PolicyRule[] {
  return [...rules.filter(({ tag, role }) => tag !== added.tag || role !== added.role), added];
}
