import { type CellStyle, plainStyle } from '@workbook-data-service/sheets/grid';
import { expect, test } from 'vitest';
import { CellGrid, Kind } from '../cell-grid.js';
import { rowLabelTree } from './row-label-tree.js';

type Line = [label: string, ...data: (number | string)[]];

/** Parents of the rows, with the label in the first column; the prefix `bold: ` makes a label bold. */
function parentsOf(
  lines: Line[],
  styles: Partial<CellStyle>[] = [],
  computed = new Map<number, number[]>(),
): (number | null)[] {
  const grid = new CellGrid({
    rowCount: lines.length,
    columnCount: Math.max(...lines.map((line) => line.length)),
    kind: (row, column) => (lines[row]?.[column] === undefined ? Kind.empty : Kind.text),
    text: (row, column) => String(lines[row]?.[column] ?? '').replace(/^bold: /, ''),
    style: (row, column) => ({
      ...plainStyle,
      bold: column === 0 && (lines[row]?.[0] ?? '').startsWith('bold: '),
      ...(column === 0 ? styles[row] : {}),
    }),
  });
  return rowLabelTree(grid, { labelColumns: [0], firstRow: 0, lastRow: lines.length - 1, computed });
}

test('leading spaces nest, full-width ones too', () => {
  expect(
    parentsOf([
      ['資産', 9],
      ['　流動資産', 5],
      ['　　現金', 5],
      ['　固定資産', 4],
    ]),
  ).toEqual([null, 0, 1, 0]);
});

test('a total keeps its parts although another one adds up both', () => {
  const lines: Line[] = [
    ['City', 90],
    ['  North', 40],
    ['    Upper', 25],
    ['    Lower', 15],
    ['  South', 50],
  ];
  const computed = new Map([
    [0, [1, 2, 3, 4]],
    [1, [2, 3]],
  ]);
  expect(parentsOf(lines, [], computed)).toEqual([null, 0, 1, 1, 0]);
});

test('blanks that align numbers at their last digit do not nest', () => {
  expect(
    parentsOf([
      ['2055年'],
      ['   総数', 9],
      ['    0～ 4', 2],
      ['    5～ 9', 3],
      ['   10～14', 2],
      ['   15～19', 2],
    ]),
  ).toEqual([null, 0, 0, 0, 0, 0]);
});

test('blanks for an era that is left out do not nest', () => {
  expect(
    parentsOf([
      ['平成元年', 8],
      ['　　２年', 9],
      ['　　３年', 7],
      ['　　　１月', 3],
      ['　　　２月', 4],
    ]),
  ).toEqual([null, null, null, 2, 2]);
});

test('the indent of a style nests like spaces', () => {
  const lines: Line[] = [
    ['Assets', 9],
    ['Cash', 5],
    ['Land', 4],
  ];
  expect(parentsOf(lines, [{}, { indent: 1 }, { indent: 1 }])).toEqual([null, 0, 0]);
});

test('leading dots nest', () => {
  expect(
    parentsOf([
      ['White', 9],
      ['.not Hispanic', 5],
      ['Black', 4],
    ]),
  ).toEqual([null, 0, null]);
});

test('a bold label with nothing beside it heads the rows below', () => {
  expect(parentsOf([['bold: Region'], ['North', 1], ['South', 2], ['bold: Sex'], ['Men', 1]])).toEqual([
    null,
    0,
    0,
    null,
    3,
  ]);
});

test('capitals rank above bold', () => {
  expect(parentsOf([['bold: INCOME'], ['bold: Region'], ['North', 1], ['bold: Sex'], ['Men', 1]])).toEqual([
    null,
    0,
    1,
    0,
    3,
  ]);
});

test('numbers nest by their parts, whatever is in between', () => {
  expect(
    parentsOf([['1. Schools', 7], ['Of which:'], ['1.1 Public', 4], ['1.2 Private', 3], ['2. Others', 1]]),
  ).toEqual([null, null, 0, 0, null]);
});

test('a new style of numbers goes a level down', () => {
  expect(
    parentsOf([
      ['Ⅰ 収入', 3],
      ['(1) 税', 1],
      ['(2) 料金', 2],
      ['Ⅱ 支出', 3],
      ['(1) 人件費', 3],
    ]),
  ).toEqual([null, 0, 0, null, 3]);
});

test('a total closes its group', () => {
  const lines: Line[] = [
    ['bold: ARTS'],
    ['  Music', 1],
    ['  Dance', 2],
    ['bold: TOTAL ARTS', 3],
    ['bold: LAW', 9],
  ];
  expect(parentsOf(lines)).toEqual([null, 0, 0, 0, null]);
});

test('a grand total has no parent', () => {
  expect(parentsOf([['bold: 歳入'], ['市税', 1], ['総合計', 1]])).toEqual([null, 0, null]);
});

