import { expect, test } from 'vitest';
import { CellGrid } from '../../cell-grid.js';
import { findForms } from './find-forms.js';

/** The fields found, as `label = value`, by form. */
function formsIn(...rows: string[][]): string[][] {
  const grid = CellGrid.ofTexts(rows);
  const text = ({ row, column }: { row: number; column: number }) => grid.text(row, column);
  return findForms(grid).map(({ fields = [] }) =>
    fields.map(({ label, value }) => `${text(label)} = ${text(value)}`),
  );
}

test('labels with values of different kinds are a form', () => {
  expect(
    formsIn(['氏名', '佐藤花子'], ['申請日', '2024-04-30'], ['部署', '営業部'], ['金額', '7580']),
  ).toEqual([['氏名 = 佐藤花子', '申請日 = 2024-04-30', '部署 = 営業部', '金額 = 7580']]);
});

test('fields beside each other, over the items of an invoice', () => {
  expect(
    formsIn(
      ['INVOICE'],
      ['Invoice No.', 'INV-31', '', 'Date', '2024-05-31'],
      ['Customer', 'Hartmann GmbH', '', 'Due', '2024-06-30'],
      [''],
      ['Item', 'Qty', 'Price', 'Amount'],
      ['Toner', '4', '62', '248'],
      ['Paper', '20', '5', '100'],
    ),
  ).toEqual([['Invoice No. = INV-31', 'Date = 2024-05-31', 'Customer = Hartmann GmbH', 'Due = 2024-06-30']]);
});

test.each(['first', 'last'])('fields whose %s row has a blank value, over a table', (place) => {
  const filled = ['申請日', '2026/11/10', '', '部署', '営業部'];
  const open = ['申請者', '山田太郎', '', '承認', ''];
  const rows = place === 'first' ? [open, filled] : [filled, open];
  expect(
    formsIn(['経費精算書'], ...rows, [''], ['日付', '内容', '金額'], ['11/2', 'タクシー', '1200']),
  ).toEqual([rows.flatMap(([a, b, , c, d]) => [`${a} = ${b}`, `${c} = ${d}`])]);
});

test('fields of any names beside each other, the first with a date', () => {
  expect(
    formsIn(
      ['測定日', '2026年10月8日', '', '天候', '晴'],
      ['測定者', '(株)環境分析', '', '気温', '22.4℃'],
      [''],
      ['項目', '単位', 'A地点', '基準値'],
      ['pH', '-', '7.2', '5.8～8.6'],
    ),
  ).toEqual([['測定日 = 2026年10月8日', '天候 = 晴', '測定者 = (株)環境分析', '気温 = 22.4℃']]);
});

test('a row of fields that nobody has filled in yet', () => {
  const signed = ['Approved by', '', '', 'Date', ''];
  expect(
    formsIn(
      ['Employee', 'Maria Silva', '', 'Department', 'Sales'],
      ['Trip', 'Lisbon - Berlin', '', 'Amount', '672.50'],
      signed,
      [''],
      ['Day', 'Category', 'Amount'],
      ['2026-11-03', 'Taxi', '38'],
    ).flat(),
  ).toEqual(expect.arrayContaining(['Approved by = ', 'Date = ']));
});

test('fields beside an address', () => {
  expect(
    formsIn(
      ['QUOTATION'],
      ['Bright Signs Ltd', '', '', 'Quote no.', 'Q-118'],
      ['12 Mill Lane', '', '', 'Date', '2024-08-05'],
      ['', '', '', 'Valid until', '2024-09-04'],
    ),
  ).toEqual([['Quote no. = Q-118', 'Date = 2024-08-05', 'Valid until = 2024-09-04']]);
});

test('fields under headings beside each other are a form each', () => {
  expect(
    formsIn(
      ['Building', '', 'Tenant', ''],
      ['Address', 'Hill St 4', 'Name', 'J. Brown'],
      ['Built', '1987', 'Since', '2019-08-01'],
      ['Floors', '3', 'Rent', '1450'],
    ),
  ).toEqual([
    ['Address = Hill St 4', 'Built = 1987', 'Floors = 3'],
    ['Name = J. Brown', 'Since = 2019-08-01', 'Rent = 1450'],
  ]);
});

