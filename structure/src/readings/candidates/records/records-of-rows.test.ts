import { expect, test } from 'vitest';
import { bold, type DrawnCell, drawSheet, linesOf } from '../../../../test-support/structured-sheet.js';
import { analyzeSheet } from '../../../analyze/analyze-sheet.js';
import { materializeSheet } from '../../../materialize/materialize-sheet.js';
import { chooseReading } from '../../choose-reading.js';

/** The first table that is made of a sheet, and how many rows a record takes. */
function read(rows: DrawnCell[][]) {
  const sheet = drawSheet(rows);
  const found = analyzeSheet(sheet, null, { baseName: 'members' });
  const spec = chooseReading(sheet, null, found, 'members', { isSpent: () => false });
  const [table] = materializeSheet(sheet, null, spec, 'members').tables;
  const recordRows = spec.regions.find(({ kind }) => kind === 'data')?.recordRows;
  return { recordRows, table: table && linesOf(table), alternatives: spec.alternatives };
}

const people: [string, string, string, number][] = [
  ['Ann Lee', '12 Main St', 'ann@ex.org', 120],
  ['Bo Khan', '4 Hill Rd', 'bo@ex.org', 80],
  ['Cleo Diaz', '88 Lake Ave', 'cleo@ex.org', 95],
  ['Dan Moss', '7 Mill Ln', 'dan@ex.org', 110],
];

test('a name over an address is one record, with the names of both rows of the header', () => {
  const { recordRows, table, alternatives } = read([
    ['List of members', null, null],
    [bold('Name'), bold('Fee'), null],
    [bold('Address'), bold('E-mail'), null],
    ...people.flatMap(([name, address, mail, fee]) => [
      [name, fee, null],
      [address, mail, null],
    ]),
  ]);
  expect(recordRows).toBe(2);
  expect(table?.[0]).toEqual(['Name', 'Fee', 'Address', 'E-mail']);
  expect(table?.slice(1)).toEqual(people.map(([name, address, mail, fee]) => [name, fee, address, mail]));
  expect(alternatives?.length).toBeGreaterThan(0);
});

test('a header may name the first row of a record alone, and a total below is no record', () => {
  const { recordRows, table } = read([
    ['Name', 'E-mail', 'Fee'],
    ...people.flatMap(([name, address, mail, fee]): DrawnCell[][] => [
      [name, mail, fee],
      [address, null, null],
    ]),
    ['Total', null, 405],
  ]);
  expect(recordRows).toBe(2);
  expect(table?.[0]).toEqual(['Name', 'E-mail', 'Fee', 'A_2']);
  expect(table).toHaveLength(5);
});

test('rows that only share a label, stand below a heading or have a subtotal each are records of their own', () => {
  const pairs = people.flatMap(([name, , , fee]): DrawnCell[][] => [
    [name, 'planned', fee, fee + 3],
    [null, 'actual', fee - 5, fee + 1],
  ]);
  expect(read([['Name', 'Kind', 'May', 'June'], ...pairs]).recordRows).toBeUndefined();
  const headed = people.flatMap(([name, address, , fee]): DrawnCell[][] => [
    [bold(address), null, null],
    [name, fee, fee * 2],
  ]);
  expect(read([['Name', 'Fee', 'Paid'], ...headed]).recordRows).toBeUndefined();
  const totalled = people.flatMap(([name, , mail, fee]): DrawnCell[][] => [
    [name, mail, fee],
    ['Subtotal', null, fee],
  ]);
  expect(read([['Name', 'E-mail', 'Fee'], ...totalled]).recordRows).toBeUndefined();
});
