import { drawTable, drawTotal, dresses, sumsOf } from '../draw.mjs';
import { list } from '../tidy.mjs';
import { computedTable, tidyTable } from '../truth.mjs';

/** A table with titles, units, dates, fields and remarks around it. */
export function thingsAround(sheet) {
  const { random, words, page, base, dress } = sheet;
  const styles = [];
  const titles = [];
  const notes = [];
  const left = random.chance(0.25) ? 1 : 0;
  if (left) styles.push('column left free');
  let row = random.chance(0.2) ? 1 : 0;
  const tidy = list(sheet);
  const lastColumn = left + tidy.columns.length - 1;
  const write = (texts, style, column = left) => {
    const text = random.pick(texts);
    styles.push(style);
    notes.push(text);
    page.put(row++, column, text);
  };
  if (random.chance(0.8)) {
    titles.push(random.pick(words.titles));
    page.put(row++, left, titles[0], dresses[dress].title);
    styles.push('title');
  }
  if (random.chance(0.3)) write(words.printed, 'label: value', random.chance(0.5) ? lastColumn : left);
  if (random.chance(0.4)) write(words.asOf, 'as of', random.chance(0.5) ? lastColumn : left);
  if (random.chance(0.5)) row++;
  if (random.chance(0.5)) write(words.units, 'unit', random.chance(0.6) ? lastColumn : left);
  const top = row;
  row = drawTable(sheet, tidy, { top, left });
  const tables = [tidyTable(base, tidy)];
  if (random.chance(0.3)) {
    const [sums, label] = [sumsOf(tidy.columns, tidy.rows), random.pick(words.total)];
    drawTotal(sheet, tidy.columns, sums, {
      row: row++,
      left,
      label,
      from: top + 1,
      to: row - 2,
      formulas: false,
    });
    tables.push(computedTable(base, tidy.columns, [[label, ...sums.slice(1)]]));
    styles.push('total');
  }
  if (random.chance(0.5)) {
    if (random.chance(0.6)) row++;
    for (const text of random.sample(words.notes, random.int(1, 2))) write([text], 'notes below');
  }
  if (styles.length === 0) styles.push('nothing');
  return { styles: [...new Set(styles)], tables, titles, notes };
}
