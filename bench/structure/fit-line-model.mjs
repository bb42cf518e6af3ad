// Trains the line model on labelled sheets and on varied copies of them.
import { roleCount, roleIndex } from '#server/structure/lines/line-role.js';
import { boostTrees, randomNumbers } from './boost-trees.mjs';
import { measureSheet } from './line-corpus.mjs';
import { varySheets } from './vary-sheets.mjs';

const SETTINGS = { rounds: 45, leaves: 14, rate: 0.14 };
const COPIES = 1;
/** Several models on different variations; their mean is more stable than each of them. */
const SEEDS = [5, 11];
/** From a long sheet, all lines near its ends and those that are not data, and every nth of the others. */
const ENDS = 25;
const SAMPLED = 30;

/** `measured` are the features of the sheets themselves, so that several fits share them. */
export function fitLineModel(sheets, measured) {
  const forests = SEEDS.map((seed) => {
    const varied = varySheets(sheets, COPIES, randomNumbers(seed)).map(measureSheet);
    return boostTrees({ ...samplesOf([...measured, ...varied]), classes: roleCount, ...SETTINGS, seed });
  });
  return meanOf(forests);
}

function samplesOf(sheets) {
  /** @type {{ features: Float64Array[], classOf: number[], weights: number[] }} */
  const samples = { features: [], classOf: [], weights: [] };
  for (const { features, roles } of sheets) {
    for (const { line, weight } of chooseLines(roles)) {
      samples.features.push(features[line]);
      samples.classOf.push(roles[line]);
      samples.weights.push(weight);
    }
  }
  return samples;
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

function chooseLines(roles) {
  const count = roles.length;
  const stride = Math.max(1, Math.floor((count - 2 * ENDS) / SAMPLED));
  const chosen = [];
  roles.forEach((role, line) => {
    if (role < 0) return;
    const isNear = line < ENDS || line >= count - ENDS;
    if (isNear || role !== roleIndex.data) chosen.push({ line, weight: 1 });
    else if (line % stride === 0) chosen.push({ line, weight: Math.min(stride, 25) });
  });
  return chosen;
}
