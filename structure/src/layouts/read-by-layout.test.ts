import type { Sheet } from '@workbook-data-service/sheets/grid';
import { describe, expect, test } from 'vitest';
import { readDelimited } from '../../../sheets/src/spreadsheet/read-delimited.js';
import { linesOf } from '../../test-support/structured-sheet.js';
import { analyzeSheet } from '../analyze/analyze-sheet.js';
import { materializeSheet } from '../materialize/materialize-sheet.js';
import type { RegionSpec } from '../parse-spec.js';
import { withoutPeriods } from '../periods/without-periods.js';
import { keysOfSheet, readByLayout } from './read-by-layout.js';
import { rememberSheet } from './remember-sheet.js';

function readFile(filename: string, lines: string[]) {
  const { sheets, dialect } = readDelimited(Buffer.from(lines.join('\n')), filename, 'csv');
  const sheet = { ...(sheets[0] as Sheet), name: 'Sheet1' };
  return {
    sheet,
    dialect,
    filename,
    spec: analyzeSheet(sheet, dialect, { baseName: 'base' }),
    baseName: 'base',
  };
}

type File = ReturnType<typeof readFile>;

/** What is remembered of a file whose tables a person changed, as it is stored. */
function remember({ sheet, dialect, filename, spec }: File, change: (region: RegionSpec) => RegionSpec) {
  const kept = { ...spec, regions: spec.regions.map((one) => (one.kind === 'data' ? change(one) : one)) };
  const remembered = rememberSheet({ sheet, dialect, filename, proposed: spec, kept });
  if (!remembered) throw new Error('nothing is remembered');
  const stored = JSON.parse(JSON.stringify(remembered)) as typeof remembered;
  return { keys: keysOfSheet(stored), remembered: () => stored };
}

function readLike(known: ReturnType<typeof remember>, file: File) {
  const read = readByLayout(file, [known]);
  if (!read || 'afresh' in read) return read;
  const { tables } = materializeSheet(file.sheet, file.dialect, read.spec, 'base');
  return { ...read, tables: tables.filter(({ role }) => role !== 'notes').map(linesOf) };
}

const renamed = (region: RegionSpec): RegionSpec => ({
  ...region,
  name: 'sales',
  columns: region.columns
    .map((column) => (column.name === 'Amount' ? { ...column, name: 'revenue' } : column))
    .filter(({ name }) => name !== 'Internal'),
});

const header = 'Region,Product,Qty,Amount,Internal';
const january = readFile('sales-01.csv', [
  'Sales of January,,,,',
  ',,,,',
  header,
  'North,Pens,3,10.5,x',
  'South,Ink,4,20.5,y',
  'West,Ink,5,30.5,z',
]);
const known = remember(january, renamed);
const kinds = (read: ReturnType<typeof readLike>) =>
  read && 'differences' in read ? read.differences.map(({ kind, column }) => `${kind} ${column}`) : [];

describe('a sheet of the next month', () => {
  test('has the same columns without those that were left out', () => {
    const next = readFile('sales-02.csv', [
      'Sales of February,,,,',
      ',,,,',
      header,
      'East,Pens,1,2.5,w',
      'West,Ink,1,2.5,w',
    ]);
    expect(readLike(known, next)).toMatchObject({
      match: 'exact',
      differences: [],
      tables: [
        [
          ['Region', 'Product', 'Qty', 'revenue'],
          ['East', 'Pens', 1, 2.5],
          ['West', 'Ink', 1, 2.5],
        ],
      ],
    });
  });

  test('says which columns are new, missing, moved or called otherwise', () => {
    const rows = (names: string, ...values: string[]) => readFile('sales-02.csv', [names, ...values]);
    const added = rows(`${header},Channel`, 'East,Pens,1,2.5,w,web', 'West,Ink,1,2.5,w,shop');
    expect(kinds(readLike(known, added))).toEqual(['column_added Channel']);
    const missing = rows('Region,Qty,Amount,Internal', 'East,1,2.5,w', 'West,1,2.5,w');
    expect(kinds(readLike(known, missing))).toEqual(['column_missing Product']);
    const moved = rows('Region,Amount,Product,Qty,Internal', 'East,2.5,Pens,1,w', 'West,2.5,Ink,1,w');
    expect(kinds(readLike(known, moved))).toEqual(['column_moved Amount']);
    const other = rows('Region,Product,Quantity,Amount,Internal', 'East,Pens,1,2.5,w', 'West,Ink,1,2.5,w');
    expect(kinds(readLike(known, other))).toEqual(['column_renamed Quantity']);
  });

  test('has another type where its cells are no longer of the one that it had', () => {
    const next = readFile('sales-02.csv', [
      header,
      'East,Pens,many,2.5,w',
      'West,Ink,few,2.5,w',
      'South,Ink,1,2.5,w',
    ]);
    expect(kinds(readLike(known, next))).toEqual(['column_retyped Qty']);
  });

  test('keeps periods wide, whichever they are', () => {
    const months = (...names: string[]) =>
      readFile('plan.csv', [
        ['Shop', ...names].join(','),
        ...['Oslo', 'Bergen', 'Bodo'].map((shop, at) =>
          [shop, ...names.map((_, month) => at + month)].join(','),
        ),
      ]);
    const wide = remember(months('2026-01', '2026-02', '2026-03'), (region) => ({
      ...withoutPeriods(region),
      questions: [],
    }));
    const read = readLike(wide, months('2026-04', '2026-05', '2026-06'));
    expect(read && 'tables' in read && read.tables[0]?.[0]).toEqual([
      'Shop',
      '2026-04',
      '2026-05',
      '2026-06',
    ]);
  });
});