test.each([
  [
    'a list of amounts',
    [
      ['Item', 'Amount'],
      ['Rent', '900'],
      ['Power', '120'],
      ['Water', '40'],
    ],
  ],
  [
    'amounts without a header',
    [
      ['Rent', '900'],
      ['Power', '120'],
      ['Water', '40'],
      ['Phone', '30'],
    ],
  ],
  [
    'a list of codes',
    [
      ['Code', 'Name'],
      ['NO', 'Norway'],
      ['SE', 'Sweden'],
      ['DK', 'Denmark'],
    ],
  ],
  [
    'a list with a total',
    [
      ['Name', 'Grade'],
      ['Ann', 'A'],
      ['Bob', 'B'],
      ['Total', '2'],
    ],
  ],
  [
    'numbered things',
    [
      ['Section 1:', 'north'],
      ['Section 2:', 'south'],
      ['Section 3:', '12'],
    ],
  ],
  [
    'rows of a table',
    [
      ['Store', 'Manager', 'City', 'Sales'],
      ['A', 'Lee', 'Oslo', '5'],
      ['B', 'Khan', 'Rome', '7'],
    ],
  ],
])('%s: no form', (_, rows) => {
  expect(formsIn(...rows)).toEqual([]);
});

test('values that are all written differently are those of fields, over a table', () => {
  const over = (...values: string[]) =>
    formsIn(
      ...['Alpha', 'Beta', 'Gamma'].map((label, at) => [label, values[at] ?? '']),
      [''],
      ['Time', 'Heat', 'Damp'],
      ['08:00', '4.2', '81'],
      ['09:00', '4.1', '82'],
    );
  expect(over('TH-20', '8840017', '10 min')).toHaveLength(1);
  expect(over('Oslo', '12', '35')).toEqual([]);
});

test('a label with a colon is no heading of the fields below', () => {
  expect(
    formsIn(
      ['Patient:', 'M. Okafor', '', 'Sex:', 'F'],
      ['Born:', '1978-11-02', '', 'Collected:', '2024-05-21'],
      [''],
      ['Test', 'Result', 'Unit'],
      ['CRP', '24', 'mg'],
    ),
  ).toEqual([['Patient: = M. Okafor', 'Sex: = F', 'Born: = 1978-11-02', 'Collected: = 2024-05-21']]);
});

test('fields beside an address end where the next field is at their left', () => {
  expect(
    formsIn(
      ['Pixel & Sons', '', '', 'Invoice no:', 'INV-31'],
      ['14 Mill Lane', '', '', 'Date:', '2024-07-31'],
      ['', '', '', 'Due:', '2024-08-30'],
      ['Bill to:', 'Harbour Café', '', '', ''],
      [''],
      ['Item', 'Hours', 'Rate', 'Amount'],
      ['Logo', '5', '65', '325'],
    ),
  ).toEqual([['Invoice no: = INV-31', 'Date: = 2024-07-31', 'Due: = 2024-08-30']]);
});

test('amounts beside each other, each under a heading, are lists, and what is left of both is a note', () => {
  const grid = CellGrid.ofTexts([
    ['支給', '', '控除', ''],
    ['基本給', '230000', '健康保険料', '11400'],
    ['職務手当', '15000', '厚生年金', '21960'],
    ['通勤手当', '8400', '所得税', '5140'],
    ['', '', '住民税', '9000'],
    [''],
    ['差引支給額', '205900'],
  ]);
  expect(findForms(grid).map(({ kind, range: { left, bottom } }) => [kind, left, bottom])).toEqual([
    ['data', 0, 3],
    ['data', 2, 4],
    ['note', 0, 6],
  ]);
});

test('a row with more fields of a form, under a heading, is a title and no table', () => {
  const grid = CellGrid.ofTexts([
    ['氏名', '戸田 まき', '社員番号', 'A-217'],
    ['所属', 'レジ部門', '支給日', '2024-07-10'],
    [''],
    ['【勤怠】'],
    ['出勤日数', '16', '労働時間', '84.5'],
    [''],
    ['項目', '回数', '単価', '金額', '備考'],
    ['時給分', '84', '1100', '92400', ''],
    ['早番', '8', '400', '3200', '週末'],
  ]);
  expect(findForms(grid).map(({ kind, range }) => [kind, range.top, range.bottom])).toEqual([
    ['data', 0, 1],
    ['title', 3, 4],
  ]);
});

