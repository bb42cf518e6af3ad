import type { Sheet } from '@workbook-data-service/sheets/grid';
import { expect, test } from 'vitest';
import { readDelimited } from '../../../sheets/src/spreadsheet/read-delimited.js';
import { analyzeSheet } from '../analyze/analyze-sheet.js';
import { materializeSheet } from '../materialize/materialize-sheet.js';
import type { RegionSpec } from '../parse-spec.js';
import { decide, suggestAnew } from './decide.js';
import { checkDecisions, type Decisions } from './decisions.js';

function sheetOf(lines: string[]) {
  const { sheets, dialect } = readDelimited(Buffer.from(lines.join('\n')), 'list.csv', 'csv');
  const sheet = sheets[0] as Sheet;
  const spec = analyzeSheet(sheet, dialect);
  const made = (decisions: Partial<Decisions> = {}, asked = spec) => {
    const decided = decide(sheet, dialect, asked, { accept: [], answers: {}, ...decisions });
    const { tables } = materializeSheet(sheet, dialect, decided, 'list');
    return {
      spec: suggestAnew(sheet, decided),
      tables: tables.map(({ name, columns, rowCount }) => [name, columns.map((one) => one.name), rowCount]),
    };
  };
  return { spec, made };
}

const plans = sheetOf([
  'Shop,Site 1 Plan,Site 1 Actual,Site 2 Plan,Site 2 Actual',
  'Oslo,10,11,12,13',
  'Bergen,20,21,22,23',
  'Bodø,30,31,32,33',
]);

const lists = sheetOf([
  'Movie,Genres,Mon,Tue,Wed,Thu',
  'Up,"Drama, Comedy, Family",5,4,3,2',
  'Jaws,"Drama, Horror",1,2,3,4',
  'Heat,"Crime, Drama, Action",4,4,4,4',
  'Big,"Comedy, Family",2,4,1,3',
]);

test('plan and actual stay across until their suggestion is accepted', () => {
  expect(plans.made().tables).toEqual([
    ['list', ['Shop', 'Site 1 Plan', 'Site 1 Actual', 'Site 2 Plan', 'Site 2 Actual'], 3],
  ]);
  const [suggestion] = plans.spec.regions[0]?.suggestions ?? [];
  expect(suggestion).toMatchObject({
    id: 'r1.s1',
    reason: '"Plan", "Actual" repeat for "Site 1", "Site 2": make a row for each of the latter.',
    columns: ['Shop', 'variable', 'Plan', 'Actual'],
  });
  expect(plans.made({ accept: ['r1.s1'] }).tables).toEqual([['list', suggestion?.columns, 6]]);
});

test('a suggestion brings the one that it comes after', () => {
  const second = lists.spec.regions[0]?.suggestions?.find(({ after }) => after !== undefined);
  const first = lists.spec.regions[0]?.suggestions?.find(({ id }) => id === second?.after);
  expect([first?.step.operator, second?.step.operator]).toEqual(['explode', 'stack']);
  const { spec, tables } = lists.made({ accept: [second?.id ?? ''] });
  expect(spec.regions[0]?.steps).toEqual([first?.step, second?.step]);
  expect(tables).toEqual([['list', ['Movie', 'Genres', 'variable', 'value'], 40]]);
});

test('what is suggested next fits the new shape', () => {
  const explode = lists.spec.regions[0]?.suggestions?.find(({ step }) => step.operator === 'explode');
  const { spec } = lists.made({ accept: [explode?.id ?? ''] });
  const offered = spec.regions[0]?.suggestions ?? [];
  expect(offered.map(({ step }) => step.operator)).toContain('stack');
  expect(offered.map(({ step }) => step.operator)).not.toContain('explode');
});