describe('a sheet of another kind is not taken for it', () => {
  test.each([
    [
      'with other columns',
      ['Region,Manager,Phone,Mail', 'North,Ann,12,a@b.example', 'South,Bo,13,b@b.example'],
    ],
    ['with few of its columns', ['Region,Budget,Year', 'North,12,2026', 'South,13,2026']],
    [
      'with the same names over other values',
      [header, '1,2,pens,north,4', '2,3,ink,south,5', '3,4,ink,west,6'],
    ],
  ])('%s', (_, lines) => {
    expect(readLike(known, readFile('other.csv', lines))).toBeUndefined();
  });
});

test('nothing of a record is remembered', () => {
  const stored = JSON.stringify(known.remembered());
  for (const value of ['North', 'Pens', '10.5', 'January']) expect(stored).not.toContain(value);
});

test('one of several periods that was left out takes no other with it', () => {
  const wide = (last: string) => [`Item,Unit,2023年度,2024年度,${last}`, 'Rice,t,1,2,3', 'Wheat,t,4,5,6'];
  const known = remember(readFile('stocks-2025.csv', wide('2025年度')), (region) => {
    const flat = withoutPeriods(region);
    return { ...flat, columns: flat.columns.slice(0, -1) };
  });
  const read = readLike(known, readFile('stocks-2026.csv', wide('2025年度')));
  expect(read).toMatchObject({ match: 'exact', differences: [] });
  expect(read && 'tables' in read && read.tables[0]?.[0]).toContain('2024年度');
});

describe('a table without a header', () => {
  const january = ['A17,12.5', 'B20,7.25', 'C31,9.75', 'D04,3.5'];
  const february = ['E11,2.5', 'F12,8.25', 'G99,4.75', 'H40,1.5', 'J13,6.5'];
  const known = remember(readFile('meter readings-2026-01.csv', january), (region) => ({
    ...region,
    columns: region.columns.map((column, at) => ({ ...column, name: at === 0 ? 'meter' : 'value' })),
  }));

  test('is known by the names of file and sheet and the kinds of its columns', () => {
    const read = readLike(known, readFile('meter readings-2026-02.csv', february));
    expect(read).toMatchObject({ match: 'exact', differences: [] });
    expect(read && 'tables' in read && read.tables[0]?.length).toBe(6);
  });

  test('is another one where any of these differs', () => {
    expect(readLike(known, readFile('prices-2026-02.csv', february))).toBeUndefined();
    const swapped = february.map((line) => line.split(',').reverse().join(','));
    expect(readLike(known, readFile('meter readings-2026-02.csv', swapped))).toBeUndefined();
  });
});

test('a row with the label of a total is one again where no sum shows it any more', () => {
  const ledger = (rows: string[]) => ['Date,Text,In,Out', ...rows];
  const known = remember(
    readFile(
      'ledger-2026-01.csv',
      ledger(['2026-01-02,Rent,,50', '2026-01-03,Fees,80,', '2026-01-09,Ink,,5', ',Total,80,55']),
    ),
    (region) => ({ ...region, name: 'ledger', rowRoles: { group: [], derived: [region.range.bottom] } }),
  );
  const february = ['2026-02-02,Rent,,50', '2026-02-04,Fees,70,', ',Total,99,1', '2026-02-09,Pens,,3'];
  const read = readLike(known, readFile('ledger-2026-02.csv', ledger(february)));
  expect(read && 'tables' in read && read.tables[0]).toHaveLength(4);
  const { rows } = known.remembered().tables[0] ?? {};
  expect(rows?.labels?.derived).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toMatch(/rent|fees/i);
});

