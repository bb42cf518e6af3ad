import { describe, expect, test } from 'vitest';
import { readRules } from './rule.js';
import { meaningOf } from './rule-meaning.js';

describe('a line of the rules', () => {
  test.each([
    ['ignore sheet Notes*', 'Sheets called "Notes*" are left out.'],
    ['missing: n/d, 未定', 'Cells that read "n/d" or "未定" have no value.'],
    [
      'decimal comma',
      'In numbers that are written as text, the comma is the decimal sign: 1.234,50 is 1234.5.',
    ],
    ['Day first.', 'In dates that are written as text, the day comes first: 03/04/2026 is 3 April.'],
    [
      'fiscal year begins in April',
      'Under a fiscal year, months before April belong to the next calendar year.',
    ],
    ['total: Somme, Zwischensumme', 'Rows whose label begins with "Somme" or "Zwischensumme" are totals.'],
    ['keep periods wide', 'Periods stay in columns.'],
    ['one table per report', 'A report stays one table, whatever levels it has.'],
    [
      'header rows 2 in Sales*',
      'The first 2 row(s) of the first table in sheets called "Sales*" are its header.',
    ],
    [
      'names in English',
      'Tables are told apart by English words: _level1, _level1_computed, _computed, _accounts, _notes.',
    ],
  ])('%s', (line, means) => {
    const [{ rule } = {}] = readRules(line);
    expect(rule && meaningOf(rule).text).toBe(means);
  });

  test('that is not understood has no rule', () => {
    expect(readRules('Amounts are in thousands.\n\nheader rows 0')).toEqual([
      { line: 'Amounts are in thousands.' },
      { line: 'header rows 0' },
    ]);
  });
});
