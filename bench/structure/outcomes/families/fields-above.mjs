import { drawTable, dresses } from '../draw.mjs';
import { list } from '../tidy.mjs';
import { tidyTable } from '../truth.mjs';

const senders = {
  en: ['Harbour Ltd', 'Finance department', 'J. Kaya'],
  ja: ['港商事株式会社', '経理部', '担当 佐々木'],
};

/** One or two fields, a sender or a page beside them, then a list: the fields are no table. */
export function fieldsAbove(sheet) {
  const { random, words, lang, page, base, dress } = sheet;
  const tidy = list(sheet);
  const last = tidy.columns.length - 1;
  const fields = random.sample(Object.entries(words.fields), random.int(1, 2));
  const colons = random.chance(0.4);
  const inOneCell = random.chance(0.3);
  const besides = fields.length === 2 && random.chance(0.3) && last > 3;
  const sender = random.chance(0.4) ? random.pick(senders[lang]) : null;
  const title = random.chance(0.6) ? random.pick(words.titles) : null;
  const gap = random.int(0, 1);
  const notes = [];
  const put = (row, column, text) => {
    page.put(row, column, text);
    notes.push(text);
  };
  let row = 0;
  if (title) page.put(row++, 0, title, dresses[dress].title);
  if (sender) put(row++, last, sender);
  fields.forEach(([name, value], at) => {
    const left = besides && at > 0 ? 3 : 0;
    if (inOneCell) put(row, left, `${name}: ${value}`);
    else {
      put(row, left, colons ? `${name}:` : name);
      put(row, left + 1, value);
    }
    if (!besides || at > 0) row++;
  });
  drawTable(sheet, tidy, { top: row + gap });
  return {
    styles: [
      `${fields.length} fields`,
      inOneCell ? 'in one cell' : colons ? 'colons' : 'no colons',
      ...(besides ? ['beside each other'] : []),
      ...(sender ? ['sender at the right'] : []),
      title ? 'title' : 'no title',
      gap ? 'blank row' : 'no blank row',
    ],
    tables: [tidyTable(base, tidy)],
    titles: title ? [title] : [],
    notes,
  };
}
