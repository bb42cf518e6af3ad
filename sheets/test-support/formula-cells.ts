import { expect } from 'vitest';
import type { CellValue } from '../src/core/cell-values.js';
import { compileFormula } from '../src/formula/evaluate-formula.js';
import { parseFormula } from '../src/formula/parse-formula.js';

/** A row with a cell of each kind, for trying formulas. */
const columns = [
  { id: 'n', type: 'DOUBLE' },
  { id: 'text', type: 'VARCHAR' },
  { id: 'number text', type: 'VARCHAR' },
  { id: 'yes', type: 'BOOLEAN' },
  { id: 'empty', type: 'DOUBLE' },
  { id: 'day', type: 'DATE' },
] as const;
const cells = { n: 4, text: 'abc', 'number text': '5', yes: true, empty: null, day: '2024-01-31' };

export function answer(formula: string): CellValue {
  const result = compileFormula(parseFormula(formula), columns, 'JSON')(cells);
  return 'error' in result ? result.error : result.value;
}

export function checkFormula(formula: string, wanted: CellValue): void {
  const value = answer(formula);
  if (typeof wanted === 'number' && typeof value === 'number') expect(value).toBeCloseTo(wanted, 9);
  else expect(value).toEqual(wanted);
}
