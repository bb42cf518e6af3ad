// Damaged copies of real files, as many as fit into the time: none may crash, hang or exhaust the reader.
// `npm run build && node bench/fuzz-spreadsheets.mjs [seconds] [first seed] [folder…]`
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printTable } from './support/measure.mjs';
import { dice, mutateFile } from './support/mutate-file.mjs';
import { runInChildren } from './support/reader-pool.mjs';

const MEMORY_MB = 512;
/** Larger ones would leave time for only a few cases. */
const LARGEST_SOURCE_BYTES = 300_000;
const fuzzCase = fileURLToPath(new URL('./support/fuzz-case.mjs', import.meta.url));
const sharedData = fileURLToPath(new URL('../../shared/data', import.meta.url));

const [seconds = '120', firstSeed = '1', ...given] = process.argv.slice(2);
const folders = given.length > 0 ? given : [join(sharedData, 'workbooks/files'), join(sharedData, 'xlsx')];
const sources = await findSources(folders);
const directory = await mkdtemp(join(tmpdir(), 'fuzz-spreadsheets-'));
const count = { cases: 0, read: 0, refused: 0, crashed: 0, hung: 0 };
const saved = [];
let slowestMs = 0;

const { peakRssMb } = await runInChildren(fuzzCase, cases(), tally, { memoryMb: MEMORY_MB });
for (const { path, filename, seed, why } of saved) await save(path, filename, seed, why);
if (saved.length === 0) await rm(directory, { recursive: true });
printReport();

function* cases() {
  const endsAt = performance.now() + Number(seconds) * 1000;
  for (let seed = Number(firstSeed); performance.now() < endsAt; seed++) {
    const path = sources[dice(seed).below(sources.length)];
    yield { path, filename: basename(path), seed, directory };
  }
}

function tally(job, { answer, hung, crashed, ms = 0 }) {
  count.cases++;
  slowestMs = Math.max(slowestMs, ms);
  const why = hung ? 'hung' : (crashed ?? answer.failed);
  if (why) saved.push({ ...job, why });
  if (hung) count.hung++;
  else if (why) count.crashed++;
  else if (answer.refused) count.refused++;
  else count.read++;
}

async function findSources(roots) {
  const found = [];
  for (const root of roots) {
    for (const entry of await readdir(root, { recursive: true })) {
      const path = join(root, entry);
      const isSpreadsheet = /\.(xls[xmb]?|ods)$/i.test(entry);
      if (isSpreadsheet && (await stat(path)).size <= LARGEST_SOURCE_BYTES) found.push(path);
    }
  }
  return found.sort();
}

async function save(path, filename, seed, why) {
  const target = join(directory, `${seed}-${filename}`);
  await writeFile(target, mutateFile(await readFile(path), seed));
  console.log(`seed ${seed}: ${target}\n  ${why}`);
}

function printReport() {
  const share = (part) => `${part} (${((100 * part) / count.cases).toFixed(0)}%)`;
  printTable(
    `Damaged files: ${seconds} s from seed ${firstSeed}, ${sources.length} sources`,
    ['', 'measured', 'goal'],
    [
      ['cases', count.cases, 'thousands'],
      ['read', share(count.read), ''],
      ['refused', share(count.refused), ''],
      ['crashes', count.crashed, '0'],
      ['over 10 s', count.hung, '0'],
      ['slowest', `${slowestMs.toFixed(0)} ms`, '10 s'],
      ['peak resident memory of a reader', `${peakRssMb.toFixed(0)} MB`, `heap capped at ${MEMORY_MB} MB`],
    ],
  );
}
