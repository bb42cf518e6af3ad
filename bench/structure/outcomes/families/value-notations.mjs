import {
  code,
  date,
  dateNotations,
  label,
  measure,
  missingMarks,
  phone,
  share,
  writtenMeasure,
  writtenNumbers,
} from '../columns.mjs';
import { drawTable, dresses } from '../draw.mjs';
import { fill } from '../tidy.mjs';
import { tidyTable } from '../truth.mjs';

/** Numbers, dates and gaps as people write them, in a plain list or under a title. */
export function valueNotations(sheet) {
  const { random, words, lang, page, base, dress } = sheet;
  const [key, names] = random.pick(Object.entries(words.keys));
  const count = Math.min(names.length, random.int(5, 10));
  const notation = random.pick(Object.keys(writtenNumbers));
  const dates = random.pick(dateNotations[lang]);
  const gaps = random.chance(0.5) ? { missing: 0.25, mark: random.pick(missingMarks) } : {};
  const [first, second] = random.sample(words.measures, 2);
  const columns = random.shuffled([
    writtenMeasure(random, first, notation, gaps),
    measure(random, second, random.chance(0.5) ? gaps : {}),
    date(random, random.pick(words.dates), dates),
    share(random, random.pick(words.shares), { asText: random.chance(0.5) }),
    random.chance(0.5) ? code(random, words.codes[0]) : phone(random, words.phones[0]),
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
    ],
    tables: [tidyTable(base, tidy)],
    titles: title ? [title] : [],
  };
}
