import { expect, test } from 'vitest';
import { bindPython, bindSql, placeholdersOf, unbind } from './transform-template.js';

test('placeholders are found with their position', () => {
  const code = 'select *\nfrom {{ sales }} s\n  join "é" {{rates}}';
  expect(placeholdersOf(code)).toEqual([
    { name: 'sales', text: '{{ sales }}', offset: 14, line: 2, column: 6 },
    { name: 'rates', text: '{{rates}}', offset: 39, line: 3, column: 12 },
  ]);
});

test.each([
  ['from {{ a }}', 'from "{a}"  '],
  ['from {{a}} join {{ b2 }}', 'from "{a}" join "{b2}"  '],
  ['from {{\ta }} -- {a}', 'from "{a}"   -- {a}'],
])('%j is bound as %j, of the same length', (code, bound) => {
  expect(bindSql(code)).toBe(bound);
  expect(bound).toHaveLength(code.length);
});

test('in Python a placeholder becomes a variable of the same length', () => {
  expect(bindPython('for row in {{sales}}: print({{ sales }})')).toBe(
    'for row in _in_sales: print(_in_sales  )',
  );
});

test('messages about bound code show its placeholders', () => {
  const code = 'a = {{ sales }}.x + {{b}} + {{ sales }}';
  expect(unbind(bindPython(code), code)).toBe(code);
  expect(unbind(bindSql(code), code)).toBe(code);
  expect(unbind("name '_in_b' is not defined", code)).toBe("name '{{b}}' is not defined");
});

test.each(['{ a }', '{{ a b }}', '{{ 1a }}', '{{ "a" }}', "select {'a': 1}", '{{ a.b }}', '{{\na }}'])(
  '%j holds no placeholder',
  (code) => {
    expect(placeholdersOf(code)).toEqual([]);
    expect(bindSql(code)).toBe(code);
  },
);
