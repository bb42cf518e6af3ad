import {
  date,
  dateNotations,
  identifiers,
  label,
  measure,
  missingMarks,
  share,
  time,
  writtenMeasure,
  writtenNumbers,
} from '../columns.mjs';
import { drawTable, dresses } from '../draw.mjs';
import { fill } from '../tidy.mjs';
import { tidyTable } from '../truth.mjs';

const times = { en: 'Starts at', ja: '開始時刻' };
const headings = {
  en: {
    code: 'Code',
    phone: 'Phone',
    'postal code': 'Postal code',
    isbn: 'ISBN',
    version: 'Version',
    'circle or cross': 'Approved',
    score: 'Result',
    'number in a range': 'Ages',
  },
  ja: {
    code: 'コード',
    phone: '電話番号',
    'postal code': '郵便番号',
    isbn: 'ISBN',
    version: 'バージョン',
    'circle or cross': '可否',
    score: '結果',
    'number in a range': '対象年齢',
  },
};

/** Numbers, dates and gaps as people write them, in a plain list or under a title. */
export function valueNotations(sheet) {
  const { random, words, lang, page, base, dress } = sheet;
  const [key, names] = random.pick(Object.entries(words.keys));
  const count = Math.min(names.length, random.int(5, 10));
  const notation = random.pick(Object.keys(writtenNumbers));
  const dates = random.pick(dateNotations[lang]);
  const identifier = random.pick(Object.keys(identifiers));
  const gaps = random.chance(0.5) ? { missing: 0.25, mark: random.pick(missingMarks) } : {};
  const [first, second] = random.sample(words.measures, 2);
  const columns = random.shuffled([
    writtenMeasure(random, first, notation, gaps),
    measure(random, second, random.chance(0.5) ? gaps : {}),
    date(random, random.pick(words.dates), dates),
    share(random, random.pick(words.shares), { asText: random.chance(0.5) }),
    random.chance(0.2)
      ? time(random, times[lang])
      : identifiers[identifier](random, headings[lang][identifier]),
  ]);
  const tidy = fill([label(key, random.sample(names, count)), ...columns.slice(0, random.int(3, 5))], count);
  const title = random.chance(0.4) ? random.pick(words.titles) : null;
  if (title) page.put(0, 0, title, dresses[dress].title);
  drawTable(sheet, tidy, { top: title ? random.int(1, 2) : 0 });
  const used = (wanted) => tidy.columns.some(({ name }) => name === wanted.name);
  return {
    styles: [
      title ? 'under a title' : 'plain',
      used({ name: first }) ? `number: ${notation}` : 'number: stored',
      tidy.columns.some(({ type }) => type === 'DATE') ? `date: ${dates}` : 'date: none',
      gaps.mark && used({ name: first }) ? `gap: ${gaps.mark}` : 'gap: none',
      used({ name: headings[lang][identifier] }) ? `identifier: ${identifier}` : 'identifier: none',
    ],
    tables: [tidyTable(base, tidy)],
    titles: title ? [title] : [],
  };
}
