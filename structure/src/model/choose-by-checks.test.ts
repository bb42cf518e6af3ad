import { expect, test } from 'vitest';
import { bold, type DrawnCell, drawSheet, linesOf } from '../../test-support/structured-sheet.js';
import { analyzeSheet } from '../analyze/analyze-sheet.js';
import { materializeSheet } from '../materialize/materialize-sheet.js';
import { takeReading } from '../take-reading.js';
import { chooseByChecks } from './choose-by-checks.js';
import { repairFor } from './prompt.js';
import { hearAnswer } from './spec-of-answer.js';

const asking = (rows: DrawnCell[][]) => {
  const sheet = drawSheet(rows);
  return { sheet, dialect: null, baseName: 'base', spec: analyzeSheet(sheet, null, { baseName: 'base' }) };
};
type Asked = ReturnType<typeof asking>;
const heard = (asked: Asked, said: object) =>
  hearAnswer(asked, JSON.stringify({ keep: [], change: [], parts: [], ...said }));
const tablesBy = ({ sheet }: Asked, spec: Asked['spec']) =>
  Object.fromEntries(
    materializeSheet(sheet, null, spec, 'base').tables.map((table) => [table.name, linesOf(table)]),
  );

const invoice: DrawnCell[][] = [
  ['Rechnung'],
  ['Nr.', 'R-17', null, 'Datum', '2024-05-02'],
  ['Kunde', 'Huber GmbH', null, 'Ort', 'Graz'],
  ['Artikel', 'Menge', 'Preis'],
  ['Nagel', 3, 12],
  ['Brett', 5, 40],
  ['Davon Rabatt', null, 4],
  ['Summe', null, 52],
];
const rightInvoice = {
  parts: [
    {
      form: 'A2:E3',
      name: 'kopf',
      fields: { 'Nr.': 'B2<A2', Datum: 'E2<D2', Kunde: 'B3<A3', Ort: 'E3<D3' },
      why: 'labels',
    },
    { table: 'A4:C8', name: 'artikel', header: [4], totals: [7, 8], why: 'items' },
    { title: 'A1' },
  ],
};

test('a good answer makes the form and the list of an invoice', () => {
  const asked = asking(invoice);
  const { spec, faults } = heard(asked, rightInvoice);
  expect(faults).toEqual([]);
  const tables = tablesBy(asked, spec as Asked['spec']);
  expect(tables.kopf).toEqual([
    ['Nr.', 'Datum', 'Kunde', 'Ort'],
    ['R-17', expect.anything(), 'Huber GmbH', 'Graz'],
  ]);
  expect(tables.artikel).toEqual([
    ['Artikel', 'Menge', 'Preis'],
    ['Nagel', 3, 12],
    ['Brett', 5, 40],
  ]);
  expect(spec?.regions.find(({ name }) => name === 'kopf')?.reasons[0]).toMatchObject({
    code: 'model-says',
    params: { words: 'labels' },
  });
});

test('forms of one kind make one table, a row each', () => {
  const person = (name: string, city: string): DrawnCell[][] => [
    ['Name:', name],
    ['City:', city],
    ['Grade:', 3],
    [],
  ];
  const asked = asking([...person('Ann', 'Oslo'), ...person('Bob', 'Bonn')]);
  const form = (top: number) => ({
    form: `A${top}:B${top + 2}`,
    fields: { Name: `B${top}<A${top}`, City: `B${top + 1}<A${top + 1}`, Grade: `B${top + 2}<A${top + 2}` },
  });
  const { spec } = heard(asked, { parts: [form(1), { ...form(5), continues: 'A1:B3' }] });
  expect(Object.values(tablesBy(asked, spec as Asked['spec']))).toEqual([
    [
      ['Name', 'City', 'Grade'],
      ['Ann', 'Oslo', 3],
      ['Bob', 'Bonn', 3],
    ],
  ]);
});

test('columns become rows only where the workspace wishes it', () => {
  const asked = asking(list);
  const said = { change: [{ id: 'r1', stack: { columns: 'B:C' } }] };
  expect(heard(asked, said).faults.map(({ code }) => code)).toEqual(['model-unasked']);
  const rules = ['one row for each attribute'];
  const wished = hearAnswer(
    { ...asked, rules },
    JSON.stringify({ ...said, change: [{ id: 'r1', stack: { columns: 'B:B' } }] }),
  );
  expect(tablesBy(asked, wished.spec as Asked['spec']).base?.[0]).toEqual([
    'Name',
    'City',
    'variable',
    'value',
  ]);
});

test('types, names and totals can be changed without naming anything else', () => {
  const asked = asking([
    ['Code', 'Sum'],
    ['1', 5],
    ['2', 6],
    ['x', 11],
    ['3', 7],
    ['4', 9],
  ]);
  const id = asked.spec.regions[0]?.id;
  const { spec } = heard(asked, {
    change: [{ id, names: { B: 'amount' }, totals: [4], types: { A: 'VARCHAR' } }],
  });
  expect(tablesBy(asked, spec as Asked['spec']).base?.[0]).toEqual(['Code', 'amount']);
  expect(tablesBy(asked, spec as Asked['spec']).base).toHaveLength(5);
});

