import { expect, test } from 'vitest';
import { identifiersOf } from './identifiers.js';

const of = (...names: string[]) => [...identifiersOf(names).values()];

test('valid names stay, in any script; of others, what OData forbids becomes an underscore', () => {
  expect(
    of('City', '売上_2026', '_x', 'Unit price (€)', '2026 plan', '😀', 'ｶﾅ・品名', 'Null', '__proto__'),
  ).toEqual(['City', '売上_2026', '_x', 'Unit_price', '_2026_plan', '_', 'ｶﾅ_品名', 'Null_', '__proto__']);
});

test('names that would be the same are told apart by their own, in whatever order they come', () => {
  const names = ['a b', 'a-b', 'A_b', 'x'.repeat(200), `${'x'.repeat(199)}y`];
  const found = identifiersOf(names);
  expect(found.get('A_b')).toBe('A_b');
  expect(new Set([...found.values()].map((name) => name.toLowerCase())).size).toBe(names.length);
  for (const name of found.values()) expect(name.length).toBeLessThanOrEqual(128);
  expect(new Map([...identifiersOf([...names].reverse())].reverse())).toEqual(found);
});
