import { expect, test } from 'vitest';
import { sumsOfRemainders } from './remainders.js';

test('what is left of a total shows that the total is a sum, and is one of its parts', () => {
  const other = {
    line: 3,
    operation: 'difference' as const,
    parts: [
      { line: 4, sign: 1 as const },
      { line: 1, sign: -1 as const },
      { line: 2, sign: -1 as const },
    ],
    across: [1],
    evidence: 'formula' as const,
  };
  const [sum] = sumsOfRemainders([other], (row) => row === 4);
  expect(sum).toMatchObject({ line: 4, operation: 'sum' });
  expect(sum?.parts.map(({ line, sign }) => [line, sign])).toEqual([
    [1, 1],
    [2, 1],
    [3, 1],
  ]);
  expect(sumsOfRemainders([other], () => false)).toEqual([other]);
});
