import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DrawnCell, drawSheet, merge } from '../../test-support/structured-sheet.js';
import { analyzeSheet } from '../analyze/analyze-sheet.js';
import { checkSpec } from '../check-spec.js';
import { compareReadings } from '../losses/compare-readings.js';
import { chooseByChecks } from './choose-by-checks.js';
import { repairFor } from './prompt.js';
import { hearAnswer } from './spec-of-answer.js';

const report: DrawnCell[][] = [
  ['Sales by shop'],
  [],
  ['Code', 'Item', 'Jan', 'Feb', 'Remark'],
  ['10', 'Food', null, null, null],
  ['11', 'Bread', 4, 5, 'late'],
  ['12', 'Milk', 6, 7, null],
  ['', 'Total', 10, 12, null],
  ['', 'checked by Eve', null, null, null],
  [],
  ['Name:', 'Ann', null, 'Born:', '1990-02-14'],
  ['City:', 'Oslo', null, 'Phone:', '0047 22'],
];
const sheet = drawSheet(report, [merge(0, 0, 0, 4)]);
const asked = {
  sheet,
  dialect: null,
  baseName: 'sales',
  spec: analyzeSheet(sheet, null, { baseName: 'sales' }),
};

const row = fc.integer({ min: 0, max: 13 });
const rows = fc.array(
  fc.oneof(
    row,
    fc.tuple(row, row).map(([from, to]) => `${from}-${to}`),
  ),
  { maxLength: 3 },
);
const letter = fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F', 'XFE');
const cell = fc.tuple(letter, row).map(([column, at]) => `${column}${at}`);
const range = fc.tuple(cell, cell).map(([from, to]) => `${from}:${to}`);
const id = fc.constantFrom('r1', 'r2', 'r3', 'r4', 'A3:E8', 'r1_m1');
const by = (value: fc.Arbitrary<unknown>) => fc.dictionary(letter, value, { maxKeys: 3 });
const words = {
  name: fc.constantFrom('sales', '', 'x'.repeat(300)),
  header: rows,
  labels: fc.integer({ min: -1, max: 7 }),
  names: by(fc.constantFrom('a', 'A', 'b', '', '__svc_row_id')),
  types: by(fc.constantFrom('VARCHAR', 'BIGINT', 'DATE', 'INT')),
  roles: by(fc.constantFrom('key', 'period', 'value')),
  periods: by(fc.constantFrom('2025-01', '2025-02', 'x')),
  extract: by(fc.constantFrom('number', 'hours')),
  totals: rows,
  groups: rows,
  notes: rows,
  skip: rows,
  ungrouped: rows,
  under: fc.dictionary(row.map(String), row, { maxKeys: 3 }),
  layout: fc.constantFrom('flat', 'crosstab', 'report'),
  continues: id,
  made: fc.record({ group: fc.array(fc.constantFrom('g', 'h')), period: fc.constant('p') }),
  spread: fc.boolean(),
  blanks: fc.array(cell, { maxLength: 2 }),
  fill: letter,
  stack: fc.record({ columns: fc.constantFrom('C:D', 'D:C', 'A:ZZ', 'B:B'), skip_blanks: fc.boolean() }),
  fields: fc.dictionary(
    fc.constantFrom('Name', 'City'),
    fc.tuple(cell, cell).map(([a, b]) => `${a}<${b}`),
  ),
  why: fc.constant('so it is'),
};
const table = (besides: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record({ ...words, ...besides }, { requiredKeys: Object.keys(besides) as never[] });
const few = (besides: Record<string, fc.Arbitrary<unknown>>) =>
  fc
    .tuple(table(besides), fc.array(fc.constantFrom(...Object.keys(words)), { minLength: 18, maxLength: 22 }))
    .map(([said, left]) => Object.fromEntries(Object.entries(said).filter(([word]) => !left.includes(word))));
const answer = fc.record({
  keep: fc.array(id, { maxLength: 1 }),
  change: fc.array(few({ id }), { maxLength: 2 }),
  parts: fc.array(fc.oneof(few({ table: range }), few({ form: range }), few({ note: range })), {
    maxLength: 2,
  }),
});

test('whatever a model answers, nothing is thrown, and what is followed fits the sheet and loses nothing', () => {
  fc.assert(
    fc.property(answer, (said) => {
      const heard = hearAnswer(asked, JSON.stringify(said));
      expect(heard.spec === undefined).toBe(heard.faults.length > 0);
      repairFor(asked, heard);
      const { choice, spec, why } = chooseByChecks(asked, heard);
      expect(why.length).toBeGreaterThan(0);
      expect(checkSpec(sheet, spec)).toEqual([]);
      if (choice === 'model') expect(compareReadings(sheet, null, asked.spec, spec)).toEqual([]);
      else expect(spec.regions).toEqual(asked.spec.regions);
    }),
    { numRuns: 150 },
  );
});

test('texts of any kind are refused as answers', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ maxLength: 200 }), fc.json({ maxDepth: 6 })), (text) => {
      const { choice } = chooseByChecks(asked, hearAnswer(asked, text));
      expect(choice).toBe('rules');
    }),
    { numRuns: 100 },
  );
});
