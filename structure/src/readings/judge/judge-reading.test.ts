import { expect, test } from 'vitest';
import { type DrawnCell, drawSheet } from '../../../test-support/structured-sheet.js';
import { analyzeSheet } from '../../analyze/analyze-sheet.js';
import { materializeSheet } from '../../materialize/materialize-sheet.js';
import type { RegionSpec } from '../../parse-spec.js';
import { SheetCells } from '../../sheet-cells.js';
import { gridOfSheet } from '../../sheet-grid.js';
import { nextReadings } from '../candidates/find-readings.js';
import { judgeReading } from './judge-reading.js';
import { lineSupport } from './line-signs.js';
import { readingSigns } from './reading-signs.js';

const people = ['Ann', 'Bob', 'Cyd', 'Dan', 'Eve', 'Fay'];
const list: DrawnCell[][] = [
  ['Name', 'Age', 'City'],
  ...people.map((name, at) => [name, 20 + 3 * at, at % 2 ? 'Oslo' : 'Bonn']),
];

function judged(cells: DrawnCell[][]) {
  const sheet = drawSheet(cells);
  const spec = analyzeSheet(sheet, null, { baseName: 'list' });
  const asked = { cells: new SheetCells(sheet), dialect: null, spec };
  const lines = lineSupport(gridOfSheet(sheet, null));
  const seen = (regions: RegionSpec[]) => {
    const { tables } = materializeSheet(sheet, null, { ...spec, regions }, 'list');
    return { cells: asked.cells, regions, tables, lines };
  };
  const others = [...nextReadings(asked, { regions: spec.regions, decisions: [] }, 1)];
  const signsOf = (id: string) => {
    const other = others.find(({ decisions }) => decisions[0]?.id === id);
    return other && readingSigns(seen(other.regions));
  };
  return { first: seen(spec.regions), others: others.map(({ regions }) => seen(regions)), signsOf };
}

test('of a list, the plain reading is better than every other one', () => {
  const { first, others } = judged(list);
  const scores = others.map(judgeReading);
  expect(scores.length).toBeGreaterThan(2);
  expect(Math.max(...scores)).toBeLessThan(judgeReading(first));
});

test('values among names, numbers among words and cells left over are seen', () => {
  const { first, signsOf } = judged(list);
  expect(readingSigns(first)).toMatchObject({ values_as_names: 0, mixed_columns: 0, numbers_left_over: 0 });
  expect(signsOf('header-2')?.values_as_names).toBeGreaterThan(0);
  expect(signsOf('header-0')?.mixed_columns).toBeGreaterThan(0);
  expect(signsOf('texts')?.numbers_left_over).toBe(1);
});

test('what is judged is what comes of a reading, however long the sheet is', () => {
  const long = [...list, ...Array.from({ length: 60 }, (_, at) => [`P${at}`, 30 + (at % 9), 'Rome'])];
  const [short, tall] = [judged(list).first, judged(long).first].map(readingSigns);
  expect(tall?.values_as_names).toBe(short?.values_as_names);
  expect(tall?.numbers_left_over).toBe(0);
});
