// How often the table that the service would make of a file is exactly the wanted one.
import { readdirSync, readFileSync } from 'node:fs';
import { sameTable } from '../../../shared/score/score.mjs';
import { printTable } from '../support/measure.mjs';
import { parseStrictly } from '../support/strict-csv.mjs';

export function printReshape(folder, { readDelimited, analyzeSheet, materializeSheet }) {
  const byKind = new Map();
  for (const name of readdirSync(folder)) {
    const kind = name.replace(/-\d+$/, '');
    const count = byKind.get(kind) ?? { right: 0, cases: 0 };
    byKind.set(kind, count);
    count.cases++;
    const { sheets, dialect } = readDelimited(readFileSync(`${folder}${name}/data.csv`), 'data.csv', 'csv');
    const { tables } = materializeSheet(sheets[0], dialect, analyzeSheet(sheets[0], dialect), 'data');
    const wanted = parseStrictly(
      readFileSync(`${folder}${name}/gt.csv`, 'utf8').replace(/^\ufeff/, ''),
    ).slice(1);
    const isRight = tables.some((table) => sameTable(wanted, textsOf(table)));
    if (isRight) count.right++;
    else if (process.env.SHOW_WRONG)
      console.log(name, tables.map((table) => `${table.name} ${table.rowCount}`).join(', '));
  }
  const counts = [...byKind].sort(([a], [b]) => (a < b ? -1 : 1));
  const sum = (key) => counts.reduce((total, [, count]) => total + count[key], 0);
  printTable(
    'Reshape: exact tables through the spec',
    ['all', ...counts.map(([kind]) => kind)],
    [
      [
        `${sum('right')}/${sum('cases')} = ${(sum('right') / sum('cases')).toFixed(3)}`,
        ...counts.map(([, { right, cases }]) => `${right}/${cases}`),
      ],
    ],
  );
}

function textsOf({ columns, rowCount }) {
  return Array.from({ length: rowCount }, (_, row) => columns.map((column) => textAt(column, row)));
}

function textAt(column, row) {
  if (column.type === 'VARCHAR') return column.textAt(row) ?? '';
  if (!column.valid[row]) return '';
  const value = Number(column.values[row]);
  if (column.type === 'DATE') return new Date(value * 86_400_000).toISOString().slice(0, 10);
  return String(value);
}
