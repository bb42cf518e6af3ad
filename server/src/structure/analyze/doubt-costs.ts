/**
 * What each doubt costs, in logits, fitted by `bench/structure/fit-confidence.mjs` on sheets whose right tables are
 * known. `certainty` is what is left without any doubt, on sheets that nothing had been mended on.
 */
export const certainty = 3.79;

export const doubtCosts = {
  'no header': 2.68,
  'shared header': 1.5,
  'header of two rows': 1.23,
  'deep header': 0.56,
  'header between rows': 0.39,
  'column without a name': 2.23,
  'repeated name': 1.77,
  'number as name': 1.54,
  'more than a name': 0,
  'sentence as name': 2,
  'one column': 1.35,
  'many columns': 0.84,
  'few rows': 1.16,
  'words only': 0.91,
  'header-like row': 3,
  'lone cell': 0,
  'total among rows': 1.51,
  'mixed column': 1.56,
  'empty column': 0,
  gaps: 0.06,
  'bold rows': 1.51,
  'indented rows': 2.11,
  'formula without result': 2.94,
  periods: 1.57,
  levels: 0,
  'nested levels': 0,
  form: 0.14,
  groups: 1.29,
  'computed rows': 1.07,
  'filled down': 0,
  'blank row inside': 1.27,
  'blank column inside': 0.44,
  'another table': 0,
  'many tables': 0.54,
  'text around': 0.23,
  'table-like notes': 1.24,
} as const satisfies Record<string, number>;

export type Sign = keyof typeof doubtCosts;
