/** How many non-blank cells of a sheet ended up in a table made from it. Rows and columns count from 0. */
export interface CellCoverage {
  cells: number;
  placed: number;
  /** Cells that did not; only the first ones are listed. */
  unplaced: { total: number; cells: UnplacedCell[] };
}

export interface UnplacedCell {
  row: number;
  column: number;
  /** A formula without a stored result that cannot be computed; without a reason, no table has the cell. */
  reason?: 'uncomputed_formula';
}

/** A number that the file states, beside the one computed from its parts. */
export interface StatedTotal {
  cell: { row: number; column: number };
  stated: number;
  computed: number;
  difference: number;
  operation: TotalOperation;
  /** Whether the difference is no more than roundings explain. */
  agrees: boolean;
  /** For a ratio, the dividend and then the divisor. */
  parts: PartOfTotal[];
}

export type TotalOperation = 'sum' | 'difference' | 'average' | 'ratio' | 'running_balance';

/** Cells that are added (1) or subtracted (-1). Rows and columns count from 0. */
export interface PartOfTotal {
  top: number;
  left: number;
  bottom: number;
  right: number;
  sign: 1 | -1;
}

export const faultKinds = [
  'error_value',
  'unlike_neighbours',
  'constant_among_formulas',
  'sum_omits_cells',
  'text_in_sum',
  'other_file',
  'hidden_values',
] as const;

/** What a careful reader of a sheet would ask about. */
export type FaultKind = (typeof faultKinds)[number];
