import type { RegionSpec, SheetSpec } from '@workbook-data-service/structure/parse-spec';
import { expect, test } from 'vitest';
import { readingOf } from './reading.js';

const region = (id: string, confidence: number, doubts: number): RegionSpec => ({
  id,
  kind: 'data',
  name: `table ${id}`,
  range: { top: 0, left: 0, bottom: 9, right: 3 },
  headerRows: [0],
  headerColumns: 1,
  rowRoles: { group: [], derived: [] },
  columns: [],
  layout: 'flat',
  steps: [],
  questions: [{ id: `${id}.header1`, text: 'Is it?', choices: ['yes', 'no'], default: 'yes' }],
  confidence,
  reasons: [],
  doubts: Array.from({ length: doubts }, (_, row) => ({
    code: 'header_like_row',
    text: `Row ${row + 1}`,
    cell: { row, column: 1 },
  })),
});
const sheet = (regions: RegionSpec[]): SheetSpec => ({
  name: 'S',
  hidden: false,
  usedRange: null,
  regions,
  unassigned: [],
  faults: [{ kind: 'error_value', count: 3, cell: { row: 4, column: 2 } }],
});

test('a reading is as sure as its least sure table, whose doubts come first, and says how many are left out', () => {
  const spec = sheet([
    region('r1', 0.9, 2),
    { ...region('r2', 0.1, 1), kind: 'note' },
    region('r3', 0.4, 11),
  ]);
  const { confidence, doubts, questions, more } = readingOf([{ spec }]);
  expect(confidence).toBe(0.4);
  expect(doubts).toHaveLength(10);
  expect(doubts[0]).toEqual({
    code: 'header_like_row',
    params: { table: 'table r3' },
    text: 'Row 1',
    sheet: 'S',
    cell: 'B1',
  });
  expect(questions.map(({ id }) => id)).toEqual(['r3.header1', 'r1.header1']);
  expect(more).toEqual({ doubts: 3, questions: 0, faults: 0, alternatives: 0 });
});

test('faults are totals that disagree, cells in no table, and what is odd about cells', () => {
  const { confidence, faults } = readingOf([
    {
      spec: sheet([]),
      coverage: { cells: 9, placed: 8, unplaced: { total: 1, cells: [{ row: 1, column: 0 }] } },
      reconciliation: [
        {
          cell: { row: 7, column: 3 },
          stated: 45,
          computed: 44,
          difference: 1,
          operation: 'sum',
          agrees: false,
          parts: [],
        },
      ],
    },
  ]);
  expect(confidence).toBeNull();
  expect(faults.map(({ code, cell, text }) => [code, cell, text])).toEqual([
    ['total_disagrees', 'D8', 'D8 says 45, but its parts give 44.'],
    ['cell_in_no_table', 'A2', 'A2 is in no table.'],
    ['error_value', 'C5', 'C5 shows an error, and has no value in the table; 2 more cells do so too.'],
  ]);
});
