import { expect, test } from 'vitest';
import { castExpression, nextColumnId, uncastableCondition } from './column-changes.js';

test.each([
  [[], 'c1'],
  [['c1', 'c2'], 'c3'],
  [['c10', 'c9', 'c2'], 'c11'],
  [['c1', 'odd'], 'c2'],
])('after %j comes %s', (used, next) => expect(nextColumnId(used)).toBe(next));

test('a cast gives NULL where a value does not fit, and JSON gives its text', () => {
  expect(castExpression('"c1"', 'VARCHAR', 'DATE')).toBe('try_cast("c1" as DATE)');
  expect(castExpression('"c1"', 'JSON', 'DATE')).toBe(`try_cast("c1"->>'$' as DATE)`);
});

test('only casts to whole numbers look for fractions', () => {
  expect(uncastableCondition('"c1"', 'DOUBLE', 'DECIMAL(4,1)')).not.toContain('<>');
  expect(uncastableCondition('"c1"', 'DOUBLE', 'BIGINT')).toContain('<>');
});
