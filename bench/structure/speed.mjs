// The cost of structuring in addition to reading a file: a plain list of 100,000 rows, and a report of 200.
import { median, printTable, timed } from '../support/measure.mjs';

const ROUNDS = 5;

export async function printSpeed(build) {
  printTable(
    'Speed (median, ms)',
    ['sheet', 'read', 'analyze', 'materialize'],
    [
      ['100,000 x 20 list', ...(await measure(build, list(100_000, 20)))],
      ['200-row report', ...(await measure(build, report(200)))],
    ],
  );
}

async function measure({ readDelimited, analyzeSheet, materializeSheet }, text) {
  const bytes = Buffer.from(text);
  /** @type {Record<'read' | 'analyze' | 'materialize', number[]>} */
  const times = { read: [], analyze: [], materialize: [] };
  for (let round = 0; round < ROUNDS; round++) {
    let file;
    let spec;
    times.read.push(await timed(() => (file = readDelimited(bytes, 'sheet.csv', 'csv'))));
    times.analyze.push(await timed(() => (spec = analyzeSheet(file.sheets[0], file.dialect))));
    times.materialize.push(await timed(() => materializeSheet(file.sheets[0], file.dialect, spec, 'sheet')));
  }
  return Object.values(times).map((each) => Math.round(median(each)));
}

function list(rows, columns) {
  const names = Array.from({ length: columns }, (_, at) => `column_${at + 1}`);
  const line = (row) =>
    names.map((_, at) => (at % 5 === 0 ? `item ${(row * 7 + at) % 991}` : (row * 31 + at * 17) % 10_007));
  return [names, ...Array.from({ length: rows }, (_, row) => line(row))]
    .map((cells) => cells.join(','))
    .join('\n');
}

/** Twelve months across, accounts below headings, a total for each heading. */
function report(rows) {
  const months = Array.from({ length: 12 }, (_, at) => `2025年${at + 1}月`);
  /** @type {(string | number)[][]} */
  const lines = [['損益計算書'], ['単位:百万円'], [], ['科目', ...months]];
  let sums = months.map(() => 0);
  for (let row = 0; lines.length < rows; row++) {
    if (row % 10 === 0) lines.push([`部門${row / 10 + 1}`]);
    else if (row % 10 === 9) {
      lines.push(['小計', ...sums]);
      sums = months.map(() => 0);
    } else {
      const values = months.map((_, at) => ((row * 37 + at * 101) % 977) + 1);
      sums = sums.map((sum, at) => sum + values[at]);
      lines.push([`　科目${row}`, ...values]);
    }
  }
  return lines.map((cells) => cells.join(',')).join('\n');
}
