import { columnLetters } from '#sheets/core/column-letters.js';
import { label, measure } from '../columns.mjs';
import { drawTable, dresses, sumFormula } from '../draw.mjs';
import { fill } from '../tidy.mjs';
import { computedTable, table } from '../truth.mjs';

const amounts = { en: 'Amount', ja: '金額' };

/** A workbook written by a program: formulas without their results, which must not become empty cells. */
export function uncomputedFormulas(sheet) {
  const { random, words, lang, page, base, dress } = sheet;
  const [key, names] = random.pick(Object.entries(words.keys));
  const count = Math.min(names.length, random.int(4, 8));
  const factors = random.sample(words.measures, 2).map((name) => measure(random, name, { most: 90 }));
  const tidy = fill([label(key, random.sample(names, count)), ...factors], count);
  const end = drawTable(sheet, tidy);
  const totalled = random.chance(0.4);
  const { header, body, total } = dresses[dress];
  page.put(0, 3, amounts[lang], header);
  const products = tidy.rows.map(([, a, b], at) => {
    page.put(
      1 + at,
      3,
      { text: '', formula: `${columnLetters(1)}${at + 2}*${columnLetters(2)}${at + 2}` },
      body,
    );
    return a * b;
  });
  const columns = [...tidy.columns, { name: amounts[lang], type: 'BIGINT' }];
  const rows = tidy.rows.map((row, at) => [...row, products[at]]);
  const tables = [table(base, columns, rows)];
  if (totalled) {
    const text = random.pick(words.total);
    page.put(end, 0, text, total);
    for (const column of [1, 2, 3])
      page.put(end, column, { text: '', formula: sumFormula(column, 1, end - 1) }, total);
    const sums = [1, 2, 3].map((column) => rows.reduce((sum, row) => sum + row[column], 0));
    tables.push(computedTable(base, columns, [[text, ...sums]]));
  }
  return { styles: [totalled ? 'total' : 'no total'], tables };
}

uncomputedFormulas.formats = ['xlsx file'];
