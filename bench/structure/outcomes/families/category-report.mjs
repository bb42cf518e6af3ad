import { dresses, sumFormula, withFormula } from '../draw.mjs';
import { numbersFor, sumOf, valueColumns } from '../report-values.mjs';
import { reportTables } from '../truth.mjs';

/** A category column (merged, filled once or repeated) beside the items, with subtotals between them. */
export function categoryReport(sheet) {
  const { random, words, page, base, dress, format } = sheet;
  const category = random.pick(['once', 'repeated', ...(format === 'xlsx' ? ['merged'] : [])]);
  const place = random.pick(['subtotal in the item column', 'subtotal in the category column']);
  const formulas = format === 'xlsx' && random.chance(0.5);
  const grand = random.chance(0.7);
  const values = valueColumns(sheet);
  const { header, body, total } = dresses[dress];
  page.putRow(0, 0, [...words.groupNames, ...values.headings], header);
  const nodes = [];
  let row = 1;
  const put = (path, labels, numbers, { computed = false, from = 0, to = 0 } = {}) => {
    const look = computed ? total : body;
    page.putRow(row, 0, labels, look);
    numbers.forEach((number, at) => {
      page.put(
        row,
        2 + at,
        withFormula(values.write(number), formulas && to > 0 && sumFormula(2 + at, from, to)),
        look,
      );
    });
    nodes.push({ path, row: row++, computed, values: values.valuesOf(numbers) });
  };
  const all = [];
  const inItems = place === 'subtotal in the item column';
  const subtotal = random.pick(words.subtotal);
  for (const [group, names] of random.sample(Object.entries(words.groups), random.int(2, 3))) {
    const from = row;
    nodes.push({ path: [group], row, values: null });
    const lists = random.sample(names, random.int(2, 4)).map((name, at) => {
      const numbers = numbersFor(random, values);
      put([group, name], [at === 0 || category === 'repeated' ? group : '', name], numbers);
      return numbers;
    });
    all.push(sumOf(lists));
    const sums = /** @type {const} */ ([sumOf(lists), { computed: true, from, to: row - 1 }]);
    if (inItems) put([group, subtotal], [category === 'repeated' ? group : '', subtotal], ...sums);
    if (category === 'merged') page.merge(from, 0, row - 1, 0);
    if (!inItems) put([words.totalOf(group)], [words.totalOf(group), ''], ...sums);
  }
  if (grand) put([words.total[0]], [words.total[0], ''], sumOf(all), { computed: true });
  return {
    styles: [
      `category ${category}`,
      place,
      values.across ? 'periods across' : 'measures',
      grand ? 'grand total' : 'no grand total',
    ],
    tables: reportTables(base, nodes, (depth) => words.groupNames.slice(0, depth), values.measures),
  };
}
