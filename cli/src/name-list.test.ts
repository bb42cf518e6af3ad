import { expect, test } from 'vitest';
import { nameList } from './name-list.js';

test.each([
  ['item', ['item']],
  ['item,qty', ['item', 'qty']],
  ['item, unit price ,', ['item', 'unit price']],
  ['"Price, net",qty', ['Price, net', 'qty']],
  ['"5"" pipe"', ['5" pipe']],
  ['5" pipe,qty', ['5" pipe', 'qty']],
  ['-数量,品目', ['-数量', '品目']],
])('%s names %j', (text, names) => {
  expect(nameList(text)).toEqual(names);
});

test('names that are given apart are one list', () => {
  expect(nameList('qty', nameList('item,day'))).toEqual(['item', 'day', 'qty']);
});
