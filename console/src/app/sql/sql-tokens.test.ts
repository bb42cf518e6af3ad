import { expect, test } from 'vitest';
import { askedFor, boundValues, quotedName, withValues } from './sql-tokens.js';

test('parameters are found outside of texts, quoted names and comments', () => {
  const sql = `select '$no', "a?b" -- $nor this\n, $region /* ? */ from sales where 地域 = $地域 and $region > ''''`;
  expect(askedFor(sql)).toEqual(['region', '地域']);
  expect(askedFor('select $$ $no ? $$, ?, ?')).toEqual(['?1', '?2']);
});

test('values are bound by name or by place', () => {
  expect(boundValues('select 1', {})).toBeUndefined();
  expect(boundValues('select $a + $b', { a: 1, c: 2 })).toEqual({ a: 1, b: null });
  expect(boundValues('select ?, ?', { '?1': 'x', '?2': true })).toEqual(['x', true]);
  expect(boundValues('select $2, $1', { 1: 'x', 2: 5 })).toEqual(['x', 5]);
});

test('values are written into a statement as literals', () => {
  const values = { name: "O'Hara $x", least: -2.5, none: null };
  expect(withValues('select $name, $least, $none, $name', values)).toBe(
    "select 'O''Hara $x', -2.5, null, 'O''Hara $x'",
  );
});

test.each([
  ['region', 'region'],
  ['Region', '"Region"'],
  ['order', '"order"'],
  ['the "best" one', '"the ""best"" one"'],
])('the name %s stands in a statement as %s', (name, quoted) => {
  expect(quotedName(name)).toBe(quoted);
});
