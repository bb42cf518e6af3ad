import { dresses } from '../draw.mjs';
import { numbersFor, sumOf, valueColumns } from '../report-values.mjs';
import { labelPath, reportTables } from '../truth.mjs';

const trees = {
  en: {
    Assets: {
      'Current assets': ['Cash', 'Receivables', 'Inventories'],
      'Fixed assets': ['Land', 'Buildings'],
    },
    Liabilities: {
      'Current liabilities': ['Payables', 'Accruals'],
      'Long-term liabilities': ['Bonds', 'Provisions', 'Leases'],
    },
  },
  ja: {
    資産の部: { 流動資産: ['現金預金', '売掛金', '棚卸資産'], 固定資産: ['土地', '建物'] },
    負債の部: { 流動負債: ['買掛金', '未払金'], 固定負債: ['社債', '引当金', '長期借入金'] },
  },
};

/** A balance sheet of three levels, where every account has the sum of those under it. */
export function accountTree(sheet) {
  const { random, words, lang, page, base, dress, format } = sheet;
  const byStyle = format === 'xlsx' && random.chance(0.5);
  const title = random.chance(0.5) ? random.pick(words.titles) : null;
  const values = valueColumns(sheet);
  const heading = words.accounts.label;
  const { header, body, total } = dresses[dress];
  if (title) page.put(0, 0, title, dresses[dress].title);
  let row = title ? 2 : 0;
  page.putRow(row++, 0, [heading, ...values.headings], header);
  const accounts = Object.entries(trees[lang]).flatMap(([name, parts]) =>
    accountsOf(name, parts, random, values),
  );
  const nodes = accounts.map(({ path, numbers }) => {
    const look = path.length < 3 ? total : body;
    const indent = path.length - 1;
    const text = byStyle ? path.at(-1) : (lang === 'ja' ? '　' : '  ').repeat(indent) + path.at(-1);
    page.put(row, 0, text, byStyle && indent > 0 ? { ...look, indent } : look);
    page.putRow(row, 1, numbers.map(values.write), look);
    return { path, row: row++, computed: path.length < 3, values: values.valuesOf(numbers) };
  });
  const tablesOf = (list) => reportTables(base, list, labelPath(heading), values.measures);
  return {
    styles: [
      byStyle ? 'indents' : 'spaces',
      values.across ? 'periods across' : 'measures',
      title ? 'title' : 'no title',
    ],
    tables: tablesOf(nodes),
    // As good: an account with its sum is an account of its level.
    or: [tablesOf(nodes.map((node) => ({ ...node, computed: false })))],
    titles: title ? [title] : [],
  };
}

/** An account with its sum, then each of its parts with theirs. */
function accountsOf(name, parts, random, values) {
  const inner = Object.entries(parts).map(([part, members]) => {
    const leaves = members.map((leaf) => ({ path: [name, part, leaf], numbers: numbersFor(random, values) }));
    return [{ path: [name, part], numbers: sumOf(leaves.map(({ numbers }) => numbers)) }, ...leaves];
  });
  return [{ path: [name], numbers: sumOf(inner.map(([part]) => part.numbers)) }, ...inner.flat()];
}
