import { expect, test } from 'vitest';
import { conditionsOf, filterOf } from './conditions.js';

const north = { column: 'region', op: 'eq', value: 'north' } as const;
const many = { column: 'amount', op: 'gt', value: 10 } as const;

test('a filter that joins conditions by "and" is edited as a list, any other as it is', () => {
  expect(conditionsOf(filterOf([north, many]))).toEqual([north, many]);
  expect(conditionsOf(north)).toEqual([north]);
  expect(conditionsOf(null)).toEqual([]);
  expect(conditionsOf({ or: [north, many] })).toBeUndefined();
  expect(conditionsOf({ and: [north, { not: many }] })).toBeUndefined();
});

test('empty cells among ticked values are asked for beside the list, and found again in it', () => {
  const ticked = { column: 'region', op: 'in', value: ['north', null] } as const;
  const filter = filterOf([ticked, many]);
  expect(filter).toEqual({
    and: [
      {
        or: [
          { column: 'region', op: 'in', value: ['north'] },
          { column: 'region', op: 'is_null' },
        ],
      },
      many,
    ],
  });
  expect(conditionsOf(filter)).toEqual([ticked, many]);
});
