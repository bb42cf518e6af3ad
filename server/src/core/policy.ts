/** Column policies: the effect of a caller's roles on a column's tags. */
export type Effect = 'clear' | 'mask' | 'deny';

/** In place of a role: the rule for everyone without a rule for one of their roles. */
export const EVERYBODY = '*';

/**
 * Whether rows of a table that a hidden column has selected, joined, grouped, ordered or numbered are shown.
 */
export type Influence = 'allow' | 'deny';

export interface PolicyRule {
  tag: string;
  role: string;
  effect: 'mask' | 'deny' | 'allow';
  /** Absent or null where the effect decides it. */
  influence?: Influence | null | undefined;
}

const severity: Record<Effect, number> = { clear: 0, mask: 1, deny: 2 };

/** The rule's influence on rows; null for a rule that hides nothing. */
export function influenceOf({ effect, influence }: PolicyRule): Influence | null {
  if (effect === 'allow') return null;
  return influence ?? (effect === 'deny' ? 'deny' : 'allow');
}

/** What a column shows, and the rule behind it; no rule where nothing governs the column. */
export interface Decision {
  effect: Effect;
  rule: PolicyRule | null;
}

const nothingGoverns: Decision = { effect: 'clear', rule: null };

/** The stricter decision; if both are equally strict, one that a rule backs. */
function stricter(a: Decision, b: Decision): Decision {
  const difference = severity[a.effect] - severity[b.effect];
  return difference > 0 || (difference === 0 && a.rule !== null) ? a : b;
}

/**
 * For one tag: a restriction for any of the roles, else an exemption for one, else the rule for everybody.
 */
function decideTag(tag: string, roles: ReadonlySet<string>, rules: readonly PolicyRule[]): Decision {
  const onTag = rules.filter((rule) => rule.tag === tag);
  const held = onTag.filter(({ role }) => role !== EVERYBODY && roles.has(role));
  // With the same effect, a restriction that also withholds influenced rows wins.
  const restriction = (wanted: 'mask' | 'deny') => {
    const such = held.filter(({ effect }) => effect === wanted);
    return such.find((rule) => influenceOf(rule) === 'deny') ?? such[0];
  };
  const rule =
    restriction('deny') ??
    restriction('mask') ??
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

/** The rules about rows that columns with these tags have influenced, by what they decide. */
export interface InfluenceDecision {
  /** The rows are withheld if there is any. */
  withheldBy: PolicyRule[];
  warnedBy: PolicyRule[];
}

/** For each tag that hides its columns, the rule that hides them also decides about the rows. */
export function decideInfluence(
  tags: Iterable<string>,
  roles: ReadonlySet<string>,
  rules: readonly PolicyRule[],
): InfluenceDecision {
  const hiding = [...tags].flatMap((tag) => {
    const { effect, rule } = decideTag(tag, roles, rules);
    return effect !== 'clear' && rule ? [rule] : [];
  });
  return {
    withheldBy: hiding.filter((rule) => influenceOf(rule) === 'deny'),
    warnedBy: hiding.filter((rule) => influenceOf(rule) === 'allow'),
  };
}

/** The role of whoever opens a link. */
export const PUBLIC = 'public';

/** The rules for strangers: what has a rule is denied to them unless one is for the role `public`. */
export function rulesForPublic(rules: readonly PolicyRule[]): PolicyRule[] {
  const own = rules.filter(({ role }) => role === PUBLIC);
  const others = new Set(rules.map(({ tag }) => tag).filter((tag) => !own.some((rule) => rule.tag === tag)));
  return [...own, ...[...others].map((tag) => ({ tag, role: PUBLIC, effect: 'deny' as const }))];
}

/** The rules with this one set. */
export function withRule(rules: readonly PolicyRule[], added: PolicyRule): PolicyRule[] {
  return [...rules.filter(({ tag, role }) => tag !== added.tag || role !== added.role), added];
}
