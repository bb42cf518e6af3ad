import { xlsbRecords } from '../xlsb-records.js';
import { ByteReader } from './byte-reader.js';
import { type FormulaBook, fileNameOf, known, type SpanWithNames, spanOf } from './formula-book.js';
import type { XlsbLinks } from './xlsb-links.js';

const NAME = 0x27;
const SHEET = 0x9c;
const OTHER_WORKBOOK = 0x163;
const THIS_WORKBOOK = 0x165;
const THIS_SHEET = 0x166;
const OTHER_SHEETS = 0x167;
const EXTERNAL_SHEETS = 0x16a;
const OTHER_NAME = 0x241;
const ADD_IN = 0x29b;
const NO_TEXT = 0xffff_ffff;

/** A workbook or add-in that formulas refer to. */
interface Book {
  /** Undefined for this workbook. */
  file: string | undefined;
  /** Undefined where there are none to refer to. */
  sheets: readonly (string | undefined)[] | undefined;
  names: readonly (string | undefined)[];
}

const nothing: Book = { file: undefined, sheets: undefined, names: [] };

/** What formulas of an xlsb file refer to by number, and the parts of its sheets in their order. */
export function readXlsbBook(links: XlsbLinks, part: string): FormulaBook & { sheetParts: string[] } {
  const targets = links.targetsOf(part);
  const sheets: (string | undefined)[] = [];
  const names: (string | undefined)[] = [];
  const sheetParts: string[] = [];
  const books: Book[] = [];
  let spans: SpanWithNames[] = [];
  const content = links.part(part) ?? Buffer.alloc(0);
  for (const { type, contentAt, endsAt } of xlsbRecords(content)) {
    const reader = new ByteReader(content.subarray(contentAt, endsAt));
    switch (type) {
      case SHEET: {
        const sheet = known(() => sheetOf(reader));
        sheets.push(sheet?.name);
        sheetParts.push(targets.get(sheet?.link ?? '') ?? '');
        break;
      }
      case NAME:
        names.push(known(() => nameOf(reader)));
        break;
      case THIS_WORKBOOK:
        books.push({ file: undefined, sheets, names });
        break;
      case OTHER_WORKBOOK: {
        const link = known(() => reader.xlsbText());
        books.push(known(() => otherBook(links, targets.get(link ?? '') ?? '')) ?? nothing);
        break;
      }
      case THIS_SHEET:
      case ADD_IN:
        books.push(nothing);
        break;
      case EXTERNAL_SHEETS:
        spans = known(() => spansOf(reader, books)) ?? [];
    }
  }
  return { sheets, names, spans, sheetParts };
}

function sheetOf(reader: ByteReader): { link: string; name: string } {
  reader.skip(8);
  const length = reader.uint32();
  return { link: length === NO_TEXT ? '' : reader.utf16(length), name: reader.xlsbText() };
}

function nameOf(reader: ByteReader): string {
  reader.skip(9);
  return reader.xlsbText().replace(/^_xlnm\./, '');
}

function otherBook(links: XlsbLinks, part: string): Book {
  const content = links.part(part);
  const [file] = links.targetsOf(part).values();
  if (!content || !file) return nothing;
  let sheets: string[] | undefined;
  const names: (string | undefined)[] = [];
  for (const { type, contentAt, endsAt } of xlsbRecords(content)) {
    const reader = new ByteReader(content.subarray(contentAt, endsAt));
    if (type === OTHER_SHEETS) sheets = known(() => textsOf(reader));
    else if (type === OTHER_NAME) names.push(known(() => reader.xlsbText()));
  }
  return { file: fileNameOf(decodedAddress(file)), sheets, names };
}

function decodedAddress(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

function textsOf(reader: ByteReader): string[] {
  const texts: string[] = [];
  for (let left = reader.uint32(); left > 0; left--) texts.push(reader.xlsbText());
  return texts;
}

function spansOf(reader: ByteReader, books: readonly Book[]): SpanWithNames[] {
  const spans: SpanWithNames[] = [];
  for (let left = reader.uint32(); left > 0; left--) {
    const { file, sheets, names } = books[reader.uint32()] ?? nothing;
    const [first, last] = [reader.int32(), reader.int32()];
    spans.push({ span: sheets && spanOf(file, sheets, first, last), names });
  }
  return spans;
}
