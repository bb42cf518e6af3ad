export const ROW_HEIGHT = 28;
export const NARROWEST_COLUMN = 48;

/** Browsers lay out no taller element than about 17 million pixels. */
const TALLEST = 15_000_000;

/** A part of a list, from `first` up to but not including `end`. */
export interface Span {
  first: number;
  end: number;
}

/** Where each column begins, and after the last one where it ends. */
export function columnStarts(widths: readonly number[]): number[] {
  const starts = [0];
  for (const width of widths) starts.push((starts.at(-1) as number) + width);
  return starts;
}

/** The column at a distance from the left edge of the first one; the last one if the distance is larger. */
export function columnAt(starts: readonly number[], x: number): number {
  let low = 0;
  let high = starts.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= x) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

export function columnsInView(starts: readonly number[], left: number, width: number): Span {
  if (starts.length < 2) return { first: 0, end: 0 };
  return { first: columnAt(starts, left), end: columnAt(starts, left + width) + 1 };
}

/** The columns that are to be seen: the frozen ones, and those that are scrolled to. */
export function placesShown({ frozen, columnsShown }: { frozen: number; columnsShown: Span }): number[] {
  const { first, end } = columnsShown;
  const count = frozen + Math.max(0, end - first);
  return Array.from({ length: count }, (_, i) => (i < frozen ? i : first + i - frozen));
}

export function rowsInView(top: number, height: number, rowCount: number): Span {
  const first = Math.min(Math.max(0, Math.floor(top / ROW_HEIGHT)), rowCount);
  return { first, end: Math.min(rowCount, Math.ceil((top + height) / ROW_HEIGHT)) };
}

/** Maps the scroll bar to the rows, which may be taller than the tallest element. */
interface Scale {
  /** Of the element that makes the scroll bar. */
  scrollHeight: number;
  /** How far the content can be scrolled. */
  lowestTop: number;
  /** Pixels of content for one pixel of the scroll bar. */
  factor: number;
}

export function scaleOf(rowCount: number, viewHeight: number): Scale {
  // One row more than there is, so that the last one is not hidden by a horizontal scroll bar.
  const contentHeight = (rowCount + 1) * ROW_HEIGHT;
  const scrollHeight = Math.min(contentHeight, TALLEST);
  const lowestTop = Math.max(0, contentHeight - viewHeight);
  const furthest = Math.max(1, scrollHeight - viewHeight);
  return { scrollHeight, lowestTop, factor: lowestTop === 0 ? 1 : lowestTop / furthest };
}

/** How far to scroll so that a part of the content is in view; as little as possible. */
export function scrolledTo(start: number, size: number, position: number, viewSize: number): number {
  if (start < position) return start;
  if (start + size > position + viewSize) return Math.max(0, start + size - viewSize);
  return position;
}

/** Room for the number of the last row. */
export function gutterWidth(rowCount: number): number {
  return Math.max(44, 20 + String(rowCount).length * 8);
}
