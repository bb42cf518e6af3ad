import type { Sheet } from '@workbook-data-service/sheets/grid';
import { expect, test } from 'vitest';
import { readDelimited } from '../../../sheets/src/spreadsheet/read-delimited.js';
import type { RegionSpec } from '../parse-spec.js';
import { SheetCells } from '../sheet-cells.js';
import { analyzeSheet } from './analyze-sheet.js';
import { judgeRegions } from './judge-regions.js';

function studied(lines: string[]) {
  const { sheets, dialect } = readDelimited(Buffer.from(lines.join('\n')), 'list.csv', 'csv');
  const sheet = sheets[0] as Sheet;
  const table = analyzeSheet(sheet, dialect).regions.find(({ kind }) => kind === 'data') as RegionSpec;
  return { table, cells: new SheetCells(sheet) };
}

const plain = [
  'Shop,Opened,Sales,Staff',
  'Oslo,2020-01-31,10,3',
  'Bergen,2021-05-31,20,5',
  'Bodø,2022-09-30,30,2',
  'Hamar,2023-09-30,25,4',
];

test('a plain list is sure, and nothing is asked about it', () => {
  const { confidence, questions } = studied(plain).table;
  expect(confidence).toBeGreaterThanOrEqual(0.9);
  expect(questions).toBeUndefined();
});

test('words where the other rows have numbers are a doubt that is told and asked about', () => {
  const { cells, table: first } = studied([...plain, 'Region,Since,Visits,Orders', 'North,2020-01-31,40,41']);
  const glued = { ...first, range: { ...first.range, bottom: 6 } };
  const [table] = judgeRegions(cells, [glued]) as [RegionSpec];
  expect(table.confidence).toBeLessThan(0.9);
  expect(table.reasons.map(({ text }) => text)).toContain('Row 6 has words where other rows have numbers.');
  expect(table.questions).toContainEqual(
    expect.objectContaining({
      id: 'r1.table6',
      text: 'Does another table begin at row 6?',
      choices: ['yes', 'no'],
      default: 'no',
    }),
  );
});

test('a record that was taken for the header is doubted, and it is asked whether it is one', () => {
  const { table } = studied([
    'Out of discipline,,,',
    '',
    'ChE-09,Diesel Emission,Hesketh,Bus',
    'ChE-13,Modeling Polymers,Newell,3',
    'ECE-11,Streetlight Lamps,Jansson,5',
    'ME-03,Stair Climber,Constans,4',
  ]);
  expect(table.confidence).toBeLessThan(0.8);
  expect(table.reasons.map(({ text }) => text)).toContain(
    'A name of a column is a code like those below it.',
  );
  expect(table.questions?.[0]).toMatchObject({ id: 'r2.header3', text: 'Does row 3 name the columns?' });
});

test('a row that hardly looks like a record, as the average at the end of a list, is a doubt', () => {
  const { table } = studied(['Date,Price', '2024-05-01,2.5', '2024-05-02,2.25', '2024-05-03,2.75', ',2.5']);
  expect(table.confidence).toBeLessThan(0.9);
  expect(table.reasons.map(({ text }) => text)).toContain('Row 5 may be something other than a record.');
});

test('a table of words whose names look like the rows is not among the surest, and it is asked about the names', () => {
  const { table } = studied(['Nora,Lind', 'Ole,Moe', 'Per,Berg', 'Siv,Dahl']);
  expect(table.confidence).toBeLessThan(0.9);
  expect(table.reasons.map(({ text }) => text)).toContain('Only its place tells the header from the rows.');
  expect(table.questions?.[0]?.id).toMatch(/header1$/);
});
