import { expect, test } from 'vitest';
import { bold, structure } from '../../../test-support/structured-sheet.js';

const events = (...days: string[]) =>
  days.flatMap((day) => [
    [`Workshop on ${day}`, day, 'Noon - 1:00 pm', 'Room 410', 'Laura and Peggy'],
    [null],
  ]);

test('blocks that begin with labels like that of the first group are more of the table', () => {
  const { tables } = structure([
    ['Event', 'Date', 'Time', 'Location', 'Presenters'].map(bold),
    [bold('August')],
    ...events('Monday, August 8', 'Thursday, August 11', 'Tuesday, August 16'),
    [null],
    [null],
    [bold('September')],
    ...events('Tuesday, September 13', 'Wednesday, September 14'),
    ['LABOR DAY', 'Monday, September 5'],
    [null],
    ...events('Thursday, September 29'),
  ]);
  const [header, ...rows] = tables.base ?? [];
  expect(header).toEqual(['group', 'Event', 'Date', 'Time', 'Location', 'Presenters']);
  expect(rows.map(([group]) => group)).toEqual([...Array(3).fill('August'), ...Array(4).fill('September')]);
  expect(rows[5]).toEqual(['September', 'LABOR DAY', 'Monday, September 5', null, null, null]);
});
