// Trains the line model on labelled sheets, on everyday sheets and on varied copies of both.
import { roleCount } from '#structure/lines/line-role.js';
import { boostTrees, randomNumbers } from './boost-trees.mjs';
import { countFollows } from './count-follows.mjs';
import { drawEverydaySheets } from './everyday-sheets.mjs';
import { sampleLines } from './line-corpus.mjs';
import { varySheets } from './vary-sheets.mjs';

const SETTINGS = { rounds: 60, leaves: 16, rate: 0.12 };
const COPIES = 1;
/** Everyday sheets of each family. */
const EVERYDAY = 40;
/** Several models on different variations; their mean is more stable than each of them. */
const SEEDS = [5, 11];

/** `{trees, follows}`; `families` are those of the everyday sheets to train on. */
export function fitLineModel(sheets, families) {
  const drawn = drawEverydaySheets(families, EVERYDAY, randomNumbers(1));
  const labelled = [...sheets, ...drawn].flatMap(sampleLines);
  const forests = SEEDS.map((seed) => {
    const varied = varySheets([...sheets, ...drawn], COPIES, randomNumbers(seed)).flatMap(sampleLines);
    return boostTrees({ ...columnsOf([...labelled, ...varied]), classes: roleCount, ...SETTINGS, seed });
  });
  return { trees: meanOf(forests), follows: countFollows([...sheets, ...drawn]) };
}

function columnsOf(samples) {
  return {
    features: samples.map(({ features }) => features),
    classOf: samples.map(({ role }) => role),
    weights: samples.map(({ weight }) => weight),
  };
}

/** One forest that scores like the mean of several: all their trees, with scaled leaves. */
function meanOf(forests) {
  /** @type {{ classes: number } & Record<'roots' | 'feature' | 'threshold' | 'child', number[]>} */
  const joined = { classes: roleCount, roots: [], feature: [], threshold: [], child: [] };
  for (const { roots, feature, threshold, child } of forests) {
    const start = joined.feature.length;
    joined.roots.push(...Array.from(roots, (root) => root + start));
    joined.feature.push(...feature);
    joined.threshold.push(
      ...Array.from(threshold, (value, node) => (feature[node] < 0 ? value / forests.length : value)),
    );
    joined.child.push(...child);
  }
  return {
    classes: roleCount,
    roots: Int32Array.from(joined.roots),
    feature: Int16Array.from(joined.feature),
    threshold: Float32Array.from(joined.threshold),
    child: Uint16Array.from(joined.child),
  };
}
