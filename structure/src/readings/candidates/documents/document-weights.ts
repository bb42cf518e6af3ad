import type { DocumentSign } from './document-signs.js';

/** Fitted by bench/structure/readings/fit-documents.mjs on documents whose right tables are known. */
export const documentWeights: Record<DocumentSign, number> = {
  certainty: 3.85,
  without_form: -0.46,
  without_list: -1.44,
  unusual_labels: -1.77,
  figures_left_over: -3.25,
  rows_left_over: -2.15,
  texts_left_over: -1.08,
  cells_beside: -0.95,
  blank_column: -1.64,
  mixed_column: -0.41,
  row_without_a_label: -0.68,
  header_like_row: -0.56,
  unlikely_row: -2.38,
  doubtful_row: -1.16,
  sum_among_rows: -1.02,
  total_among_rows: -1.14,
  repeated_name: -1.45,
  words_only: -0.82,
  deep_header: -0.55,
};
