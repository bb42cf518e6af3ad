// Whether real workbooks survive an edit in place: `npm run build && node bench/preserve-corpus.mjs
// [folder…]`. In each sheet one cell is overwritten (a formula if there is one) and one added below. Every
// other part must keep its bytes, and the file must read as before except for these cells and the results that
// follow from them: no formula may show a number that computing the new file would not give.
import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printTable } from './support/measure.mjs';
import { runInChildren } from './support/reader-pool.mjs';

const patchWorkbook = fileURLToPath(new URL('./support/patch-workbook.mjs', import.meta.url));
const shared = (folder) => fileURLToPath(new URL(`../../shared/data/${folder}`, import.meta.url));
const folders = process.argv.length > 2 ? process.argv.slice(2) : [shared('xlsx'), shared('workbooks')];

const jobs = [];
for (const folder of folders) {
  for (const name of await readdir(folder, { recursive: true })) {
    if (['.xlsx', '.xlsm', '.xltx'].includes(extname(name).toLowerCase()))
      jobs.push({ path: join(folder, name) });
  }
}

const sums = { sheets: 0, parts: 0, formulas: 0, removed: 0, recomputed: 0, dropped: 0 };
const count = { whole: 0, unreadable: 0, refused: 0, wrong: 0, ...sums };
let slowest = { path: '', ms: 0 };
await runInChildren(patchWorkbook, jobs, ({ path }, { answer, hung, crashed, ms }) => {
  if (ms > slowest.ms) slowest = { path, ms };
  const failure = hung ? 'hung' : (crashed ?? answer.failed);
  if (failure || answer.troubles?.length > 0) {
    count.wrong++;
    console.log(`${path}\n  ${failure ?? answer.troubles.slice(0, 5).join('\n  ')}`);
  } else if (answer.unreadable) count.unreadable++;
  else if (answer.refused) {
    count.refused++;
    console.log(`${path}\n  refused: ${answer.refused}`);
  } else {
    count.whole++;
    for (const key of Object.keys(sums)) count[key] += answer[key];
  }
});

printTable(
  'Edits in place',
  ['files', jobs.length],
  [
    ['edited in place, all else as before', count.whole],
    ['cannot be read in the first place', count.unreadable],
    ['refused', count.refused],
    ['wrong', count.wrong],
    ['sheets edited', count.sheets],
    ['parts left byte for byte', count.parts],
    ['formulas kept', count.formulas],
    ['formulas overwritten', count.removed],
    ['results recomputed', count.recomputed],
    ['results dropped', count.dropped],
    ['slowest', `${Math.round(slowest.ms)} ms, ${slowest.path}`],
  ],
);
process.exitCode = count.wrong > 0 ? 1 : 0;
