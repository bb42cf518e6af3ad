// What is followed and offered of sheets whose right tables are known, with all readings that are looked for: how many are right at
// once, kept as cells, and right after one click. Beside it, what it was when this was last kept.
//   node bench/structure/readings/choices.mjs [--every 4] [--seed 8001] [--only part of a set's name] [--keep] [--list]
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { analyzeSheet } from '#structure/analyze/analyze-sheet.js';
import { materializeSheet } from '#structure/materialize/materialize-sheet.js';
import { chooseReading } from '#structure/readings/choose-reading.js';
import { printTable } from '../../support/measure.mjs';
import { businessCase, businessSheets } from '../business/cases.mjs';
import { compare } from '../outcomes/compare.mjs';
import { families } from '../outcomes/families.mjs';
import { makeCase } from '../outcomes/make-case.mjs';
import { documentCase, documentKinds } from './drawn-documents.mjs';
import { recordCase, recordKinds } from './drawn-records.mjs';
import { contentOf } from './seen-readings.mjs';

const { values } = parseArgs({
  options: {
    every: { type: 'string', default: '4' },
    seed: { type: 'string', default: '8001' },
    only: { type: 'string', default: '' },
    keep: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});
const DRAWN = 40;
const every = Number(values.every);
const kept = new URL(`../../../node_modules/.cache/choices-${every}-${values.seed}.json`, import.meta.url);
const unspent = { isSpent: () => false };

const seeds = Array.from({ length: Math.ceil(DRAWN / every) }, (_, at) => Number(values.seed) + at);
const drawn = (set, kinds, draw) =>
  kinds.flatMap((kind) => seeds.map((seed) => [set, () => draw(kind, seed)]));
const all = [
  ...drawn('records of several rows', recordKinds, recordCase),
  ...drawn('documents', documentKinds, documentCase),
  ...drawn('families', Object.keys(families), makeCase),
  ...businessSheets().flatMap((name, at) =>
    at % every === 0 ? [['written', () => businessCase(name)]] : [],
  ),
].filter(([set]) => set.includes(values.only));

const now = {};
const figures = new Map();
for (const [set, draw] of all) {
  const one = draw();
  const outcome = await outcomeOf(one);
  const key = `${set}: ${one.family ?? ''} ${one.seed ?? one.base}`;
  now[key] = outcome.said;
  figures.set(set, [...(figures.get(set) ?? []), outcome]);
  if (values.list && outcome.said !== 'right') console.log(`${key}: ${outcome.said} ${outcome.why}`);
}
const before = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : now;
for (const [key, said] of Object.entries(now))
  if (before[key] && before[key] !== said) console.log(`${key}: ${before[key]}, now ${said}`);
printTable(
  'What is chosen',
  [
    'set',
    'sheets',
    'right',
    'kept as cells',
    'wrong',
    'right at first, but kept',
    'right after a click',
    'ms a sheet',
  ],
  [...figures].map(([set, outcomes]) => {
    const count = (is) => outcomes.filter(is).length;
    return [
      set,
      outcomes.length,
      count(({ said }) => said.startsWith('right')),
      count(({ said }) => said.startsWith('kept')),
      count(({ said }) => said.startsWith('wrong')),
      count(({ said, first }) => said.startsWith('kept') && first),
      count(({ said }) => said.endsWith('offered')),
      Math.round(outcomes.reduce((sum, { ms }) => sum + ms, 0) / outcomes.length),
    ];
  }),
);
if (values.keep) writeFileSync(kept, JSON.stringify({ ...before, ...now }));

async function outcomeOf(one) {
  const { sheet, dialect } = await one.page.read(one.format, one.base);
  const start = process.cpuUsage();
  const found = analyzeSheet(sheet, dialect, { baseName: one.base });
  const chosen = chooseReading(sheet, dialect, found, one.base, unspent);
  const { user, system } = process.cpuUsage(start);
  const isRight = (regions) => {
    const { tables } = materializeSheet(sheet, dialect, { ...found, regions }, one.base);
    return compare(
      one,
      tables.map((table) => contentOf(table, regions)),
    );
  };
  const { differences } = isRight(chosen.regions);
  const offered = chosen.alternatives?.some(({ regions }) => isRight(regions).differences.length === 0);
  const followed = differences.length === 0 ? 'right' : chosen.keptAsSheet ? 'kept' : 'wrong';
  return {
    said: followed !== 'right' && offered ? `${followed}, offered` : followed,
    first: isRight(found.regions).differences.length === 0,
    why: `${Math.min(...found.regions.map(({ confidence }) => confidence))} ${JSON.stringify(differences[0])}`,
    ms: (user + system) / 1000,
  };
}
