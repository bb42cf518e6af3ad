import { drawTable, drawTotal, dresses, sumsOf } from '../draw.mjs';
import { distinctTables, keyedMeasures } from '../tidy.mjs';
import { computedTable, nameOf, tidyTable } from '../truth.mjs';

/** Two or three tables below each other, with headings of one cell or none. */
export function tablesBelow(sheet) {
  const { random, words, page, base, dress } = sheet;
  const count = random.int(2, 3);
  const headed = random.chance(0.6);
  const alike = headed && random.chance(0.4);
  const gap = headed ? random.int(0, 2) : random.int(1, 2);
  const underHeading = headed && random.chance(0.2) ? 1 : 0;
  const tables = alike ? sameColumns(sheet, count) : distinctTables(sheet, count);
  const [over, ...headings] = random.sample(words.titles, count + 1);
  const titled = random.chance(0.3);
  const totals = random.chance(0.3);
  const truth = [];
  let row = 0;
  if (titled) {
    page.put(0, 0, over, dresses[dress].title);
    row = 2;
  }
  tables.forEach((tidy, at) => {
    const name = nameOf(base, headed ? headings[at] : undefined, at);
    if (headed) {
      page.put(row, 0, headings[at], dresses[dress].title);
      row += 1 + underHeading;
    }
    const top = row;
    row = drawTable(sheet, tidy, { top });
    truth.push(tidyTable(name, tidy));
    if (totals) {
      const [sums, label] = [sumsOf(tidy.columns, tidy.rows), random.pick(words.total)];
      drawTotal(sheet, tidy.columns, sums, {
        row: row++,
        label,
        from: top + 1,
        to: row - 2,
        formulas: false,
      });
      truth.push(computedTable(name, tidy.columns, [[label, ...sums.slice(1)]]));
    }
    row += gap;
  });
  return {
    styles: [
      headed ? 'headings' : 'no headings',
      `blank rows: ${gap}`,
      alike ? 'same columns' : 'other columns',
      ...(totals ? ['totals'] : []),
      ...(titled ? ['title over all'] : []),
    ],
    tables: truth,
    titles: [...(titled ? [over] : []), ...(headed ? headings : [])],
  };
}

function sameColumns(sheet, count) {
  const first = keyedMeasures(sheet);
  const again = () => first.rows.map(() => first.columns.map((column) => column.next()));
  return [first, ...Array.from({ length: count - 1 }, () => ({ columns: first.columns, rows: again() }))];
}
