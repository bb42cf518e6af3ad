/**
 * What each doubt costs, in logits, fitted by `bench/structure/fit-confidence.mjs` on sheets whose right tables are
 * known. `certainty` is what is left without any doubt, on sheets that nothing had been mended on.
 */
export const certainty = 2.92;

export const doubtCosts = {
  'no header': 1.28,
  'shared header': 1.64,
  'header of two rows': 0.62,
  'deep header': 0.84,
  'header between rows': 0.63,
  'header like a record': 2.3,
  'unmarked names': 0.36,
  'column without a name': 2.05,
  'repeated name': 0.99,
  'number as name': 1.41,
  'sentence as name': 1.29,
  'one column': 0.69,
  'many columns': 0,
  'few rows': 0.45,
  'words only': 0.74,
  'header-like row': 2.93,
  'lone cell': 0.84,
  'total among rows': 1.83,
  'row without a label': 1.79,
  'mixed column': 1.06,
  // Argued: it says nothing about the shape of the table, only that a value is not what it should be.
  'unreadable number': 0.6,
  'bold rows': 0.44,
  'indented rows': 2.04,
  'formula without result': 2.53,
  'unlikely row': 0.88,
  'doubtful row': 0.16,
  'sum among rows': 2.69,
  periods: 0.55,
  'scattered periods': 1.75,
  'values beside periods': 0.86,
  levels: 0.59,
  'few below a heading': 1.45,
  groups: 0.54,
  'one heading': 2.68,
  'computed rows': 0,
  'filled down': 0.12,
  'blank row inside': 0.53,
  'blank column inside': 0.08,
  'cells left out': 1.71,
  'another table': 0.28,
  'many tables': 1.05,
  'table-like notes': 0,
} as const satisfies Record<string, number>;

export type Sign = keyof typeof doubtCosts;