test('a part of a suggestion is not suggested too, and no more than two ways to do the same', () => {
  const header = ['Firm', ...'ABCDEFGHIJ'].join();
  const rows = [3, 1, 4, 1, 5].map((seed, row) =>
    [`Firm ${row}`, ...'ABCDEFGHIJ'].map((_, at) => (at ? (seed * at) / 100 : `Firm ${row}`)).join(),
  );
  const steps = (sheetOf([header, ...rows]).spec.regions[0]?.suggestions ?? []).map(({ step }) => step);
  const stacks = steps.flatMap((step) => (step.operator === 'stack' ? [step.columns] : []));
  expect(stacks.length).toBeLessThanOrEqual(2);
  expect(stacks[0]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test('a table with a field in each row is one table, and suggested to be turned', () => {
  const { spec, made } = sheetOf([
    'Engine,A1,A2,A3,A4,A5',
    'Maker,Volvo Penta,Volvo Penta,Yanmar Marine,Volvo Penta,Yanmar Marine',
    'Power,2.2,1.5,1.8,2.5,3.2',
    'Phase,3 ph,3 ph,3 ph,3 ph,3 ph',
    'Speed,2830,3000,3200,3200,3500',
    'Serial no,2522 DV,1245 PA,5065 KA,1422 NB,1666 TS',
    'Weight,620,620,680,700,720',
  ]);
  expect(spec.regions.map(({ headerRows }) => headerRows)).toEqual([[0]]);
  expect(spec.regions[0]?.suggestions?.[0]?.step.operator).toBe('transpose');
  expect(made({ accept: ['r1.s1'] }).tables).toEqual([
    ['list', ['Engine', 'Maker', 'Power', 'Phase', 'Speed', 'Serial no', 'Weight'], 5],
  ]);
});

test('each row of a header becomes a column of the turned table', () => {
  const { spec, made } = sheetOf([
    'Fund,Alpha Growth,Beta Income,Gamma Value,Delta Bond',
    'Ticker,AGR US,BIN US,GVA LN,DBO LN',
    '41348,0.03,0.05,0.02,0.01',
    '41442,0.04,0.05,0.03,0.01',
    '41533,0.02,0.06,0.02,0.02',
    '41624,0.03,0.05,0.04,0.01',
  ]);
  const { id, step, columns } = spec.regions[0]?.suggestions?.[0] ?? {};
  expect([spec.regions[0]?.headerRows, step?.operator]).toEqual([[0, 1], 'transpose']);
  expect(columns).toEqual(['Fund', 'Ticker', '41348', '41442', '41533', '41624']);
  expect(made({ accept: [id ?? ''] }).tables).toEqual([['list', columns, 4]]);
});

test('labels that are perhaps to be filled down beside sure ones are suggested first, with what comes next', () => {
  const { spec, made } = sheetOf([
    'Site,Ward,Mon,Tue,Wed,Thu',
    'North,A,10,12,31,47',
    ',B,22,26,24,19',
    ',,51,44,43,45',
    ',C,18,11,27,16',
    'South,A,35,33,21,44',
    ',C,16,9,15,12',
    ',,73,61,68,54',
    ',D,28,25,37,20',
  ]);
  const fill = (last: number) => ({ operator: 'ffill', last });
  const [first, second] = spec.regions[0]?.suggestions ?? [];
  expect(spec.regions[0]?.steps).toEqual([fill(0)]);
  expect([first?.step, second?.step.operator, second?.after]).toEqual([fill(1), 'stack', first?.id]);
  const { spec: decided, tables } = made({ accept: [second?.id ?? ''] });
  expect(decided.regions[0]?.steps).toEqual([fill(1), second?.step]);
  expect(tables).toEqual([['list', ['Site', 'Ward', 'variable', 'value'], 32]]);
});

test('a row is taken into the header, or another table begins at it, as answered', () => {
  const glued = sheetOf([
    'Shop,Sales,Cost,Staff',
    'Oslo,10,11,12',
    'Bergen,20,21,22',
    'Bodø,30,31,32',
    'Region,Visits,Orders,Hours',
    'North,40,41,42',
    'South,50,51,52',
  ]);
  const region = glued.spec.regions[0] as RegionSpec;
  const range = { ...region.range, bottom: 6 };
  const asked = (id: string) => ({ id, text: '', choices: ['yes', 'no'], default: 'no' });
  const questions = [asked('r1.header2'), asked('r1.table5')];
  const spec = { ...glued.spec, regions: [{ ...region, range, questions }] };
  const { tables } = glued.made({ answers: { 'r1.table5': 'yes' } }, spec);
  expect(tables.map(([, columns, rows]) => [columns, rows])).toEqual([
    [['Shop', 'Sales', 'Cost', 'Staff'], 3],
    [['Region', 'Visits', 'Orders', 'Hours'], 2],
  ]);
  const taken = glued.made({ answers: { 'r1.header2': 'yes' } }, spec);
  expect(taken.spec.regions[0]).toMatchObject({
    headerRows: [0, 1],
    questions: [{ id: 'r1.table5' }],
  });
  expect(taken.spec.regions[0]?.columns[0]?.name).toBe('Shop Oslo');
});

test.each<[string, Partial<Decisions>, string, string]>([
  ['a suggestion that was not made', { accept: ['r9.s1'] }, '/accept/0', 'known are r1.s1'],
  ['a question that was not asked', { answers: { 'r1.size': 'big' } }, '/answers/r1.size', 'there are none'],
])('%s is refused', (_, decisions, path, message) => {
  const faults = checkDecisions([plans.spec], { accept: [], answers: {}, ...decisions });
  expect(faults).toMatchObject([{ path, message: expect.stringContaining(message) }]);
});

test('rows and columns of measures by year can be exchanged, instead of a row for each value', () => {
  const { spec, made } = sheetOf([
    'Item,2019,2020,2021',
    'Revenue,"1,200,000","1,310,000","1,480,000"',
    'Margin,12.5%,13.1%,14.0%',
    'Employees,12,14,15',
  ]);
  expect(made().tables).toEqual([['list', ['Item', 'period', 'value'], 9]]);
  const [exchange] = spec.regions[0]?.suggestions ?? [];
  expect(exchange?.step).toEqual({ operator: 'transpose' });
  const exchanged = made({ accept: [exchange?.id ?? ''] });
  expect(exchanged.tables).toEqual([['list', ['Item', 'Revenue', 'Margin', 'Employees'], 3]]);
  expect(exchanged.spec.regions[0]).toMatchObject({ layout: 'flat', questions: [] });
});

test('records beside each other are offered as rows even if nothing reads as a header', () => {
  const { spec, made } = sheetOf([
    'Weight,12.5,13.1,14.0,11.2',
    'Price,"1,250","1,310","1,480","1,090"',
    'Discount,5%,10%,7%,5%',
    'Doors,2,4,4,2',
  ]);
  const region = spec.regions[0];
  expect(region?.headerRows).toEqual([]);
  expect(region?.suggestions?.map(({ step }) => step)).toEqual([{ operator: 'transpose' }]);
  expect(made({ accept: ['r1.s1'] }).tables).toEqual([['list', ['Weight', 'Price', 'Discount', 'Doors'], 4]]);
});
