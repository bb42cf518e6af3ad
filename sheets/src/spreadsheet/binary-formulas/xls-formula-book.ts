import type { XlsRecord } from '../xls-records.js';
import { builtInName } from './built-in-names.js';
import { ByteReader } from './byte-reader.js';
import { type FormulaBook, fileNameOf, known, type SpanWithNames, spanOf } from './formula-book.js';
import { asciiText } from './formula-layouts.js';

const NAMES = [0x18, 0x218];
const EXTERNAL_NAME = 0x23;
const EXTERNAL_SHEETS = 0x17;
const SHEET = 0x85;
const WORKBOOK = 0x1ae;
const THIS_WORKBOOK = 0x0401;
const ADD_IN = 0x3a01;
const BUILT_IN = 0x20;
const used = new Set([...NAMES, EXTERNAL_NAME, EXTERNAL_SHEETS, SHEET, WORKBOOK]);

/** A workbook or add-in that formulas refer to. */
interface Book {
  kind: 'this' | 'other' | 'add-in' | 'unknown';
  file: string;
  sheets: string[];
  names: (string | undefined)[];
}

/** A range of sheets by their numbers in a workbook. */
interface StoredSpan {
  book: number;
  first: number;
  last: number;
}

/** Collects what formulas of an xls file refer to by number, from the records before the first sheet. */
export class XlsFormulaBook {
  readonly #isModern: boolean;
  readonly #books: Book[] = [];
  readonly #names: (string | undefined)[] = [];
  readonly #sheets: { startsAt: number; name: string | undefined }[] = [];
  #spans: StoredSpan[] = [];
  #references: FormulaBook | undefined;

  constructor(isModern: boolean) {
    this.#isModern = isModern;
  }

  /** Where the streams of the sheets start, in the order in which formulas number them. */
  get sheetStarts(): number[] {
    return this.#sheets.map(({ startsAt }) => startsAt);
  }

  /** What is damaged stays unknown, and formulas that refer to it are not shown. */
  add({ type, content }: XlsRecord): void {
    if (!used.has(type)) return;
    const reader = new ByteReader(content);
    if (type === SHEET) this.#sheets.push(this.#sheet(reader));
    else if (NAMES.includes(type)) this.#names.push(known(() => this.#name(reader)));
    else if (!this.#isModern) return;
    else if (type === WORKBOOK) this.#books.push(known(() => bookOf(reader)) ?? unknownBook());
    else if (type === EXTERNAL_NAME) this.#books.at(-1)?.names.push(known(() => externalName(reader)));
    else if (type === EXTERNAL_SHEETS) this.#spans = known(() => spansOf(reader)) ?? [];
  }

  /** Complete with the first formula, before which all of it is. */
  get references(): FormulaBook {
    this.#references ??= this.#collected();
    return this.#references;
  }

  #collected(): FormulaBook {
    const sheets = this.#sheets.map(({ name }) => name);
    return { sheets, names: this.#names, spans: this.#spans.map((span) => this.#span(span, sheets)) };
  }

  #sheet(reader: ByteReader): { startsAt: number; name: string | undefined } {
    const startsAt = known(() => reader.uint32()) ?? -1;
    const name = known(() => {
      reader.skip(2);
      const length = reader.uint8();
      return this.#isModern ? reader.xlsText(length) : asciiText(reader, length);
    });
    return { startsAt, name };
  }

  #name(reader: ByteReader): string {
    const isBuiltIn = (reader.uint16() & BUILT_IN) !== 0;
    reader.skip(1);
    const length = reader.uint8();
    reader.skip(10);
    const name = this.#isModern ? reader.xlsText(length) : asciiText(reader, length);
    return isBuiltIn ? builtInName(name.charCodeAt(0)) : name;
  }

  #span({ book: number, first, last }: StoredSpan, sheets: readonly (string | undefined)[]): SpanWithNames {
    const book = this.#books[number] ?? unknownBook();
    if (book.kind === 'this') return { span: spanOf(undefined, sheets, first, last), names: this.#names };
    const span = book.kind === 'other' ? spanOf(book.file, book.sheets, first, last) : undefined;
    return { span, names: book.names };
  }
}

function spansOf(reader: ByteReader) {
  const spans: StoredSpan[] = [];
  for (let left = reader.uint16(); left > 0 && !reader.isAtEnd; left--)
    spans.push({ book: reader.uint16(), first: reader.int16(), last: reader.int16() });
  return spans;
}

function bookOf(reader: ByteReader): Book {
  const sheetCount = reader.uint16();
  const length = reader.uint16();
  if (length === THIS_WORKBOOK) return { ...unknownBook(), kind: 'this' };
  if (length === ADD_IN) return { ...unknownBook(), kind: 'add-in' };
  const path = reader.xlsText(length);
  const sheets: string[] = [];
  while (sheets.length < sheetCount && !reader.isAtEnd) sheets.push(reader.xlsText(reader.uint16()));
  // Data sources of other programs have no sheets.
  return sheets.length === 0 ? unknownBook() : { kind: 'other', file: fileNameOf(path), sheets, names: [] };
}

function unknownBook(): Book {
  return { kind: 'unknown', file: '', sheets: [], names: [] };
}

function externalName(reader: ByteReader): string {
  const isBuiltIn = (reader.uint16() & 1) !== 0;
  reader.skip(4);
  const name = reader.xlsText(reader.uint8());
  return isBuiltIn ? builtInName(name.charCodeAt(0)) : name;
}
