import type { Dialect } from '@workbook-data-service/sheets';
import type { Sheet } from '@workbook-data-service/sheets/grid';
import { expect, test } from 'vitest';
import { readDelimited } from '../../../sheets/src/spreadsheet/read-delimited.js';
import { drawSheet } from '../../test-support/structured-sheet.js';
import { materializeSheet } from '../materialize/materialize-sheet.js';
import { analyzeSheet } from './analyze-sheet.js';

/** Lines are parted by slashes. */
const linesOf = (list: string) => list.split('/').map((line) => line.split(','));

function tablesOf(sheet: Sheet, dialect: Dialect | null) {
  const { tables } = materializeSheet(
    sheet,
    dialect,
    analyzeSheet(sheet, dialect, { baseName: 'list' }),
    'list',
  );
  return tables.map(({ columns, rowCount }) => ({ names: columns.map(({ name }) => name), rowCount }));
}

function tablesOfText(list: string) {
  const { sheets, dialect } = readDelimited(Buffer.from(list.replaceAll('/', '\n')), 'list.csv', 'csv');
  return tablesOf(sheets[0] as Sheet, dialect);
}

const asNumber = (text: string) => (/^\d+(?:\.\d+)?$/.test(text) ? Number(text) : text || null);

const tablesOfWorkbook = (list: string) =>
  tablesOf(drawSheet(linesOf(list).map((line) => line.map(asNumber))), null);

const asRead = (list: string) => {
  const [names, ...records] = linesOf(list);
  return [{ names, rowCount: records.length }];
};

const lists = [
  'a,b/1,2/3,4',
  'name,age/Ann,31',
  'key,email/,South@example.com/9,North@example.com/40,jam@example.com',
  'y,key/2.95,/70.79,93/11.03,/87.88,34/38.64,80',
  'mail,count/ann@example.com,/bob@example.com,5/cy@example.com,/dan@example.com,61',
  'day,count/2026-01-11,/2026-01-12,93/2026-01-13,/2026-01-14,34',
  'price,city/,75.66/2,40.81/,72.64',
  'date,value,status/foo,1,42.04/Bob,2,74.85/open,3,28.06/,5,39.68',
  'price,id,date/1,1,Ann/2,2,a1/3,3,',
  'total,b/y,90.00/North,37.37/North,19.92/North,66.55/,82.73/North,32.56',
  'y,qty,status/tea,74.58,2/foo,45.38,2/,34.10,5/y,3.79,5/pear,94.69,4',
  'count,total,score,x/false,1,,fig/true,2,,Cy/true,3,96,blue',
  'name,city,state/Ann,Oslo,open/Bob,Rome,done',
  'id,note/1,/2,late/3,/4,',
  'status,x,price/,1,2/Cy,2,5',
  'y,count,price/1,,2/2,Ann,2/3,y,2/4,,1',
  'x,y,z/1,2,3/4,5,6/7,8,9',
  'status/open/done/late',
  'amount/12.5/40/7.25',
];

test.each(lists)('%s is one list', (list) => {
  expect(tablesOfText(list)).toEqual(asRead(list));
  expect(tablesOfWorkbook(list)).toEqual(asRead(list));
});

const listsInTextFiles = [
  'city,count/true,false/true,false',
  'name,city/Ann,Oslo/Bob,Rome',
  'active,name/false,/false,Bob/true,/false,Cy',
  'note/true',
  'month/Bob@example.com',
  'region/jam/Cy',
  'count/Ann/open/fig',
  'value/2026-06-11/2026-02-16',
];

test.each(listsInTextFiles)('%s is one list in a text file', (list) => {
  expect(tablesOfText(list)).toEqual(asRead(list));
});

test('labels over their records, totals and true sums without a label are no records', () => {
  expect(tablesOfText('item,price/Fruit,/apple,10/pear,20/Nuts,/almond,30')).toEqual([
    { names: ['group', 'item', 'price'], rowCount: 3 },
  ]);
  expect(tablesOfText('item,price/apple,10/pear,25/Total,35')[0]?.rowCount).toBe(2);
  expect(tablesOfText('item,price,tax/apple,110,11/pear,250,25/fig,300,30/,660,66')[0]?.rowCount).toBe(3);
});
