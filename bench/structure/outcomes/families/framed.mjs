import { dresses } from '../draw.mjs';
import { categoryReport } from './category-report.mjs';
import { deepHeaders } from './deep-headers.mjs';
import { groupedReport } from './grouped-report.mjs';
import { groups } from './groups.mjs';
import { listWithTotal } from './list-with-total.mjs';
import { periodMeasures } from './period-measures.mjs';
import { periods } from './periods.mjs';
import { profitReport } from './profit-report.mjs';

const inner = {
  'list with total': listWithTotal,
  'deep header': deepHeaders,
  groups,
  periods,
  'period measures': periodMeasures,
  'grouped report': groupedReport,
  'profit report': profitReport,
  'category report': categoryReport,
};

/** A sheet of another family as it is handed out: a title, date and unit above it, notes below. */
export function framed(sheet) {
  const { random, words, page, dress } = sheet;
  const kind = random.pick(Object.keys(inner));
  const [left, gap] = [random.chance(0.3) ? 1 : 0, random.int(0, 1)];
  const above = [random.pick(words.asOf), random.pick(words.units)].filter(() => random.chance(0.6));
  const below = random.chance(0.6) ? random.sample(words.notes, random.int(1, 2)) : [];
  const title = random.pick(words.titles);
  page.put(0, left, title, dresses[dress].title);
  for (const [at, text] of above.entries()) page.put(1 + at, left, text);
  const top = 1 + above.length + gap;
  page.startAt(top, left);
  const drawn = inner[kind](sheet);
  page.startAt(0, 0);
  const end = page.rowCount + random.int(0, 1);
  for (const [at, text] of below.entries()) page.put(end + at, left, text);
  return {
    styles: [
      kind,
      left ? 'column left free' : 'at the left edge',
      gap ? 'blank row above' : 'no blank row above',
      below.length > 0 ? 'notes below' : 'no notes',
    ],
    tables: lowered(drawn.tables, top),
    or: drawn.or?.map((tables) => lowered(tables, top)),
    titles: [title, ...(drawn.titles ?? [])],
    notes: [...above, ...below, ...(drawn.notes ?? [])],
  };
}

/** The trees of accounts give rows of the sheet, which now stand lower. */
function lowered(tables, by) {
  return tables.map((table) => {
    const place = table.columns.findIndex(({ name }) => name === 'sheet_row');
    return place < 0 ? table : { ...table, rows: table.rows.map((row) => row.with(place, row[place] + by)) };
  });
}
