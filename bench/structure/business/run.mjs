import { printTable } from '../../support/measure.mjs';
import { showCase } from '../outcomes/show-case.mjs';
import { structureCase } from '../outcomes/structure-case.mjs';
import { Tally } from '../outcomes/tally.mjs';
import { businessCase, businessSheets, changedBusinessCase } from './cases.mjs';
import { harmlessChanges } from './harmless-changes.mjs';

/**
 * Prints the rate and what is wrong; with the name of a sheet, that sheet beside its tables; with `changed`, how often each
 * harmless change leaves the tables as they are.
 *
 * @param {string[]} args
 */
export async function runBusiness([wanted]) {
  if (wanted === 'changed') return await runChanged();
  if (wanted) return await showCase(businessCase(wanted));
  const tally = new Tally();
  for (const name of businessSheets()) {
    const one = businessCase(name);
    tally.add(one, await structurePrinting(one));
  }
  tally.print({ byStyle: false });
}

async function runChanged() {
  const rows = [];
  for (const [name, change] of Object.entries(harmlessChanges)) {
    console.log(name);
    const cases = businessSheets().flatMap((sheet) => changedBusinessCase(sheet, change) ?? []);
    let right = 0;
    for (const one of cases) {
      const { differences } = await structurePrinting(one);
      right += Number(differences.length === 0);
    }
    rows.push([name, cases.length, right, (right / cases.length).toFixed(3)]);
  }
  printTable('Sheets whose tables stay right after a change', ['change', 'sheets', 'right', 'rate'], rows);
}

async function structurePrinting(one) {
  const outcome = await structureCase(one);
  if (outcome.differences.length > 0) console.log(one.seed);
  for (const { kind, table, detail } of outcome.differences) console.log(`  ${kind}: ${table} ${detail}`);
  return outcome;
}
