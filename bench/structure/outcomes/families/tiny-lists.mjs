import { choice, date, label, measure } from '../columns.mjs';
import { drawTable } from '../draw.mjs';
import { fill } from '../tidy.mjs';
import { tidyTable } from '../truth.mjs';

/** What a developer tries first: a few columns and rows, some cells of which are blank. */
export function tinyLists(sheet) {
  const { base, format } = sheet;
  let tidy;
  // A label alone in its row may be for the rows below, and blanks alone have no type.
  do tidy = tinyList(sheet);
  while (!hasTypes(tidy) || tidy.rows.some((row) => isBlank(row) || isLoneLabel(tidy, row)));
  drawTable(sheet, tidy);
  return {
    styles: [`${tidy.columns.length} columns in ${format}`, `${tidy.rows.length} rows`],
    tables: [tidyTable(base, tidy)],
  };
}

function tinyList({ random, words, format }) {
  const [key, names] = random.pick(Object.entries(words.keys));
  const [attribute, values] = random.pick(Object.entries(words.attributes));
  const [first, second] = random.sample(words.measures, 2);
  const numbers = measure(random, first, { missing: 0.3 });
  const others = [
    measure(random, second, { missing: 0.3 }),
    label(key, random.shuffled(names)),
    choice(random, attribute, values),
    date(random, random.pick(words.dates), 'stored'),
  ];
  // Names over words alone tell nothing in a workbook, nor does a single column there.
  const columns =
    format === 'csv'
      ? random.sample([numbers, ...others], random.int(1, 4))
      : random.shuffled([numbers, ...random.sample(others, random.int(1, 3))]);
  return fill(columns, random.int(1, 5));
}

const hasTypes = ({ columns, rows }) => columns.every((_, at) => rows.some((row) => row[at] !== null));

const isBlank = (row) => row.every((value) => value === null);

function isLoneLabel({ columns }, row) {
  const filled = columns.filter((_, at) => row[at] !== null);
  return columns.length > 1 && filled.length === 1 && filled[0].type === 'VARCHAR';
}
