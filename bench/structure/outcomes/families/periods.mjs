import { dresses, sumFormula, withFormula } from '../draw.mjs';
import { periodLabels, quarterLabels } from '../period-labels.mjs';
import { keyedMeasures } from '../tidy.mjs';
import { computedTable, table } from '../truth.mjs';

const changes = { en: 'Change', ja: '増減' };

/** Periods across: the long form, with totals of columns and rows among the computed items. */
export function periods(sheet) {
  const { random, words, lang, page, base, dress, format } = sheet;
  const kind = random.pick(Object.keys(periodLabels[lang]));
  const labels = periodLabels[lang][kind](sheet);
  const quarters = kind === 'months' && random.chance(0.5);
  const isPair = labels.length === 2;
  const totalColumn = !isPair && random.chance(0.4);
  const totalFirst = totalColumn && random.chance(0.3);
  const change = isPair && random.chance(0.5);
  const totalRow = random.chance(0.3);
  const title = random.chance(0.4) ? random.pick(words.titles) : null;
  const formulas = format === 'xlsx' && random.chance(0.5);
  const keyed = keyedMeasures(sheet, { measures: 1 });
  const [key, { write }] = keyed.columns;
  const rows = keyed.rows.map(([name]) => ({
    name,
    computed: false,
    values: labels.map(() => random.int(10, 900)),
  }));
  if (totalRow) {
    const values = labels.map((_, at) => rows.reduce((sum, row) => sum + row.values[at], 0));
    rows.push({ name: random.pick(words.total), computed: true, values });
  }
  const slots = slotsOf(labels, {
    quarters: quarters && quarterLabels[lang],
    total: totalColumn && words.total[0],
    totalFirst,
    change: change && changes[lang],
  });
  const { header, body, total } = dresses[dress];
  if (title) page.put(0, 0, title, dresses[dress].title);
  const top = title ? 2 : 0;
  page.put(top, 0, key.name, header);
  const headings = slots.map(({ text }) => text);
  page.putRow(top, 1, headings, header);
  /** @type {Record<'plain' | 'computed', unknown[][]>} */
  const records = { plain: [], computed: [] };
  rows.forEach(({ name, computed, values }, at) => {
    const row = top + 1 + at;
    page.put(row, 0, name, computed ? total : body);
    slots.forEach(({ text, isDerived, valueIn }, column) => {
      const value = valueIn(values);
      const formula = formulas && computed && sumFormula(1 + column, top + 1, row - 1);
      page.put(row, 1 + column, withFormula(write(value), formula), computed ? total : body);
      records[computed || isDerived ? 'computed' : 'plain'].push([name, text, value]);
    });
  });
  const columns = [key, { name: 'period', type: 'PERIOD' }, { name: 'value', type: 'BIGINT' }];
  return {
    styles: [
      kind,
      ...(quarters ? ['quarters between months'] : []),
      ...(totalColumn ? [totalFirst ? 'total column first' : 'total column'] : []),
      ...(change ? ['change column'] : []),
      ...(totalRow ? ['total row'] : []),
      title ? 'title' : 'no title',
    ],
    tables: [
      table(base, columns, records.plain),
      ...(records.computed.length > 0 ? [computedTable(base, columns, records.computed)] : []),
    ],
    titles: title ? [title] : [],
  };
}

/** The columns: periods, quarters after each third month, a total or a change; each with its value in a row. */
function slotsOf(labels, { quarters, total, totalFirst, change }) {
  const period = (text, at) => ({ text, isDerived: false, valueIn: (values) => values[at] });
  const sum = (text, from, to) => ({
    text,
    isDerived: true,
    valueIn: (values) => values.slice(from, to + 1).reduce((all, one) => all + one, 0),
  });
  const totals = total ? [sum(total, 0, labels.length - 1)] : [];
  return [
    ...(totalFirst ? totals : []),
    ...labels.flatMap((text, at) => [
      period(text, at),
      ...(quarters && at % 3 === 2 ? [sum(quarters[(at - 2) / 3], at - 2, at)] : []),
    ]),
    ...(totalFirst ? [] : totals),
    ...(change ? [{ text: change, isDerived: true, valueIn: ([before, after]) => after - before }] : []),
  ];
}
