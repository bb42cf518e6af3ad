import { expect, test } from 'vitest';
import { drawSheet } from '../../test-support/structured-sheet.js';
import { readHeader } from './read-header.js';
import { SheetCells } from './sheet-cells.js';

/** The names of the columns below some rows of a header. */
function namesOf(header: (string | null)[][], ...records: (string | number)[][]): string[] {
  const sheet = drawSheet([...header, ...records]);
  const range = { top: 0, left: 0, bottom: sheet.rowCount - 1, right: sheet.columns.length - 1 };
  const columns = sheet.columns.map((_, column) => column);
  return readHeader(new SheetCells(sheet), range, [...header.keys()], columns).map((labels) =>
    labels.map(({ text }) => text).join(' '),
  );
}

test('a label does not reach from below one group to below the next', () => {
  const header = [
    ['Area', 'Departments', null, 'Enrolment', null],
    [null, 'In', 'Totally', null, null],
    [null, 'universe', 'imputed', 'full', 'part'],
  ];
  expect(namesOf(header, ['Physics', 586, 3, 26, 9], ['Biology', 197, 1, 45, 7])).toEqual([
    'Area',
    'Departments In universe',
    'Departments Totally imputed',
    'Enrolment full',
    'Enrolment part',
  ]);
});

test('the label of the first column does not reach over the figures', () => {
  const header = [
    ['YEAR', null, null],
    ['MONTH', 'TOTAL', 'CHAP. 7'],
  ];
  expect(namesOf(header, [200504, 167, 132], [200505, 152, 119])).toEqual(['YEAR MONTH', 'TOTAL', 'CHAP. 7']);
});

test('a label over figures reaches over texts only if their name needs it', () => {
  const last = [3, 64.4, '工事中'];
  expect(
    namesOf(
      [
        ['', '平成11年', null, null],
        ['路線', '台数', '速度', '備考'],
      ],
      ['甲', ...last],
    )[3],
  ).toBe('備考');
  const days = ['地区', '週', '曜日', '週', '曜日'];
  expect(namesOf([['', '燃えない', null, '缶', null], days], ['灘', 13, '金', 24, '水'])).toEqual([
    '地区',
    '燃えない 週',
    '燃えない 曜日',
    '缶 週',
    '缶 曜日',
  ]);
});
