import { families } from './families.mjs';
import { makeCase } from './make-case.mjs';
import { showCase } from './show-case.mjs';
import { structureCase } from './structure-case.mjs';
import { Tally } from './tally.mjs';

const CASES_PER_FAMILY = 100;

/**
 * `[family|all] [first seed] [count]` prints rates, with the styles of a single family; `--wrong` lists the
 * wrong cases too; `--show family seed` prints one case.
 */
export async function runOutcomes(args) {
  const options = args.filter((arg) => arg.startsWith('--'));
  const [family = 'all', seed = '1', count = String(CASES_PER_FAMILY)] = args.filter(
    (arg) => !arg.startsWith('--'),
  );
  const chosen = family === 'all' ? Object.keys(families) : [family];
  for (const name of chosen)
    if (!families[name])
      throw new Error(`There is no family ${name}, only ${Object.keys(families).join(', ')}.`);
  if (options.includes('--show')) {
    for (const name of chosen) await showCase(makeCase(name, Number(seed)));
    return;
  }
  const tally = new Tally();
  for (const name of chosen) {
    for (let at = 0; at < Number(count); at++) {
      const one = makeCase(name, Number(seed) + at);
      const outcome = await structureCase(one);
      tally.add(one, outcome);
      if (options.includes('--wrong') && outcome.differences.length > 0) printWrong(one, outcome);
    }
  }
  tally.print({ byStyle: chosen.length === 1 || options.includes('--styles') });
}

function printWrong({ family, seed, styles }, { differences }) {
  console.log(`${family} ${seed} (${styles.join(', ')})`);
  for (const { kind, table, detail } of differences) console.log(`  ${kind}: ${table} ${detail}`);
}
