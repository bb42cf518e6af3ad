import { drawTable, dresses } from '../draw.mjs';
import { list } from '../tidy.mjs';
import { table, tidyTable } from '../truth.mjs';

/** Labels with a value beside each: one row with a column for each label. */
export function forms(sheet) {
  const { random, words, page, base, dress, lang } = sheet;
  const fields = random.shuffled(Object.entries(words.fields)).slice(0, random.int(4, 7));
  const numbers = { en: ['Amount', 'Quantity'], ja: ['金額', '数量合計'] }[lang];
  const pairs = [
    ...fields.map(([name, text]) => ({ name, type: 'VARCHAR', value: text, cell: { text } })),
    ...numbers.map((name) => {
      const value = random.int(100, 9000);
      return { name, type: 'BIGINT', value, cell: { text: String(value), number: value } };
    }),
  ];
  const titled = random.chance(0.5);
  const colons = random.chance(0.3);
  const inTwo = random.chance(0.35);
  const withList = random.chance(0.3);
  const title = random.pick(words.titles);
  let row = 0;
  if (titled && !withList) {
    page.put(0, 0, title, dresses[dress].title);
    row = 2;
  }
  const height = inTwo ? Math.ceil(pairs.length / 2) : pairs.length;
  pairs.forEach(({ name, cell }, at) => {
    const left = at < height ? 0 : 3;
    page.put(row + (at % height), left, colons ? `${name}:` : name, {
      ...dresses[dress].header,
      role: 'data',
    });
    page.put(row + (at % height), left + 1, cell, dresses[dress].body);
  });
  const form = (name) => table(name, pairs, [pairs.map(({ value }) => value)]);
  const styles = [
    inTwo ? 'two columns of fields' : 'one column of fields',
    colons ? 'colons' : 'no colons',
    titled && !withList ? 'title' : 'no title',
    withList ? 'list below' : 'alone',
  ];
  if (!withList) return { styles, tables: [form(base)], titles: titled ? [title] : [] };
  const tidy = list(sheet);
  drawTable(sheet, tidy, { top: row + height + random.int(1, 2) });
  return { styles, tables: [form(`${base}_1`), tidyTable(`${base}_2`, tidy)] };
}
