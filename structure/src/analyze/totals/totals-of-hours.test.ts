import { expect, test } from 'vitest';
import { tablesOf } from '../../../test-support/structured-sheet.js';

test('a total of hours is computed, and a signature below it is a note', () => {
  expect(
    tablesOf([
      ['Day', 'Weekday', 'From', 'To', 'Worked', 'Remark'],
      ['5/1', 'Thu', '9:00', '18:00', '8:00', ''],
      ['5/2', 'Fri', '9:05', '19:10', '9:05', 'late shift'],
      ['5/3', 'Sat', '', '', '', 'holiday'],
      ['5/7', 'Wed', '8:55', '18:00', '8:05', ''],
      ['Total', '', '', '', '25:10', ''],
      ['Stamp of employee', '', '', 'Manager', '', ''],
    ]),
  ).toMatchObject({ 計算項目: [expect.stringMatching(/^Total .*25:10/)], 補足情報: expect.anything() });
});
