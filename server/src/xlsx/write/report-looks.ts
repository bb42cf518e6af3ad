import type { CellLook } from './cell-look.js';

const INK = '#1F2A37';
const ACCENT = '#1F4E79';
const MUTED = '#5F6B7A';
const RULE = '#8FA3B8';
const HAIRLINE = '#DCE2EA';
const SHADE = '#E8EEF5';

/** The looks of a report, apart from what annotations say. */
export const reportLooks = {
  heading: {
    1: { bold: true, size: 18, color: ACCENT },
    2: { bold: true, size: 14, color: ACCENT },
    3: { bold: true, size: 12, color: INK },
  },
  text: { color: INK, verticalAlign: 'top' },
  note: { italic: true, color: MUTED, verticalAlign: 'top' },
  tableTitle: { bold: true, color: INK },
  tableHeading: {
    bold: true,
    color: INK,
    background: SHADE,
    lineAbove: RULE,
    lineBelow: RULE,
    verticalAlign: 'center',
    wrap: true,
  },
  tableCell: { lineBelow: HAIRLINE, verticalAlign: 'top' },
  totals: { bold: true, color: INK, background: '#F4F6F9', lineAbove: RULE, lineBelow: RULE },
} as const satisfies Record<string, CellLook | Record<1 | 2 | 3, CellLook>>;
