import { expect, test } from 'vitest';
import { haveCommonSheet } from './same-file.js';

const file = (format: string, ...sheets: string[]) => ({ format, sheets });

test.each([
  [file('xlsx', 'Plan', 'Notes'), file('xlsx', 'Actual', 'Plan'), true],
  [file('xlsx', 'Plan'), file('ods', 'Plan'), true],
  [file('xlsx', 'Plan'), file('xlsx', 'plan'), false],
  [file('xlsx', 'Plan'), file('xlsx'), false],
  // Their only sheet is named after the file.
  [file('csv', 'may'), file('tsv', 'june'), true],
  [file('csv', 'may'), file('xlsx', 'Plan'), false],
])('%j and %j: a sheet in common is %s', (one, other, common) => {
  expect(haveCommonSheet(one, other)).toBe(common);
});
