import type { XlsxCell } from '../write/workbook-content.js';

/** New results of formulas that were not edited themselves, by the place of their cell; null for unknown. */
export type CellResults = ReadonlyMap<number, XlsxCell>;

export const noResults: CellResults = new Map();
