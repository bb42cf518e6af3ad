import { choice, code, date, dateNotations, decimal, label, measure, share } from './columns.mjs';

/** A tidy table: columns and rows of values. */
export function fill(columns, count) {
  return { columns, rows: Array.from({ length: count }, () => columns.map((column) => column.next())) };
}

/** A list of things with attributes and measures, as most plain files are. */
export function list({ random, words, lang }, { rows = random.int(4, 10), missing = 0, mark = '' } = {}) {
  const [key, names] = random.pick(Object.entries(words.keys));
  const count = Math.min(rows, names.length);
  const columns = [label(key, random.sample(names, count))];
  if (random.chance(0.3)) columns.unshift(code(random, random.pick(words.codes)));
  if (random.chance(0.4)) columns.push(choice(random, ...random.pick(Object.entries(words.attributes))));
  if (random.chance(0.3))
    columns.push(date(random, random.pick(words.dates), random.pick(dateNotations[lang].slice(0, 2))));
  for (const name of random.sample(words.measures, random.int(2, 4)))
    columns.push(measure(random, name, { missing, mark }));
  if (random.chance(0.3)) columns.push(decimal(random, random.pick(words.decimals)));
  if (random.chance(0.3)) columns.push(share(random, random.pick(words.shares)));
  return fill(columns, count);
}

/** One key and some measures without gaps; `key` is `[name, values]`. */
export function keyedMeasures(
  { random, words },
  {
    rows = random.int(4, 9),
    measures = random.int(2, 4),
    key = random.pick(Object.entries(words.keys)),
  } = {},
) {
  const [name, values] = key;
  const count = Math.min(rows, values.length);
  const columns = [
    label(name, random.sample(values, count)),
    ...random.sample(words.measures, measures).map((each) => measure(random, each)),
  ];
  return fill(columns, count);
}

/** Different tables, for sheets that have several. */
export function distinctTables({ random, words }, count, options = {}) {
  return random
    .sample(Object.entries(words.keys), count)
    .map((key) => keyedMeasures({ random, words }, { key, ...options }));
}
