// How many real workbooks are read as the established readers agree: `npm run build && node
// bench/read-corpus.mjs [folder]`, where the folder contains `files` and `truth.jsonl.gz`.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { printTable } from './support/measure.mjs';
import { runInChildren } from './support/reader-pool.mjs';

const SHOWN_PER_FILE = 3;
const GOAL_RIGHT = 470;
const compareWorkbook = fileURLToPath(new URL('./support/compare-workbook.mjs', import.meta.url));
const folder =
  process.argv[2] ??
  process.env.SVC_WORKBOOKS ??
  fileURLToPath(new URL('../../shared/data/workbooks', import.meta.url));

const lines = gunzipSync(await readFile(join(folder, 'truth.jsonl.gz')))
  .toString()
  .split('\n')
  .filter(Boolean);
const truth = lines.map((line) => JSON.parse(line));
const jobs = truth.map(({ file, readable, sheets }) => ({
  path: join(folder, 'files', file),
  filename: file,
  readable,
  sheets,
}));

const count = { right: 0, lineEndings: 0, surplus: 0, refused: 0, crashed: 0, hung: 0 };
let slowest = { filename: '', ms: 0 };
await runInChildren(compareWorkbook, jobs, (job, result) => {
  if (result.ms > slowest.ms) slowest = { filename: job.filename, ms: result.ms };
  const trouble = tally(job, result);
  if (trouble.length > 0) console.log(`${job.filename}\n  ${trouble.join('\n  ')}`);
});
printReport();

/** Counts a result and returns what is wrong with it, one line each. */
function tally({ readable }, { answer, hung, crashed }) {
  if (hung) {
    count.hung++;
    return ['hung'];
  }
  const failure = crashed ?? answer.failed;
  if (failure) {
    count.crashed++;
    return [`crashed: ${failure}`];
  }
  if (!readable) {
    if (!answer.refused) return ['read, where it should be refused'];
    count.refused++;
    return [];
  }
  if (answer.refused) return [`refused as ${answer.refused}: ${answer.detail}`];
  const { disagreements, onlyLineEndings, hasSurplus } = answer;
  if (disagreements.length === 0) count.right++;
  if (onlyLineEndings) count.lineEndings++;
  if (hasSurplus) count.surplus++;
  const shown = disagreements.slice(0, SHOWN_PER_FILE).map(describe);
  const more = disagreements.length - shown.length;
  return more > 0 ? [...shown, `and ${more} cells more`] : shown;
}

function describe({ sheet, cell, expected, got }) {
  return `${sheet} ${cell}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got) ?? 'no cell'}`;
}

function printReport() {
  const readable = jobs.filter((job) => job.readable).length;
  const unreadable = jobs.length - readable;
  printTable(
    'Real workbooks',
    ['', 'measured', 'goal'],
    [
      ['readable files wholly right', `${count.right} of ${readable}`, `${GOAL_RIGHT}`],
      ['of the others, wrong only in line endings', count.lineEndings, ''],
      ['files with cells on which the truth is silent', count.surplus, ''],
      ['unreadable files refused', `${count.refused} of ${unreadable}`, `${unreadable}`],
      ['crashes', count.crashed, '0'],
      ['over 10 s', count.hung, '0'],
      ['slowest', `${slowest.ms.toFixed(0)} ms (${slowest.filename})`, '10 s'],
    ],
  );
}