describe('a report of the next month', () => {
  const lines = (rows: string[]) => ['Item,Cost,Budget', ...rows];
  const report = readFile(
    'costs.csv',
    lines(['Office,3,5', '  Paper,1,2', '  Ink,2,3', 'Travel,9,9', '  Rail,4,5', '  Air,5,4', 'Other,1,1']),
  );
  const levels = (read: ReturnType<typeof readLike>) =>
    read && 'spec' in read ? read.spec.regions.map(({ rowParents }) => rowParents) : [];
  /** As a person put the rows below each other: the last belongs to nothing. */
  const nested = remember(report, (region) => ({
    ...region,
    layout: 'report',
    rowParents: { 2: 1, 3: 1, 5: 4, 6: 4 },
  }));

  test('has new rows below the headings that rows of their look had', () => {
    const rows = [
      'Office,7,9',
      '  Paper,1,2',
      '  Glue,4,4',
      '  Ink,2,3',
      'Travel,4,5',
      '  Rail,4,5',
      'Other,1,1',
    ];
    const next = readLike(nested, readFile('costs.csv', lines(rows)));
    expect(levels(next)).toEqual([{ 2: 1, 3: 1, 4: 1, 6: 5 }]);
    expect(kinds(next)).toEqual([]);
  });

  test('tells where nothing says what a row is below', () => {
    const alike = readFile(
      'costs.csv',
      lines(['A,3,5', 'B,1,2', 'C,2,3', 'D,9,9', 'E,4,5', 'F,5,4', 'G,1,1']),
    );
    const known = remember(alike, (region) => ({
      ...region,
      layout: 'report',
      rowParents: { 2: 1, 4: 3, 5: 4 },
    }));
    const next = readLike(known, readFile('costs.csv', lines(['H,3,5', 'I,1,2', 'K,2,3', 'L,9,9', 'M,4,5'])));
    expect(kinds(next)).toEqual(['levels_unsure undefined']);
  });

  test('leaves out rows that were left out before', () => {
    const known = remember(report, (region) => ({
      ...region,
      rowRoles: { ...region.rowRoles, derived: [], group: [], skip: [7] },
    }));
    const next = readFile('costs.csv', lines(['Office,3,5', '  Paper,1,2', '  Tape,2,2', 'Other,1,1']));
    const read = readLike(known, next);
    expect(read && 'spec' in read && read.spec.regions[0]?.rowRoles.skip).toEqual([4]);
  });
});

test('records of several rows, labels of totals and extracted numbers hold for the next file', () => {
  const lines = (names: string[], fees: number[]) => [
    'No,Name,Fee',
    ',Address,Stock',
    ...names.flatMap((name, at) => [
      `${at + 1},${name},${fees[at]}`,
      `,${at + 5} Mill Lane,about ${at + 3} left`,
    ]),
    `,All of them,${fees.reduce((sum, fee) => sum + fee, 0)}`,
  ];
  const first = readFile('members-01.csv', lines(['Ann Lee', 'Bo Khan', 'Cleo Diaz'], [100, 107, 114]));
  const [only] = first.spec.regions.filter(({ kind }) => kind === 'data');
  const region: RegionSpec = {
    ...(only as RegionSpec),
    range: { top: 0, left: 0, bottom: 8, right: 2 },
    headerRows: [0, 1],
    recordRows: 2,
    headerColumns: 1,
    rowRoles: { group: [], derived: [8] },
    rowLabels: { 8: { row: 8, column: 1 } },
    layout: 'flat',
    steps: [],
    columns: [
      { name: 'No', source: 0, type: 'BIGINT', role: 'key' },
      { name: 'Name', source: 1, type: 'VARCHAR', role: 'attribute' },
      { name: 'Fee', source: 2, type: 'BIGINT', role: 'value' },
      { name: 'Street', source: 1, line: 2, type: 'VARCHAR', role: 'attribute' },
      { name: 'Stock', source: 2, line: 2, type: 'BIGINT', role: 'attribute', extract: 'number' },
    ],
  };
  const { rowParents: _, ...plain } = region;
  const kept = { ...first.spec, regions: [plain] };
  const remembered = rememberSheet({ ...first, proposed: first.spec, kept });
  const stored = JSON.parse(JSON.stringify(remembered)) as NonNullable<typeof remembered>;
  const known = { keys: keysOfSheet(stored), remembered: () => stored };
  const next = readFile(
    'members-02.csv',
    lines(['Dan Moss', 'Eva Berg', 'Finn Roe', 'Gus Hale'], [1, 2, 3, 4]),
  );
  const read = readLike(known, next);
  expect(read).toMatchObject({ match: 'exact', differences: [] });
  const [list, computed] = (read as { tables: unknown[][][] }).tables;
  expect(computed?.[1]).toEqual(['All of them', null, 10, null, null]);
  expect(list?.[0]).toEqual(['No', 'Name', 'Fee', 'Street', 'Stock']);
  expect(list?.at(-1)).toEqual([4, 'Gus Hale', 4, '8 Mill Lane', 6]);
});
