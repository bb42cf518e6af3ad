import { dresses } from '../draw.mjs';
import { numbersFor, valueColumns } from '../report-values.mjs';
import { labelPath, reportTables } from '../truth.mjs';

/** An income statement: profits are differences of what stands above them. */
export function profitReport(sheet) {
  const { random, words, page, base, dress } = sheet;
  const say = words.accounts;
  const values = valueColumns(sheet);
  const title = random.chance(0.5) ? random.pick(words.titles) : null;
  const unit = title && random.chance(0.5) ? random.pick(words.units) : null;
  const { header, body, total } = dresses[dress];
  if (title) page.put(0, 0, title, dresses[dress].title);
  if (unit) page.put(1, values.headings.length, unit);
  const top = title ? 2 : 0;
  page.putRow(top, 0, [say.label, ...values.headings], header);
  const [cost, overhead, interest] = [0, 0, 0].map(() => numbersFor(random, values));
  const revenue = values.headings.map(
    (_, at) => cost[at] + overhead[at] + interest[at] + random.int(100, 900),
  );
  const minus = (a, b) => a.map((number, at) => number - b[at]);
  const gross = minus(revenue, cost);
  const operating = minus(gross, overhead);
  const lines = [
    [say.revenue, revenue],
    [say.cost, cost],
    [say.gross, gross, true],
    [say.overhead, overhead],
    [say.operating, operating, true],
    ...(random.chance(0.5)
      ? [
          [say.interest, interest],
          [say.ordinary, minus(operating, interest), true],
        ]
      : []),
  ];
  const nodes = lines.map(([label, numbers, computed = false], at) => {
    const row = top + 1 + at;
    page.put(row, 0, label, computed ? total : body);
    page.putRow(row, 1, numbers.map(values.write), computed ? total : body);
    return { path: [label], row, computed, values: values.valuesOf(numbers) };
  });
  return {
    styles: [
      values.across ? 'periods across' : 'measures',
      title ? 'title' : 'no title',
      ...(unit ? ['unit'] : []),
    ],
    tables: reportTables(base, nodes, labelPath(say.label), values.measures),
    titles: title ? [title] : [],
    notes: unit ? [unit] : [],
  };
}
