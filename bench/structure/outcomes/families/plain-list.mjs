import { drawTable, dresses } from '../draw.mjs';
import { list } from '../tidy.mjs';
import { tidyTable } from '../truth.mjs';

/** One table and nothing else: whatever is odd about it, it stays as it is. */
export function plainList(sheet) {
  const { random, page, base, dress } = sheet;
  const oddity = random.pick(['even', 'stray space', 'bold row', 'empty cells', 'many empty cells', 'long']);
  const missing = { 'empty cells': 0.1, 'many empty cells': 0.35 }[oddity] ?? 0;
  const tidy = oddity === 'long' ? long(sheet) : list(sheet, { missing });
  drawTable(sheet, tidy);
  const row = random.int(0, tidy.rows.length - 1);
  const cells = tidy.rows[row].map((value, at) => tidy.columns[at].write(value));
  if (oddity === 'stray space') {
    const at = tidy.columns.findIndex(({ type }) => type === 'VARCHAR');
    page.put(1 + row, at, { ...cells[at], text: ` ${cells[at].text}` }, dresses[dress].body);
  }
  if (oddity === 'bold row') page.putRow(1 + row, 0, cells, { ...dresses[dress].body, bold: true });
  return { styles: [oddity], tables: [tidyTable(base, tidy)] };
}

function long(sheet) {
  const tidy = list(sheet, { rows: 12 });
  const { columns } = tidy;
  return { columns, rows: Array.from({ length: 120 }, () => columns.map((column) => column.next())) };
}
