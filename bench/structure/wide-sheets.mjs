import { readDelimited } from '#sheets/spreadsheet/read-delimited.js';

/** Sheets that are as large or as fragmented as a careless search can bear least. */
export function wideSheets() {
  return [
    ['plain 100 x 350', numbers(100, 350)],
    ['plain 2,000 x 200', numbers(2_000, 200)],
    ['plain 20 x 16,000', numbers(20, 16_000)],
    ['plain 20,000 x 20', numbers(20_000, 20)],
    ['ones 300 x 100', lines(300, 100, (row, column) => (row === 0 ? `c${column}` : '1'))],
    ['blocks of 3 x 4 in 103 x 353', blocks(103, 353)],
    ['blocks of 3 x 4 in 400 x 400', blocks(400, 400)],
    ['texts 1,000 x 300', lines(1_000, 300, (row, column) => `t${(row * 7 + column * 13) % 997}`)],
    ['10,000 titled tables below each other', titledTables(10_000)],
    ['report of 5,000 rows', report(5_000)],
    ['years across 300 x 120', lines(300, 120, yearCell)],
  ].map(([file, text]) => ({ file, read: () => readDelimited(Buffer.from(text), 'sheet.csv', 'csv') }));
}

const number = (row, column) => ((row * 7_919 + column * 104_729 + ((row * column) % 31) * 331) % 99_991) + 1;

function lines(rows, columns, cell) {
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => cell(row, column)).join(','),
  ).join('\n');
}

const numbers = (rows, columns) =>
  lines(rows, columns, (row, column) => (row === 0 ? `c${column}` : String(number(row, column))));

/** Each block has a header row and two rows of numbers, three columns wide, with a gap on each side. */
const blocks = (rows, columns) =>
  lines(rows, columns, (row, column) => {
    if (row % 4 === 3 || column % 5 === 4) return '';
    return row % 4 === 0 ? `h${column % 5}` : String(number(row, column));
  });

const titledTables = (count) =>
  Array.from({ length: count }, (_, at) => `Title ${at}\nname,count\nn${at},${number(at, 1)}\n`).join('\n');

function yearCell(row, column) {
  if (row === 0) return column === 0 ? 'item' : String(1900 + column);
  return column === 0 ? `item ${row}` : String(number(row, column));
}

/** Groups of nine accounts with a subtotal below, twelve months and their total across. */
function report(rows) {
  const months = Array.from({ length: 12 }, (_, at) => `2025年${at + 1}月`);
  let sums = months.map(() => 0);
  const body = Array.from({ length: rows }, (_, row) => {
    if (row % 11 === 0) return [`部門${row / 11 + 1}`];
    const isTotal = row % 11 === 10;
    const values = isTotal ? sums : months.map((_, at) => number(row, at));
    sums = isTotal ? months.map(() => 0) : sums.map((sum, at) => sum + values[at]);
    return [isTotal ? '小計' : `　科目${row}`, ...values, values.reduce((a, b) => a + b, 0)];
  });
  return [['科目', ...months, '計'], ...body].map((cells) => cells.join(',')).join('\n');
}
