/** Column policies: which effect a caller's roles meet on a column's tags. */
export type Effect = 'clear' | 'mask' | 'deny';

export interface PolicyRule {
  tag: string;
  role: string;
  effect: 'mask' | 'deny' | 'allow';
}

const severity: Record<Effect, number> = { clear: 0, mask: 1, deny: 2 };

function stricter(a: Effect, b: Effect): Effect {
  return severity[a] >= severity[b] ? a : b;
}

/** For one tag: a restriction of any held role, else an exemption of one, else what holds for everybody. */
function effectOfTag(tag: string, roles: ReadonlySet<string>, rules: readonly PolicyRule[]): Effect {
  const onTag = rules.filter((rule) => rule.tag === tag);
  const held = onTag.filter((rule) => rule.role !== '*' && roles.has(rule.role)).map((rule) => rule.effect);
  if (held.includes('deny')) return 'deny';
  if (held.includes('mask')) return 'mask';
  if (held.includes('allow')) return 'clear';
  const general = onTag.find((rule) => rule.role === '*')?.effect ?? 'allow';
  return general === 'allow' ? 'clear' : general;
}

export function effectOnColumn(
  tags: readonly string[],
  roles: ReadonlySet<string>,
  rules: readonly PolicyRule[],
): Effect {
  return tags.map((tag) => effectOfTag(tag, roles, rules)).reduce(stricter, 'clear');
}
