import type { Edge } from './edge.js';

/** About reviews. */
export const reviewsSentences = {
  'review-governed': () => 'A governed workbook cannot be reviewed.',
  'fix-review-governed': () =>
    'Review a workbook without column policies, such as a copy without the governed columns.',
  'target-unknown': ({ target }: { target: string }) => `No table or sheet "${target}" in this workbook.`,
  'model-unset': () => 'A language model for reviews needs SVC_MODEL_URL to be set.',
  'model-unpaid': () => 'No credits are left to pay for the language model.',
  'fix-target-nearest': ({ nearest }: { nearest: string }, { operation }: Edge) =>
    `Did you mean "${nearest}"? ${operation('listTables')} lists the tables, ${operation('listSheets')} the sheets.`,
  'fix-targets': (_: undefined, { operation }: Edge) =>
    `${operation('listTables')} lists the tables of the workbook, ${operation('listSheets')} its sheets.`,
};
