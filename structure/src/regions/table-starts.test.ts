import { expect, test } from 'vitest';
import { regionsOf } from '../../test-support/found-regions.js';

test('a header after a blank row begins another table', () => {
  expect(
    regionsOf(
      ['h', 'City', 'People'],
      ['d', 'Oslo', '7'],
      ['.'],
      ['h', 'River', 'Length'],
      ['d', 'Glomma', '6'],
    ),
  ).toEqual(['data 0-1 0-1', 'data 3-4 0-1']);
});

test('a heading and a header after records begin another table, however their lines were classified', () => {
  expect(
    regionsOf(
      ['m', 'Sales'],
      ['h', 'City', 'Units'],
      ['d', 'Oslo', '7'],
      ['d', 'Rome', '9'],
      ['g', 'Stock'],
      ['d', 'City', 'Boxes'],
      ['d', 'Oslo', '3'],
    ),
  ).toEqual(['title 0-0 0-0', 'data 1-3 0-1', 'title 4-4 0-0', 'data 5-6 0-1']);
});

test('a header repeated between records is a part of their table', () => {
  expect(
    regionsOf(['h', 'City', 'Units'], ['d', 'Oslo', '7'], ['d', 'City', 'Units'], ['d', 'Rome', '9']),
  ).toEqual(['data 0-3 0-1']);
});

test('a header that begins with another name is that of another table', () => {
  const block = (corner: string, ...labels: string[]): [string, ...string[]][] => [
    ['h', corner, 'Total', 'North', 'South'],
    ...labels.map((label, at): [string, ...string[]] => ['d', label, `${9 + at}`, '4', `${5 + at}`]),
  ];
  expect(regionsOf(...block('Race', 'White', 'Black'), ...block('Sex', 'Men', 'Women'))).toEqual([
    'data 0-2 0-3',
    'data 3-5 0-3',
  ]);
});

test('texts in place of numbers do not begin a table', () => {
  expect(
    regionsOf(
      ['h', 'City', 'Units', 'Boxes', 'Price'],
      ['d', 'Oslo', '7', '1', '2'],
      ['g', 'South'],
      ['d', 'Rome', 'withheld', 'withheld', 'withheld'],
      ['d', 'Bari', '9', '3', '2'],
    ),
  ).toEqual(['data 0-4 0-3']);
});

test('the same header after a blank row goes on with its table, unless a total closed it', () => {
  expect(
    regionsOf(['h', 'City', 'Units'], ['d', 'Oslo', '7'], ['.'], ['h', 'City', 'Units'], ['d', 'Rome', '9']),
  ).toEqual(['data 0-4 0-1']);
  expect(
    regionsOf(
      ['h', 'City', 'Units'],
      ['d', 'Oslo', '7'],
      ['t', 'Total', '7'],
      ['.'],
      ['h', 'City', 'Units'],
      ['d', 'Rome', '9'],
    ),
  ).toEqual(['data 0-2 0-1', 'data 4-5 0-1']);
});

test('a narrower list of texts after a total is another table', () => {
  expect(
    regionsOf(
      ['h', 'Ticket', 'Status', 'Hours'],
      ['d', 'T-1', 'O', '3'],
      ['d', 'T-2', 'C', '4'],
      ['t', 'Total', '', '7'],
      ['.'],
      ['d', 'Status', 'Meaning'],
      ['d', 'O', 'open'],
      ['d', 'C', 'closed'],
      ['n', 'W', 'waiting'],
    ),
  ).toEqual(['data 0-3 0-2', 'data 5-8 0-1']);
});

test('names over dates alone begin another table', () => {
  expect(
    regionsOf(
      ['h', 'No', 'Topic', 'Minutes'],
      ['d', '1', 'Budget', '10'],
      ['d', '2', 'Staff', '20'],
      ['.'],
      ['g', 'Actions'],
      ['d', 'Action', 'By', 'Due'],
      ['d', 'Send draft', 'Ruiz', '2024-09-20'],
      ['d', 'Book room', 'Tan', '2024-09-16'],
    ),
  ).toEqual(['data 0-2 0-2', 'title 4-4 0-0', 'data 5-7 0-2']);
});

test('a label at both ends of its row begins no table', () => {
  const lines: [string, ...string[]][] = [
    ['h', '地域', '転入', '転出', '地域'],
    ['d', '東灘区', '27', '28', '東灘区'],
    ['d', '灘区', '25', '34', '灘区'],
    ['.'],
    ['h', '(再掲)', '', '', '(再掲)'],
    ['d', '札幌市', '3', '4', '札幌市'],
  ];
  expect(regionsOf(...lines)).toEqual(['data 0-5 0-3']);
});

test('names and texts below a table of numbers are another one, unless a name recurs among them', () => {
  const stock: [string, ...string[]][] = [
    ['h', 'Item', 'Boxes', 'Place'],
    ['d', 'Pens', '40', 'A'],
    ['d', 'Mugs', '25', 'B'],
    ['.'],
  ];
  expect(
    regionsOf(
      ...stock,
      ['d', 'Name', 'Day', 'Shift'],
      ['d', 'Sato', 'Mon', 'early'],
      ['d', 'Mori', 'Tue', 'late'],
    ),
  ).toEqual(['data 0-2 0-2', 'data 4-6 0-2']);
  expect(
    regionsOf(...stock, ['d', 'Cups', 'none', 'B'], ['d', 'Jars', 'none', 'C'], ['d', 'Lids', 'none', 'A']),
  ).toEqual(['data 0-6 0-2']);
});

