import { readdirSync, readFileSync } from 'node:fs';
import { showCase } from '../outcomes/show-case.mjs';
import { structureCase } from '../outcomes/structure-case.mjs';
import { Tally } from '../outcomes/tally.mjs';
import { readCase } from './read-case.mjs';

const folder = new URL('sheets/', import.meta.url);

/**
 * Prints the rate and what is wrong; with the name of a sheet, that sheet beside its tables.
 *
 * @param {string[]} args
 */
export async function runBusiness([wanted]) {
  const names = readdirSync(folder).map((file) => file.replace(/\.txt$/, ''));
  const cases = names
    .filter((name) => !wanted || name === wanted)
    .map((name) => readCase(name, readFileSync(new URL(`${name}.txt`, folder), 'utf8')));
  if (wanted) {
    for (const one of cases) await showCase(one);
    return;
  }
  const tally = new Tally();
  for (const one of cases) {
    const outcome = await structureCase(one);
    tally.add(one, outcome);
    if (outcome.differences.length > 0) console.log(one.seed);
    for (const { kind, table, detail } of outcome.differences) console.log(`  ${kind}: ${table} ${detail}`);
  }
  tally.print({ byStyle: false });
}
