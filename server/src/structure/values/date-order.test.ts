import { expect, test } from 'vitest';
import { structure } from '../../../test-support/structured-sheet.js';

test('dates that could be in two orders are read in that of the other dates of the sheet', () => {
  const accounts = (last: string) => [
    ['Current account'],
    ['Date', 'Text', 'Amount'],
    ['03/05/2024', 'Grocer', 42],
    ['04/05/2024', 'Salary', 2300],
    [null],
    ['Savings account'],
    ['Date', 'Text', 'Amount'],
    ['05/05/2024', 'Transfer', 500],
    [last, 'Interest', 21],
  ];
  const firstDate = (last: string) => structure(accounts(last)).tables['Current account']?.[1]?.[0];
  const dayOf = (date: string) => Date.parse(date) / 86_400_000;
  expect(firstDate('31/05/2024')).toBe(dayOf('2024-05-03'));
  expect(firstDate('05/31/2024')).toBe(dayOf('2024-03-05'));
  expect(firstDate('06/05/2024')).toBe('03/05/2024');
});
