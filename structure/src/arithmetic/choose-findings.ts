import type { Pattern } from './aggregation.js';
import type { Finding } from './evidence.js';

/** In bits: a number that is already the sum of something is seldom the sum of something else. */
const SURPRISE_OF_ANOTHER_EXPLANATION = 15;

const SURPRISE_OF_A_COPY = 8;

/**
 * The best findings that neither contradict each other nor restate what others imply together. Totals of items
 * in `flat` come last: they are implied once both their subtotals and the totals of these are chosen.
 */
export function chooseFindings(findings: Iterable<Finding>, flat: ReadonlySet<Finding>): Finding[] {
  const ranked = [...findings].sort(
    (a, b) =>
      Number(flat.has(a)) - Number(flat.has(b)) ||
      b.score - a.score ||
      b.pattern.parts.length - a.pattern.parts.length,
  );
  const chosen: Finding[] = [];
  const byField = new Map<number, Finding[]>();
  const byTarget = new Map<number, Finding[]>();
  const equations = new Map<string, Finding[]>();
  for (const finding of ranked) {
    const { pattern } = finding;
    const fields = [pattern.target, ...pattern.parts];
    const related = new Set(fields.flatMap((field) => byField.get(field) ?? []));
    const explained = (byTarget.get(pattern.target) ?? []).filter((other) => meet(finding, other)).length;
    if (finding.score < explained * SURPRISE_OF_ANOTHER_EXPLANATION) continue;
    if ([...related].some((other) => contradict(pattern, other.pattern) && meet(finding, other))) continue;
    if (pattern.operator === 'Sum' && followsFromTwo(finding, related, equations)) continue;
    if (pattern.operator === 'Sum' && addsUpTheSame(finding, byTarget)) continue;
    chosen.push(finding);
    for (const field of fields) push(byField, field, finding);
    push(byTarget, pattern.target, finding);
    if (pattern.operator === 'Sum') push(equations, equationKey(equationOf(pattern)), finding);
  }
  return chosen;
}

function push<K>(map: Map<K, Finding[]>, key: K, finding: Finding): void {
  const list = map.get(key);
  if (list) list.push(finding);
  else map.set(key, [finding]);
}

function contradict(a: Pattern, b: Pattern): boolean {
  if (a.target === b.target) return a.parts.some((part) => b.parts.includes(part));
  if (isCopy(a, b)) return true;
  return countsTwice(a, b) || countsTwice(b, a);
}

/** A total that is repeated far from its parts is a copy, not another sum. */
function isCopy(a: Pattern, b: Pattern): boolean {
  const farther = Math.abs(a.surprise - b.surprise) >= SURPRISE_OF_A_COPY;
  return farther && a.operator === b.operator && a.parts.join() === b.parts.join();
}

/** An item beside the subtotal that includes it, or a subtotal that includes its own total. */
function countsTwice(total: Pattern, subtotal: Pattern): boolean {
  if (!total.parts.includes(subtotal.target)) return false;
  if (subtotal.parts.includes(total.target)) return true;
  const bothAddUp = total.operator === 'Sum' && subtotal.operator === 'Sum';
  return bothAddUp && subtotal.parts.some((part) => total.parts.includes(part));
}

/** Whether they share a record; both lists are sorted. */
function meet({ records: a }: Finding, { records: b }: Finding): boolean {
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const difference = (a[i] as number) - (b[j] as number);
    if (difference === 0) return true;
    if (difference < 0) i++;
    else j++;
  }
  return false;
}

/** Coefficients by field of `target - parts = 0`. */
type Equation = Map<number, number>;

function equationOf({ target, parts }: Pattern): Equation {
  const equation: Equation = new Map([[target, 1]]);
  for (const part of parts) equation.set(part, -1);
  return equation;
}

/** Equal for an equation and its negative. */
function equationKey(equation: Equation): string {
  const terms = [...equation].sort(([a], [b]) => a - b);
  const sign = Math.sign(terms[0]?.[1] ?? 1);
  return terms.map(([field, coefficient]) => `${field}:${coefficient * sign}`).join();
}

/** Total = subtotals and subtotal = items already imply total = items. */
function followsFromTwo(
  finding: Finding,
  related: ReadonlySet<Finding>,
  equations: ReadonlyMap<string, Finding[]>,
): boolean {
  const equation = equationOf(finding.pattern);
  for (const first of related) {
    if (first.pattern.operator !== 'Sum' || !meet(finding, first)) continue;
    for (const sign of [1, -1]) {
      const rest = new Map(equation);
      for (const [field, coefficient] of equationOf(first.pattern)) {
        const left = (rest.get(field) ?? 0) - sign * coefficient;
        if (left === 0) rest.delete(field);
        else rest.set(field, left);
      }
      if (equations.get(equationKey(rest))?.some((second) => meet(finding, second))) return true;
    }
  }
  return false;
}

/** Whether the target is already explained by subtotals of the same items. */
function addsUpTheSame(finding: Finding, byTarget: ReadonlyMap<number, Finding[]>): boolean {
  const known = (byTarget.get(finding.pattern.target) ?? []).filter(
    ({ pattern }) => pattern.operator === 'Sum',
  );
  if (known.length === 0) return false;
  const items = itemsOf(finding, byTarget);
  return known.some((other) => meet(finding, other) && itemsOf(other, byTarget) === items);
}

function itemsOf(finding: Finding, byTarget: ReadonlyMap<number, Finding[]>): string {
  const items = new Set<number>();
  const visited = new Set<number>([finding.pattern.target]);
  const pending = [...finding.pattern.parts];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (visited.has(part)) continue;
    visited.add(part);
    const subtotal = byTarget.get(part)?.find(({ pattern }) => pattern.operator === 'Sum');
    if (subtotal) pending.push(...subtotal.pattern.parts);
    else items.add(part);
  }
  return [...items].sort((a, b) => a - b).join();
}