test('an answer that loses nothing and fits better is followed, and the other reading can be taken again', () => {
  const rows: DrawnCell[][] = [
    [bold('Name'), bold('Amount')],
    ['Ann', 3],
    ['Bob', 4],
    ['checked by Eve on Monday, all is well', null],
    ['Cyd', 5],
  ];
  const asked = asking(rows);
  const worse = heard(asked, { parts: [{ table: 'A1:B5', header: [] }] });
  const mistaken = { ...asked, spec: worse.spec as Asked['spec'] };
  const answer = heard(mistaken, {
    parts: [{ table: 'A1:B5', header: [1], notes: [4], why: 'row 4 is a remark' }],
  });
  const { choice, spec } = chooseByChecks(mistaken, answer);
  expect(choice).toBe('model');
  expect(spec.readBy).toBe('model');
  const [again] = takeReading([spec], spec.alternatives?.[0]?.id ?? '');
  expect(again?.readBy).toBeUndefined();
  expect(again?.regions.map(({ headerRows }) => headerRows)).toEqual(
    worse.spec?.regions.map(({ headerRows }) => headerRows),
  );
});

const list: DrawnCell[][] = [
  [bold('Name'), bold('Age'), bold('City')],
  ...Array.from({ length: 8 }, (_, at) => [`P${at}`, 20 + at, at % 2 ? 'Oslo' : 'Bonn']),
];

test.each([
  ['a range outside', { parts: [{ table: 'A1:ZZ900000' }] }, 'spec-range-outside'],
  ['overlapping parts', { parts: [{ table: 'A1:C5' }, { note: 'A5:C9' }] }, 'spec-overlap'],
  ['a region that is kept and covered', { keep: ['r1'], parts: [{ table: 'A1:C5' }] }, 'spec-overlap'],
  ['an unknown region', { change: [{ id: 'r77', header: [1] }] }, 'spec-part-unknown'],
  ['rows outside the region', { change: [{ id: 'r1', totals: [500] }] }, undefined],
  ['a table that continues itself', { change: [{ id: 'r1', continues: 'r1' }] }, 'spec-continues'],
  [
    'tables that continue each other',
    {
      parts: [
        { table: 'A1:C4', continues: 'A5:C9' },
        { table: 'A5:C9', continues: 'A1:C4' },
      ],
    },
    'spec-continues',
  ],
  ['a type that cells do not have', { change: [{ id: 'r1', types: { A: 'DOUBLE' } }] }, 'spec-misfit'],
  ['two columns of one name', { change: [{ id: 'r1', names: { A: 'x', B: 'X' } }] }, 'spec-name-twice'],
  ['a field outside its form', { parts: [{ form: 'A1:B2', fields: { x: 'C9' } }] }, 'spec-cell-outside'],
  ['nothing of the sheet', { parts: [{ note: 'A1:C9' }] }, undefined],
  ['a table without its records', { parts: [{ table: 'A1:C3' }] }, undefined],
  ['records as names', { change: [{ id: 'r1', header: ['1-5'] }] }, undefined],
  [
    'names that are shifted',
    { change: [{ id: 'r1', names: { A: 'Age', B: 'City', C: 'Name' } }] },
    undefined,
  ],
])('%s: the reading by rules stays', (_, said, code) => {
  const asked = asking(list);
  const answer = heard(asked, said);
  if (code) expect(answer.faults.map((fault) => fault.code)).toContain(code);
  const { choice, spec, why } = chooseByChecks(asked, answer);
  expect(choice).not.toBe('model');
  expect(spec.regions).toEqual(asked.spec.regions);
  expect(why.length).toBeGreaterThan(0);
});

test('a repair tells the faults or losses with the first rows that came out, and nothing where all is well', () => {
  const asked = asking(list);
  expect(repairFor(asked, heard(asked, { parts: [{ table: 'A1:C3' }] }))).toMatch(
    /6 numbers would no longer .*\n.*\ntable "base": 2 rows/,
  );
  expect(repairFor(asked, heard(asked, { change: [{ id: 'r1', headers: [1] }] }))).toContain(
    '"header" is the nearest',
  );
  expect(repairFor(asked, heard(asked, {}))).toBeUndefined();
});

test('the answer about another sheet is refused, or no worse', () => {
  const asked = asking(list);
  const { choice } = chooseByChecks(asked, heard(asked, rightInvoice));
  expect(choice).not.toBe('model');
});

test('of two tables the better readings are put together', () => {
  const rows: DrawnCell[][] = [...list, [null], [bold('Item'), bold('Price')], ['Pen', 3], ['Cap', 4]];
  const asked = asking(rows);
  const [first, second] = asked.spec.regions;
  const mistaken = heard(asked, { change: [{ id: second?.id, header: [] }] });
  const answer = heard(
    { ...asked, spec: mistaken.spec as Asked['spec'] },
    {
      change: [
        { id: first?.id, header: ['1-4'] },
        { id: second?.id, header: [11] },
      ],
    },
  );
  const { choice, spec, why } = chooseByChecks({ ...asked, spec: mistaken.spec as Asked['spec'] }, answer);
  expect(choice).toBe('model');
  expect(why[0]?.code).toBe('model-better-in-part');
  expect(spec.regions.map(({ headerRows }) => headerRows)).toEqual([[0], [10]]);
});
