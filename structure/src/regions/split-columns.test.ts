import { expect, test } from 'vitest';
import { regionsOf } from '../../test-support/found-regions.js';
import { CellGrid } from '../cell-grid.js';
import { findRegions } from './find-regions.js';

test('tables side by side are two where nothing is between them', () => {
  expect(
    regionsOf(
      ['h', 'City', 'People', '', '', 'River'],
      ['d', 'Oslo', '7', '', '', 'Glomma'],
      ['d', 'Rome', '9', '', '', 'Tiber'],
      ['d', 'Bern', '1'],
    ),
  ).toEqual(['data 0-3 0-1', 'data 0-2 4-4']);
});

test('one empty column inside a table is a spacer', () => {
  expect(regionsOf(['h', 'City', '', 'People'], ['d', 'Oslo', '', '7'], ['d', 'Rome', '', '9'])).toEqual([
    'data 0-2 0-2',
  ]);
});

test('a box of totals beside a list is a region of its own', () => {
  expect(
    regionsOf(
      ['h', 'Item', 'Colour', 'Price', '', 'Summary', ''],
      ['d', 'Pens', 'blue', '2', '', 'Count', '4'],
      ['d', 'Mugs', 'red', '4', '', 'Mean', '3'],
      ['d', 'Bags', 'red', '5', '', '', ''],
      ['d', 'Rugs', 'grey', '1', '', '', ''],
    )[0],
  ).toBe('data 0-4 0-2');
});

test('tables of texts are apart where another gap is between two tables', () => {
  expect(
    regionsOf(
      ['h', 'Name', 'Days', '', 'Holiday', 'Date', '', 'Code', 'Meaning'],
      ['d', 'Ito', '12', '', 'New Year', '2024-01-01', '', 'V', 'vacation'],
      ['d', 'Kato', '8', '', 'Labour Day', '2024-05-01', '', 'S', 'sick'],
      ['d', 'Mori', '20'],
    ),
  ).toEqual(['data 0-3 0-1', 'data 0-2 3-4', 'data 0-2 6-7']);
});

test('columns without keys of their own go on with the table, however wide the gap', () => {
  expect(
    regionsOf(
      ['h', 'Area', '', '', '', 'In RHA', 'Other'],
      ['.'],
      ['d', 'Central', '', '', '', '35.7', '3.4'],
      ['d', 'Brandon', '', '', '', '38.3', '5.3'],
      ['.'],
      ['d', 'Parkland', '', '', '', '59.6', '16.1'],
    ),
  ).toEqual(['data 0-5 0-5']);
});

test('a column of numbers with blanks belongs to the table beside it, and a list does not', () => {
  const lines: [string, ...string[]][] = [
    ['h', 'Year', 'Total', '', '20-24', '', '', 'Wards'],
    ['d', '1990', '72', '', '', '', '', 'Nada'],
    ['d', '2000', '77', '', '', '', '', 'Chuo'],
    ['d', '2010', '80', '', '60', '', '', 'Nagata'],
    ['d', '2020', '81', '', '', '', '', 'Suma'],
    ['d', '2021', '82'],
    ['d', '2022', '84'],
  ];
  expect(regionsOf(...lines)).toEqual(['data 0-6 0-3', 'data 0-4 6-6']);
});

test('a name over a column that is still empty belongs to the table, and a remark beside it does not', () => {
  const lines = (last: string): [string, ...string[]][] => [
    ['h', 'Vessel', 'Cargo', '', last],
    ['d', 'Kiveli', 'Coal'],
    ['d', 'Sunrise', 'Salt'],
    ['d', 'Oslo', 'Iron'],
  ];
  expect(regionsOf(...lines('Remarks'))).toEqual(['data 0-3 0-3']);
  expect(regionsOf(...lines('As of 2024-05-01'))).toEqual(['data 0-3 0-1', 'note 0-0 3-3']);
});

test('the meaning of marks beside a table is a note', () => {
  expect(
    regionsOf(
      ['h', 'Singer', 'Mon', 'Tue', '', 'x = present'],
      ['d', 'Amy', 'x', 'x', '', 'e = excused'],
      ['d', 'Ben', 'x', 'e', '', 'o = absent'],
      ['d', 'Cleo', 'e', 'x'],
      ['d', 'Dan', 'x', 'x'],
    ),
  ).toEqual(['data 0-4 0-2', 'note 0-2 4-4']);
});

test('codes with their meanings beside a table that goes on below them are a list', () => {
  expect(
    regionsOf(
      ['h', 'Day', 'Main', 'Price', '', 'Code', 'Allergen'],
      ['d', 'Monday', 'Pie (G)', '4.2', '', 'G', 'Gluten'],
      ['d', 'Tuesday', 'Chicken', '4.5', '', 'M', 'Milk'],
      ['d', 'Wednesday', 'Fish cakes', '4.2', '', 'F', 'Fish'],
      ['d', 'Thursday', 'Stew', '4.6', '', '', ''],
    ),
  ).toEqual(['data 0-4 0-2', 'data 0-3 4-5']);
});

