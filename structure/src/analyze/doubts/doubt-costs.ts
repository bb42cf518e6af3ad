/**
 * What each doubt costs, in logits, fitted by `bench/structure/fit-confidence.mjs` on sheets whose right tables are
 * known. `certainty` is what is left without any doubt, on sheets that nothing had been mended on.
 */
export const certainty = 2.92;

export const doubtCosts = {
  no_header: 1.28,
  shared_header: 1.64,
  header_of_two_rows: 0.62,
  deep_header: 0.84,
  header_between_rows: 0.63,
  header_like_a_record: 2.3,
  unmarked_names: 0.36,
  column_without_a_name: 2.05,
  repeated_name: 0.99,
  number_as_name: 1.41,
  sentence_as_name: 1.29,
  one_column: 0.69,
  many_columns: 0,
  few_rows: 0.45,
  words_only: 0.74,
  header_like_row: 2.93,
  lone_cell: 0.84,
  total_among_rows: 1.83,
  row_without_a_label: 1.79,
  mixed_column: 1.06,
  // Argued: it says nothing about the shape of the table, only that a value is not what it should be.
  unreadable_number: 0.6,
  bold_rows: 0.44,
  indented_rows: 2.04,
  formula_without_result: 2.53,
  unlikely_row: 0.88,
  doubtful_row: 0.16,
  sum_among_rows: 2.69,
  periods: 0.55,
  scattered_periods: 1.75,
  values_beside_periods: 0.86,
  levels: 0.59,
  few_below_a_heading: 1.45,
  groups: 0.54,
  one_heading: 2.68,
  computed_rows: 0,
  filled_down: 0.12,
  blank_row_inside: 0.53,
  blank_column_inside: 0.08,
  cells_left_out: 1.71,
  another_table: 0.28,
  many_tables: 1.05,
  table_like_notes: 0,
} as const satisfies Record<string, number>;

export type Sign = keyof typeof doubtCosts;