test('labels with a colon are fields without a value too, and a value may go on in the next line', () => {
  expect(
    formsIn(
      ['Credit Sheet'],
      ['Entity:', 'Northwind', 'Attorney:'],
      ['Date:', '2026-10-08', 'Contact:', 'Ann Lee'],
      ['Address:', '1 Harbour Plaza', 'Title:'],
      ['', 'Folsom, New Jersey', 'Phone:'],
      ['', '', 'Fax:'],
      ['Structure', 'Counterparty', 'Company'],
      ['Collateral', 'none', 'cash'],
    ),
  ).toEqual([
    [
      'Entity: = Northwind',
      'Attorney: = ',
      'Date: = 2026-10-08',
      'Contact: = Ann Lee',
      'Address: = 1 Harbour Plaza',
      'Title: = ',
      'Address: = Folsom, New Jersey',
      'Phone: = ',
      'Fax: = ',
    ],
  ]);
});

test('fields end before the header of a table that is as wide as they are', () => {
  expect(
    formsIn(
      ['試験成績書'],
      ['品名', 'アルミ板', '試験日', '2025-04-18'],
      ['ロット', 'L-25-2', '試験者', '野村'],
      ['項目', '規格', '測定値', '判定'],
      ['引張強さ', '210～260', '238', '合格'],
      ['耐力', '130以上', '152', '合格'],
    ),
  ).toEqual([['品名 = アルミ板', '試験日 = 2025-04-18', 'ロット = L-25-2', '試験者 = 野村']]);
});

test('fields of any names without a gap between them, which begin with a number or a date', () => {
  const list = [
    ['Item', 'Count', 'Unit', 'Cost'],
    ['Leeks', '2', 'kg', '3.6'],
    ['Cream', '1', 'l', '1.4'],
  ];
  const over = (...rows: string[][]) => formsIn(['Card'], ...rows, [''], ...list);
  expect(over(['Dish', 'Leek soup', 'Portions', '12'], ['Allergens', 'milk', 'Ready in', '40 min'])).toEqual([
    ['Dish = Leek soup', 'Portions = 12', 'Allergens = milk', 'Ready in = 40 min'],
  ]);
  expect(over(['Dish', 'Cook', 'Portions', 'Price'], ['Leek soup', 'Ann', '12', '40'])).toEqual([]);
});

test('a row of fields right above the names of columns is a title', () => {
  const table = [
    ['Pay', 'Basic', 'Travel', 'Total'],
    ['', '2450', '120', '2570'],
  ];
  const regionsOver = (...row: string[]) =>
    findForms(CellGrid.ofTexts([['Payslip'], row, ...table])).map(({ kind, range }) => [kind, range.top]);
  expect(regionsOver('Number', '0188', 'Name', 'Ann Lee')).toEqual([['title', 1]]);
  expect(regionsOver('Dog:', 'Bruno', 'Breed:', 'Beagle')).toEqual([['title', 1]]);
  expect(regionsOver('Name', 'Number', 'Address', 'Phone')).toEqual([]);
});

test('fields with a blank column between them, few of which have usual names', () => {
  expect(
    formsIn(
      ['WORK ORDER'],
      ['Order no.', 'W-3310', '', 'Customer', 'Penrose Farm'],
      ['Machine', 'Baler B300', '', 'Received', '2025-05-19'],
      ['Fault', 'Knotter jams', '', 'Promised', '2025-05-23'],
    ),
  ).toHaveLength(1);
});

test('a table of words as wide as the fields above it is no part of the form', () => {
  expect(
    formsIn(
      ['Customer', 'Town library', 'Date', '2025-05-28'],
      ['Model', 'MX-200', 'Serial', 'A0012345'],
      [''],
      ['Check', 'Norm', 'Result', 'Verdict'],
      ['Insulation', '1 MΩ or more', '5.2 MΩ', 'good'],
      ['Noise', 'none', 'some', 'adjust'],
    ),
  ).toEqual([['Customer = Town library', 'Date = 2025-05-28', 'Model = MX-200', 'Serial = A0012345']]);
});

test('a few texts of different kinds at the top of a sheet say what its table is about', () => {
  const fields = [
    ['Tenant', 'R. Osei'],
    ['Property', 'Flat 4, Dock House'],
    ['Account', '55-10288'],
  ];
  const table = [
    ['Date', 'Details', 'Due', 'Balance'],
    ['2025-04-07', 'Rent', '430', '550'],
  ];
  const found = [['Tenant = R. Osei', 'Property = Flat 4, Dock House', 'Account = 55-10288']];
  expect(formsIn(...fields, [''], ...table)).toEqual(found);
});