test('tables beside each other under headings of their own may repeat their labels', () => {
  const sides = (right: string) =>
    regionsOf(
      ['m', 'Joined', '', '', '', right],
      ['h', 'Month', 'Name', 'Kind', '', 'Month', 'Name', 'Reason'],
      ['d', 'April', 'Aoyama', 'adult', '', 'April', 'Kita', 'moved'],
      ['d', 'June', 'Iguchi', 'child', '', 'June', 'Kubo', 'other'],
      ['d', 'June', 'Uchida', 'adult', '', 'June', 'Kobayashi', 'moved'],
    ).filter((region) => region.startsWith('data'));
  expect(sides('Left')).toEqual(['data 1-4 0-2', 'data 1-4 4-6']);
  expect(sides('')).toEqual(['data 1-4 0-6']);
});

test('a side that begins with the labels of the side on its left again is another table', () => {
  const sides = (...labels: string[]) =>
    regionsOf(
      ['h', '', 'Plan', 'Actual', '', '', 'Staff', 'Rent'],
      ...['Oslo', 'Bergen', 'Bodø', 'Voss', 'Narvik'].map((place, at): [string, ...string[]] => [
        'd',
        ...[place, `${7 * at}`, `${5 * at}`, '', labels[at] ?? '', `${3 * at}`, `${2 * at}`],
      ]),
    );
  expect(sides('Oslo', 'Bergen', 'Bodø', 'Voss', 'Narvik')).toEqual(['data 0-5 0-2', 'data 0-5 4-6']);
  expect(sides('yes', 'no', 'yes', 'no', 'no')).toEqual(['data 0-5 0-6']);
});

test('numbers behind a wide gap belong to the labels on their left, if nothing else names them', () => {
  const values = (label: string) =>
    regionsOf(
      ['d', 'Daily', '', '', '29', '32', '', '', '33', '35'],
      ['d', 'Weekly', '', '', '28', '31', '', '', label, '34'],
      ['d', 'Monthly', '', '', '30', '33', '', '', '32', '36'],
    );
  expect(values('31')).toEqual(['data 0-2 0-8']);
  expect(values('Oslo').length).toBeGreaterThan(1);
});

test('labels stay with their values, however wide the gap, where the values have no other labels', () => {
  const grid = CellGrid.ofTexts([
    ['', '', '', '', 'Full-time', '', '', '', 'Other', ''],
    ['Course', '', '', 'Male', 'Female', 'Total', '', 'Male', 'Female', 'Total'],
    ['Doctorate', '', '', '453', '345', '798', '', '188', '148', '336'],
    ['Research', '', '', '76', '77', '153', '', '157', '170', '327'],
    ['Coursework', '', '', '163', '108', '271', '', '283', '264', '547'],
    ['Diploma', '', '', '99', '120', '219', '', '82', '121', '203'],
  ]);
  const tables = findRegions(grid).filter(({ kind }) => kind === 'data');
  expect(tables.map(({ range }) => [range.left, range.right])).toEqual([[0, 9]]);
});

test('labels in several columns stay with their values behind a gap', () => {
  expect(
    regionsOf(
      ['h', '', '', '', '', '2021', '', '2022'],
      ['g', 'Offices'],
      ['d', '', 'Full time', '', '', '6', '', '5'],
      ['d', '', 'Part time', '', '', '2', '', '3'],
      ['t', '', '', 'Total', '', '8', '', '8'],
    ),
  ).toEqual(['data 0-4 0-6']);
});

test('figures that only some records have are more of their table, however far behind a gap', () => {
  const records = Array.from({ length: 9 }, (_, at): [string, ...string[]] => {
    const extra = at % 4 === 3 ? ['', '', `${128 + at}`, `${13200 + at}`] : [];
    return ['d', `2024-03-0${at + 1}`, `${150 + at}`, `${3200 + at}`, ...extra];
  });
  const header: [string, ...string[]] = [
    'h',
    'Date',
    'Price',
    'Volume',
    '',
    '',
    'Sunday price',
    'Sunday volume',
  ];
  expect(regionsOf(header, ...records)).toEqual(['data 0-9 0-6']);
});

test('remarks beside some records are a column of their table, a list beside it is not', () => {
  const names = ['Item', 'East', 'West', 'South', 'North', 'Centre', 'Coast', 'Isles'];
  const besides = (...texts: string[]) => {
    const lines = names.map((name, at): [string, ...string[]] => {
      const values = at === 0 ? ['Plan', 'Actual'] : [`${10 + at}`, `${12 - at}`];
      return [at === 0 ? 'h' : 'd', name, ...values, '', texts[at] ?? ''];
    });
    return regionsOf(...lines);
  };
  expect(besides('Comments', 'late start', '', '', 'sold in May')).toEqual(['data 0-7 0-4']);
  expect(besides('Holidays', 'New Year', 'Easter', 'Labour Day')).toEqual(['data 0-7 0-2', 'data 0-3 4-4']);
});

test('a ranking with a heading of its own is a table, though it touches the one on its left', () => {
  const second = (...names: string[]) =>
    regionsOf(
      ['h', 'By class', '', '', 'Best players', '', ''],
      ['h', 'Class', 'Won', 'Lost', ...names],
      ['d', '1A', '3', '1', '1', 'Ann', '12'],
      ['d', '1B', '2', '2', '2', 'Bob', '9'],
      ['d', '1C', '1', '3', '3', 'Eve', '7'],
    ).filter((region) => region.startsWith('data'));
  expect(second('Rank', 'Name', 'Goals')).toEqual(['data 1-4 0-2', 'data 1-4 3-5']);
});
