import { readdirSync } from 'node:fs';
import { analyzeSheet } from '#structure/analyze/analyze-sheet.js';
import { confidenceOf } from '#structure/confidence-of.js';
import { businessSheets } from '../business/cases.mjs';
import { families } from '../outcomes/families.mjs';
import { Random } from '../outcomes/random.mjs';
import { judgeTables } from './judge-written.mjs';
import { readSource, tablesOf } from './read-asked.mjs';

const EXPECTED = new URL('../expected/', import.meta.url).pathname;
const SURE = 0.9;

/** Sheets with known tables that rules read wrongly or are not sure of, by a seed: a third of each kind of source in turn. */
export async function* drawWritten(count, seed) {
  const random = new Random('model', seed);
  const pools = [
    random.shuffled(businessSheets()).map((business) => ({ business })),
    random.shuffled(
      Object.keys(families).flatMap((family) =>
        Array.from({ length: 60 }, (_, at) => ({ family, seed: 50_000 + 1000 * seed + at })),
      ),
    ),
    random.shuffled(expectedSheets()),
  ];
  const tried = pools.map(() => 0);
  for (let drawn = 0; drawn < count; ) {
    const before = drawn;
    for (const [at, pool] of pools.entries()) {
      let source = pool[tried[at]++];
      while (source && !(await isHard(source))) source = pool[tried[at]++];
      if (!source || drawn === count) continue;
      drawn++;
      yield source;
    }
    if (drawn === before) return;
  }
}

const expectedSheets = () =>
  readdirSync(EXPECTED, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .sort()
    .map((path) => ({ expected: path.replace(/\.json$/, '') }));

async function isHard(source) {
  try {
    const read = await readSource(source);
    const spec = analyzeSheet(read.sheet, read.dialect, { baseName: read.baseName });
    const sure = confidenceOf(spec.regions) ?? 1;
    return sure < SURE || judgeTables(read, spec, tablesOf(read, spec)).verdict !== 'right';
  } catch (error) {
    console.error(JSON.stringify(source), String(error));
    return false;
  }
}
