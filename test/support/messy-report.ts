import { inlineCell, xlsxAround } from './files.js';

/** Positions in `cellXfs` below. */
const look = { plain: 0, title: 1, unit: 2, head: 3, label: 4, amount: 5, subtotal: 6, sum: 7, note: 8 };

const line = (side: string) => `<${side} style="thin"><color rgb="FF8A9691"/></${side}>`;
const xf = (numFmt: number, font: number, fill: number, border: number, align = '') =>
  `<xf numFmtId="${numFmt}" fontId="${font}" fillId="${fill}" borderId="${border}">${align && `<alignment ${align}/>`}</xf>`;
const styles = [
  '<numFmts count="1"><numFmt numFmtId="164" formatCode="#,##0;&quot;△&quot;#,##0"/></numFmts>',
  '<fonts><font/><font><b/><sz val="14"/></font><font><b/><color rgb="FFFFFFFF"/></font><font><b/></font><font><i/><color rgb="FF6B7772"/></font></fonts>',
  '<fills><fill/><fill/>',
  ...['FF2F6F57', 'FFE8F1EC', 'FFD3E5DB'].map(
    (rgb) => `<fill><patternFill patternType="solid"><fgColor rgb="${rgb}"/></patternFill></fill>`,
  ),
  `</fills><borders><border/><border>${['left', 'right', 'top', 'bottom'].map(line).join('')}</border></borders>`,
  '<cellXfs>',
  xf(0, 0, 0, 0) + xf(0, 1, 0, 0, 'horizontal="center"') + xf(0, 4, 0, 0, 'horizontal="right"'),
  xf(0, 2, 2, 1, 'horizontal="center" vertical="center"') + xf(0, 0, 0, 1, 'vertical="center"'),
  xf(164, 0, 0, 1) + xf(164, 3, 3, 1) + xf(164, 3, 4, 1) + xf(0, 4, 0, 0),
  '</cellXfs>',
].join('');

type Value = string | number | null;

const head = [
  ['Region', 'Shop', 'Q1 2025', null, null, 'Q2 2025', null, null, 'Total'],
  [null, null, 'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', null],
];
const shops: [Value, string, number[]][] = [
  ['North', 'Sapporo', [120, 118, 131, 140, 138, 151]],
  [null, 'Aomori', [64, 70, 66, 71, 75, 78]],
  ['South', 'Fukuoka', [210, 205, 214, 220, 231, 240]],
  [null, 'Naha', [98, 101, 97, -4, 88, 110]],
];
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const added = (...lists: number[][]) =>
  lists[0]?.map((_, at) => sum(lists.map((list) => list[at] ?? 0))) ?? [];
const row = (region: Value, shop: Value, months: number[]) => [region, shop, ...months, sum(months)];
const months = shops.map(([, , list]) => list);

const rows: { cells: Value[]; style: number[] }[] = [
  { cells: ['Sales by shop, first half of 2025'], style: Array(9).fill(look.title) },
  {
    cells: [null, null, null, null, null, null, null, null, 'Unit: thousand yen'],
    style: Array(9).fill(look.unit),
  },
  { cells: [], style: [] },
  ...head.map((cells) => ({ cells, style: Array(9).fill(look.head) as number[] })),
  ...[
    ...shops.slice(0, 2).map((one) => row(...one)),
    row('North total', null, added(...months.slice(0, 2))),
    ...shops.slice(2).map((one) => row(...one)),
    row('South total', null, added(...months.slice(2))),
    // One of its numbers is wrong, as in many a report.
    row('All shops', null, added(...months)).map((value, at) => (at === 4 ? 580 : value)),
  ].map((cells, at) => ({
    cells,
    style: [2, 5, 6].includes(at)
      ? (Array(9).fill(at === 6 ? look.sum : look.subtotal) as number[])
      : [look.label, look.label, ...(Array(7).fill(look.amount) as number[])],
  })),
  { cells: [], style: [] },
  { cells: ['* Naha was closed in April; returns exceed sales.'], style: [look.note] },
  { cells: [], style: [] },
  { cells: ['Staff'], style: [look.title] },
  { cells: ['Shop', 'Manager', 'Since', 'People'], style: Array(4).fill(look.head) },
  ...(
    [
      ['Sapporo', 'Ito', 'April 2019', 12],
      ['Aomori', 'Mori', 'May 2021', 6],
      ['Fukuoka', 'Abe', 'June 2018', 17],
      ['Naha', 'Higa', 'March 2024', 9],
    ] as Value[][]
  ).map((cells) => ({ cells, style: Array(4).fill(look.label) as number[] })),
];

const merges = ['A1:I1', 'A4:A5', 'B4:B5', 'C4:E4', 'F4:H4', 'I4:I5', 'A6:A7', 'A9:A10'];
const widths = [14, 12, ...Array(6).fill(9), 18];

const letters = 'ABCDEFGHI';
const cellXml = (value: Value, ref: string, style: number): string => {
  if (value === null) return `<c r="${ref}" s="${style}"/>`;
  if (typeof value === 'number') return `<c r="${ref}" s="${style}"><v>${value}</v></c>`;
  return inlineCell(ref, value).replace('<c ', `<c s="${style}" `);
};

/**
 * A report as people make them: a title and a unit, a merged header of two rows, regions that stand only once, totals
 * (one of them wrong), a note, and another table below.
 */
export function messyReport(): Buffer {
  const sheetRows = rows.map(({ cells, style }, at) => {
    const number = at + 1;
    const written = style.map((one, column) =>
      cellXml(cells[column] ?? null, `${letters[column]}${number}`, one),
    );
    return `<row r="${number}">${written.join('')}</row>`;
  });
  const columns = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  return xlsxAround(
    `<cols>${columns.join('')}</cols><sheetData>${sheetRows.join('')}</sheetData>` +
      `<mergeCells>${merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`,
    { sheet: 'Report', styles },
  );
}
