// How often encoding, delimiter, quote and cells of real csv files are read exactly, compared with DuckDB's
// sniffer: `npm run build && node bench/csv-dialects.mjs`; SHOW_WRONG=1 lists the files that are not.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { decodeText } from '#sheets/spreadsheet/decode-text.js';
import { DialectScore } from './support/dialect-score.mjs';
import { printTable } from './support/measure.mjs';
import { parseStrictly, writeStrictly } from './support/strict-csv.mjs';
import { encode } from './support/text-encoders.mjs';

const requireOfServer = createRequire(new URL('../server/package.json', import.meta.url));
const XLSX = requireOfServer('@e965/xlsx');

const DATA = new URL('../../shared/data/', import.meta.url).pathname;
/** Which of the rewritten tables to use; 1 uses all of them, which is slow because of DuckDB. */
const EVERY_NTH = Number(process.env.EVERY_NTH ?? 8);
/** Lists each file that was not read exactly. */
const SHOW_WRONG = Boolean(process.env.SHOW_WRONG);

/** The ways in which programs and people write the same table. */
const manners = {
  plain: (rows) => ({ rows }),
  'every cell quoted': (rows) => ({ rows, quoteAll: true }),
  'rows cut after their last cell': (rows) => ({
    rows: rows.map((row) => row.slice(0, Math.max(1, lastFilled(row) + 1))),
  }),
  'decimal commas': (rows) => ({ rows: rows.map((row) => row.map(withDecimalComma)) }),
};
const lastFilled = (row) => row.findLastIndex((cell) => cell !== '');
const withDecimalComma = (cell) =>
  /^-?[\d,]*\.\d+$/.test(cell) ? cell.replaceAll(',', ' ').replace('.', ',') : cell;

const tables = realTables();
await scoreAsTheyAre(tables);
await scoreDialects(tables);
scoreEncodings(tables);

/**
 * The csv files of the corpus, each with its true grid; where lines are labelled there is one label per
 * record.
 */
function realTables() {
  const labels = new Map();
  for (const set of ['saus', 'cius', 'deex']) {
    for (const line of readFileSync(`${DATA}lines/${set}.jsonl`, 'utf8').trim().split('\n')) {
      const { file, lines } = JSON.parse(line);
      labels.set(`${DATA}lines/${file}`, lines.length);
    }
  }
  const regions = readdirSync(`${DATA}regions/files`).map((name) => `${DATA}regions/files/${name}`);
  const reshape = readdirSync(`${DATA}reshape`).map((name) => `${DATA}reshape/${name}/data.csv`);
  return [...labels.keys(), ...regions, ...reshape].map((path) => {
    const text = readFileSync(path, 'utf8').replace(/^\ufeff/, '');
    const rows = parseStrictly(text);
    const labelled = labels.get(path);
    if (labelled !== undefined && rows.length !== labelled) console.log('labels disagree', path);
    return { name: basename(path), text, rows };
  });
}

async function scoreAsTheyAre(tables) {
  const score = new DialectScore();
  for (const { name, text, rows } of tables)
    await score.add({ name, text, rows, delimiter: ',', quote: '"' });
  printTable('Real csv files as they are', DialectScore.header, [score.line('comma, "')]);
}

async function scoreDialects(tables) {
  const sample = tables.filter((_, i) => i % EVERY_NTH === 0);
  for (const [manner, rewrite] of Object.entries(manners)) {
    const lines = [];
    for (const delimiter of manner === 'decimal commas' ? [';', '\t'] : [',', ';', '\t', '|']) {
      for (const quote of ['"', "'"]) {
        const score = new DialectScore();
        for (const { name, rows } of sample) {
          const { rows: written, quoteAll } = rewrite(rows);
          const text = writeStrictly(written, { delimiter, quote, newline: '\r\n', quoteAll });
          await score.add({ name, text, rows: written, delimiter, quote });
        }
        lines.push(score.line(`${delimiter === '\t' ? 'tab' : delimiter.replace('|', '\\|')} and ${quote}`));
      }
    }
    printTable(`The same tables in other dialects: ${manner}`, DialectScore.header, lines);
  }
}

