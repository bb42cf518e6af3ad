import { type Borders, type CellStyle, plainStyle } from '../grid/grid.js';
import { resolveColor } from '../xlsx/read/colors.js';
import { type XlsRecord, xlsRecords } from './xls-records.js';

const BEGIN = 0x809;
const END = 0x0a;
const EXCEL_97 = 0x600;
const FONT = 0x31;
const FORMAT = 0xe0;
const PALETTE = 0x92;
const SHEET = 0x85;
const COLUMNS = 0x7d;
/** Records of one cell, all of which begin with its row, column and format. */
const CELLS = new Set([0x06, 0x201, 0x203, 0x204, 0x205, 0x27e, 0xd6, 0xfd]);
/** Records of neighbouring cells, with the bytes of each; the first two are its format. */
const CELL_RUNS = new Map([
  [0xbd, 6],
  [0xbe, 2],
]);
const COLUMNS_OF_SHEET = 256;

/** Everything about a cell's style but its number format. */
type CellLook = Omit<CellStyle, 'numberFormat'>;

/** How the cells of one sheet look. */
export interface SheetLooks {
  /** The number of a cell's format; 0 where none is stored. */
  formatOf(row: number, column: number): number;
  /** The columns of a row that have a format. */
  formatted(row: number): Iterable<number>;
  /** In ascending order. */
  rows(): Iterable<number>;
  columnWidths: ReadonlyMap<number, number>;
}

/** The looks of cells in xls files since Excel 97: fonts, fills, borders and alignment, and widths of columns. */
export class XlsLooks {
  readonly #formats: readonly CellLook[];
  readonly #stream: Buffer;
  readonly #starts: readonly number[];

  constructor(stream: Buffer) {
    this.#stream = stream;
    const isKnown =
      stream.length >= 6 && stream.readUInt16LE(0) === BEGIN && stream.readUInt16LE(4) === EXCEL_97;
    const { formats, starts } = isKnown ? readBook(stream) : { formats: [], starts: [] };
    this.#formats = formats;
    this.#starts = starts;
  }

  look(format: number): CellLook {
    return this.#formats[format] ?? plainStyle;
  }

