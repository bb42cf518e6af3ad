import { expect, test } from 'vitest';
import { structure } from '../../test-support/structured-sheet.js';

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

test('years of two digits come first where any other order would tear the dates apart', () => {
  const last = (...dates: string[]) =>
    Object.values(
      structure([['Name', 'Last order'], ...dates.map((date, at) => [`Customer ${at}`, date])]).tables,
    )
      .flat()
      .map(([, date]) => date);
  const dayOf = (date: string) => Date.parse(date) / 86_400_000;
  expect(last('25/05/20', '25/05/31', '25/04/15')).toContain(dayOf('2025-05-31'));
  expect(last('25/05/20', '11/06/20', '02/07/20')).toContain('02/07/20');
});

test('the day of the week before a date is no part of it', () => {
  const { tables } = structure([
    ['Date', 'Km'],
    ['Mon 03/03/2025', 12],
    ['Thu 13/03/2025', 40],
  ]);
  expect(
    Object.values(tables)
      .flat()
      .map(([date]) => date),
  ).toContain(Date.parse('2025-03-03') / 86_400_000);
});
