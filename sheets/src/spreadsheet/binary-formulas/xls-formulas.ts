import { type XlsRecord, xlsRecords } from '../xls-records.js';
import {
  type CellFormula,
  FormulaBudget,
  FormulaCollector,
  type StoredFormula,
} from './formula-collector.js';
import { excel3Layout, excel95Layout, type FormulaLayout, xlsLayout } from './formula-layouts.js';
import { XlsFormulaBook } from './xls-formula-book.js';

const BEGINS = [0x209, 0x409, 0x809];
const END = 0x0a;
const FORMULAS = [0x06, 0x206, 0x406];
const ARRAY = 0x221;
const SHARED = 0x4bc;
const CONTINUATION = 0x3c;
const EXCEL_97 = 0x600;

/** What differs between versions of Excel. */
interface Version {
  layout: FormulaLayout;
  isModern: boolean;
  /** The bytes before the length of the tokens, in records of cells and of arrays. */
  beforeCell: number;
  beforeArray: number;
}

const versions = new Map<number, Version>([
  [0x209, { layout: excel3Layout, isModern: false, beforeCell: 16, beforeArray: 8 }],
  [0x409, { layout: excel95Layout, isModern: false, beforeCell: 16, beforeArray: 8 }],
  [0x809, { layout: excel95Layout, isModern: false, beforeCell: 20, beforeArray: 12 }],
]);
const modernVersion: Version = { layout: xlsLayout, isModern: true, beforeCell: 20, beforeArray: 12 };

/** The formulas of each sheet of an xls file, in the order of the sheets' streams; none before Excel 3. */
export function readXlsFormulas(stream: Buffer): CellFormula[][] {
  const version = versionOf(stream);
  if (!version) return [];
  const book = new XlsFormulaBook(version.isModern);
  const budget = new FormulaBudget();
  const sheets = new Map<number, FormulaCollector>();
  let sheet: FormulaCollector | undefined;
  let depth = 0;
  for (const record of withContinuations(xlsRecords(stream))) {
    if (BEGINS.includes(record.type) && depth++ === 0) {
      sheet = new FormulaCollector(version.layout, () => book.references, budget);
      sheets.set(record.startsAt, sheet);
    }
    // Charts inside a sheet have streams of their own.
    if (depth === 1 && sheet) {
      book.add(record);
      collect(sheet, record, version);
    }
    if (record.type === END) depth--;
  }
  const starts = book.sheetStarts.length > 0 ? new Set(book.sheetStarts) : sheets.keys();
  return [...starts].sort((one, other) => one - other).map((start) => sheets.get(start)?.finish() ?? []);
}

function versionOf(stream: Buffer): Version | undefined {
  if (stream.length < 6) return undefined;
  const type = stream.readUInt16LE(0);
  return type === 0x809 && stream.readUInt16LE(4) === EXCEL_97 ? modernVersion : versions.get(type);
}

/** Records with what did not fit into them. */
function* withContinuations(records: Iterable<XlsRecord>): Generator<XlsRecord> {
  let whole: XlsRecord | undefined;
  let more: Buffer[] = [];
  const finished = (record: XlsRecord) =>
    more.length === 0 ? record : { ...record, content: Buffer.concat([record.content, ...more]) };
  for (const record of records) {
    if (record.type === CONTINUATION) {
      more.push(record.content);
      continue;
    }
    if (whole) yield finished(whole);
    whole = record;
    more = [];
  }
  if (whole) yield finished(whole);
}

function collect(sheet: FormulaCollector, { type, content }: XlsRecord, version: Version): void {
  const before = FORMULAS.includes(type)
    ? version.beforeCell
    : type === ARRAY
      ? version.beforeArray
      : type === SHARED
        ? 8
        : undefined;
  const formula = before === undefined ? undefined : formulaAt(content, before);
  if (!formula) return;
  const row = content.readUInt16LE(0);
  // A cell has its column next, a block of cells its last row.
  if (FORMULAS.includes(type)) sheet.add({ row, column: content.readUInt16LE(2) }, formula);
  else sheet.share({ row, column: content.readUInt8(4) }, formula);
}

function formulaAt(content: Buffer, at: number): StoredFormula | undefined {
  if (content.length < at + 2) return undefined;
  const end = at + 2 + content.readUInt16LE(at);
  if (content.length < end) return undefined;
  return { tokens: content.subarray(at + 2, end), extras: content.subarray(end) };
}
