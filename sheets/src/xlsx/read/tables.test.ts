import { expect, it } from 'vitest';
import { parseTable } from './tables.js';

const tableOf = (xml: string) => parseTable('table1.xml', Buffer.from(xml));

it('reads a table with its columns', () => {
  const table = tableOf(`<table id="1" name="Table1" displayName="Sales" ref="B2:D9" totalsRowCount="1">
    <autoFilter ref="B2:D8"/><tableColumns count="3"><tableColumn id="1" name="Name"/>
    <tableColumn id="2" name="Net_x000a_amount"/><tableColumn id="3" name="A &amp; B"><calculatedColumnFormula>Sales[[#This Row],[Name]]&amp;1</calculatedColumnFormula></tableColumn></tableColumns></table>`);
  expect(table).toEqual({
    name: 'Sales',
    range: { top: 1, left: 1, bottom: 8, right: 3 },
    headerRows: 1,
    totalsRows: 1,
    columns: ['Name', 'Net\namount', 'A & B'],
    columnFormulas: [null, null, 'Sales[[#This Row],[Name]]&1'],
  });
});

it('reads a table without header, prefixed and with senseless counts', () => {
  const bare = {
    range: { top: 0, left: 0, bottom: 1, right: 0 },
    totalsRows: 0,
    columns: [],
    columnFormulas: [],
  };
  expect(tableOf('<table name="T" ref="A1:A2" headerRowCount="0"/>')).toEqual({
    ...bare,
    name: 'T',
    headerRows: 0,
  });
  expect(tableOf('<x:table x:name="?" ref="A2:A1" headerRowCount="999999" totalsRowCount="-5"/>')).toEqual({
    ...bare,
    name: '',
    headerRows: 2,
  });
});

it('is null where it names no cells', () => {
  expect(tableOf('<table name="T" ref="#REF!"/>')).toBeNull();
  expect(tableOf('<singleXmlCells/>')).toBeNull();
});
