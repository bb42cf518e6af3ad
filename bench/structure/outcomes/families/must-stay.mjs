import { choice, label, measure } from '../columns.mjs';
import { drawRows, drawTable, dresses } from '../draw.mjs';
import { fill } from '../tidy.mjs';
import { tidyTable } from '../truth.mjs';

const vocabulary = {
  en: {
    pair: ['Plan', 'Actual'],
    variance: 'Variance',
    parts: ['Men', 'Women', 'Total'],
    subjects: ['Maths', 'History', 'Biology', 'Music'],
    numbered: (at) => `Item ${at}`,
    teams: ['Lions', 'Bears', 'Hawks', 'Wolves', 'Foxes', 'Crows'],
    match: ['Home team', 'Away team', 'Home goals', 'Away goals'],
    answers: ['yes', 'no', 'unsure'],
    tags: 'Tags',
    tagWords: ['red', 'blue', 'green', 'large', 'small'],
    property: 'Property',
    properties: ['Weight', 'Colour', 'Material', 'Warranty', 'Origin'],
    values: ['12 kg', 'grey', 'steel', '2 years', 'Norway', 'oak', 'white'],
    model: 'Model ',
  },
  ja: {
    pair: ['計画', '実績'],
    variance: '差異',
    parts: ['男', '女', '計'],
    subjects: ['国語', '算数', '理科', '社会'],
    numbered: (at) => `項目${at}`,
    teams: ['東京', '大阪', '神戸', '広島', '福岡', '札幌'],
    match: ['ホーム', 'アウェイ', 'ホーム得点', 'アウェイ得点'],
    answers: ['はい', 'いいえ', '不明確'],
    tags: '特徴',
    tagWords: ['赤', '青', '緑', '大型', '小型'],
    property: '仕様',
    properties: ['重量', '色', '材質', '保証', '産地'],
    values: ['12kg', '灰色', '鉄', '2年', '北海道', '樫', '白'],
    model: '型式',
  },
};

const kinds = {
  'plan and actual': ({ random, names, key, say }) =>
    rowsOf(
      names,
      key,
      say.pair.map((name) => measure(random, name)),
    ),
  'plan, actual and variance': ({ random, names, key, say }) =>
    withColumn(
      kinds['plan and actual']({ random, names, key, say }),
      say.variance,
      ([, plan, actual]) => actual - plan,
    ),
  'parts and their total': ({ random, names, key, say: { parts } }) => {
    const [men, women, total] = parts;
    const tidy = rowsOf(names, key, [measure(random, men), measure(random, women)]);
    return withColumn(tidy, total, ([, a, b]) => a + b);
  },
  'home and away': ({ random, say }) => {
    const [home, away, ...goals] = say.match;
    const columns = [
      choice(random, home, say.teams.slice(0, 3)),
      choice(random, away, say.teams.slice(3)),
      ...goals.map((name) => measure(random, name, { least: 0, most: 6 })),
    ];
    return fill(columns, random.int(5, 9));
  },
  subjects: ({ random, names, key, say }) =>
    rowsOf(
      names,
      key,
      say.subjects.map((name) => measure(random, name, { least: 35, most: 100 })),
    ),
  'numbered columns': ({ random, names, key, say }) =>
    rowsOf(
      names,
      key,
      [1, 2, 3, 4].map((at) => measure(random, say.numbered(at))),
    ),
  'questions Q1 to Q4': ({ random, names, key }) =>
    rowsOf(
      names,
      key,
      [1, 2, 3, 4].map((at) => measure(random, `Q${at}`, { least: 1, most: 5 })),
    ),
  'answers in words': ({ random, names, key, say }) =>
    rowsOf(
      names,
      key,
      [1, 2, 3, 4].map((at) => choice(random, `Q${at}`, say.answers)),
    ),
  'lists in cells': ({ random, names, key, say, measures }) => {
    const tags = {
      ...choice(random, say.tags, []),
      next: () => random.sample(say.tagWords, random.int(1, 3)).join('; '),
    };
    return rowsOf(names, key, [tags, measure(random, measures[0])]);
  },
  'properties down': ({ random, say }) =>
    rowsOf(
      say.properties,
      say.property,
      ['A', 'B', 'C'].map((letter) => choice(random, say.model + letter, say.values)),
    ),
};

const rowsOf = (names, key, columns) => fill([label(key, names), ...columns], names.length);

/** The table with a column computed from each row. */
function withColumn({ columns, rows }, name, compute) {
  const { write, type } = columns[columns.length - 1];
  return { columns: [...columns, { name, type, write }], rows: rows.map((row) => [...row, compute(row)]) };
}

/** Tables that could be reshaped but must not be unless somebody asks. */
export function mustStay(sheet) {
  const { random, words, lang, page, base, dress } = sheet;
  const kind = random.pick([...Object.keys(kinds), 'plan and actual in two rows']);
  const [key, all] = random.pick(Object.entries(words.keys));
  const names = random.sample(all, Math.min(all.length, random.int(4, 8)));
  const measures = random.sample(words.measures, 2);
  const say = vocabulary[lang];
  const title = random.chance(0.3) ? random.pick(words.titles) : null;
  if (title) page.put(0, 0, title, dresses[dress].title);
  const top = title ? 2 : 0;
  const two = kind === 'plan and actual in two rows';
  const tidy = two
    ? rowsOf(
        names,
        key,
        measures.flatMap((name) => say.pair.map((side) => measure(random, `${name} ${side}`))),
      )
    : kinds[kind]({ random, names, key, say, measures });
  if (two) drawTwoRows(sheet, tidy, { top, key, measures, pair: say.pair });
  else drawTable(sheet, tidy, { top });
  return {
    styles: [kind, title ? 'title' : 'no title'],
    tables: [tidyTable(base, tidy)],
    titles: title ? [title] : [],
  };
}

function drawTwoRows({ page, dress }, tidy, { top, key, measures, pair }) {
  const look = dresses[dress].header;
  page.put(top, 0, key, look);
  page.merge(top, 0, top + 1, 0);
  measures.forEach((name, at) => {
    page.put(top, 1 + 2 * at, name, look);
    page.merge(top, 1 + 2 * at, top, 2 + 2 * at);
    page.putRow(top + 1, 1 + 2 * at, pair, look);
  });
  drawRows({ page, dress }, tidy, { top: top + 2 });
}
