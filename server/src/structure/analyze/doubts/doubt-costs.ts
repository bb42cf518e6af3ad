/**
 * What each doubt costs, in logits, fitted by `bench/structure/fit-confidence.mjs` on sheets whose right tables are
 * known. `certainty` is what is left without any doubt, on sheets that nothing had been mended on.
 */
export const certainty = 3.2;

export const doubtCosts = {
  'no header': 1.11,
  'shared header': 1.56,
  'header of two rows': 1,
  'deep header': 0.79,
  'header between rows': 0.47,
  'header like a record': 2.16,
  'column without a name': 2.19,
  'repeated name': 1.12,
  'number as name': 1.49,
  'sentence as name': 1.93,
  'one column': 0.44,
  'many columns': 0.22,
  'few rows': 0.32,
  'words only': 0.74,
  'header-like row': 2.96,
  'lone cell': 0.81,
  'total among rows': 1.61,
  'row without a label': 1.84,
  'mixed column': 0.93,
  'bold rows': 0.68,
  'indented rows': 2.14,
  'formula without result': 2.72,
  'unlikely row': 1.21,
  'doubtful row': 0.31,
  'sum among rows': 2.19,
  periods: 0.52,
  'scattered periods': 1.65,
  'values beside periods': 0.78,
  levels: 0.45,
  'few below a heading': 1.46,
  groups: 1.01,
  'one heading': 2.37,
  'computed rows': 0.2,
  'filled down': 0.14,
  'blank row inside': 0.38,
  'blank column inside': 0.39,
  'cells left out': 1.6,
  'another table': 0.47,
  'many tables': 1.34,
  'table-like notes': 1,
} as const satisfies Record<string, number>;

export type Sign = keyof typeof doubtCosts;
