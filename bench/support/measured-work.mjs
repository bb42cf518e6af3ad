// One piece of spreadsheet work in a process of its own: `measured-work.mjs <work> <path> [rows] [columns]`.
// Prints CPU and wall seconds, without the start of the process, and its peak memory.
import { readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { deflateRawSync } from 'node:zlib';
import { readWorkbook } from '#sheets/spreadsheet/read-workbook.js';
import { writeXlsx } from '#sheets/xlsx/write/write-xlsx.js';
import { readEntries } from './zip.mjs';

const require = createRequire(new URL('../../server/package.json', import.meta.url));
const BATCH_ROWS = 2048;
const DAY_IN_2020 = 43_831;

const work = {
  /** The least that any reader must do: inflate every byte, and create every shared string. */
  inflate(path) {
    const entries = readEntries(readFileSync(path));
    const { content } = entries.find(({ name }) => name.toString().endsWith('sharedStrings.xml'));
    const strings = [];
    for (let at = content.indexOf('<t>'); at >= 0; at = content.indexOf('<t>', at)) {
      const end = content.indexOf('</t>', at);
      strings.push(content.toString('utf8', at + 3, end));
      at = end;
    }
    return strings.length;
  },

  read: async (path) => (await readWorkbook(path, 'generated.xlsx')).sheets.length,

  async sheetJs(path) {
    const { read } = require('@e965/xlsx');
    return read(await readFile(path), { dense: true, cellNF: true }).SheetNames.length;
  },

  write: (path, rows, columns) =>
    writeXlsx(path, {
      sheets: [{ name: 'Data', columns: columnsOf(columns), batches: batches(rows, columns) }],
    }),

  /** The least that the writer must do: deflate its own XML. */
  deflate(path) {
    const entries = readEntries(readFileSync(path));
    restartClocks();
    for (const { content } of entries) deflateRawSync(content, { level: 1 });
  },
};

function columnsOf(count) {
  /** @type {import('#sheets/xlsx/write/workbook-content.js').XlsxColumn['meaning'][]} */
  const meanings = ['number', 'number', 'number', 'date', 'number'];
  return Array.from({ length: count }, (_, i) => ({ name: `column ${i + 1}`, meaning: meanings[i % 5] }));
}

/** The same kinds of values as in generated-xlsx.mjs. */
async function* batches(rows, columns) {
  for (let first = 0; first < rows; first += BATCH_ROWS) {
    const rowCount = Math.min(BATCH_ROWS, rows - first);
    const made = unclocked(() =>
      Array.from({ length: columns }, (_, i) => batchColumn(i % 5, first + i, rowCount)),
    );
    yield { rowCount, columns: made };
  }
}

function batchColumn(kind, first, rowCount) {
  const each = (cell) => Array.from({ length: rowCount }, (_, i) => cell(first + i));
  const texts = (cell) => textCells(each(cell));
  const numbers = (cell) => ({ numbers: Float64Array.from(each(cell)), valid: null });
  switch (kind) {
    case 0:
      return texts((row) => `customer number ${row % 40} & sons`);
    case 1:
      return numbers((row) => (row * 7919) % 100_000);
    case 2:
      return numbers((row) => ((row * 104_729) % 1_000_003) / 100);
    case 3:
      return numbers((row) => DAY_IN_2020 + (row % 2000));
    default:
      return texts((row) => `customer number ${(row * 31) % 60_000} & sons`);
  }
}

/** In the form in which an export takes texts out of the engine. */
function textCells(texts) {
  const bytes = Buffer.from(texts.join(''));
  const lengths = Int32Array.from(texts, (text) => Buffer.byteLength(text));
  const starts = new Int32Array(texts.length);
  for (let i = 1; i < texts.length; i++) starts[i] = starts[i - 1] + lengths[i - 1];
  return { utf8: new DataView(bytes.buffer, bytes.byteOffset, bytes.length), starts, lengths };
}

let wallFrom;
let cpuFrom;
function restartClocks() {
  wallFrom = performance.now();
  cpuFrom = cpuMicros();
}

/** Work that belongs to the measurement and not to what is measured. */
function unclocked(task) {
  const wallBefore = performance.now();
  const cpuBefore = cpuMicros();
  const result = task();
  wallFrom += performance.now() - wallBefore;
  cpuFrom += cpuMicros() - cpuBefore;
  return result;
}

function cpuMicros() {
  const { user, system } = process.cpuUsage();
  return user + system;
}

const [name, path, rows, columns] = process.argv.slice(2);
restartClocks();
await work[name](path, Number(rows), Number(columns));
const cpuSeconds = (cpuMicros() - cpuFrom) / 1e6;
const wallSeconds = (performance.now() - wallFrom) / 1000;
const peakMb = Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
writeFileSync(1, JSON.stringify({ cpuSeconds, wallSeconds, peakMb }));
