import type { ReadingSigns } from './reading-signs.js';

/** Fitted by bench/structure/readings/fit-judge.mjs on right readings of sheets compared with wrong ones. */
export const readingWeights: ReadingSigns = {
  least_sure: 1.33,
  mean_sure: 0.95,
  single_rows: -0.43,
  numbers_left_over: -1.05,
  texts_left_over: -0.81,
  mixed_columns: -0.17,
  unnamed_columns: -0.79,
  values_as_names: -1.2,
  repeated_names: -0.12,
  records_without_values: -0.23,
  records_without_a_label: -0.4,
  blank_cells: -0.52,
  totals_among_records: -0.23,
  as_in_sheet: -0.55,
  no_header: -1.04,
  header_rows: -0.34,
  unlikely_lines: -1.09,
  least_likely_line: -3.52,
};
