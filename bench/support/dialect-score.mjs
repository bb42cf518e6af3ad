import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseDialect } from '#sheets/spreadsheet/choose-dialect.js';
import { parseDelimited } from '#sheets/spreadsheet/parse-delimited.js';
import { trimmedGrid } from './strict-csv.mjs';

const require = createRequire(new URL('../../server/package.json', import.meta.url));
const { DuckDBInstance } = require('@duckdb/node-api');

const folder = mkdtempSync(join(tmpdir(), 'csv-dialects-'));
process.once('exit', () => rmSync(folder, { recursive: true }));
const duckdb = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();

/** Counts correct results; a delimiter or quote that a text does not use cannot be wrong. */
export class DialectScore {
  static header = [
    'dialect',
    'files',
    'delimiter',
    'quote',
    'all cells',
    'DuckDB: delimiter',
    'DuckDB: quote',
    'DuckDB: all cells',
  ];
  files = 0;
  ours = { delimiter: 0, quote: 0, grid: 0 };
  theirs = { delimiter: 0, quote: 0, grid: 0 };

  async add(truth) {
    const { name, text } = truth;
    this.files++;
    const found = chooseDialect(text, ',');
    const right = this.judge(this.ours, truth, found, gridOf(parseDelimited(text, found, found)));
    if (process.env.SHOW_WRONG && !right)
      console.log('wrong', truth.delimiter, truth.quote, name, JSON.stringify(found));
    const proposal = await sniff(text);
    this.judge(this.theirs, truth, proposal, proposal.grid);
  }

  judge(counts, truth, found, grid) {
    const multiple = truth.rows.some((row) => row.length > 1);
    const quoted = truth.text.includes(truth.quote);
    const rightGrid = sameGrid(grid, truth.rows);
    if (found.delimiter === truth.delimiter || !multiple) counts.delimiter++;
    if (found.quote === truth.quote || !quoted || rightGrid) counts.quote++;
    if (rightGrid) counts.grid++;
    return rightGrid;
  }

  line(name) {
    const share = (count) => `${((100 * count) / this.files).toFixed(1)} %`;
    const shares = ({ delimiter, quote, grid }) => [delimiter, quote, grid].map(share);
    return [name, this.files, ...shares(this.ours), ...shares(this.theirs)];
  }
}

/** DuckDB's dialect for a text, and the cells when it reads with that, untyped and without a header. */
async function sniff(text) {
  const path = join(folder, 'sniffed.csv');
  writeFileSync(path, text);
  try {
    const [found] = (await duckdb.runAndReadAll(`from sniff_csv('${path}')`)).getRowObjects();
    const dialect = { delimiter: found.Delimiter, quote: found.Quote };
    try {
      const options = Object.entries({
        delim: found.Delimiter,
        quote: unset(found.Quote),
        escape: unset(found.Escape),
        comment: unset(found.Comment),
      }).map(([key, value]) => `${key}='${value.replaceAll("'", "''")}'`);
      const read = await duckdb.runAndReadAll(
        `from read_csv('${path}', ${options.join(', ')}, skip=${found.SkipRows}, header=false, all_varchar=true,
         auto_detect=false, columns=${columnsFor(text, found.Delimiter)}, null_padding=true, strict_mode=false)`,
      );
      return { ...dialect, grid: read.getRows().map((row) => row.map((cell) => cell ?? '')) };
    } catch {
      return { ...dialect, grid: [] };
    }
  } catch {
    return { grid: [] };
  }
}

const unset = (option) => (option === '(empty)' ? '' : option);

function columnsFor(text, delimiter) {
  const widest = Math.max(...text.split('\n').map((line) => line.split(delimiter).length));
  return `{${Array.from({ length: widest }, (_, i) => `'c${i}': 'VARCHAR'`).join(', ')}}`;
}

function gridOf(cells) {
  return Array.from({ length: cells.rowCount }, (_, row) =>
    Array.from({ length: cells.rowStart(row + 1) - cells.rowStart(row) }, (_, i) =>
      cells.at(cells.rowStart(row) + i),
    ),
  );
}

function sameGrid(one, other) {
  return JSON.stringify(trimmedGrid(one)) === JSON.stringify(trimmedGrid(other));
}