test('without other signs, rows that add up to the one before are its parts', () => {
  expect(
    parentsOf([
      ['All', 10, 7],
      ['Men', 6, 3],
      ['Women', 4, 4],
    ]),
  ).toEqual([null, 0, 0]);
});

test('labels may step to the right', () => {
  const grid = CellGrid.ofTexts([
    ['Staff', '', '', '9'],
    ['', 'Tenured', '', '5'],
    ['', '', 'Female', '2'],
    ['', '', 'Male', '3'],
    ['', 'Other', '', '4'],
    ['', '', 'Female', '4'],
  ]);
  expect(rowLabelTree(grid, { labelColumns: [0, 1, 2], firstRow: 0, lastRow: 5 })).toEqual([
    null,
    0,
    1,
    1,
    0,
    4,
  ]);
});

test('the header above the labels is the parent of all without another one', () => {
  const grid = CellGrid.ofTexts([['Age'], ['All ages'], ['  Under 5']]);
  expect(rowLabelTree(grid, { labelColumns: [0], firstRow: 1, lastRow: 2, headerRow: 0 })).toEqual([0, 1]);
});

test('a row that repeats a part of the one above is under it and heads nothing', () => {
  expect(
    parentsOf([
      ['Sales', 9],
      ['of which: exports', 5],
      ['Costs', 4],
      ['of which: wages', 3],
    ]),
  ).toEqual([null, 0, null, 2]);
  expect(
    parentsOf([
      ['１．移転', 9],
      ['　　　うち保険料', 5],
      ['　　　　　保険金', 4],
      ['　　　　　その他', 3],
      ['２．受取', 12],
      ['(参考)支払利子', 3],
      ['　　　 受取利子', 3],
    ]),
  ).toEqual([null, 0, 0, 0, null, null, null]);
});

test('a total that is moved right is not under the row above, but may be under a larger total', () => {
  expect(
    parentsOf([
      ['１．利子', 9],
      ['２．配当', 5],
      ['　　合計', 14],
    ]),
  ).toEqual([null, null, null]);
  expect(
    parentsOf([
      ['Total waste', 9],
      ['  Total on site', 5],
      ['  Total off site', 4],
    ]),
  ).toEqual([null, 0, 0]);
});

test('letters in brackets are below letters', () => {
  expect(
    parentsOf([
      ['(１)特別会計', 9],
      ['　ａ.年金', 5],
      ['　(ａ)厚生年金', 4],
      ['　(ｂ)国民年金', 1],
      ['　ｂ.保険', 4],
    ]),
  ).toEqual([null, 0, 1, 1, 0]);
});

test('rows of zeros right below the parts of a sum are parts too, and a row with figures heads nothing by a colon', () => {
  expect(
    parentsOf([
      ['県内', 9, 12],
      ['姫路', 5, 8],
      ['明石', 4, 4],
      ['その他', 0, 0],
      ['県外', 7, 3],
    ]),
  ).toEqual([null, 0, 0, 0, null]);
  expect(
    parentsOf([
      ['Benefits:', 9],
      ['Office', 5],
    ]),
  ).toEqual([null, null]);
});

test('the rest of a name in brackets heads nothing', () => {
  expect(
    parentsOf([['報酬', 3], ['bold: 総生産', 3], ['bold: （市場価格表示）'], ['消費', 2], ['投資', 1]]).slice(
      3,
    ),
  ).not.toContain(2);
});

test('what follows the last part of a total above its parts is not one of them', () => {
  const lines: Line[] = [
    ['bold: 区間移動', 5, 7],
    ['東灘区', 2, 3],
    ['灘区', 3, 4],
    ['職権による', 1, 1],
  ];
  expect(parentsOf(lines, [], new Map([[0, [1, 2]]]))).toEqual([null, 0, 0, null]);
});

test('a row whose only number is far to the right, where most have one, heads nothing', () => {
  expect(
    parentsOf([
      ['Drift', 12, 3, 1, 2, 5],
      ['Upfront', '', '', '', '', 0],
      ['Change', 6, 7, 1, 1, 4],
      ['Squeeze', 1, 2, 2, 2, 9],
    ]),
  ).toEqual([null, null, null, null]);
});

test('among totals above their parts, one with a single row and the same numbers is its total', () => {
  const computed = new Map([
    [0, [1, 2]],
    [3, []],
    [5, [6, 7]],
  ]);
  expect(
    parentsOf(
      [
        ['East', 30, 300],
        ['Ota', 10, 100],
        ['Abe', 20, 200],
        ['West', 5, 50],
        ['Ito', 5, 50],
        ['North', 9, 95],
        ['Ono', 4, 40],
        ['Ueda', 5, 55],
      ],
      [],
      computed,
    ),
  ).toEqual([null, 0, 0, null, 3, null, 5, 5]);
});

