// What structuring gets right on everything whose right answer is known, beside what it got right when this was last kept:
// after code was removed, it shows what that code was for.
//   npm run build && node bench/structure/ablation.mjs [--every 3] [--seed 1] [--keep]
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { printTable } from '../support/measure.mjs';
import { readCases } from './ablation/cases.mjs';

const { values } = parseArgs({
  options: {
    every: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    keep: { type: 'boolean', default: false },
  },
});
const every = Number(values.every);
const firstSeed = Number(values.seed);
const kept = new URL(`../../node_modules/.cache/ablation-${every}-${firstSeed}.json`, import.meta.url);
/** Points of a case are compared to so much. */
const EXACTLY = 1e-6;

const cases = await readCases({ every, firstSeed });
const points = Object.fromEntries(cases.map((one) => [`${one.set}: ${one.id}`, pointsOf(one)]));
const before = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : points;
const better = Object.keys(points).filter((key) => points[key] - (before[key] ?? 0) > EXACTLY);
const worse = Object.keys(points).filter((key) => (before[key] ?? 0) - points[key] > EXACTLY);
for (const key of worse)
  console.log(`worse: ${key}: ${before[key].toFixed(3)}, now ${points[key].toFixed(3)}`);
for (const key of better)
  console.log(`better: ${key}: ${(before[key] ?? 0).toFixed(3)}, now ${points[key].toFixed(3)}`);
const sets = [...new Set(cases.map(({ set }) => set))];
printTable(
  'Points of all sheets whose right answer is known',
  ['set', 'sheets', 'before', 'now', 'better', 'worse'],
  sets.map((set) => {
    const own = (keys) => keys.filter((key) => key.startsWith(`${set}: `));
    const sum = (from) => own(Object.keys(points)).reduce((total, key) => total + (from[key] ?? 0), 0);
    return [
      set,
      own(Object.keys(points)).length,
      sum(before).toFixed(2),
      sum(points).toFixed(2),
      own(better).length,
      own(worse).length,
    ];
  }),
);
if (values.keep) writeFileSync(kept, JSON.stringify(points));

function pointsOf(one) {
  try {
    return one.points();
  } catch (error) {
    console.log(`${one.set}: ${one.id}: ${error.message}`);
    return 0;
  }
}
