import type { ByteReader } from './byte-reader.js';
import { type FormulaBook, nameAt, onSheet, type SheetSpan } from './formula-book.js';
import { Unprintable } from './unprintable.js';

/** Row and column as stored: an address, or in formulas that cells share the distance from the cell. */
export interface StoredReference {
  row: number;
  column: number;
  rowIsRelative: boolean;
  columnIsRelative: boolean;
}

export type ArrayValue = string | number | boolean | { error: number };

/** How the formulas of a file format differ in their bytes. */
export interface FormulaLayout {
  rows: number;
  columns: number;
  /** The first cell of those that share a formula, from the token that stands for it. */
  origin(reader: ByteReader, extras: ByteReader): { row: number; column: number };
  reference(reader: ByteReader): StoredReference;
  area(reader: ByteReader): [StoredReference, StoredReference];
  text(reader: ByteReader): string;
  functionNumber(reader: ByteReader): number;
  nameNumber(reader: ByteReader): number;
  /** The sheet of a reference to another one. */
  span(reader: ByteReader, book: FormulaBook): SheetSpan | 'deleted';
  /** The name of another sheet or workbook, or the function of an add-in. */
  listedName(reader: ByteReader, book: FormulaBook): string;
  /** The bytes in place of an array constant, whose values follow the formula. */
  arrayBytes: number;
  arrayRows(extras: ByteReader): { rows: number; columns: number };
  arrayValue(extras: ByteReader): ArrayValue;
  skipMemoryAreas(extras: ByteReader): void;
}

const RELATIVE_COLUMN = 0x4000;
const RELATIVE_ROW = 0x8000;

function flagged(row: number, column: number, flags: number): StoredReference {
  return {
    row,
    column,
    rowIsRelative: (flags & RELATIVE_ROW) !== 0,
    columnIsRelative: (flags & RELATIVE_COLUMN) !== 0,
  };
}

function listedSpan(reader: ByteReader, book: FormulaBook): SheetSpan | 'deleted' {
  const span = book.spans[reader.uint16()]?.span;
  if (!span) throw new Unprintable();
  return span;
}

function listedName(reader: ByteReader, { spans }: FormulaBook, number: () => number): string {
  const { span, names } = spans[reader.uint16()] ?? { span: undefined, names: [] };
  const name = nameAt(names, number());
  return span ? onSheet(span, name) : name;
}

/** Excel 97 to 2003. */
export const xlsLayout: FormulaLayout = {
  rows: 65_536,
  columns: 256,
  origin(reader) {
    const row = reader.uint16();
    return { row, column: reader.uint16() };
  },
  reference(reader) {
    const row = reader.uint16();
    const column = reader.uint16();
    return flagged(row, column & 0xff, column);
  },
  area(reader) {
    const [top, bottom] = [reader.uint16(), reader.uint16()];
    const [left, right] = [reader.uint16(), reader.uint16()];
    return [flagged(top, left & 0xff, left), flagged(bottom, right & 0xff, right)];
  },
  text: (reader) => reader.xlsText(reader.uint8()),
  functionNumber: (reader) => reader.uint16(),
  nameNumber: (reader) => reader.uint32() & 0xffff,
  span: listedSpan,
  listedName: (reader, book) => listedName(reader, book, () => xlsLayout.nameNumber(reader)),
  arrayBytes: 7,
  arrayRows(extras) {
    const columns = extras.uint8() + 1;
    return { rows: extras.uint16() + 1, columns };
  },
  arrayValue(extras) {
    const type = extras.uint8();
    if (type === 1) return extras.double();
    if (type === 2) return extras.xlsText(extras.uint16());
    const value = extras.take(8)[0] ?? 0;
    if (type === 4) return value === 1;
    if (type === 16) return { error: value };
    throw new Unprintable();
  },
  skipMemoryAreas: (extras) => extras.skip(extras.uint16() * 8),
};

/** Excel 4, 5 and 95: less room for rows, texts in the code page of their author. */
export const excel95Layout: FormulaLayout = {
  ...xlsLayout,
  rows: 16_384,
  reference(reader) {
    const row = reader.uint16();
    return flagged(row & 0x3fff, reader.uint8(), row);
  },
  area(reader) {
    const [top, bottom] = [reader.uint16(), reader.uint16()];
    const [left, right] = [reader.uint8(), reader.uint8()];
    return [flagged(top & 0x3fff, left, top), flagged(bottom & 0x3fff, right, bottom)];
  },
  text: (reader) => asciiText(reader, reader.uint8()),
  nameNumber(reader) {
    const number = reader.uint16();
    reader.skip(12);
    return number;
  },
  span(reader, book) {
    const isThisWorkbook = reader.int16() < 0;
    reader.skip(8);
    const [first, last] = [book.sheets[reader.int16()], book.sheets[reader.int16()]];
    if (!isThisWorkbook || first === undefined || last === undefined) throw new Unprintable();
    return { book: undefined, first, last };
  },
  listedName() {
    throw new Unprintable();
  },
  arrayRows(extras) {
    const columns = extras.uint8() || 256;
    return { rows: extras.uint16(), columns };
  },
  arrayValue(extras) {
    const type = extras.uint8();
    if (type === 1) return extras.double();
    if (type === 2) return asciiText(extras, extras.uint8());
    throw new Unprintable();
  },
};

export const excel3Layout: FormulaLayout = {
  ...excel95Layout,
  functionNumber: (reader) => reader.uint8(),
};

/** Other characters depend on a code page; a formula with a wrong text would be worse than none. */
export function asciiText(reader: ByteReader, length: number): string {
  const bytes = reader.take(length);
  if (bytes.some((byte) => byte > 0x7e)) throw new Unprintable();
  return bytes.toString('latin1');
}

export const xlsbLayout: FormulaLayout = {
  rows: 1_048_576,
  columns: 16_384,
  origin(reader, extras) {
    return { row: reader.uint32(), column: extras.uint32() };
  },
  reference(reader) {
    const row = reader.uint32();
    const column = reader.uint16();
    return flagged(row, column & 0x3fff, column);
  },
  area(reader) {
    const [top, bottom] = [reader.uint32(), reader.uint32()];
    const [left, right] = [reader.uint16(), reader.uint16()];
    return [flagged(top, left & 0x3fff, left), flagged(bottom, right & 0x3fff, right)];
  },
  text: (reader) => reader.utf16(reader.uint16()),
  functionNumber: (reader) => reader.uint16(),
  nameNumber: (reader) => reader.uint32(),
  span: listedSpan,
  listedName: (reader, book) => listedName(reader, book, () => xlsbLayout.nameNumber(reader)),
  arrayBytes: 14,
  arrayRows(extras) {
    const rows = extras.uint32();
    return { rows, columns: extras.uint32() };
  },
  arrayValue(extras) {
    const type = extras.uint8();
    if (type === 0) return extras.double();
    if (type === 1) return extras.utf16(extras.uint16());
    if (type === 2) return extras.uint8() === 1;
    if (type === 4) return { error: extras.take(4)[0] ?? 0 };
    throw new Unprintable();
  },
  skipMemoryAreas: (extras) => extras.skip(extras.uint32() * 16),
};
