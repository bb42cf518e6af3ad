import { formatRange } from '@workbook-data-service/sheets/addresses';
import { expect, test } from 'vitest';
import type { FormulaTerm } from './formula-operation.js';
import { readFormulaOperation } from './formula-operation.js';

const shown = (terms: readonly FormulaTerm[]) =>
  terms
    .map(
      ({ range, sign }) =>
        (sign === 1 ? '+' : '-') + formatRange({ ...range, top: range.top + 1, bottom: range.bottom + 1 }),
    )
    .join('');

function read(formula: string): string | undefined {
  const operation = readFormulaOperation(formula);
  if (!operation) return undefined;
  const divisor = operation.divisor.length > 0 ? ` / ${shown(operation.divisor)}` : '';
  const factor = operation.factor === 1 ? '' : ` x${operation.factor}`;
  return `${operation.kind} ${shown(operation.terms)}${divisor}${factor}${operation.lessOne ? ' -1' : ''}`;
}

test.each([
  ['SUM(B3:B7)', 'sum +B3:B7'],
  ['SUM(B3:B5,$B$9)+C4', 'sum +B3:B5+B9+C4'],
  ['B9-B8', 'sum +B9-B8'],
  ['+E5+C6-D6', 'sum +E5+C6-D6'],
  ['B2-(B3+SUM(B4:B6))', 'sum +B2-B3-B4:B6'],
  ['SUBTOTAL(9,B2:B8)', 'sum +B2:B8'],
  ['AVERAGE(B2:B8)', 'average +B2:B8'],
  ['(B2+B3)/2', 'average +B2+B3'],
  ['B4/B$10', 'ratio +B4 / +B10'],
  ['ROUND(B4/B$10*100,1)', 'ratio +B4 / +B10 x100'],
  ['C4/B4-1', 'ratio +C4 / +B4 -1'],
  ['IF(B4=0,"",C4/B4)', 'ratio +C4 / +B4'],
  ['IFERROR((C4-B4)/B4,0)', 'ratio +C4-B4 / +B4'],
])('%s is read as %s', (formula, operation) => {
  expect(read(formula)).toBe(operation);
});

test.each([
  'B5',
  'B5*1.1',
  'B2*C2',
  'Sheet2!B4+B5',
  'SUM(B:B)',
  'VLOOKUP(A1,B1:C9,2)',
  'SUM(B1:B4',
  'B4/1000',
])('%s is none of these', (formula) => {
  expect(read(formula)).toBeUndefined();
});