test('names in capitals among others are abbreviations, unless the first row is in capitals too', () => {
  const rows: Line[] = [
    ['NUAMES', 27],
    ['Odyssey', 28],
    ['Ogden', 25],
  ];
  expect(parentsOf([['CHARTER SCHOOLS'], ['American Academy', 26], ...rows])).toEqual([null, 0, 0, 0, 0]);
  expect(parentsOf(rows)).toEqual([null, 0, 0]);
});

test('a total above its parts does not close the group that it is in', () => {
  const lines: Line[] = [['PERCENT'], ['Vacant', 12], ['Total occupied', 88], ['Owner', 57], ['Renter', 31]];
  expect(parentsOf(lines, [], new Map([[2, [3, 4]]]))).toEqual([null, 0, 0, 0, 0]);
});

test('rows that look the same are the parts of the one above that they add up to, at every level', () => {
  const costs: [string, number, number, number][] = [
    ['Hospital care', 252, 417, 451],
    ['Paid by patients', 12, 14, 14],
    ['Paid by others', 240, 403, 437],
    ['Insurance', 108, 166, 178],
    ['Public', 132, 237, 259],
    ['Federal', 102, 192, 210],
    ['Local', 30, 45, 49],
    ['Medicare', 68, 124, 136],
  ];
  expect(parentsOf([['COSTS'], ...costs])).toEqual([null, 0, 1, 1, 3, 3, 5, 5, 0]);
});

test('the total of a whole group is beside its parts', () => {
  expect(parentsOf([['SALES'], ['Total', 90, 80], ['East', 50, 45], ['West', 40, 35]])).toEqual([
    null,
    0,
    0,
    0,
  ]);
});

test('a total is not that of larger rows that are indented below it', () => {
  expect(
    parentsOf([
      ['全市計', 900, 90],
      ['区部計', 880, 88],
      ['島部計', 20, 2],
      ['　第１区', 500, 50],
      ['　　東町', 300, 30],
      ['　　西町', 200, 20],
      ['　第２区', 400, 40],
    ]),
  ).toEqual([null, null, null, null, 3, 3, null]);
});

test('abbreviations among names head nothing where they are no whole of what follows', () => {
  expect(
    parentsOf([
      ['NORX', 100, 90],
      ['Lake East', 70, 60],
      ['Lake West', 80, 70],
      ['SOUX', 50, 55],
      ['Hill East', 30, 35],
      ['Hill West', 40, 30],
    ]),
  ).toEqual([null, null, null, null, null, null]);
  expect(
    parentsOf([
      ['NORTH', 150, 130],
      ['Lake East', 70, 60],
      ['Lake West', 80, 70],
    ]),
  ).toEqual([null, 0, 0]);
});

test('a bold record does not head what a total further below adds up', () => {
  const lines: Line[] = [
    ['bold: Islands', 25, 26],
    ['Lake', 8, 9],
    ['Hill', 11, 12],
    ['bold: Coast', 19, 21],
  ];
  expect(parentsOf(lines)).toEqual([null, 0, 0, null]);
  expect(parentsOf(lines, [], new Map([[3, [1, 2]]]))).toEqual([null, null, null, null]);
});

test('a total with the same figure below it in several groups ends none of them', () => {
  const group: Line[] = [
    ['Yield', 118],
    ['Total supply', 1053],
    ['Exports', 122],
  ];
  expect(parentsOf([['CORN'], ...group, ['BEANS'], ...group])).toEqual([null, 0, 0, 0, null, 4, 4, 4]);
});

test('a footnote mark behind the colon of a heading changes nothing, and capitals head colons', () => {
  expect(
    parentsOf([
      ['PERCENT'],
      ['Sex:'],
      ['Male', 48],
      ['Female', 52],
      ['Region: \\2'],
      ['North', 30],
      ['South', 70],
    ]),
  ).toEqual([null, 0, 1, 1, 0, 4, 4]);
});

test('a month or year without what it has in common with the one above is beside it, but not below a span', () => {
  const months: Line[] = [
    ['平成27年11月', 9],
    ['平成27年12月', 8],
    ['　　　　１月', 7],
    ['平成28年２月', 6],
  ];
  expect(parentsOf(months)).toEqual([null, null, null, null]);
  expect(
    parentsOf([
      ['４月～６月', 6],
      ['　４月', 1],
      ['　５月', 2],
      ['　６月', 3],
    ]),
  ).toEqual([null, 0, 0, 0]);
});

test('a total that is less than a row indented below it heads nothing, unless all totals are less, as medians are', () => {
  const medians: Line[] = [
    ['Total:', 52],
    ['  1 earner', 39],
    ['  2 earners', 75],
  ];
  expect(parentsOf([...medians, ...medians])).toEqual([null, 0, 0, null, 3, 3]);
  expect(
    parentsOf([
      ['Total islands', 52],
      ['  North', 75],
      ['  South', 39],
    ]).slice(1),
  ).toEqual([null, null]);
});
