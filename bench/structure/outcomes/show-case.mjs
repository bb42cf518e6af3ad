import { structureCase } from './structure-case.mjs';

const WIDEST_CELL = 24;

/** Prints the sheet, the tables that came out of it and those expected. */
export async function showCase(one) {
  const { made, reading, differences } = await structureCase(one);
  console.log(
    `${one.family} ${one.seed}: ${one.styles.join(', ')}\n\nsheet\n${grid(one.page.texts({ formulas: true }), true)}`,
  );
  console.log(`\n===== came out =====${made.map(tableText).join('')}`);
  console.log(`\n===== expected =====${reading.map(tableText).join('')}`);
  if (one.notes.length > 0) console.log(`\nnotes: ${one.notes.join(' | ')}`);
  console.log(`\n${differences.length === 0 ? 'right' : 'differences'}`);
  for (const { kind, table, detail } of differences) console.log(`- ${kind}: ${table} ${detail}`);
}

function tableText({ name, columns, rows, confidence }) {
  const header = columns.map((column) => `${column.name} ${column.type}`);
  const sure = confidence === undefined ? '' : ` (confidence ${confidence})`;
  return `\n\n${name}${sure}\n${grid([header, ...rows.map((row) => row.map((value) => String(value ?? '')))], false)}`;
}

export function grid(rows, numbered) {
  const widths = rows[0].map((_, at) =>
    Math.min(WIDEST_CELL, Math.max(...rows.map((row) => widthOf(row[at] ?? '')))),
  );
  return rows
    .map((row, at) => {
      const cells = row.map((text, column) => text + ' '.repeat(Math.max(0, widths[column] - widthOf(text))));
      return `${numbered ? `${String(at + 1).padStart(3)} ` : '  '}${cells.join(' | ').trimEnd()}`;
    })
    .join('\n');
}

/** Japanese characters are two columns wide. */
const widthOf = (text) => [...text].reduce((sum, character) => sum + (character > '\u2e7f' ? 2 : 1), 0);
