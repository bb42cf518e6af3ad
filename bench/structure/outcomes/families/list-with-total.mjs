import { drawTable, drawTotal, sumsOf } from '../draw.mjs';
import { keyedMeasures, list } from '../tidy.mjs';
import { computedTable, tidyTable } from '../truth.mjs';

/** A plain list with its total at the end: the list stays whole, the total leaves. */
export function listWithTotal(sheet) {
  const { random, words, base, format } = sheet;
  const tidy = random.chance(0.5) ? list(sheet) : keyedMeasures(sheet);
  const sums = sumsOf(tidy.columns, tidy.rows);
  const end = drawTable(sheet, tidy);
  const gap = random.chance(0.15) ? 1 : 0;
  const label = random.pick(words.total);
  const formulas = format === 'xlsx' && random.chance(0.5);
  const labelAt = random.chance(0.8) ? 0 : tidy.columns.findIndex(({ type }) => type === 'VARCHAR');
  drawTotal(sheet, tidy.columns, sums, { row: end + gap, label, labelAt, from: 1, to: end - 1, formulas });
  const total = sums.map((sum, at) => (at === labelAt ? label : sum));
  return {
    styles: [gap ? 'blank row before' : 'right below', formulas ? 'formulas' : 'values'],
    tables: [tidyTable(base, tidy), computedTable(base, tidy.columns, [total])],
  };
}
