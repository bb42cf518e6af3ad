import type { TotalOperation } from '../findings.js';

/** How a stated number follows from others. */
export type Operation = TotalOperation;

export interface SignedLine {
  line: number;
  sign: 1 | -1;
}

/** A row of a table whose numbers follow from other rows, or a column whose numbers follow from other columns. */
export interface ComputedLine {
  /** The row (or column) of the sheet. */
  line: number;
  operation: Operation;
  /**
   * For a sum, a difference and an average: what is added and subtracted. For a ratio: dividend, divisor. For a
   * running balance: what is added to and subtracted from the balance before.
   */
  parts: SignedLine[];
  ratio?: Ratio;
  /** The columns (or rows) in which the numbers agree. */
  across: number[];
  /** Why: its formulas say so, its name does and numbers confirm it, or the numbers alone are no coincidence. */
  evidence: 'formula' | 'name' | 'numbers';
}

export interface Ratio {
  /** 100 where percents are written as plain numbers. */
  factor: number;
  /** Whether it is the change from the divisor to the dividend, relative to the divisor. */
  isChange: boolean;
  /** The row (or column) with the whole of which the part is a share; it then has no other divisor. */
  shareOf?: number;
}
