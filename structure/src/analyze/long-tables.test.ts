import { expect, test } from 'vitest';
import { readDelimited } from '../../../sheets/src/spreadsheet/read-delimited.js';
import { analyzeSheet } from './analyze-sheet.js';

/** A csv with uniform columns, which has as many rows as cells once the columns become rows. */
function analyze(headings: string[], rowCount: number) {
  const lines = Array.from({ length: rowCount }, (_, row) => headings.map((_, column) => row * 7 + column));
  const text = [headings, ...lines].map((line) => line.join(',')).join('\n');
  const { sheets, dialect } = readDelimited(Buffer.from(text), 'wide.csv', 'csv');
  const [region] = analyzeSheet(sheets[0] as (typeof sheets)[0], dialect).regions;
  return { layout: region?.layout, steps: region?.steps.map(({ operator }) => operator) };
}

const years = ['item', ...Array.from({ length: 150 }, (_, i) => String(1900 + i))];

test('periods become rows only while the table stays as short as a sheet can be', () => {
  expect(analyze(years, 60).layout).toBe('crosstab');
  expect(analyze(years, 8000)).toEqual({ layout: 'flat', steps: [] });
});
