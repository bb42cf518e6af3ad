import { dresses } from '../draw.mjs';
import { keyedMeasures } from '../tidy.mjs';
import { tidyTable } from '../truth.mjs';

/** One table with blank rows or columns inside it, for the eye alone. */
export function spacedTable(sheet) {
  const { random, words, page, base, dress } = sheet;
  const way = random.pick(['blank rows', 'blank columns', 'blank row below the header']);
  const title = random.chance(0.4) ? random.pick(words.titles) : null;
  const tidy = keyedMeasures(sheet, { rows: 8 });
  const { header, body } = dresses[dress];
  const places = tidy.columns.map((_, at) => (way === 'blank columns' ? 2 * at : at));
  let row = 0;
  if (title) {
    page.put(0, 0, title, dresses[dress].title);
    row = 2;
  }
  for (const [at, { name }] of tidy.columns.entries()) page.put(row, places[at], name, header);
  row += way === 'blank row below the header' ? 2 : 1;
  tidy.rows.forEach((values, index) => {
    if (way === 'blank rows' && index > 0 && index % 3 === 0) row++;
    values.forEach((value, at) => {
      page.put(row, places[at], tidy.columns[at].write(value), body);
    });
    row++;
  });
  return {
    styles: [way, title ? 'title' : 'no title'],
    tables: [tidyTable(base, tidy)],
    titles: title ? [title] : [],
  };
}
