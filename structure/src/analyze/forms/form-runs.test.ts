import { expect, test } from 'vitest';
import { structure } from '../../../test-support/structured-sheet.js';

test('labels with a colon right above the names of two columns are a form', () => {
  const { tables } = structure([
    ['Account:', 'DE12 3456'],
    ['Holder:', 'A. Brandt'],
    ['Period:', 'June'],
    ['Date', 'Amount'],
    ['2025-06-02', -45.2],
    ['2025-06-04', 1200],
  ]);
  expect(tables.base_1?.[0]).toEqual(['Account', 'Holder', 'Period']);
  expect(tables.base_2).toHaveLength(3);
});

test('labels to be signed below a list are notes', () => {
  const { tables } = structure([
    ['Article', 'Supplier', 'Quantity'],
    ['Gloves', 'Medico', 20],
    ['Buffer', 'Chemo', 2],
    [],
    ['Requested by:', 'S. Amari'],
    ['Approved by:'],
    ['Date:'],
  ]);
  expect(Object.keys(tables)).toEqual(['base', 'base_補足情報']);
});
