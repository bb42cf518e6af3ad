// Gradient boosting with histograms, as small as possible: softmax over the classes, trees grown leaf by
// leaf, a part of the samples and of the features for every tree. The same seed gives the same trees.

const BINS = 48;
/** Shares of the samples and of the features that a tree is grown on. */
const SAMPLES_ASKED = 0.45;
const FEATURES_ASKED = 0.25;
const SAMPLES_FOR_EDGES = 20_000;

/**
 * `features`: one Float32Array per sample; `classOf`, `weights`: one per sample. Returns the trees in their
 * runtime form.
 */
export function boostTrees({ features, classOf, weights, classes, rounds, leaves, rate, seed = 1 }) {
  const random = randomNumbers(seed);
  const width = features[0].length;
  const edges = chooseEdges(features, width, random);
  const binned = binSamples(features, edges, width);
  const scores = new Float64Array(features.length * classes);
  const forest = { classes, roots: [], feature: [], threshold: [], child: [] };
  const gradient = new Float64Array(features.length);
  const hessian = new Float64Array(features.length);
  const sample = new Int32Array(features.length);
  for (let round = 0; round < rounds; round++) {
    const shares = softmax(scores, classes);
    for (let cls = 0; cls < classes; cls++) {
      for (let i = 0; i < features.length; i++) {
        const share = shares[i * classes + cls];
        gradient[i] = weights[i] * (share - (classOf[i] === cls ? 1 : 0));
        hessian[i] = weights[i] * Math.max(share * (1 - share), 1e-6);
      }
      let count = 0;
      for (let i = 0; i < features.length; i++) if (random() < SAMPLES_ASKED) sample[count++] = i;
      const asked = Int32Array.from({ length: width }, (_, f) => f).filter(() => random() < FEATURES_ASKED);
      const tree = growTree({
        binned,
        width,
        gradient,
        hessian,
        sample: sample.subarray(0, count),
        asked,
        leaves,
      });
      addTree(forest, tree, edges, rate);
      addScores(scores, classes, cls, tree, rate, binned, width);
    }
  }
  return {
    classes,
    roots: Int32Array.from(forest.roots),
    feature: Int16Array.from(forest.feature),
    threshold: Float32Array.from(forest.threshold),
    child: Uint16Array.from(forest.child),
  };
}

/** Splits the leaf with the largest gain, until there are enough leaves. */
function growTree({ binned, width, gradient, hessian, sample, asked, leaves }) {
  const tree = { feature: [-1], bin: [0], child: [0], score: [0] };
  const histogramOf = (samples) => fillHistogram(binned, width, gradient, hessian, samples, asked);
  const open = [openLeaf(0, sample, histogramOf(sample), asked)];
  for (let count = 1; count < leaves; count++) {
    const best = open.reduce((a, b) => (b.split.gain > a.split.gain ? b : a));
    if (best.split.gain <= 1e-3) break;
    const { feature, bin } = best.split;
    const [first, second] = partition(best.samples, (i) => binned[i * width + feature] <= bin);
    const [small, large] = first.length < second.length ? [first, second] : [second, first];
    const smallHistogram = histogramOf(small);
    const largeHistogram = best.histogram;
    for (let at = 0; at < largeHistogram.length; at++) largeHistogram[at] -= smallHistogram[at];
    const child = tree.feature.length;
    tree.feature[best.node] = feature;
    tree.bin[best.node] = bin;
    tree.child[best.node] = child;
    tree.feature.push(-1, -1);
    tree.bin.push(0, 0);
    tree.child.push(0, 0);
    tree.score.push(0, 0);
    open.splice(open.indexOf(best), 1);
    open.push(openLeaf(small === first ? child : child + 1, small, smallHistogram, asked));
    open.push(openLeaf(large === first ? child : child + 1, large, largeHistogram, asked));
  }
  for (const leaf of open) tree.score[leaf.node] = -leaf.split.gradient / (leaf.split.hessian + SMOOTHING);
  return tree;
}

const SMOOTHING = 2;
const MIN_HESSIAN = 1;

function openLeaf(node, samples, histogram, asked) {
  return { node, samples, histogram, split: bestSplit(histogram, asked) };
}

