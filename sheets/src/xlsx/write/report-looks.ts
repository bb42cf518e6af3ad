import type { CellLook } from './cell-look.js';

const INK = '#1F2933';
const DARK = '#14263D';
const ACCENT = '#1F4E79';
const LINE = '#D5DBE3';

/** The looks of a report, apart from what annotations say; a page shows it in the same colours. */
export const reportLooks = {
  headings: [
    { bold: true, size: 20, color: DARK },
    { bold: true, size: 16, color: DARK },
    { bold: true, size: 13, color: ACCENT },
    { bold: true, size: 12, color: DARK },
  ],
  text: { color: INK, verticalAlign: 'top' },
  note: { color: '#6B4F00', background: '#FDF6E3', verticalAlign: 'center' },
  remark: { italic: true, color: '#616E7C' },
  tableTitle: { bold: true, color: DARK },
  tableHeading: {
    bold: true,
    color: '#FFFFFF',
    background: ACCENT,
    verticalAlign: 'center',
    wrap: true,
  },
  tableCell: { lineBelow: LINE, verticalAlign: 'top' },
  totals: { bold: true, color: INK, background: '#E8EEF5', lineAbove: ACCENT, lineBelow: LINE },
} as const satisfies Record<string, CellLook | readonly CellLook[]>;
