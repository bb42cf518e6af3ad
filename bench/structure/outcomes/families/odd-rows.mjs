import { code, date, dateNotations, label, measure } from '../columns.mjs';
import { drawRows, drawTable, drawTotal, dresses, sumsOf } from '../draw.mjs';
import { fill } from '../tidy.mjs';
import { computedTable, tidyTable } from '../truth.mjs';

const remarks = { en: 'figures not final', ja: '数値は速報値です' };

/** Rows that are no data, in places where they could spoil the type of a column. */
export function oddRows(sheet) {
  const { random, words, lang, page, base, dress } = sheet;
  const way = random.pick([
    'total below the dates',
    'remark below the numbers',
    'header repeated',
    'several headers repeated',
  ]);
  const [key, names] = random.pick(Object.entries(words.keys));
  const day = date(random, random.pick(words.dates), random.pick(dateNotations[lang].slice(0, 2)));
  const measures = random.sample(words.measures, random.int(2, 3)).map((name) => measure(random, name));
  const columns = [day, label(key, random.shuffled(names)), code(random, words.codes[0]), ...measures];
  const tidy = fill(columns, random.int(8, 14));
  const tables = [tidyTable(base, tidy)];
  if (way.includes('repeated')) {
    drawParts(sheet, tidy, way === 'header repeated' ? 2 : 3);
    return { styles: [way], tables };
  }
  const end = drawTable(sheet, tidy);
  if (way === 'total below the dates') {
    const [sums, text] = [sumsOf(columns, tidy.rows), random.pick(words.total)];
    drawTotal(sheet, columns, sums, { row: end, label: text, from: 1, to: end - 1, formulas: false });
    // The label is a text among dates: the total's own table has no date for it to be.
    const computed = columns.map((column, at) => (at === 0 ? { ...column, type: 'VARCHAR' } : column));
    tables.push(computedTable(base, computed, [[text, ...sums.slice(1)]]));
    return { styles: [way], tables };
  }
  page.put(end, columns.length - 1, remarks[lang], { ...dresses[dress].body, role: 'notes' });
  return { styles: [way], tables, notes: [remarks[lang]] };
}

/** As a printout repeats the header on every page. */
function drawParts(sheet, { columns, rows }, parts) {
  const length = Math.ceil(rows.length / parts);
  let top = 0;
  for (let at = 0; at < rows.length; at += length) {
    const names = columns.map(({ name }) => name);
    sheet.page.putRow(top, 0, names, dresses[sheet.dress].header);
    top = drawRows(sheet, { columns, rows: rows.slice(at, at + length) }, { top: top + 1 });
  }
}
