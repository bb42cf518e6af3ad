import { measure } from '../columns.mjs';
import { dresses } from '../draw.mjs';
import { table } from '../truth.mjs';

/** Groups without totals: as rows of their own, or as a category column that is merged or filled once. */
export function groups(sheet) {
  const { random, words, page, base, dress, format } = sheet;
  const way = random.pick([
    'own rows',
    'category once',
    'category repeated',
    ...(format === 'xlsx' ? ['category merged', 'category in the middle'] : []),
  ]);
  const numericKey = way !== 'own rows' && random.chance(0.25);
  const measures = random.sample(words.measures, random.int(2, 3)).map((name) => measure(random, name));
  const members = random
    .sample(Object.entries(words.groups), random.int(2, 4))
    .map(([group, names]) => [group, random.sample(names, random.int(2, 4))]);
  const [groupName, itemName] = words.groupNames;
  const heads = way === 'own rows' ? [itemName] : [groupName, itemName];
  const { header, body, total } = dresses[dress];
  const names = measures.map(({ name }) => name);
  page.putRow(0, 0, [...heads, ...names], header);
  const rows = [];
  let row = 1;
  for (const [group, names] of members) {
    const top = row;
    if (way === 'own rows') page.put(row++, 0, group, { ...total, role: 'group' });
    names.forEach((name, at) => {
      const item = numericKey ? at + 1 : name;
      const values = measures.map((column) => column.next());
      if (way === 'category repeated') page.put(row, 0, group, body);
      page.put(row, heads.length - 1, numericKey ? { text: String(item), number: item } : name, body);
      const written = values.map((value, column) => measures[column].write(value));
      page.putRow(row, heads.length, written, body);
      rows.push([group, item, ...values]);
      row++;
    });
    if (way === 'category once' || way === 'category merged') page.put(top, 0, group, body);
    if (way === 'category merged') page.merge(top, 0, row - 1, 0);
    if (way === 'category in the middle') drawInMiddle(page, group, top, row - 1);
  }
  const groupColumn =
    way === 'own rows'
      ? { name: 'group', type: 'VARCHAR', also: ['階層1', groupName] }
      : { name: groupName, type: 'VARCHAR' };
  const itemColumn = { name: itemName, type: numericKey ? 'BIGINT' : 'VARCHAR' };
  return {
    styles: [way, numericKey ? 'numbers as second key' : 'names as second key'],
    tables: [table(base, [groupColumn, itemColumn, ...measures], rows)],
  };
}

/** Not merged: a border around the block says which rows the label is for. */
function drawInMiddle(page, group, top, bottom) {
  const middle = Math.floor((top + bottom) / 2);
  for (let row = top; row <= bottom; row++) {
    const borders = {
      left: 'thin',
      right: 'thin',
      top: row === top ? 'thin' : null,
      bottom: row === bottom ? 'thin' : null,
    };
    page.put(row, 0, row === middle ? group : '', { borders });
  }
}
