/**
 * Boosted decision trees, several per class: the scores of a class add up over its trees. Nodes of all trees
 * are in one array; the two children of a node are adjacent, at `child` and `child + 1` from the root of the
 * tree.
 */
interface BoostedTrees {
  classes: number;
  /** Where the trees begin; tree t belongs to class t modulo `classes`. */
  roots: Int32Array;
  /** The feature that a node tests; -1 for a leaf. */
  feature: Int16Array;
  /** Values up to this go to the first child; for a leaf, its score. */
  threshold: Float32Array;
  child: Uint16Array;
}

/** Adds the probability of each class to `into` at `offset`. */
export function weighClasses(
  trees: BoostedTrees,
  features: ArrayLike<number>,
  into: Float64Array,
  offset: number,
): void {
  const { classes, roots, feature, threshold, child } = trees;
  for (let tree = 0; tree < roots.length; tree++) {
    const root = roots[tree] as number;
    let node = root;
    for (;;) {
      const asked = feature[node] as number;
      if (asked < 0) break;
      const goesFirst = (features[asked] as number) <= (threshold[node] as number);
      node = root + (child[node] as number) + (goesFirst ? 0 : 1);
    }
    const at = offset + (tree % classes);
    into[at] = (into[at] as number) + (threshold[node] as number);
  }
  toShares(into, offset, classes);
}

/** Converts scores to probabilities (softmax). */
function toShares(scores: Float64Array, offset: number, classes: number): void {
  const values = scores.subarray(offset, offset + classes);
  const most = Math.max(...values);
  let sum = 0;
  for (let index = 0; index < classes; index++) {
    values[index] = Math.exp((values[index] as number) - most);
    sum += values[index] as number;
  }
  for (let index = 0; index < classes; index++) values[index] = (values[index] as number) / sum;
}

const headerBytes = 12;

/** The packed form: counts of classes, trees and nodes, then the arrays one after the other, in base64. */
export function unpackTrees(packed: string): BoostedTrees {
  const bytes = Uint8Array.from(Buffer.from(packed, 'base64'));
  const [classes = 0, trees = 0, nodes = 0] = new Int32Array(bytes.buffer, 0, 3);
  const thresholdsAt = headerBytes + 4 * trees;
  const featuresAt = thresholdsAt + 4 * nodes;
  return {
    classes,
    roots: new Int32Array(bytes.buffer, headerBytes, trees),
    threshold: new Float32Array(bytes.buffer, thresholdsAt, nodes),
    feature: new Int16Array(bytes.buffer, featuresAt, nodes),
    child: new Uint16Array(bytes.buffer, featuresAt + 2 * nodes, nodes),
  };
}

export function packTrees(trees: BoostedTrees): string {
  const counts = Int32Array.of(trees.classes, trees.roots.length, trees.feature.length);
  const parts = [counts, trees.roots, trees.threshold, trees.feature, trees.child];
  return Buffer.concat(
    parts.map((part) => new Uint8Array(part.buffer, part.byteOffset, part.byteLength)),
  ).toString('base64');
}
