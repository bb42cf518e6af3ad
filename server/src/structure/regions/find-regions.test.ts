import { expect, test } from 'vitest';
import { CellGrid } from '../cell-grid.js';
import type { LineRole } from '../lines/line-role.js';
import { findRegions } from './find-regions.js';

const letters: Record<string, LineRole> = {
  m: 'metadata',
  h: 'header',
  g: 'group',
  d: 'data',
  t: 'derived',
  n: 'notes',
  '.': 'empty',
};

/** Regions as `kind top-bottom left-right`, from rows prefixed with the letter of their role. */
function regionsOf(...lines: [string, ...string[]][]): string[] {
  const roles = lines.map(([letter]) => letters[letter] ?? 'empty');
  const grid = CellGrid.ofTexts(lines.map(([, ...cells]) => cells));
  return findRegions(grid, roles).map(
    ({ kind, range }) => `${kind} ${range.top}-${range.bottom} ${range.left}-${range.right}`,
  );
}

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

test('a blank row between a header and its body does not separate them', () => {
  expect(regionsOf(['h', 'City', 'People'], ['.'], ['d', 'Oslo', '7'], ['d', 'Bergen', '3'])).toEqual([
    'data 0-3 0-1',
  ]);
});

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

test('numbers that were taken for a header over nothing are a record', () => {
  expect(
    regionsOf(
      ['h', 'Month', 'Indiana', 'Ohio', 'Illinois', 'Jersey'],
      ['d', 'Cal 13', '37.8', '42.5', '39.9', '47.9'],
      ['.'],
      ['.'],
      ['.'],
      ['h', 'Z 12', '28.5', '34.5', '28.2', '39.2'],
    ),
  ).toEqual(['data 0-1 0-4', 'data 5-5 0-4']);
});

test('rows of one value below a heading of their own are no values of the first year of the table above', () => {
  const years = (label: string): [string, ...string[]] => ['d', label, '5', '6', '7', '8', '9', '10'];
  const found = regionsOf(
    ['h', '', '2021', '2022', '2023', '2024', '2025', '2026'],
    years('coal'),
    years('gas'),
    ['.'],
    ['g', 'Share of the cost'],
    ['d', 'coal', '0.41'],
    ['d', 'gas', '0.50'],
  );
  expect(found.filter((region) => region.startsWith('data'))).toEqual(['data 0-2 0-6', 'data 5-6 0-1']);
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

test('amounts with their units among the records of a comparison name no columns', () => {
  expect(
    regionsOf(
      ['h', 'Feature', 'Basic', 'Team', 'Business'],
      ['d', 'Users', '3', '25', '100'],
      ['h', 'Storage', '5 GB', '100 GB', '1 TB'],
      ['d', 'Support', 'e-mail', 'e-mail', 'phone'],
      ['d', 'Price', '0', '29', '99'],
    ),
  ).toEqual(['data 0-4 0-3']);
});

test('numbers between two rows of names are a record of the first', () => {
  expect(
    regionsOf(
      ['m', 'Payslip'],
      ['h', 'Pay', 'Basic', 'Travel', 'Total'],
      ['h', '', '2450', '120', '2570'],
      ['h', 'Off', 'Tax', 'Pension', 'Total'],
      ['d', '', '141', '256', '397'],
    ),
  ).toEqual(['title 0-0 0-0', 'data 1-2 0-3', 'data 3-4 0-3']);
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

test('a heading right below records over listed remarks is none of them', () => {
  expect(
    regionsOf(
      ['h', '工種', '数量', '単位'],
      ['d', '土工', '350', 'm3'],
      ['d', '側溝工', '120', 'm'],
      ['d', '注意事項'],
      ['n', '・雨天時は順延とする。'],
      ['n', '・夜間作業は行わない。'],
    ),
  ).toEqual(['data 0-2 0-2', 'note 3-5 0-0']);
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
