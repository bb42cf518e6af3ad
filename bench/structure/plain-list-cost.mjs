import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeRawSheets } from '#server/file-workers/write-raw-sheets.js';
import { writeStructuredTables } from '#server/file-workers/write-structured-tables.js';
import { writeGeneratedXlsx } from '../support/generated-xlsx.mjs';
import { median, printTable } from '../support/measure.mjs';

const ROUNDS = 5;
const ROWS = 100_000;
const COLUMNS = 20;

/** Prints what an upload of a plain list costs with structuring and without, by turns in one process. */
export async function runPlainListCost() {
  const directory = await mkdtemp(join(tmpdir(), 'plain-list-'));
  try {
    const files = { csv: join(directory, 'list.csv'), xlsx: join(directory, 'list.xlsx') };
    await writeFile(files.csv, listAsCsv());
    await writeGeneratedXlsx(files.xlsx, ROWS, COLUMNS);
    const rows = [];
    for (const [format, path] of Object.entries(files)) rows.push(await measure(format, path, directory));
    printTable(
      `CPU time of a plain list of ${ROWS} x ${COLUMNS}, from the file to its segments (median, s)`,
      ['format', '`structuring=skip`', '`auto`', 'ratio of a round', 'goal'],
      rows,
    );
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function measure(format, path, outDir) {
  const request = { path, filename: `list.${format}`, outDir };
  /** @type {Record<'skip' | 'auto', number[]>} */
  const seconds = { skip: [], auto: [] };
  for (let round = -1; round < ROUNDS; round++) {
    const skip = await cpuSeconds(() => writeRawSheets(request));
    const auto = await cpuSeconds(() => writeStructuredTables(request));
    if (round < 0) continue; // The first compiles.
    seconds.skip.push(skip);
    seconds.auto.push(auto);
  }
  const ratio = median(seconds.auto.map((auto, round) => auto / seconds.skip[round]));
  return [
    format,
    median(seconds.skip).toFixed(2),
    median(seconds.auto).toFixed(2),
    `${ratio.toFixed(2)}x`,
    'at most 1.3x',
  ];
}

async function cpuSeconds(work) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function listAsCsv() {
  const names = Array.from({ length: COLUMNS }, (_, at) => `column_${at + 1}`);
  const line = (row) =>
    names.map((_, at) => (at % 5 === 0 ? `item ${(row * 7 + at) % 991}` : (row * 31 + at * 17) % 10_007));
  const lines = [names, ...Array.from({ length: ROWS }, (_, row) => line(row))];
  return lines.map((cells) => cells.join(',')).join('\n');
}
