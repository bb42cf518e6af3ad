import { expect, test } from 'vitest';
import { regionsOf } from '../../test-support/found-regions.js';

test('title, table and note of a Japanese report', () => {
  expect(
    regionsOf(
      ['m', '売上高の推移'],
      ['m', '単位:百万円'],
      ['h', '科目', '4月', '5月'],
      ['d', '売上', '10', '12'],
      ['.'],
      ['t', '合計', '10', '12'],
      ['.'],
      ['n', '(注)速報値'],
    ),
  ).toEqual(['title 0-1 0-0', 'data 2-5 0-2', 'note 7-7 0-0']);
});

test('a blank row between a header and its body does not separate them', () => {
  expect(regionsOf(['h', 'City', 'People'], ['.'], ['d', 'Oslo', '7'], ['d', 'Bergen', '3'])).toEqual([
    'data 0-3 0-1',
  ]);
});

test('merged cells copied into all their columns are titles and notes, one each', () => {
  expect(
    regionsOf(
      ['m', 'Rates', 'Rates', 'Rates'],
      ['h', 'Class', 'May', 'June'],
      ['d', 'Credit', '12', '14'],
      ['n', '* Data are revised.', '* Data are revised.', '* Data are revised.'],
      ['n', '** See notes.', '** See notes.', '** See notes.'],
    ),
  ).toEqual(['title 0-0 0-2', 'data 1-2 0-2', 'note 3-3 0-2', 'note 4-4 0-2']);
});

test('boxes for stamps above a table that names all its columns are no part of its header', () => {
  expect(
    regionsOf(
      ['h', 'Orders', '', '', '', 'Checked', 'Approved'],
      ['.'],
      ['h', 'Item', 'Units', 'Price'],
      ['d', 'Pens', '7', '2'],
      ['d', 'Mugs', '9', '4'],
    ),
  ).toEqual(['title 0-0 0-0', 'title 0-0 4-5', 'data 2-4 0-2']);
});

test('lines to be signed below a table are no records', () => {
  expect(
    regionsOf(
      ['h', 'Key', 'Door', 'Holder'],
      ['d', 'K-1', 'Archive', 'P. Lang'],
      ['.'],
      ['d', 'Received by:', '________', 'Date:'],
      ['d', '', '(signature)', ''],
    ),
  ).toEqual(['data 0-1 0-2', 'note 3-4 0-2']);
});

test('a remark that is copied into all columns right below a table is no record', () => {
  const remark = 'Weekly snapshot of all products';
  expect(
    regionsOf(
      ['h', 'Class', 'May', 'June'],
      ['d', 'Cleared', '3', '4'],
      ['t', 'Total', '3', '4'],
      ['n', remark, remark, remark],
    ),
  ).toEqual(['data 0-2 0-2', 'note 3-3 0-2']);
});

test('what stands over each page of a list is no record', () => {
  expect(
    regionsOf(
      ['m', 'Spare parts', '', 'Page 1 of 2'],
      ['h', 'Part', 'Name', 'Price'],
      ['d', '40-112', 'Filter', '12.4'],
      ['d', '40-118', 'Gasket', '8.95'],
      ['d', 'Spare parts', '', 'Page 2 of 2'],
      ['h', 'Part', 'Name', 'Price'],
      ['d', '41-005', 'Shaft', '110'],
    ),
  ).toEqual(['title 0-0 0-2', 'data 1-6 0-2']);
});
