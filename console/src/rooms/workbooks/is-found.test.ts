import { expect, test } from 'vitest';
import { isFound } from './is-found.js';

test.each([
  ['', true],
  ['sales', true],
  ['2025 SALES', true],
  ['ｓａｌｅｓ　北', true],
  ['sales 2024', false],
])('%j is looked for in title and description', (words, isExpected) => {
  expect(isFound({ title: 'Sales 2025', description: '北日本' }, words)).toBe(isExpected);
});
