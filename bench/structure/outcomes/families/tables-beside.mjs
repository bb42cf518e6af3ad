import { drawTable, dresses } from '../draw.mjs';
import { distinctTables } from '../tidy.mjs';
import { nameOf, tidyTable } from '../truth.mjs';

/** Two or three tables beside each other, with titles of their own or none. */
export function tablesBeside(sheet) {
  const { random, words, page, base, dress } = sheet;
  const count = random.int(2, 3);
  const headed = random.chance(0.5);
  const gap = random.int(1, 2);
  const even = random.chance(0.5);
  const tables = distinctTables(sheet, count, { measures: random.int(1, 3), ...(even ? { rows: 6 } : {}) });
  const headings = random.sample(words.titles, count);
  let left = 0;
  tables.forEach((tidy, at) => {
    if (headed) page.put(0, left, headings[at], dresses[dress].title);
    drawTable(sheet, tidy, { top: headed ? 1 : 0, left });
    left += tidy.columns.length + gap;
  });
  return {
    styles: [
      headed ? 'titles' : 'no titles',
      `blank columns: ${gap}`,
      even ? 'equal heights' : 'other heights',
    ],
    tables: tables.map((tidy, at) => tidyTable(nameOf(base, headed ? headings[at] : undefined, at), tidy)),
    titles: headed ? headings : [],
  };
}
