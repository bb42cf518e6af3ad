/**
 * What each doubt costs, in logits, fitted by `bench/structure/fit-confidence.mjs` on generated and on real sheets whose
 * right tables are known. `certainty` is what is left without any doubt.
 */
export const certainty = 4.98;

export const doubtCosts = {
  'no header': 3,
  'shared header': 1.5,
  'header of two rows': 0.04,
  'deep header': 1.76,
  'header between rows': 0.86,
  'column without a name': 1.87,
  'repeated name': 1.16,
  'number as name': 2.2,
  'more than a name': 0.71,
  'one column': 1.35,
  'many columns': 0.49,
  'few rows': 1.8,
  'words only': 0.34,
  'header-like row': 3,
  'lone cell': 0.97,
  'total among rows': 1.19,
  'mixed column': 1.91,
  'empty column': 0.43,
  gaps: 1.7,
  'bold rows': 0.64,
  'indented rows': 0.96,
  'formula without result': 3.5,
  periods: 2.05,
  levels: 0.61,
  'nested levels': 0.54,
  form: 0.14,
  groups: 1.29,
  'computed rows': 0.17,
  'filled down': 0.23,
  'merged rows': 0,
  'blank row inside': 1.42,
  'blank column inside': 1.95,
  'another table': 2.06,
  'many tables': 0.8,
  'table close by': 0,
  'text around': 0.84,
  'table-like notes': 0.99,
} as const satisfies Record<string, number>;

export type Sign = keyof typeof doubtCosts;
