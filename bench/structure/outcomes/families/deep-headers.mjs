import { label, measure } from '../columns.mjs';
import { drawRows, dresses } from '../draw.mjs';
import { fill } from '../tidy.mjs';
import { table } from '../truth.mjs';

const sides = {
  en: [
    ['Men', 'Women'],
    ['Own', 'Rented'],
    ['Full time', 'Part time'],
  ],
  ja: [
    ['男', '女'],
    ['自社', '委託'],
    ['常勤', '非常勤'],
  ],
};
const roots = { en: ['Head office', 'Branches'], ja: ['本社', '支社'] };
const parts = { en: ['new', 'existing'], ja: ['新規', '継続'] };

/** Headers of two to four rows, merged or with the label once at the left. */
export function deepHeaders(sheet) {
  const { random, words, lang, page, base, dress, format } = sheet;
  const depth = random.int(2, 4);
  const merged = format === 'xlsx' && random.chance(0.6);
  const numbered = random.chance(0.2);
  const titled = random.chance(0.4);
  const keyAtTop = merged || random.chance(0.6);
  const paths = pathsOf(sheet, depth, random.pick(sides[lang]));
  const [key, names] = random.pick(Object.entries(words.keys));
  const count = Math.min(names.length, random.int(4, 8));
  const columns = [
    label(key, random.sample(names, count)),
    ...paths.map((path) => measure(random, path.join(' '))),
  ];
  const tidy = fill(columns, count);
  const title = titled ? random.pick(words.titles) : null;
  if (title) page.put(0, 0, title, dresses[dress].title);
  const top = titled ? 2 : 0;
  const look = dresses[dress].header;
  page.put(keyAtTop ? top : top + depth - 1, 0, key, look);
  if (merged) page.merge(top, 0, top + depth - 1, 0);
  for (let level = 0; level < depth; level++)
    drawLevel(page, paths, { level, row: top + level, merged, look });
  const numbers = columns.map((_, at) => `(${at + 1})`);
  if (numbered) page.putRow(top + depth, 0, numbers, look);
  drawRows(sheet, tidy, { top: top + depth + Number(numbered) });
  const named = columns.map(({ name, type }, at) => ({
    name,
    type,
    also: numbered ? [`${name} ${numbers[at]}`] : [],
  }));
  return {
    styles: [
      `${depth} rows`,
      merged ? 'merged' : 'unmerged',
      keyAtTop ? 'key at the top' : 'key at the bottom',
      ...(numbered ? ['row of numbers'] : []),
      titled ? 'title' : 'no title',
    ],
    tables: [table(base, named, tidy.rows)],
    titles: [...(title ? [title] : []), ...(numbered ? numbers : [])],
  };
}

/** For each column its labels from top to bottom; every label is over two columns at least. */
function pathsOf({ random, words, lang }, depth, pair) {
  const groups = random.sample(words.measures, random.int(2, 3));
  const two = groups.flatMap((group) => pair.map((side) => [group, side]));
  if (depth === 2) return two;
  const three = roots[lang].flatMap((root) =>
    groups.slice(0, 2).flatMap((group) => pair.map((side) => [root, group, side])),
  );
  return depth === 3 ? three : three.flatMap((path) => parts[lang].map((part) => [...path, part]));
}

/** A label once for neighbouring columns that share it and all labels above. */
function drawLevel(page, paths, { level, row, merged, look }) {
  const key = (path) => path.slice(0, level + 1).join('\n');
  paths.forEach((path, at) => {
    if (at > 0 && key(paths[at - 1]) === key(path)) return;
    let end = at;
    while (end + 1 < paths.length && key(paths[end + 1]) === key(path)) end++;
    page.put(row, 1 + at, path[level], look);
    if (merged) page.merge(row, 1 + at, row, 1 + end);
  });
}
