// The sheets that test/structuring-outcomes.test.ts structures, and those of them that are known to come out wrong.
// After an improvement the list is written anew:
//   npm run build && node bench/structure/fixed-cases.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { businessCase, businessSheets } from './business/cases.mjs';
import { families } from './outcomes/families.mjs';
import { makeCase } from './outcomes/make-case.mjs';
import { structureRead } from './outcomes/structure-case.mjs';

const SEEDS_A_FAMILY = 15;
const list = new URL('known-wrong.json', import.meta.url);

export const fixedFamilies = [...Object.keys(families), 'business'];

export const knownWrong = (family) => JSON.parse(readFileSync(list, 'utf8'))[family] ?? [];

/**
 * The cases of a family whose tables are not exactly right. `reread` may take the sheet of a case through a file, and return
 * undefined where its outcome would tell nothing new.
 */
export async function wrongCases(family, reread = (file, _at) => file) {
  const wrong = [];
  for (const [at, one] of casesOf(family).entries()) {
    const file = await reread(await one.page.read(one.format, one.base), at);
    const { differences } = file ? structureRead(one, file) : { differences: [] };
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