test('names over numbers where the table above has texts begin another one', () => {
  expect(
    regionsOf(
      ['h', 'Name', 'Role', 'Since'],
      ['d', 'Ada', 'Chair', '2019'],
      ['d', 'Ben', 'Treasurer', '2021'],
      ['.'],
      ['g', 'Fees'],
      ['d', 'Category', 'Fee'],
      ['d', 'Adults', '48'],
      ['d', 'Students', '24'],
    ),
  ).toEqual(['data 0-2 0-2', 'title 4-4 0-0', 'data 5-7 0-1']);
});

test('a record of words alone begins no table in columns with words in other records too', () => {
  const schedule: [string, ...string[]][] = [
    ['h', 'Month', 'Day', 'Time', 'Event'],
    ['d', 'Nov', '1st', 'noon', 'Mass'],
    ['d', '', '8', '1', '2'],
  ];
  const words: [string, ...string[]] = ['d', '', '30th', 'open', 'Skiing'];
  expect(regionsOf(...schedule, words, ['d', 'Jan', '3', '4', '5'])).toEqual(['data 0-4 0-3']);
});

test('a title and header repeated on the next page do not begin another table', () => {
  const pages = (title: string) =>
    regionsOf(
      ['m', 'Parts', 'Page 1 of 2'],
      ['h', 'Part', 'Price'],
      ['d', 'Filter', '12'],
      ['d', 'Gasket', '8'],
      ['m', title, 'Page 2 of 2'],
      ['h', 'Part', 'Price'],
      ['d', 'Shaft', '110'],
    );
  expect(pages('Parts')).toEqual(['title 0-0 0-1', 'data 1-6 0-1']);
  expect(pages('Tools')).toEqual(['title 0-0 0-1', 'data 1-3 0-1', 'title 4-4 0-1', 'data 5-6 0-1']);
});

test('names that recur under a heading of their own are those of another table, over numbers too', () => {
  expect(
    regionsOf(
      ['h', 'Banknotes', '', '', '', 'Coins'],
      ['h', 'Value', 'Count', 'Amount', '', 'Value', 'Count', 'Amount'],
      ['d', '50', '2', '100', '', '2', '31', '62'],
      ['d', '20', '17', '340', '', '1', '44', '44'],
      ['d', '10', '23', '230', '', '0.5', '18', '9'],
    ).filter((region) => region.startsWith('data')),
  ).toEqual(['data 1-4 0-2', 'data 1-4 4-6']);
});

test('names again are another page of a table, unless they lack one or the same labels follow', () => {
  const again = (names: string[], ...labels: string[]) =>
    regionsOf(
      ['h', 'Year', 'Line', 'Count'],
      ...['1981', '1984', '1987', '1990'].map((year, at): [string, ...string[]] => [
        'd',
        year,
        '38',
        `${7 * at}`,
      ]),
      ['.'],
      ['h', ...names],
      ...labels.map((label, at): [string, ...string[]] => ['d', label, '60', `${5 * at}`]),
    );
  const all = ['Year', 'Line', 'Count'];
  expect(again(all, '1993', '1996', '1999')).toEqual(['data 0-9 0-2']);
  expect(again(all, '1981', '1984', '1987')).toEqual(['data 0-4 0-2', 'data 6-9 0-2']);
  expect(again(['', 'Line', 'Count'], '1993', '1996', '1999')).toEqual(['data 0-4 0-2', 'data 6-9 0-2']);
});

test('a heading may say what its table totals', () => {
  const table: [string, ...string[]][] = [
    ['d', 'Farms', '10', '12'],
    ['d', 'Roads', '20', '22'],
    ['t', 'Total', '30', '34'],
  ];
  expect(
    regionsOf(
      ['m', 'Total emissions of carbon'],
      ['h', '', '2019', '2020'],
      ...table,
      ['.'],
      ['g', 'Total emissions of methane'],
      ['h', '', '2019', '2020'],
      ...table,
    ),
  ).toEqual(['title 0-0 0-0', 'data 1-4 0-2', 'title 6-6 0-0', 'data 7-10 0-2']);
});

test('a list below a table that explains the values of one of its columns is another one', () => {
  const below = (...names: string[]) =>
    regionsOf(
      ['h', 'code', 'product', 'stock', 'status'],
      ['d', 'P1', 'Lamp', '14', 'A'],
      ['d', 'P2', 'Desk', '3', 'D'],
      ['d', 'P3', 'Shelf', '0', 'X'],
      ['.'],
      ['d', ...names],
      ['d', 'A', 'active'],
      ['d', 'D', 'discontinued'],
      ['d', 'X', 'blocked'],
    );
  expect(below('status', 'meaning')).toEqual(['data 0-3 0-3', 'data 5-8 0-1']);
  expect(below('B', 'backlog')).toEqual(['data 0-8 0-3']);
});

test('a narrower list of words under a heading of its own is another table', () => {
  expect(
    regionsOf(
      ['m', '職員一覧'],
      ['h', '職種', '氏名', '勤務日', '内線'],
      ['d', '医師', '相原', '月～金', '101'],
      ['d', '事務', '宇都宮', '月～金', '100'],
      ['.'],
      ['g', '診療時間'],
      ['d', '曜日', '午前', '午後'],
      ['d', '月', '9:00～12:00', '15:00～18:00'],
      ['d', '水', '9:00～12:00', '休診'],
    ),
  ).toEqual(['title 0-0 0-0', 'data 1-3 0-3', 'title 5-5 0-0', 'data 6-8 0-2']);
});