  /** @param index The position of the sheet's stream among all. */
  ofSheet(index: number): SheetLooks {
    const start = this.#starts[index];
    return start === undefined ? nothing : readSheet(this.#stream.subarray(start));
  }
}

const nothing: SheetLooks = {
  formatOf: () => 0,
  formatted: () => [],
  rows: () => [],
  columnWidths: new Map(),
};

interface Font {
  look: Pick<CellLook, 'bold' | 'italic' | 'underline' | 'strikethrough'>;
  color: number;
}

/** The formats of cells, and where the sheets start. */
function readBook(stream: Buffer): { formats: CellLook[]; starts: number[] } {
  const fonts: Font[] = [];
  const formats: Buffer[] = [];
  const starts: number[] = [];
  let palette: string[] = [];
  for (const { type, content } of xlsRecords(stream)) {
    if (type === END) break;
    if (type === FONT && content.length >= 11) fonts.push(fontOf(content));
    else if (type === FORMAT && content.length >= 20) formats.push(content);
    else if (type === PALETTE) palette = paletteOf(content);
    else if (type === SHEET && content.length >= 4) starts.push(content.readUInt32LE(0));
  }
  const color = (indexed: number) =>
    resolveColor({ rgb: null, indexed, theme: null, tint: 0 }, { theme: [], indexed: palette });
  return {
    formats: formats.map((format) => lookOf(format, fonts, color)),
    starts: starts.sort((one, other) => one - other),
  };
}

const BOLD_WEIGHT = 600;

function fontOf(content: Buffer): Font {
  const flags = content.readUInt16LE(2);
  return {
    look: {
      bold: content.readUInt16LE(6) >= BOLD_WEIGHT,
      italic: (flags & 2) !== 0,
      strikethrough: (flags & 8) !== 0,
      underline: content.readUInt8(10) !== 0,
    },
    color: content.readUInt16LE(4),
  };
}

/** The colours from the ninth on; those before cannot be changed. */
function paletteOf(content: Buffer): string[] {
  const colors: string[] = [];
  for (let at = 2; at + 4 <= content.length; at += 4)
    colors[8 + (at - 2) / 4] = content.toString('hex', at, at + 3).toUpperCase();
  return colors;
}

const aligns: CellLook['align'][] = [
  null,
  'left',
  'center',
  'right',
  'fill',
  'justify',
  'centerContinuous',
  'distributed',
];
/** Bottom is the default and therefore not said. */
const verticalAligns: CellLook['verticalAlign'][] = ['top', 'center', null, 'justify', 'distributed'];
const lines: (string | null)[] = [
  null,
  'thin',
  'medium',
  'dashed',
  'dotted',
  'thick',
  'double',
  'hair',
  'mediumDashed',
  'dashDot',
  'mediumDashDot',
  'dashDotDot',
  'mediumDashDotDot',
  'slantDashDot',
];

function lookOf(format: Buffer, fonts: readonly Font[], color: (index: number) => string | null): CellLook {
  const fontIndex = format.readUInt16LE(0);
  // No font has the number 4.
  const font = fonts[fontIndex > 4 ? fontIndex - 1 : fontIndex];
  const alignment = format.readUInt8(6);
  return {
    ...plainStyle,
    ...font?.look,
    fontColor: font ? color(font.color) : null,
    fill: fillOf(format, color),
    align: aligns[alignment & 7] ?? null,
    wrap: (alignment & 8) !== 0,
    verticalAlign: verticalAligns[(alignment >> 4) & 7] ?? null,
    indent: format.readUInt8(8) & 15,
    borders: bordersOf(format.readUInt16LE(10)),
  };
}

function bordersOf(bits: number): Borders {
  const line = (at: number) => lines[(bits >> at) & 15] ?? null;
  return { left: line(0), right: line(4), top: line(8), bottom: line(12) };
}

const SOLID = 1;
/** The pattern that spreadsheets use for no fill. */
const FAINT = 17;

/** One colour for a cell: for a pattern it is the background, not the lines. */
function fillOf(format: Buffer, color: (index: number) => string | null): string | null {
  const pattern = format.readUInt32LE(14) >>> 26;
  const colors = format.readUInt16LE(18);
  if (pattern === 0 || pattern === FAINT) return null;
  const foreground = color(colors & 127);
  return pattern === SOLID ? foreground : (color((colors >> 7) & 127) ?? foreground);
}

function readSheet(stream: Buffer): SheetLooks {
  const rows = new Map<number, Uint16Array>();
  const columnWidths = new Map<number, number>();
  const set = (row: number, column: number, format: number) => {
    if (column >= COLUMNS_OF_SHEET) return;
    let formats = rows.get(row);
    if (!formats) {
      formats = new Uint16Array(COLUMNS_OF_SHEET);
      rows.set(row, formats);
    }
    formats[column] = format;
  };
  let depth = 0;
  for (const record of xlsRecords(stream)) {
    if (record.type === BEGIN) depth++;
    else if (record.type === END && --depth === 0) break;
    // Charts inside a sheet have streams of their own.
    if (depth !== 1) continue;
    if (record.type === COLUMNS) readWidths(record.content, columnWidths);
    else readFormats(record, set);
  }
  return {
    formatOf: (row, column) => rows.get(row)?.[column] ?? 0,
    *formatted(row) {
      for (const [column, format] of rows.get(row)?.entries() ?? []) if (format > 0) yield column;
    },
    rows: () => [...rows.keys()].sort((one, other) => one - other),
    columnWidths,
  };
}

function readFormats(
  { type, content }: XlsRecord,
  set: (row: number, column: number, format: number) => void,
): void {
  if (content.length < 6) return;
  const [row, column] = [content.readUInt16LE(0), content.readUInt16LE(2)];
  const size = CELL_RUNS.get(type);
  if (size === undefined) {
    if (CELLS.has(type)) set(row, column, content.readUInt16LE(4));
    return;
  }
  // The last column follows the cells.
  for (let at = 4, next = column; at + size + 2 <= content.length; at += size, next++)
    set(row, next, content.readUInt16LE(at));
}

/** In characters; a file counts them in 256ths. */
function readWidths(content: Buffer, widths: Map<number, number>): void {
  if (content.length < 6) return;
  const last = Math.min(content.readUInt16LE(2), COLUMNS_OF_SHEET - 1);
  for (let column = content.readUInt16LE(0); column <= last; column++)
    widths.set(column, content.readUInt16LE(4) / 256);
}
