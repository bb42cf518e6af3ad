import { readdirSync, readFileSync } from 'node:fs';
import { readDelimited } from '#sheets/spreadsheet/read-delimited.js';
import { readWorkbook } from '#sheets/spreadsheet/read-workbook.js';
import { printTable } from '../support/measure.mjs';
import { structureUpload } from './outcomes/structure-upload.mjs';
import { wideSheets } from './wide-sheets.mjs';

const DATA = new URL('../../../shared/data/', import.meta.url).pathname;
const SLOWEST_SHOWN = 12;

const sets = {
  municipal: () => filesIn('xlsx/kobe'),
  statistics: () => filesIn('xlsx/tasi').concat(filesIn('xlsx/senbazuru')),
  workbooks: () => filesIn('workbooks/files'),
  regions: () => filesIn('regions/files'),
  lines: () => ['saus', 'cius', 'deex'].flatMap((set) => filesIn(`lines/${set}`)),
  synthetic: () => wideSheets(),
};

/**
 * Prints, for each set, the distribution of CPU time for a table, and then the slowest files of all. A set is measured
 * twice, since a fresh process compiles its code during the first; the service keeps its processes for a while.
 */
export async function runCost(part) {
  const chosen = Object.keys(sets).filter((name) => name.includes(part));
  const files = [];
  const rows = [];
  for (const name of chosen) {
    const first = await measureSet(name);
    const again = await measureSet(name);
    files.push(...again);
    rows.push([...distribution(name, again), perTable(first)]);
  }
  printTable(
    'CPU time of structuring (analyze and materialize)',
    [
      'set',
      'files',
      'tables',
      'ms a table',
      'median of a file',
      '95 %',
      '99 %',
      'slowest',
      'ms a table, first',
    ],
    rows,
  );
  const slowest = files.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST_SHOWN);
  printTable(
    'The slowest files',
    ['set', 'file', 'cells', 'tables', 'ms'],
    slowest.map(({ set, file, cells, tables, ms }) => [set, file, cells, tables, Math.round(ms)]),
  );
}

function filesIn(folder) {
  return readdirSync(`${DATA}${folder}`)
    .filter((file) => /\.(?:xlsx|xlsm|xls|xlsb|ods|csv)$/i.test(file))
    .map((file) => ({ file, read: () => readFile(`${DATA}${folder}/${file}`, file) }));
}

function readFile(path, file) {
  return /\.csv$/i.test(file) ? readDelimited(readFileSync(path), file, 'csv') : readWorkbook(path, file);
}

async function measureSet(name) {
  const measured = [];
  for (const source of sets[name]()) measured.push(...(await measure(name, source)));
  return measured;
}

/** Nothing for a file that cannot be read, as the corpus includes broken ones. */
async function measure(set, { file, read }) {
  /** @type {any} */
  const content = await Promise.resolve()
    .then(read)
    .catch(() => null);
  if (!content) return [];
  let cells = 0;
  let tables = 0;
  const before = process.cpuUsage();
  for (const sheet of content.sheets) {
    cells += sheet.rowCount * sheet.columns.length;
    tables += structureUpload({ sheet, dialect: content.dialect }, 'table').made.length;
  }
  const { user, system } = process.cpuUsage(before);
  return [{ set, file, cells, tables, ms: (user + system) / 1000 }];
}

function distribution(name, measured) {
  const sorted = measured.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  const tables = sum(measured, 'tables');
  return [name, sorted.length, tables, perTable(measured), at(0.5), at(0.95), at(0.99), at(1)];
}

function perTable(measured) {
  return (sum(measured, 'ms') / Math.max(1, sum(measured, 'tables'))).toFixed(1);
}

function sum(measured, figure) {
  return measured.reduce((total, one) => total + one[figure], 0);
}
