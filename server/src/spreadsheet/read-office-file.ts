import { problem } from '../core/problems.js';
import { CellKind, type Sheet, type SpreadsheetFile, type Visibility } from './grid.js';
import { CellBudget, GridBuilder } from './grid-builder.js';
import { isDateFormat } from './number-formats.js';
import { openPackage } from './open-package.js';
import { openXls } from './open-xls.js';
import { packageFormat } from './package-format.js';
import { refuseWideRanges } from './refuse-wide-ranges.js';
import {
  type ReadOptions,
  readOptions,
  type SheetJsBook,
  type SheetJsCell,
  type SheetJsSheet,
  sheetJs,
} from './sheetjs.js';

/** Reads xlsx, xlsm, xlsb and ods: zip archives of parts. */
export function readPackage(bytes: Buffer): SpreadsheetFile {
  const parts = openPackage(bytes);
  const format = packageFormat(parts);
  refuseWideRanges(format, parts);
  const { CFB, parse_zip } = sheetJs();
  const container = CFB.utils.cfb_new();
  for (const [name, content] of parts) CFB.utils.cfb_add(container, name, content, { unsafe: true });
  const book = parsing((options) => parse_zip(container, options));
  return { format, dialect: null, sheets: gridsOf(book) };
}

/** Reads xls, in its OLE container or as the bare stream of the oldest versions. */
export function readXls(bytes: Buffer): SpreadsheetFile {
  const stream = openXls(bytes);
  const book = parsing((options) => sheetJs().parse_xlscfb(stream, options));
  return { format: 'xls', dialect: null, sheets: gridsOf(book) };
}

/** Strict first; what the parser does not know but can do without (an extension's element) is forgiven. */
function parsing(parse: (options: ReadOptions) => SheetJsBook): SheetJsBook {
  try {
    return quietly(() => parse({ ...readOptions }));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (/password|encrypt/i.test(why)) throw problem('encrypted-file');
    const book = /^unrecognized/i.test(why) ? parsingLeniently(parse) : undefined;
    return book ?? refuse(why);
  }
}

/** Undefined where leniency would lose a sheet. */
function parsingLeniently(parse: (options: ReadOptions) => SheetJsBook): SheetJsBook | undefined {
  try {
    const book = quietly(() => parse({ ...readOptions, WTF: false }));
    return book.SheetNames.every((name) => book.Sheets[name]) ? book : undefined;
  } catch {
    return undefined;
  }
}

function refuse(why: string): never {
  throw problem('unreadable-file', `The file is damaged: ${why.slice(0, 200)}`);
}

/** The parser tells the console of each oddity it meets; nobody listens there. */
function quietly<T>(run: () => T): T {
  const { error, warn } = console;
  console.error = console.warn = () => {};
  try {
    return run();
  } finally {
    Object.assign(console, { error, warn });
  }
}

function gridsOf(book: SheetJsBook): Sheet[] {
  const budget = new CellBudget();
  const numberFormats = new NumberFormats();
  const date1904 = book.Workbook?.WBProps?.date1904 === true;
  return book.SheetNames.flatMap((name, index) => {
    const source = book.Sheets[name];
    if (!source?.['!data'] || (source['!type'] ?? 'sheet') !== 'sheet') return [];
    const grid = gridOf(source, budget, numberFormats);
    delete book.Sheets[name];
    const about = book.Workbook?.Sheets;
    const hidden = (about?.find((sheet) => sheet.name === name) ?? about?.[index])?.Hidden ?? 0;
    return [{ name, visibility: visibilities[hidden] ?? 'visible', date1904, ...grid }];
  });
}

const visibilities: Visibility[] = ['visible', 'hidden', 'very_hidden'];

function gridOf(source: SheetJsSheet, budget: CellBudget, numberFormats: NumberFormats) {
  const grid = new GridBuilder(budget);
  // Rows and cells by their keys: a walk by index would visit every hole.
  const rows = source['!data'] ?? [];
  for (const row of Object.keys(rows)) {
    const cells = rows[Number(row)] ?? [];
    for (const column of Object.keys(cells)) {
      const cell = cells[Number(column)];
      if (cell) addCell(grid, Number(row), Number(column), cell, numberFormats.indexOf(cell.z));
    }
  }
  const merges = (source['!merges'] ?? []).map(({ s, e }) => ({
    top: s.r,
    left: s.c,
    bottom: e.r,
    right: e.c,
  }));
  return {
    ...grid.finish(),
    texts: grid.texts,
    numberFormats: numberFormats.codes,
    dialect: null,
    merges,
    hiddenRows: hiddenOnes(source['!rows']),
    hiddenColumns: hiddenOnes(source['!cols']),
  };
}

function addCell(grid: GridBuilder, row: number, column: number, cell: SheetJsCell, format: number): void {
  const { t: type, v: value } = cell;
  if (type === 'n' && typeof value === 'number') {
    if (Number.isNaN(value)) grid.addText(row, column, CellKind.error, '#NUM!', format);
    else
      grid.add(
        row,
        column,
        isDateFormat(String(cell.z ?? '')) ? CellKind.date : CellKind.number,
        value,
        format,
      );
  } else if (type === 's' && value !== undefined && value !== null) {
    grid.addText(row, column, CellKind.text, String(value), format);
  } else if (type === 'b') {
    grid.add(row, column, CellKind.boolean, value ? 1 : 0, format);
  } else if (type === 'e') {
    grid.addText(row, column, CellKind.error, errorTexts.get(Number(value)) ?? '#ERROR!', format);
  }
  if (cell.f) grid.addFormula(row, column, cell.f);
}

const errorTexts = new Map([
  [0x00, '#NULL!'],
  [0x07, '#DIV/0!'],
  [0x0f, '#VALUE!'],
  [0x17, '#REF!'],
  [0x1d, '#NAME?'],
  [0x24, '#NUM!'],
  [0x2a, '#N/A'],
  [0x2b, '#GETTING_DATA'],
]);

function hiddenOnes(items: ({ hidden?: boolean } | undefined)[] = []): Set<number> {
  return new Set(
    Object.keys(items)
      .map(Number)
      .filter((index) => items[index]?.hidden),
  );
}

/** The distinct number formats of a file; the grid keeps an index in 16 bits. */
class NumberFormats {
  readonly codes = ['General'];
  readonly #indexes = new Map([['General', 0]]);

  indexOf(format: string | number | undefined): number {
    const code = typeof format === 'string' ? format : 'General';
    let index = this.#indexes.get(code);
    if (index === undefined) {
      index = this.codes.push(code) - 1;
      if (index > 0xffff) throw problem('file-too-complex', 'The file uses more than 65,535 number formats.');
      this.#indexes.set(code, index);
    }
    return index;
  }
}
