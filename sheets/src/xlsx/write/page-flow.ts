/** A4 without margins, header and footer, in points; see `printSetup`. */
const PAPER = {
  portrait: { width: 523, height: 748 },
  landscape: { width: 770, height: 501 },
};
/** Programs differ a little in how much they print on a page: after every page, less is certain of where the next one begins. */
const SLACK = 0.03;
/** The heading that is repeated on each page. */
const REPEATED = 16;

/** Where the pages of a printed sheet end, so that one can be ended in front of what it would cut. */
export class PageFlow {
  /** The rows, counted from 1, after which a page ends. */
  readonly breaks: number[] = [];
  readonly #capacity: number;
  #used = 0;
  #pages = 1;

  /** `width` is that of the sheet in points, which is printed one page wide. */
  constructor({ width, landscape }: { width: number; landscape: boolean }) {
    const paper = landscape ? PAPER.landscape : PAPER.portrait;
    this.#capacity = paper.height / Math.min(1, paper.width / width) - REPEATED;
  }

  addRow(points: number): void {
    if (this.#used + points > this.#capacity) {
      this.#used = 0;
      this.#pages += 1;
    }
    this.#used += points;
  }

  /** Ends the page after `row` unless the next rows, together this high, certainly fit on it. */
  keepTogether(points: number, row: number): void {
    const left = this.#capacity * (1 - SLACK * this.#pages) - this.#used;
    if (points <= left || this.#used === 0 || points > this.#capacity) return;
    this.breaks.push(row);
    this.#used = 0;
    this.#pages = 1;
  }
}

/** What tells programs of the ends of pages, below the setup of the page. */
export function rowBreaks(rows: readonly number[]): string {
  if (rows.length === 0) return '';
  const all = rows.map((row) => `<brk id="${row}" max="16383" man="1"/>`);
  return `<rowBreaks count="${rows.length}" manualBreakCount="${rows.length}">${all.join('')}</rowBreaks>`;
}
