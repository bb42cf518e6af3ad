// Fits the weights by which readings of a sheet are judged, by comparing the right one with the others of the same sheet, and
// prints how often the best one is right, cross-validated by source.
//   node bench/structure/readings/fit-judge.mjs <file of collect.mjs> [judged sheets] [--write]
// Sheets judged by eye, one a line, say too what their first reading is (`verdict`: r right, u usable, w wrong, x wrong data)
// and how sure (`confidence`): for them it prints how many right readings are among the others, and what comes of keeping the
// cells of unsure sheets as they are.
import { readFileSync, writeFileSync } from 'node:fs';
import { signNames } from '#structure/readings/judge/reading-signs.js';
import { printTable } from '../../support/measure.mjs';

const STEPS = 600;
const RATE = 0.5;
/** A weight is worth this much evidence. */
const RIDGE = 0.002;

const THRESHOLDS = [0, 0.3, 0.4, 0.5, 0.52, 0.55, 0.6, 0.66];
const MARGIN_WEIGHTS = [0, 0.5, 1];
/** Of so many alternatives a person takes one with one click. */
const OFFERED = 3;

const [known, aside] = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const sheets = readSheets(known);
const sources = [...new Set(sheets.map(({ source }) => source))];
const FOLDS = 6;
const foldOf = (source) => sources.indexOf(source) % FOLDS;
const rows = [];
let [right, all] = [0, 0];
for (let fold = 0; fold < FOLDS; fold++) {
  const fitted = fitWeights(sheets.filter(({ source }) => foldOf(source) !== fold));
  for (const sheet of sheets.filter(({ source }) => foldOf(source) === fold)) {
    if (!sheet.readings.some((one) => one.right)) continue;
    all++;
    if (best(sheet.readings, fitted).right) right++;
  }
}
rows.push([
  'sheets whose right reading is known, each by a fit without its source',
  all,
  right,
  rate(right, all),
]);
printTable('Judge: the best of all readings is right', ['sheets', 'count', 'right', 'rate'], rows);

const weights = fitWeights(sheets);
printTable(
  'Weights',
  ['sign', 'weight'],
  signNames.map((name, at) => [name, weights[at].toFixed(2)]),
);
if (process.argv.includes('--write')) write(weights);
if (aside) judgeAside(readSheets(aside), weights);
console.log(`${sources.length} sources`);

function readSheets(file) {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function fitWeights(examples) {
  const pairs = examples.flatMap(({ readings }) => {
    const rights = readings.filter((one) => one.right);
    const wrongs = readings.filter((one) => !one.right);
    const weight = 1 / Math.max(1, rights.length * wrongs.length);
    return rights.flatMap((good) =>
      wrongs.map((bad) => ({ weight, signs: good.signs.map((value, at) => value - bad.signs[at]) })),
    );
  });
  const total = pairs.reduce((sum, { weight }) => sum + weight, 0);
  const found = new Float64Array(signNames.length);
  const speed = new Float64Array(signNames.length);
  for (let step = 0; step < STEPS; step++) {
    const slope = found.map((weight) => -RIDGE * weight);
    for (const { weight, signs } of pairs) {
      let score = 0;
      for (let at = 0; at < signs.length; at++) score += signs[at] * found[at];
      const error = (weight / total) * (1 / (1 + Math.exp(score)));
      for (let at = 0; at < signs.length; at++) slope[at] += error * signs[at];
    }
    for (let at = 0; at < found.length; at++) {
      speed[at] = 0.9 * speed[at] + RATE * slope[at];
      found[at] += speed[at];
    }
  }
  return found;
}

function scoreOf({ signs }, fitted) {
  return signs.reduce((sum, value, at) => sum + value * fitted[at], 0);
}

function best(readings, fitted) {
  return readings.reduce((found, one) => (scoreOf(one, fitted) > scoreOf(found, fitted) ? one : found));
}

function judgeAside(judged, fitted) {
  const others = judged.filter(({ verdict }) => verdict !== 'r');
  const amongFirst = ({ readings }) =>
    readings
      .slice(1)
      .sort((a, b) => scoreOf(b, fitted) - scoreOf(a, fitted))
      .slice(0, OFFERED)
      .some((one) => one.right);
  printTable(
    'Oracle',
    ['sheets', 'first reading right', 'right reading among the others', `among the best ${OFFERED}`],
    [
      [
        judged.length,
        judged.length - others.length,
        others.filter(({ readings }) => readings.some((one) => one.right)).length,
        others.filter(amongFirst).length,
      ],
    ],
  );
  const rows = MARGIN_WEIGHTS.flatMap((weight) =>
    THRESHOLDS.map((threshold) => {
      const kept = judged.filter((sheet) => sureOf(sheet, fitted, weight) < threshold);
      const count = (verdict, list) => list.filter((sheet) => sheet.verdict === verdict).length;
      return [weight, threshold, kept.length, count('x', judged) - count('x', kept), count('r', kept)];
    }),
  );
  printTable(
    'Unsure sheets kept as they are',
    ['weight of the margin', 'below', 'kept', 'wrong data left', 'right ones kept'],
    rows,
  );
}

/** The confidence in the first reading, less sure where another one is better. */
function sureOf({ confidence, readings }, fitted, weight) {
  const bounded = Math.min(0.99, Math.max(0.01, confidence));
  const scores = readings.map((one) => scoreOf(one, fitted));
  const margin = scores.length > 0 ? Math.max(...scores) - scores[0] : 0;
  const odds = (bounded / (1 - bounded)) * Math.exp(-weight * margin);
  return odds / (1 + odds);
}

function rate(part, of) {
  return of === 0 ? '' : (part / of).toFixed(3);
}

function write(fitted) {
  const path = new URL('../../../structure/src/readings/judge/reading-weights.ts', import.meta.url);
  const lines = signNames.map((name, at) => `  ${name}: ${fitted[at].toFixed(2)},`);
  writeFileSync(
    path,
    `import type { ReadingSigns } from './reading-signs.js';

/** Fitted by bench/structure/readings/fit-judge.mjs on right readings of sheets compared with wrong ones. */
export const readingWeights: ReadingSigns = {
${lines.join('\n')}
};
`,
  );
}