function scoreEncodings(tables) {
  const foreign = tables
    .filter(({ text }) => /\P{ASCII}/u.test(text))
    .map(({ name, rows }) => ({ name, rows }));
  const languages = {
    'Western (corpus)': [foreign, ['windows-1252', 'utf-8', 'utf-16le', 'utf-16be']],
    'Japanese (Kobe workbooks)': [
      japaneseTables(),
      ['utf-8', 'utf-16le', 'utf-16be', 'shift_jis', 'euc-jp', 'iso-2022-jp'],
    ],
    'Chinese, simplified': [namesIn('zh-Hans'), ['utf-8', 'utf-16le', 'utf-16be', 'gb18030']],
    'Chinese, traditional': [namesIn('zh-Hant'), ['utf-8', 'utf-16le', 'utf-16be', 'big5']],
    Korean: [namesIn('ko'), ['utf-8', 'utf-16le', 'utf-16be', 'euc-kr']],
  };
  const lines = [];
  for (const [language, [sources, encodings]] of Object.entries(languages)) {
    for (const encoding of encodings) {
      for (const mark of encoding.startsWith('utf-') ? ['', '\ufeff'] : ['']) {
        lines.push(scoreEncoding(language, sources, encoding, mark));
      }
    }
  }
  printTable('Encodings', ['text', 'encoding', 'files', 'encoding found', 'text exact'], lines);
}

function scoreEncoding(language, sources, encoding, mark) {
  const counts = { files: 0, encoding: 0, text: 0 };
  for (const { name, rows } of sources) {
    const text = writeStrictly(rows, { delimiter: ',', quote: '"' });
    const bytes = encode(mark + text, encoding);
    if (!bytes || (encoding === 'windows-1252' && !/\P{ASCII}/u.test(text))) continue;
    counts.files++;
    const decoded = decoding(bytes);
    if (decoded.encoding === encoding) counts.encoding++;
    if (decoded.text === text) counts.text++;
    else if (SHOW_WRONG)
      console.log('wrong', encoding, mark && 'marked', name, decoded.encoding, bytes.length);
  }
  const share = (count) => `${((100 * count) / counts.files).toFixed(1)} %`;
  const marked = encoding.startsWith('utf-') ? (mark ? ', marked' : ', unmarked') : '';
  return [language, encoding + marked, counts.files, share(counts.encoding), share(counts.text)];
}

/** @returns {{ encoding: string, text?: string }} */
function decoding(bytes) {
  try {
    return decodeText(bytes);
  } catch (error) {
    return { encoding: error.message };
  }
}

/** Every sheet with Japanese text in the workbooks of the city of Kobe. */
function japaneseTables() {
  return readdirSync(`${DATA}xlsx/kobe`).flatMap((file) => {
    const { SheetNames, Sheets } = XLSX.readFile(`${DATA}xlsx/kobe/${file}`, { sheetRows: 300 });
    return SheetNames.flatMap((sheet) => {
      const rows = XLSX.utils.sheet_to_json(Sheets[sheet], { header: 1, raw: false, defval: '' });
      return /[ぁ-ん一-龥]/.test(rows.join()) ? [{ name: `${file} ${sheet}`, rows }] : [];
    });
  });
}

/** Tables of the names of countries, languages and currencies, from a few rows to hundreds. */
function namesIn(language) {
  const kinds = { region: /^[A-Z]{2}$/, language: /^[a-z]{2}$/, currency: /^[A-Z]{3}$/ };
  const types = /** @type {(keyof typeof kinds)[]} */ (Object.keys(kinds));
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const pairs = letters.flatMap((a) => letters.map((b) => a + b));
  return types.flatMap((type) => {
    const names = new Intl.DisplayNames(language, { type, fallback: 'none' });
    const codes =
      type === 'currency'
        ? Intl.supportedValuesOf('currency')
        : type === 'region'
          ? pairs.map((p) => p.toUpperCase())
          : pairs;
    const rows = codes.flatMap((code) =>
      names.of(code) ? [[code, names.of(code), String(code.charCodeAt(0))]] : [],
    );
    return [2, 5, 20, 200].flatMap((length) =>
      [0, 1, 2, 3, 4].map((part) => ({
        name: `${language} ${type} ${length}/${part}`,
        rows: rows.slice((part * 23) % Math.max(1, rows.length - length)).slice(0, length),
      })),
    );
  });
}
