/**
 * What each doubt costs, in logits, fitted by `bench/structure/fit-confidence.mjs` on generated and on real sheets whose
 * right tables are known. `certainty` is what is left without any doubt.
 */
export const certainty = 3.02;

export const doubtCosts = {
  'no header': 3.13,
  'header of two rows': 0,
  'deep header': 0.66,
  'header between rows': 0.85,
  'column without a name': 0,
  'repeated name': 1.75,
  'number as name': 2.22,
  'more than a name': 0.94,
  'one column': 1.56,
  'many columns': 0,
  'few rows': 1.82,
  'words only': 1.96,
  'header-like row': 1.28,
  'lone cell': 0.03,
  'total among rows': 0,
  'mixed column': 1.33,
  'empty column': 0.32,
  gaps: 2.51,
  'bold rows': 0.34,
  'indented rows': 0.71,
  'formula without result': 4.4,
  periods: 1.13,
  levels: 0.58,
  'nested levels': 0,
  form: 0.8,
  groups: 0.74,
  'computed rows': 0.76,
  'filled down': 0,
  'merged rows': 0,
  'blank row inside': 0.38,
  'blank column inside': 2.11,
  'another table': 0.02,
  'many tables': 0.8,
  'table close by': 0,
  'text around': 0.89,
  'table-like notes': 0,
} as const satisfies Record<string, number>;

export type Sign = keyof typeof doubtCosts;
