import { code, label, measure } from '../columns.mjs';
import { drawRows, dresses } from '../draw.mjs';
import { fill } from '../tidy.mjs';
import { table } from '../truth.mjs';

const vocabulary = {
  en: {
    sides: ['Men', 'Women'],
    units: ['USD', 'persons', 'kg', 'hours'],
    unit: 'Unit',
    questions: [
      'How often do you visit us?',
      'How satisfied are you?',
      'Would you come again?',
      'Any remarks?',
    ],
    total: 'Cost per head',
  },
  ja: {
    sides: ['男', '女'],
    units: ['千円', '人', '件', '時間'],
    unit: '単位',
    questions: ['利用頻度はどのくらいですか', '満足していますか', 'また利用しますか', '知人に勧めますか'],
    total: '一人当たり費用',
  },
};

/** What stands below the names of columns; each returns whether it takes a row. */
const below = {
  'unit row': ({ random, put, width, say, keys }) => {
    const units = Array.from({ length: width - keys }, () => random.pick(say.units));
    if (random.chance(0.3)) put(0, say.unit);
    for (const [at, unit] of units.entries()) put(keys + at, random.chance(0.5) ? unit : `(${unit})`);
    return true;
  },
  'row of letters': ({ put, width, keys }) => {
    for (let at = keys; at < width; at++) put(at, String.fromCharCode(65 + at - keys));
    return true;
  },
  'row of numbers': ({ random, put, width }) => {
    const brackets = random.chance(0.5);
    for (let at = 0; at < width; at++) put(at, brackets ? `(${at + 1})` : String(at + 1));
    return true;
  },
  'blank row': () => true,
  nothing: () => false,
};

/** Headers with rows of units, letters, numbers or codes, with two key columns, and columns that only the top names. */
export function oddHeaders(sheet) {
  const { random, words, lang, page, base, dress, format } = sheet;
  const say = vocabulary[lang];
  const look = dresses[dress].header;
  const kind = random.pick([...Object.keys(below), 'codes over questions']);
  const merged = format === 'xlsx' && random.chance(0.6);
  const coded = random.chance(0.4);
  const title = random.chance(0.4) ? random.pick(words.titles) : null;
  const [key, names] = random.pick(Object.entries(words.keys));
  const count = Math.min(names.length, random.int(4, 8));
  const keys = [...(coded ? [code(random, words.codes[0])] : []), label(key, random.sample(names, count))];
  const questions = kind === 'codes over questions';
  const groups = random.sample(words.measures, 2);
  const paths = questions
    ? say.questions.map((text, at) => [`Q${at + 1}`, text])
    : [...groups.flatMap((group) => say.sides.map((side) => [group, side])), [say.total]];
  const options = questions ? { least: 1, most: 5 } : {};
  const columns = [...keys, ...paths.map((path) => measure(random, path.join(' '), options))];
  const tidy = fill(columns, count);
  if (title) page.put(0, 0, title, dresses[dress].title);
  const top = title ? 2 : 0;
  keys.forEach(({ name }, at) => {
    page.put(top, at, name, look);
    if (merged) page.merge(top, at, top + 1, at);
  });
  paths.forEach(([upper, lower], at) => {
    const column = keys.length + at;
    const isFirst = at === 0 || paths[at - 1][0] !== upper;
    if (isFirst) page.put(top, column, upper, look);
    if (lower) page.put(top + 1, column, lower, look);
    if (merged && !lower) page.merge(top, column, top + 1, column);
    if (merged && lower && isFirst && paths[at + 1]?.[0] === upper) page.merge(top, column, top, column + 1);
  });
  const extras = [];
  const put = (column, text) => {
    page.put(top + 2, column, text, look);
    extras.push(text);
  };
  const extra = below[kind]?.({ random, put, width: columns.length, say, keys: keys.length }) ?? false;
  drawRows(sheet, tidy, { top: top + 2 + Number(extra) });
  return {
    styles: [
      kind,
      merged ? 'merged' : 'unmerged',
      coded ? 'two keys' : 'one key',
      title ? 'title' : 'no title',
    ],
    tables: [table(base, columns, tidy.rows)],
    // What numbers the columns, or says that a row has units, may stand among the notes; units belong to their columns.
    titles: [
      ...(title ? [title] : []),
      ...extras.filter((text) => !say.units.some((unit) => text.includes(unit))),
    ],
  };
}
