import { choice, code, label, phone } from '../columns.mjs';
import { drawTable, dresses } from '../draw.mjs';
import { fill } from '../tidy.mjs';
import { tidyTable } from '../truth.mjs';

/** Tables without any number: only their looks and words tell the header from the rows. */
export function textLists(sheet) {
  const { random, words, page, base, dress } = sheet;
  const [[key, names], [other, others]] = random.sample(Object.entries(words.keys), 2);
  const count = Math.min(names.length, random.int(3, 10));
  const columns = [label(key, random.sample(names, count))];
  if (random.chance(0.3)) columns.unshift(code(random, random.pick(words.codes)));
  for (const [name, values] of random.sample(Object.entries(words.attributes), random.int(1, 3)))
    columns.push(choice(random, name, values));
  if (random.chance(0.4)) columns.push(choice(random, other, others));
  if (random.chance(0.3)) columns.push(phone(random, random.pick(words.phones)));
  const tidy = fill(columns, count);
  const title = random.chance(0.4) ? random.pick(words.titles) : null;
  const note = random.chance(0.3) ? random.pick(words.notes) : null;
  const gap = random.int(0, 1);
  if (title) page.put(0, 0, title, dresses[dress].title);
  const end = drawTable(sheet, tidy, { top: title ? 1 + gap : 0 });
  if (note) page.put(end + 1, 0, note);
  return {
    styles: [`${columns.length} columns`, title ? 'title' : 'no title', note ? 'note' : 'no note'],
    tables: [tidyTable(base, tidy)],
    titles: title ? [title] : [],
    notes: note ? [note] : [],
  };
}
