import type { CellGrid } from '../cell-grid.js';
import type { LabelNode } from './row-label-tree.js';
import type { SumTree } from './sum-tree.js';

/** One label below two others may be there by chance. */
const minParts = 2;
const maxParts = 30;
/** Where nothing else shows levels, labels that follow two others do not yet. */
const minWholes = 3;
/** Longer lists are records, not reports. */
const maxRows = 2000;

/**
 * `White | Male | Female | Black | Male | Female`: where the same labels follow several others, they are parts of these, although
 * nothing but the repetition shows it. So are those that follow one row as the parts of another follow that one.
 */
export function nestRepeatedParts(grid: CellGrid, nodes: readonly LabelNode[]): void {
  if (nodes.length > maxRows) return;
  const textOf = ({ label }: LabelNode) => nameOf(grid.text(label.row, label.column));
  const families = new Map<LabelNode | null, LabelNode[]>();
  for (const node of nodes) {
    const family = families.get(node.parent);
    if (family) family.push(node);
    else families.set(node.parent, [node]);
  }
  const partsOf = (node: LabelNode) => families.get(node) ?? [];
  for (const family of families.values()) {
    const known = new Set(
      family.filter((node) => node.label.hasData).map((node) => partsOf(node).map(textOf).join('\n')),
    );
    for (const [head, count] of repeatedRuns(family.map(textOf), known)) {
      const [whole, ...parts] = family.slice(head, head + 1 + count) as [LabelNode, ...LabelNode[]];
      const areAlike = parts.every((part) => isLike(part, whole) && partsOf(part).length === 0);
      if (areAlike && partsOf(whole).length === 0) for (const part of parts) part.parent = whole;
    }
  }
}

/** A tree with the parts that are clearly repeated, where it has none: `Output | Farms | Factories | Hours | Farms | Factories | …`. */
export function withRepeatedParts(tree: SumTree, labels: readonly string[]): SumTree {
  const wholes = new Set(tree);
  const nested = [...tree];
  const runs = [...repeatedRuns(labels.map(nameOf), new Set())];
  if (runs.length < minWholes) return tree;
  for (const [head, count] of runs)
    for (let part = head + 1; part <= head + count; part++)
      if (!wholes.has(head) && !wholes.has(part)) nested[part] ??= head;
  return nested;
}

/** The places of labels that are followed by others as another one is, with the number of these. */
function repeatedRuns(texts: readonly string[], known: ReadonlySet<string>): Map<number, number> {
  const runs = new Map<number, number>();
  const runAt = (head: number, count: number) => texts.slice(head + 1, head + 1 + count).join('\n');
  const isRepeated = (head: number, count: number) => {
    const [own, next] = [texts[head] as string, texts[head + count + 1]];
    const parts = texts.slice(head + 1, head + 1 + count);
    const run = parts.join('\n');
    if (parts.includes(own) || new Set(parts).size < count) return false;
    const isNext =
      next !== undefined &&
      next !== own &&
      !parts.includes(next) &&
      head + 2 * count + 1 < texts.length &&
      runAt(head + count + 1, count) === run;
    const isLast =
      head > count && runs.get(head - count - 1) === count && runAt(head - count - 1, count) === run;
    return isNext || isLast || known.has(run);
  };
  for (let head = 0; head + minParts < texts.length; head++) {
    const most = Math.min(maxParts, texts.length - head - 1);
    for (let count = minParts; count <= most; count++) {
      if (!isRepeated(head, count)) continue;
      runs.set(head, count);
      head += count;
      break;
    }
  }
  return runs;
}

/** A label without its footnote marks. */
const nameOf = (text: string) =>
  text
    .replace(/(?<=\S)(?:\s*\\\d{1,2},?)+\s*$/, '')
    .trim()
    .toLowerCase();

const isLike = ({ label: one }: LabelNode, { label: other }: LabelNode) =>
  one.hasData &&
  other.hasData &&
  one.column === other.column &&
  one.indent === other.indent &&
  one.emphasis === other.emphasis;