/** Reorders the samples so that the chosen ones are first; returns both parts. */
function partition(samples, isFirst) {
  let start = 0;
  let end = samples.length;
  while (start < end) {
    const i = samples[start];
    if (isFirst(i)) start++;
    else {
      samples[start] = samples[--end];
      samples[end] = i;
    }
  }
  return [samples.subarray(0, start), samples.subarray(start)];
}

function fillHistogram(binned, width, gradient, hessian, samples, asked) {
  const histogram = new Float64Array(asked.length * BINS * 2);
  const count = asked.length;
  for (let s = 0; s < samples.length; s++) {
    const i = samples[s];
    const g = gradient[i];
    const h = hessian[i];
    const start = i * width;
    for (let k = 0; k < count; k++) {
      const at = (k * BINS + binned[start + asked[k]]) * 2;
      histogram[at] += g;
      histogram[at + 1] += h;
    }
  }
  return histogram;
}

function bestSplit(histogram, asked) {
  let gradient = 0;
  let hessian = 0;
  for (let bin = 0; bin < BINS; bin++) {
    gradient += histogram[bin * 2];
    hessian += histogram[bin * 2 + 1];
  }
  const worth = (g, h) => (g * g) / (h + SMOOTHING);
  const best = { gain: 0, feature: -1, bin: 0, gradient, hessian };
  for (let k = 0; k < asked.length; k++) {
    let g = 0;
    let h = 0;
    for (let bin = 0; bin < BINS - 1; bin++) {
      g += histogram[(k * BINS + bin) * 2];
      h += histogram[(k * BINS + bin) * 2 + 1];
      if (h < MIN_HESSIAN || hessian - h < MIN_HESSIAN) continue;
      const gain = worth(g, h) + worth(gradient - g, hessian - h) - worth(gradient, hessian);
      if (gain > best.gain) Object.assign(best, { gain, feature: asked[k], bin });
    }
  }
  return best;
}

function addScores(scores, classes, cls, tree, rate, binned, width) {
  const feature = Int32Array.from(tree.feature);
  const bin = Int32Array.from(tree.bin);
  const child = Int32Array.from(tree.child);
  for (let at = cls, start = 0; at < scores.length; at += classes, start += width) {
    let node = 0;
    while (feature[node] >= 0) node = child[node] + (binned[start + feature[node]] <= bin[node] ? 0 : 1);
    scores[at] += rate * tree.score[node];
  }
}

function addTree(forest, tree, edges, rate) {
  forest.roots.push(forest.feature.length);
  tree.feature.forEach((feature, node) => {
    forest.feature.push(feature);
    forest.threshold.push(feature < 0 ? rate * tree.score[node] : edges[feature][tree.bin[node]]);
    forest.child.push(tree.child[node]);
  });
}

/** Upper ends of the bins of each feature, between values that occur. */
function chooseEdges(features, width, random) {
  const looked = features.filter(() => random() < SAMPLES_FOR_EDGES / features.length);
  return Array.from({ length: width }, (_, f) => {
    const all = Float32Array.from(looked, (sample) => sample[f]).sort();
    const values = [...new Set(all)];
    const wanted =
      values.length <= BINS
        ? values
        : Array.from({ length: BINS }, (_, k) => all[Math.floor(((k + 1) * all.length) / (BINS + 1))]);
    const distinct = [...new Set(wanted)];
    return distinct
      .slice(0, BINS - 1)
      .map((value, k) => (k + 1 < distinct.length ? Math.fround((value + distinct[k + 1]) / 2) : value));
  });
}

function binSamples(features, edges, width) {
  const binned = new Uint8Array(features.length * width);
  features.forEach((sample, i) => {
    for (let f = 0; f < width; f++) {
      let low = 0;
      let high = edges[f].length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (sample[f] <= edges[f][middle]) high = middle;
        else low = middle + 1;
      }
      binned[i * width + f] = low;
    }
  });
  return binned;
}

function softmax(scores, classes) {
  const shares = new Float64Array(scores.length);
  for (let start = 0; start < scores.length; start += classes) {
    let most = -Infinity;
    let sum = 0;
    for (let c = 0; c < classes; c++) most = Math.max(most, scores[start + c]);
    for (let c = 0; c < classes; c++) sum += shares[start + c] = Math.exp(scores[start + c] - most);
    for (let c = 0; c < classes; c++) shares[start + c] /= sum;
  }
  return shares;
}

/** Mulberry32: small, fast and the same everywhere. */
export function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
