import { LABEL_SIZE, SOFT_INK, TITLE_SIZE } from './chart-theme.js';
import { breakLines } from './fit-labels.js';

const MAX_LINES = 3;
/** The blank on both sides. */
const BESIDE_TITLE = 40;
/** Bold letters are about as much wider. */
const BOLD = 1.08;

/** The title with what the chart does not show below it; without a title, that alone stands above the chart. */
export function chartTitle(title: string | null, notes: readonly string[], width: number) {
  const limit = width - BESIDE_TITLE;
  const remarks = notes.flatMap((note) => linesOf(note, limit));
  if (title !== null)
    return {
      title: { text: linesOf(title, (limit * LABEL_SIZE) / TITLE_SIZE / BOLD), subtitle: remarks, limit },
    };
  if (notes.length === 0) return {};
  return { title: { text: remarks, fontSize: LABEL_SIZE, fontWeight: 400, color: SOFT_INK, limit } };
}

/** What does not fit the last line is cut where it is drawn. */
function linesOf(text: string, width: number): string[] {
  const lines = breakLines(text, width) ?? [text];
  return [
    ...lines.slice(0, MAX_LINES - 1),
    ...(lines.length < MAX_LINES ? [] : [lines.slice(MAX_LINES - 1).join(' ')]),
  ];
}
