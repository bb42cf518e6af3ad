import { showCase } from '../outcomes/show-case.mjs';
import { structureCase } from '../outcomes/structure-case.mjs';
import { Tally } from '../outcomes/tally.mjs';
import { businessCase, businessSheets } from './cases.mjs';

/**
 * Prints the rate and what is wrong; with the name of a sheet, that sheet beside its tables.
 *
 * @param {string[]} args
 */
export async function runBusiness([wanted]) {
  if (wanted) {
    await showCase(businessCase(wanted));
    return;
  }
  const tally = new Tally();
  for (const one of businessSheets().map(businessCase)) {
    const outcome = await structureCase(one);
    tally.add(one, outcome);
    if (outcome.differences.length > 0) console.log(one.seed);
    for (const { kind, table, detail } of outcome.differences) console.log(`  ${kind}: ${table} ${detail}`);
  }
  tally.print({ byStyle: false });
}
