// Fits what each doubt about a table costs (server/src/structure/analyze/doubts/doubt-costs.ts) on sheets whose right tables are
// known, and prints how often tables are right by the confidence that would come of it.
//   node bench/structure/fit-confidence.mjs [sheets of each family]
import { doubtCosts } from '#structure/analyze/doubts/doubt-costs.js';
import { printTable } from '../support/measure.mjs';
import { judgedRegions } from './judged-regions.mjs';
import { calibrationRows } from './outcomes/calibration.mjs';

const SIGNS = Object.keys(doubtCosts);
const COSTS = Object.values(doubtCosts);
/** Rules were mended on the hand-written and drawn sheets until all were right; of new ones like them, so many are. */
const RIGHT_AT_FIRST = { business: 0.92, generated: 0.95 };
/** Real sheets that rules were mended on are surer than all others. */
const isMended = ({ set }) => set === 'real';
/** A doubt costs what it did until so many examples say otherwise: one that was repaired is not seen, but serious. */
const INERTIA = 8;
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
for (const set of ['blind', 'real', 'business']) {
  const examples = known.filter((one) => one.set === set);
  // Tables of one sheet are alike, so they fall into one fold.
  const sheets = [...new Set(examples.map(({ sheet }) => sheet))];
  const foldOf = ({ sheet }) => sheets.indexOf(sheet) % FOLDS;
  const withoutFold = Array.from({ length: FOLDS }, (_, fold) =>
    fitCosts(known.filter((one) => one.set !== set || foldOf(one) !== fold)),
  );
  printCalibration(`${set} sheets, each by a fit without it`, examples, (one) =>
    confidenceOf(one, withoutFold[foldOf(one)]),
  );
}

function printCalibration(title, examples, judge) {
  const judged = examples.map((one) => ({ confidence: judge(one), right: one.right }));
  printTable(`Confidence: ${title}`, ['confidence', 'tables', 'right'], calibrationRows(judged));
}

/**
 * Logistic regression in which a doubt never raises the confidence. What a doubt costs is the same in all sets, but how
 * sure a table without doubts is differs for real sheets that rules were mended on.
 */
function fitCosts(examples) {
  const weights = { certainty: [3, 3], costs: Float64Array.from(COSTS) };
  const columns = examples.map(({ signs }) => SIGNS.flatMap((sign, at) => (signs.has(sign) ? [at] : [])));
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  const speed = { certainty: [0, 0], costs: new Float64Array(SIGNS.length) };
  for (let step = 0; step < STEPS; step++) {
    const slope = {
      certainty: [0, 0],
      costs: weights.costs.map((cost, at) => (INERTIA * (COSTS[at] - cost)) / total),
    };
    examples.forEach((one, at) => {
      const kind = Number(isMended(one));
      const logit = columns[at].reduce((sum, column) => sum - weights.costs[column], weights.certainty[kind]);
      const expected = one.right ? (RIGHT_AT_FIRST[one.set] ?? 1) : 0;
      const error = (one.weight / total) * (expected - 1 / (1 + Math.exp(-logit)));
      slope.certainty[kind] += error;
      for (const column of columns[at]) slope.costs[column] -= error;
    });
    for (const kind of [0, 1]) {
      speed.certainty[kind] = 0.9 * speed.certainty[kind] + slope.certainty[kind];
      weights.certainty[kind] += speed.certainty[kind];
    }
    for (const at of SIGNS.keys()) {
      speed.costs[at] = 0.9 * speed.costs[at] + slope.costs[at];
      weights.costs[at] = Math.max(0, weights.costs[at] + speed.costs[at]);
    }
  }
  return { certainty: weights.certainty[0], costs: weights.costs };
}

function confidenceOf({ signs }, { certainty, costs }) {
  const logit = SIGNS.reduce((sum, sign, at) => (signs.has(sign) ? sum - costs[at] : sum), certainty);
  return 1 / (1 + Math.exp(-logit));
}
