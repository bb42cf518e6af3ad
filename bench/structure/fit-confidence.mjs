// Fits what each doubt about a table costs (server/src/structure/analyze/doubt-costs.ts) on sheets whose right tables are
// known, and prints how often tables are right by the confidence that would come of it.
//   node bench/structure/fit-confidence.mjs [sheets of each family]
import { doubtCosts } from '#server/structure/analyze/doubt-costs.js';
import { printTable } from '../support/measure.mjs';
import { judgedRegions } from './judged-regions.mjs';
import { calibrationRows } from './outcomes/calibration.mjs';

const SIGNS = Object.keys(doubtCosts);
/** What a doubt is taken to cost while few examples say otherwise, and how many of them that outweighs. */
const USUAL_COST = 0.8;
const INERTIA = 1;
const STEPS = 4000;

const perFamily = Number(process.argv[2] ?? 60);
const known = await judgedRegions({ firstSeed: 3001, perFamily });
const aside = await judgedRegions({ firstSeed: 5001, perFamily: Math.ceil(perFamily / 2) });
const fitted = fit(known);
console.log(`certainty ${fitted.certainty.toFixed(2)}`);
for (const [at, sign] of SIGNS.entries()) {
  const having = known.filter(({ signs }) => signs.has(sign));
  const right = having.filter((one) => one.right).length;
  console.log(`  '${sign}': ${fitted.costs[at].toFixed(2)},   ${right} of ${having.length} right`);
}
printCalibration('fitted on', known);
printCalibration(
  'other generated sheets',
  aside.filter(({ set }) => set === 'generated'),
);
printCalibration(
  'real and hand-made sheets',
  known.filter(({ set }) => set !== 'generated'),
);

function printCalibration(title, examples) {
  const judged = examples.map((one) => ({ confidence: confidenceOf(one, fitted), right: one.right }));
  printTable(`Confidence: ${title}`, ['confidence', 'tables', 'right'], calibrationRows(judged));
}

/** Logistic regression in which a doubt never raises the confidence. */
function fit(examples) {
  const weights = { certainty: 3, costs: new Float64Array(SIGNS.length).fill(USUAL_COST) };
  const columns = examples.map(({ signs }) => SIGNS.flatMap((sign, at) => (signs.has(sign) ? [at] : [])));
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  const speed = { certainty: 0, costs: new Float64Array(SIGNS.length) };
  for (let step = 0; step < STEPS; step++) {
    const slope = {
      certainty: 0,
      costs: weights.costs.map((cost) => (INERTIA * (USUAL_COST - cost)) / total),
    };
    examples.forEach(({ right, weight }, at) => {
      const logit = columns[at].reduce((sum, column) => sum - weights.costs[column], weights.certainty);
      const error = (weight / total) * (Number(right) - 1 / (1 + Math.exp(-logit)));
      slope.certainty += error;
      for (const column of columns[at]) slope.costs[column] -= error;
    });
    speed.certainty = 0.9 * speed.certainty + slope.certainty;
    weights.certainty += speed.certainty;
    for (const at of SIGNS.keys()) {
      speed.costs[at] = 0.9 * speed.costs[at] + slope.costs[at];
      weights.costs[at] = Math.max(0, weights.costs[at] + speed.costs[at]);
    }
  }
  return weights;
}

function confidenceOf({ signs }, { certainty, costs }) {
  const logit = SIGNS.reduce((sum, sign, at) => (signs.has(sign) ? sum - costs[at] : sum), certainty);
  return 1 / (1 + Math.exp(-logit));
}
