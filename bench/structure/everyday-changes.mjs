// What people add to a sheet: lines above a table, notes below it, headers repeated on every page; and what they
// leave out. Sheets are `{rows, labels}` as in vary-sheets.mjs.

const ABOVE = {
  title: [
    'Monthly report',
    'Sales 2024',
    'Budget',
    'Members',
    '売上一覧',
    '在庫表',
    '会議資料',
    '令和6年度 予算',
    '名簿',
  ],
  unit: [
    '(thousand yen)',
    'Unit: kg',
    'in millions',
    '単位：千円',
    '（単位:人）',
    '[円]',
    '単位 百万円',
    'USD',
  ],
  made: [
    'As of 31 March 2024',
    'Printed: 2024-05-01',
    '2024/04/01',
    '令和6年3月31日現在',
    '作成日：2024/5/1',
    'Page 1',
    '1/3 ページ',
    '2024年4月度',
  ],
  field: [
    'Department: Sales',
    'Prepared by: Kim',
    '担当：佐藤',
    '部署：営業部',
    '社外秘',
    'CONFIDENTIAL',
    '期間：4月～6月',
  ],
  party: ['Acme Inc.', 'Smith & Co', '港商事株式会社 御中', '佐藤 様', '神戸支店'],
};
const PAIRS = [
  ['Customer', 'Acme Inc.'],
  ['Date', '2024-04-30'],
  ['Invoice no.', 'INV-1021'],
  ['Period', 'April to June'],
  ['担当', '佐藤'],
  ['支店名', '神戸支店'],
  ['発行日', '2024/4/30'],
  ['請求番号', '20417'],
  ['部門:', '営業'],
  ['Total due', '12500'],
];
const BELOW = [
  'Note: preliminary figures',
  'Source: internal',
  '* estimate',
  '※概算',
  '(注)速報値',
  '資料：経理部',
  '以上',
  'Approved by the board',
  '前年の数値は組替後',
  'Prices without tax',
];
const HEADINGS = [
  'North',
  'Details',
  '2. Costs',
  '【内訳】',
  '■ 支店別',
  '国内',
  'Summary',
  'Second half',
  '第2表',
  '東京支店',
];

const pick = (list, random) => list[Math.floor(random() * list.length)];
const blankLine = { cells: [''], role: 'empty' };

/** A title, a unit, a date, fields and names over the first line of the sheet, in its first or last column. */
export function addAbove({ rows, labels }, random) {
  const width = Math.max(...rows.map((row) => row.length));
  const first = rows.find((row) => row.some((cell) => cell.trim()))?.findIndex((cell) => cell.trim()) ?? 0;
  const lines = [];
  const add = (cells, role = 'metadata') => lines.push({ cells, role });
  const at = (column, text) => [...new Array(column).fill(''), text];
  if (random() < 0.7) add(at(first, pick(ABOVE.title, random)));
  if (random() < 0.3) lines.push(blankLine);
  for (const kind of ['party', 'made', 'field'])
    if (random() < 0.3)
      add(at(random() < 0.5 ? first : Math.max(first, width - 1), pick(ABOVE[kind], random)));
  if (random() < 0.25) {
    const gap = random() < 0.3 ? [''] : [];
    for (let count = 1 + Math.floor(random() * 3); count > 0; count--) {
      const pair = pick(PAIRS, random);
      const second = random() < 0.3 ? ['', ...pick(PAIRS, random)] : [];
      add([...new Array(first).fill(''), pair[0], ...gap, pair[1], ...second]);
    }
  }
  if (random() < 0.5) lines.push(blankLine);
  if (random() < 0.5) add(at(random() < 0.6 ? Math.max(first, width - 1) : first, pick(ABOVE.unit, random)));
  return {
    rows: [...lines.map(({ cells }) => cells), ...rows],
    labels: [...lines.map(({ role }) => role), ...labels],
  };
}

export function addBelow({ rows, labels }, random) {
  const gap = random() < 0.6 ? 1 : 0;
  const notes = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(BELOW, random));
  const shift = random() < 0.2 ? [''] : [];
  return {
    rows: [...rows, ...new Array(gap).fill(['']), ...notes.map((text) => [...shift, text])],
    labels: [...labels, ...new Array(gap).fill('empty'), ...notes.map(() => 'notes')],
  };
}

/** One cell over a table, as it names the second of several. */
export function addHeading({ rows, labels }, random) {
  const gap = random() < 0.2 ? 1 : 0;
  return {
    rows: [[pick(HEADINGS, random)], ...new Array(gap).fill(['']), ...rows],
    labels: ['metadata', ...new Array(gap).fill('empty'), ...labels],
  };
}

/** The header again after some lines, as a printout has it on every page. */
export function repeatHeader({ rows, labels }, random) {
  const top = labels.indexOf('header');
  if (top < 0) return { rows, labels };
  let end = top;
  while (labels[end + 1] === 'header') end++;
  const every = 3 + Math.floor(random() * 20);
  const gap = random() < 0.3 ? 1 : 0;
  /** @type {{rows: string[][], labels: string[]}} */
  const result = { rows: [], labels: [] };
  let count = 0;
  rows.forEach((row, at) => {
    if (labels[at] === 'data' && count++ % every === every - 1 && labels[at - 1] !== 'header') {
      result.rows.push(...new Array(gap).fill(['']), ...rows.slice(top, end + 1));
      result.labels.push(...new Array(gap).fill('empty'), ...labels.slice(top, end + 1));
    }
    result.rows.push(row);
    result.labels.push(labels[at]);
  });
  return result;
}

/** Some of the columns of the table only, as in a part of a sheet beside another. */
export function narrow({ rows, labels }, random) {
  const width = Math.max(...rows.map((row) => row.length));
  const wanted = 2 + Math.floor(random() * 3);
  if (width <= wanted) return { rows, labels };
  const first = labels.indexOf('data');
  const lead = Math.max(
    0,
    rows[Math.max(0, first)].findIndex((cell) => cell.trim()),
  );
  const from = Math.min(width - wanted + 1, lead + 1 + Math.floor(random() * (width - lead - 1)));
  const kept = [lead, ...Array.from({ length: wanted - 1 }, (_, at) => from + at)];
  const cut = rows.map((row, at) =>
    ['metadata', 'notes', 'group'].includes(labels[at])
      ? row.filter((cell) => cell.trim()).slice(0, 1)
      : kept.map((column) => row[column] ?? ''),
  );
  return {
    rows: cut,
    labels: labels.map((role, at) => (cut[at].some((cell) => cell.trim()) ? role : 'empty')),
  };
}
