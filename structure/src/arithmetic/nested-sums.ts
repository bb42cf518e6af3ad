import type { Pattern } from './aggregation.js';
import type { Finding } from './evidence.js';

/** A total of items, and the same total with a subtotal in place of the items that it adds. */
interface NestedSum {
  flat: Finding;
  nested: Pattern;
}

/** The totals that pass over a subtotal of their own items, though it stands between them and the total. */
export function nestedSums(chosen: readonly Finding[]): NestedSum[] {
  const sums = chosen.filter(({ pattern }) => pattern.operator === 'Sum');
  const byFirstPart = new Map<number, Pattern[]>();
  for (const { pattern } of sums) {
    const first = pattern.parts[0] as number;
    byFirstPart.set(first, [...(byFirstPart.get(first) ?? []), pattern]);
  }
  return sums.flatMap((flat) => {
    const items = new Set(flat.pattern.parts);
    return flat.pattern.parts
      .flatMap((part) => byFirstPart.get(part) ?? [])
      .filter((subtotal) => passesOver(flat.pattern, items, subtotal))
      .map((subtotal) => ({ flat, nested: withSubtotal(flat.pattern, subtotal) }));
  });
}

function passesOver(total: Pattern, items: ReadonlySet<number>, subtotal: Pattern): boolean {
  const first = Math.min(total.target, total.parts[0] as number);
  const last = Math.max(total.target, total.parts.at(-1) as number);
  return (
    subtotal.target > first &&
    subtotal.target < last &&
    subtotal.target !== total.target &&
    !items.has(subtotal.target) &&
    subtotal.parts.length < items.size &&
    subtotal.parts.every((part) => items.has(part))
  );
}

function withSubtotal(total: Pattern, subtotal: Pattern): Pattern {
  const added = new Set(subtotal.parts);
  const parts = [...total.parts.filter((part) => !added.has(part)), subtotal.target];
  return { ...total, parts: parts.sort((a, b) => a - b) };
}
