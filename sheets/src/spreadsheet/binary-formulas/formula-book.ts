import { Unprintable } from './unprintable.js';

/** A sheet of this or another workbook, or the range from one to another. */
export interface SheetSpan {
  /** The file name of another workbook. */
  book: string | undefined;
  /** Undefined for a workbook as a whole. */
  first: string | undefined;
  last: string | undefined;
}

/** What formulas of a workbook refer to by number. */
export interface FormulaBook {
  /** The names of the sheets. */
  sheets: readonly (string | undefined)[];
  /** Defined names; functions that the file format has no number for are among them. */
  names: readonly (string | undefined)[];
  /** References to sheets, with the names that a workbook or add-in behind them offers. */
  spans: readonly SpanWithNames[];
}

export interface SpanWithNames {
  /** Undefined for what is no sheet: an add-in, a data source. */
  span: SheetSpan | 'deleted' | undefined;
  names: readonly (string | undefined)[];
}

export const THIS_WORKBOOK = '[0]';

/** A reference with its sheet: `Sheet1!A1`, `'[Other.xls]Q1:Q 4'!A1`. */
export function onSheet(span: SheetSpan | 'deleted', reference: string): string {
  return span === 'deleted' ? '#REF!' : sheetPrefix(span) + reference;
}

function sheetPrefix({ book, first, last }: SheetSpan): string {
  // A name of the workbook that a name of the sheet hides, as in xlsx files.
  if (book === undefined && first === undefined) return `${THIS_WORKBOOK}!`;
  const span = first === last || last === undefined ? (first ?? '') : `${first}:${last}`;
  const text = book === undefined ? span : `[${book}]${span}`;
  const needsQuotes = [first, last, book].some((name) => name !== undefined && !isPlainName(name));
  return needsQuotes ? `'${text.replaceAll("'", "''")}'!` : `${text}!`;
}

/** Names that are not quoted: letters and digits, and nothing that reads as a cell. */
function isPlainName(name: string): boolean {
  return (
    /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name) && !/^([a-z]{1,3}\d+|r\d*|c\d*|r\d+c\d+|true|false)$/i.test(name)
  );
}

export function nameAt(names: readonly (string | undefined)[], number: number): string {
  const name = names[number - 1];
  if (!name) throw new Unprintable();
  // Functions newer than the file format are names with these marks.
  return name.replace(/^_xlfn\./, '').replace(/^_xlws\./, '');
}

/** The last part of a path, which xls files separate by control characters: formulas show a workbook by it. */
export function fileNameOf(path: string): string {
  const name = path
    .split(/[\\/\p{Cc}]/u)
    .at(-1)
    ?.trim();
  if (!name) throw new Unprintable();
  return name;
}

const WHOLE_WORKBOOK = -2;
const DELETED = -1;

/** The sheets between two numbers, as files store them. */
export function spanOf(
  book: string | undefined,
  sheets: readonly (string | undefined)[],
  first: number,
  last: number,
): SheetSpan | 'deleted' | undefined {
  if (first === WHOLE_WORKBOOK) return { book, first: undefined, last: undefined };
  if (first === DELETED || last === DELETED) return 'deleted';
  const [from, to] = [sheets[first], sheets[last]];
  return from === undefined || to === undefined ? undefined : { book, first: from, last: to };
}

/** Undefined where a record is cut short or cannot be shown. */
export function known<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError || error instanceof Unprintable) return undefined;
    throw error;
  }
}
