import truncatedWidth from 'fast-string-truncated-width';
import { plainText } from './plain-text.js';

export interface TextColumn {
  title: string;
  /** Numbers are compared by their last digits. */
  alignRight?: boolean;
  /** What is typed again, such as an id, is never cut. */
  isWhole?: boolean;
}

const GAP = '  ';
const ELLIPSIS = '…';
const NARROWEST = 5;
/** One long text must not push every other column off the screen, nor pad a file. */
const WIDEST = 60;

/**
 * Lays out rows under titles. Widths are those of the first rows, which are known before the others have arrived;
 * what is longer is cut. `terminalWidth` is undefined where the output is not a terminal.
 */
export class TextTable {
  readonly #columns: readonly TextColumn[];
  readonly #widths: number[];

  constructor(columns: readonly TextColumn[], firstRows: readonly unknown[][], terminalWidth?: number) {
    this.#columns = columns;
    const natural = columns.map(({ title }, index) =>
      firstRows.reduce(
        (widest, row) => Math.max(widest, widthOf(plainText(row[index]))),
        widthOf(plainText(title)),
      ),
    );
    this.#widths = fitted(
      natural.map((width) => Math.min(width, WIDEST)),
      columns.map(({ isWhole }) => isWhole ?? false),
      terminalWidth,
    );
  }

  header(): string {
    const titles = this.row(this.#columns.map(({ title }) => title));
    return `${titles}\n${this.#widths.map((width) => '─'.repeat(width)).join(GAP)}`;
  }

  row(cells: readonly unknown[]): string {
    const shown = this.#widths.map((width, index) => {
      const text = cut(plainText(cells[index]), width);
      const padding = ' '.repeat(width - widthOf(text));
      return this.#columns[index]?.alignRight ? padding + text : text + padding;
    });
    return shown.join(GAP).trimEnd();
  }

  /** How many columns on the right there is no room for. */
  get hiddenColumns(): number {
    return this.#columns.length - this.#widths.length;
  }
}

/** Cells that a terminal needs for a text: two for 漢字, none for what is combined with the letter before. */
export function widthOf(text: string): number {
  return truncatedWidth(text).width;
}

let segmenter: Intl.Segmenter | undefined;

/** Made when it is first needed, because that takes longer than everything else that a command loads. */
function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** The beginning of a text that is wider. The package would cut as well, but too late after some characters. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  for (const { segment } of graphemesOf(text)) {
    if (widthOf(kept + segment + ELLIPSIS) > width) break;
    kept += segment;
  }
  return width > 0 ? kept + ELLIPSIS : '';
}

/** The widest columns give way first. Columns for which not even the narrowest width is left are dropped. */
function fitted(widths: number[], whole: boolean[], available = Number.POSITIVE_INFINITY): number[] {
  const narrowed = (limit: number) => (width: number, index: number) =>
    whole[index] ? width : Math.min(width, limit);
  const narrowest = widths.map(narrowed(NARROWEST));
  let count = 0;
  for (let used = -GAP.length; count < widths.length; count++) {
    used += GAP.length + (narrowest[count] ?? 0);
    if (used > available && count > 0) break;
  }
  const kept = widths.slice(0, count);
  const room = available - GAP.length * (count - 1);
  let limit = NARROWEST;
  while (limit < WIDEST && sum(kept.map(narrowed(limit + 1))) <= room) limit++;
  return kept.map(narrowed(limit));
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
