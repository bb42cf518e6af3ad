// The sheets that test/structuring-outcomes.test.ts structures, and those of them that are known to come out wrong.
// After an improvement the list is written anew:
//   npm run build && node bench/structure/fixed-cases.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { businessCase, businessSheets } from './business/cases.mjs';
import { families } from './outcomes/families.mjs';
import { makeCase } from './outcomes/make-case.mjs';
import { structureCase } from './outcomes/structure-case.mjs';

const SEEDS_A_FAMILY = 15;
const list = new URL('known-wrong.json', import.meta.url);

export const fixedFamilies = [...Object.keys(families), 'business'];

export const knownWrong = (family) => JSON.parse(readFileSync(list, 'utf8'))[family] ?? [];

/** The cases of a family whose tables are not exactly right. */
export async function wrongCases(family) {
  const wrong = [];
  for (const one of casesOf(family)) {
    const { differences } = await structureCase(one);
    if (differences.length > 0) wrong.push(one.seed);
  }
  return wrong;
}

function casesOf(family) {
  if (family === 'business') return businessSheets().map(businessCase);
  return Array.from({ length: SEEDS_A_FAMILY }, (_, at) => makeCase(family, at + 1));
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const lines = [];
  for (const family of fixedFamilies) {
    const wrong = await wrongCases(family);
    if (wrong.length > 0)
      lines.push(`  "${family}": [${wrong.map((seed) => JSON.stringify(seed)).join(', ')}]`);
  }
  writeFileSync(list, lines.length > 0 ? `{\n${lines.join(',\n')}\n}\n` : '{}\n');
}
