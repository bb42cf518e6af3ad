import type { Cells } from '../core/cell-values.js';
import { FormulaRefused, sayOfFormula } from './formula-refused.js';
import { type FormulaError, isError } from './formula-values.js';
import type { Argument, CellBlock } from './function-kinds.js';

/** The cells that an argument refers to, or its error, such as that of a reference that is gone. */
export function rangeOf({ block, evaluate }: Argument, cells: Cells): CellBlock | FormulaError {
  if (block) return block;
  const value = evaluate(cells);
  if (isError(value)) return value;
  throw new FormulaRefused(sayOfFormula('formula-computes-range'));
}
