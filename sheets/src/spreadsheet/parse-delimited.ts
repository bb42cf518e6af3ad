import { tooComplex } from '../core/file-error.js';
import { isVisible } from '../core/visible-character.js';
import type { Texts } from '../grid/grid.js';
import { limits } from './limits.js';

const LF = 0x0a;
const CR = 0x0d;

/** The cells of a delimited text, row after row, as positions in it: strings are created only on request. */
export class DelimitedCells implements Texts {
  readonly #text: string;
  readonly #starts = new GrowingArray();
  readonly #ends = new GrowingArray();
  readonly #rowStarts = new GrowingArray();
  /** Cells that are not a plain slice of the text, such as those with doubled quotes. */
  readonly #rewritten = new Map<number, string>();
  #allBeginVisibly = true;

  constructor(text: string) {
    this.#text = text;
    this.#rowStarts.push(0);
  }

  get rowCount(): number {
    return this.#rowStarts.length - 1;
  }

  get cellCount(): number {
    return this.#starts.length;
  }

  /** The index of the first cell of a row; the row ends where the next begins. */
  rowStart(row: number): number {
    return this.#rowStarts.at(row);
  }

  isEmpty(index: number): boolean {
    return this.#starts.at(index) === this.#ends.at(index);
  }

  /** Whether a cell is a pair of quotes. */
  isEmptyText(row: number, column: number, quote: string): boolean {
    const index = this.rowStart(row) + column;
    if (index >= this.rowStart(row + 1) || !this.isEmpty(index)) return false;
    const start = this.#starts.at(index);
    return start > 0 && this.#text[start - 1] === quote && this.#text[start] === quote;
  }

  at(index: number): string {
    return this.#rewritten.get(index) ?? this.#text.slice(this.#starts.at(index), this.#ends.at(index));
  }

  beginsVisibly(index: number): boolean {
    const start = this.#starts.at(index);
    if (start === this.#ends.at(index) || this.#rewritten.has(index)) return false;
    return isVisible(this.#text.charCodeAt(start));
  }

  get allBeginVisibly(): boolean {
    return this.#allBeginVisibly;
  }

  addSlice(start: number, end: number): void {
    if (this.#starts.length >= limits.textCells) {
      throw tooComplex('file-many-cells', { cells: limits.textCells });
    }
    this.#starts.push(start);
    this.#ends.push(end);
    this.#allBeginVisibly &&= start === end || isVisible(this.#text.charCodeAt(start));
  }

  addRewritten(start: number, end: number, text: string): void {
    this.#rewritten.set(this.#starts.length, text);
    this.#allBeginVisibly = false;
    this.addSlice(start, end);
  }

  endRow(): void {
    this.#rowStarts.push(this.#starts.length);
  }
}

class GrowingArray {
  #items = new Uint32Array(1024);
  length = 0;

  at(index: number): number {
    return this.#items[index] ?? 0;
  }

  push(value: number): void {
    if (this.length === this.#items.length) {
      const larger = new Uint32Array(this.length * 2);
      larger.set(this.#items);
      this.#items = larger;
    }
    this.#items[this.length++] = value;
  }
}

interface Separators {
  delimiter: string;
  quote: string;
}

/** Observes the cells that begin with a quote character, to judge whether it is one. */
interface QuotingWitness {
  /** Its quotes enclose the cell; `inner` is the text between them. */
  sound(inner: string): void;
  /** The quote is never closed, or text follows it. */
  broken(): void;
}

/**
 * Splits text by RFC 4180, and as leniently as spreadsheet programs do: lines end with CR, LF or both, rows
 * may be ragged, a cell with text after its closing quote is kept as written, including the quotes, and a
 * quote that is never closed is an ordinary character, as are all after it.
 */
export function parseDelimited(
  text: string,
  { delimiter, quote }: Separators,
  { start = 0, witness }: { start?: number; witness?: QuotingWitness } = {},
): DelimitedCells {
  const cells = new DelimitedCells(text);
  const separator = delimiter.charCodeAt(0);
  const quoteCode = quote.charCodeAt(0);
  const { length } = text;
  let quoting = true;
  let at = start;
  while (at < length) {
    // One cell per iteration; `at` ends on its terminator.
    const closed = quoting && text.charCodeAt(at) === quoteCode ? closingQuote(text, at, quote) : 0;
    if (closed < 0) {
      quoting = false;
      witness?.broken();
    }
    const first = at;
    if (closed > 0) at = closed + 1;
    let code = text.charCodeAt(at);
    while (at < length && code !== separator && code !== LF && code !== CR) code = text.charCodeAt(++at);
    if (closed > 0) addQuoted(cells, text, first, closed, at, quote, witness);
    else cells.addSlice(first, at);

    if (at < length && code === separator) {
      at++;
      if (at < length) continue;
      cells.addSlice(at, at);
    } else if (code === CR && text.charCodeAt(at + 1) === LF) {
      at += 2;
    } else {
      at++;
    }
    cells.endRow();
  }
  return cells;
}

/** Where the quote opened at `open` closes, or -1; doubled quotes are skipped. */
function closingQuote(text: string, open: number, quote: string): number {
  const code = quote.charCodeAt(0);
  let at = text.indexOf(quote, open + 1);
  while (at >= 0 && text.charCodeAt(at + 1) === code) at = text.indexOf(quote, at + 2);
  return at;
}

function addQuoted(
  cells: DelimitedCells,
  text: string,
  open: number,
  close: number,
  end: number,
  quote: string,
  witness: QuotingWitness | undefined,
): void {
  const inner = text.slice(open + 1, close);
  const after = end === close + 1 ? '' : text.slice(close + 1, end);
  if (after !== '' && after.trim() !== '') {
    witness?.broken();
    cells.addSlice(open, end);
    return;
  }
  witness?.sound(inner);
  if (after === '' && !inner.includes(quote)) cells.addSlice(open + 1, close);
  else cells.addRewritten(open, end, inner.replaceAll(quote + quote, quote) + after);
}
