import { expect, it } from 'vitest';
import { parseStructuredReference } from './structured-reference.js';

it.each<[string, string[], [string, string] | null]>([
  ['Qty', ['data'], ['Qty', 'Qty']],
  ['', ['data'], null],
  ['#All', ['all'], null],
  ['@Qty', ['this row'], ['Qty', 'Qty']],
  ['@[Unit price]', ['this row'], ['Unit price', 'Unit price']],
  ['@', ['this row'], null],
  ['[#This Row],[Qty]', ['this row'], ['Qty', 'Qty']],
  ['[Qty]:[Price]', ['data'], ['Qty', 'Price']],
  [' [#Headers], [#Data], [Qty]:[Price] ', ['headers', 'data'], ['Qty', 'Price']],
  ["[No'#],[#Totals]", ['totals'], ['No#', 'No#']],
])('%s', (items, areas, columns) => {
  const parsed = parseStructuredReference(items);
  expect([...(parsed?.areas ?? [])]).toEqual(areas);
  expect(parsed?.columns).toEqual(columns);
});

it('is null for anything else', () => {
  expect(parseStructuredReference('[a],[b]')).toBeNull();
  expect(parseStructuredReference('[a] x')).toBeNull();
});
