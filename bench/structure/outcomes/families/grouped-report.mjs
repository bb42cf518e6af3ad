import { dresses, sumFormula, withFormula } from '../draw.mjs';
import { numbersFor, sumOf, valueColumns } from '../report-values.mjs';
import { labelPath, reportTables } from '../truth.mjs';

/** Groups as rows of their own with subtotals below them or in them, and a total of all. */
export function groupedReport(sheet) {
  const { random, words, page, base, dress, format, lang } = sheet;
  const way = random.pick(['subtotals below', 'named subtotals below', 'subtotals above']);
  const indented = way === 'subtotals above' || random.chance(0.6);
  const byStyle = indented && format === 'xlsx' && random.chance(0.5);
  const formulas = format === 'xlsx' && random.chance(0.5);
  const grand = random.chance(0.7);
  const title = random.chance(0.5) ? random.pick(words.titles) : null;
  const values = valueColumns(sheet);
  const heading = words.groupNames[1];
  const { header, body, total } = dresses[dress];
  let row = 0;
  if (title) {
    page.put(0, 0, title, dresses[dress].title);
    row = 2;
  }
  page.putRow(row++, 0, [heading, ...values.headings], header);
  const nodes = [];
  const spaces = lang === 'ja' ? '　' : '  ';
  const put = (path, numbers, { computed = false, isInner = false, from = 0, to = 0 } = {}) => {
    const label = path.at(-1);
    const look = computed ? total : numbers ? body : { ...body, role: 'group' };
    const shifted = isInner && indented;
    page.put(row, 0, shifted && !byStyle ? spaces + label : label, {
      ...look,
      ...(shifted && byStyle && { indent: 1 }),
    });
    numbers?.forEach((number, at) => {
      page.put(
        row,
        1 + at,
        withFormula(values.write(number), formulas && to > 0 && sumFormula(1 + at, from, to)),
        look,
      );
    });
    nodes.push({ path, row: row++, computed, values: numbers && values.valuesOf(numbers) });
  };
  const all = [];
  for (const [group, names] of random.sample(Object.entries(words.groups), random.int(2, 3))) {
    const members = random
      .sample(names, random.int(2, 4))
      .map((name) => ({ name, numbers: numbersFor(random, values) }));
    const sums = sumOf(members.map(({ numbers }) => numbers));
    all.push(sums);
    const above = way === 'subtotals above';
    put([group], above ? sums : null, {
      computed: above,
      from: row + 1,
      to: above ? row + members.length : 0,
    });
    const from = row;
    for (const { name, numbers } of members) put([group, name], numbers, { isInner: true });
    if (way === 'subtotals below')
      put([group, random.pick(words.subtotal)], sums, { computed: true, isInner: true, from, to: row - 1 });
    if (way === 'named subtotals below')
      put([words.totalOf(group)], sums, { computed: true, from, to: row - 1 });
  }
  if (grand) put([words.total[0]], sumOf(all), { computed: true });
  const tablesOf = (list) => reportTables(base, list, labelPath(heading), values.measures);
  return {
    styles: [
      way,
      indented ? (byStyle ? 'indents' : 'spaces') : 'not indented',
      values.across ? 'periods across' : 'measures',
      grand ? 'grand total' : 'no grand total',
      title ? 'title' : 'no title',
    ],
    tables: tablesOf(nodes),
    or: otherReadings(way, nodes).map(tablesOf),
    titles: title ? [title] : [],
  };
}

/** As good: a group with its sum is an account, and a named subtotal belongs into its group. */
function otherReadings(way, nodes) {
  if (way === 'subtotals above')
    return [
      nodes.map((node, at) =>
        nodes[at + 1]?.path.length === 2 && node.path.length === 1 ? { ...node, computed: false } : node,
      ),
    ];
  if (way !== 'named subtotals below') return [];
  let group = '';
  return [
    nodes.map((node) => {
      if (!node.values) group = node.path[0];
      const isNamed = node.computed && node.path[0].startsWith(group);
      return isNamed ? { ...node, path: [group, ...node.path] } : node;
    }),
  ];
}
