// Fits what each doubt about a table costs (server/src/structure/analyze/doubt-costs.ts) on sheets whose right tables are
// known, and prints how often tables are right by the confidence that would come of it.
//   node bench/structure/fit-confidence.mjs [sheets of each family]
import { doubtCosts } from '#server/structure/analyze/doubt-costs.js';
import { printTable } from '../support/measure.mjs';
import { judgedRegions } from './judged-regions.mjs';
import { calibrationRows } from './outcomes/calibration.mjs';

const SIGNS = Object.keys(doubtCosts);
const COSTS = Object.values(doubtCosts);
/** A doubt costs what it did until so many examples say otherwise: one that was repaired is not seen, but serious. */
const INERTIA = 2;
const STEPS = 4000;
const FOLDS = 5;

const perFamily = Number(process.argv[2] ?? 60);
const known = await judgedRegions({ firstSeed: 3001, perFamily });
const aside = await judgedRegions({ firstSeed: 5001, perFamily: Math.ceil(perFamily / 2) });
const fitted = fitCosts(known);
console.log(`certainty ${fitted.certainty.toFixed(2)}`);
for (const [at, sign] of SIGNS.entries()) {
  const having = known.filter(({ signs }) => signs.has(sign));
  const right = having.filter((one) => one.right).length;
  console.log(`  '${sign}': ${fitted.costs[at].toFixed(2)},   ${right} of ${having.length} right`);
}
const asFitted = (one) => confidenceOf(one, fitted);
printCalibration('fitted on', known, asFitted);
printCalibration(
  'other generated sheets',
  aside.filter(({ set }) => set === 'generated'),
  asFitted,
);
const handMade = known.filter(({ set }) => set !== 'generated');
const withoutFold = Array.from({ length: FOLDS }, (_, fold) =>
  fitCosts(known.filter((one) => one.set === 'generated' || handMade.indexOf(one) % FOLDS !== fold)),
);
printCalibration('real and hand-made sheets, each by a fit without it', handMade, (one) =>
  confidenceOf(one, withoutFold[handMade.indexOf(one) % FOLDS]),
);

function printCalibration(title, examples, judge) {
  const judged = examples.map((one) => ({ confidence: judge(one), right: one.right }));
  printTable(`Confidence: ${title}`, ['confidence', 'tables', 'right'], calibrationRows(judged));
}

/** Logistic regression in which a doubt never raises the confidence. */
function fitCosts(examples) {
  const weights = { certainty: 3, costs: Float64Array.from(COSTS) };
  const columns = examples.map(({ signs }) => SIGNS.flatMap((sign, at) => (signs.has(sign) ? [at] : [])));
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  const speed = { certainty: 0, costs: new Float64Array(SIGNS.length) };
  for (let step = 0; step < STEPS; step++) {
    const slope = {
      certainty: 0,
      costs: weights.costs.map((cost, at) => (INERTIA * (COSTS[at] - cost)) / total),
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
