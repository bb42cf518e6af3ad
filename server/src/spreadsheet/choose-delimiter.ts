import { parseDelimited } from './parse-delimited.js';

/** In order of preference: where two explain a file equally well, the comma is the likelier to be mere text. */
const candidates = ['\t', ';', '|', ','] as const;
const SAMPLE_LENGTH = 64 * 1024;
const SAMPLE_ROWS = 500;

export interface DelimiterChoice {
  delimiter: string;
  /** From 0, no row is split, to 1, every row is split into the same number of cells. */
  score: number;
  /** Rows that were looked at. */
  rows: number;
}

/** The delimiter that splits the most rows into the same number of cells. */
export function chooseDelimiter(text: string, fallback: string): DelimiterChoice {
  let best: DelimiterChoice = { delimiter: fallback, score: 0, rows: 0 };
  for (const delimiter of candidates) {
    const { score, rows } = consistency(text, delimiter);
    const bonus = delimiter === '\t' && fallback === '\t' ? 1 : 0;
    if (score > 0 && score + bonus > best.score + 0.02) best = { delimiter, score: score + bonus, rows };
  }
  return { ...best, score: Math.min(1, best.score) };
}

function consistency(text: string, delimiter: string): { score: number; rows: number } {
  const cells = parseDelimited(text.slice(0, SAMPLE_LENGTH), delimiter, SAMPLE_ROWS);
  // The last row of a sample may be cut.
  const rowCount = text.length > SAMPLE_LENGTH ? Math.max(1, cells.rowCount - 1) : cells.rowCount;
  const rowsByWidth = new Map<number, number>();
  let rows = 0;
  for (let row = 0; row < rowCount; row++) {
    const width = cells.rowStart(row + 1) - cells.rowStart(row);
    if (width === 1 && cells.isEmpty(cells.rowStart(row))) continue;
    rows++;
    if (width > 1) rowsByWidth.set(width, (rowsByWidth.get(width) ?? 0) + 1);
  }
  const widths = [...rowsByWidth.values()];
  const split = widths.reduce((sum, count) => sum + count, 0);
  const alike = Math.max(0, ...widths);
  return { score: rows === 0 ? 0 : (alike + (split - alike) / 2) / rows, rows };
}
