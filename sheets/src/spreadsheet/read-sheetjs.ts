import { type DateSystem, isDateSerial } from '../core/date-serials.js';
import { damaged, tooComplex } from '../core/file-error.js';
import { isDateFormat } from '../grid/format-kind.js';
import {
  CellKind,
  type CellRange,
  type CellStyle,
  type DefinedName,
  plainStyle,
  type Sheet,
  type Visibility,
} from '../grid/grid.js';
import { CellBudget, GridBuilder } from '../grid/grid-builder.js';
import { SheetTexts } from '../grid/sheet-texts.js';
import { passwordNeeded } from '../ole/built-in-password.js';
import type { CellFormula } from './binary-formulas/formula-collector.js';
import { readXlsFormulas } from './binary-formulas/xls-formulas.js';
import { readXlsbFormulas } from './binary-formulas/xlsb-formulas.js';
import { errorTexts } from './error-texts.js';
import { repairOdsContent } from './ods-repair-content.js';
import type { Parts } from './open-parts.js';
import { refuseWideRanges } from './refuse-wide-ranges.js';
import {
  type ReadOptions,
  readOptions,
  type SheetJsBook,
  type SheetJsCell,
  type SheetJsSheet,
  sheetJs,
} from './sheetjs.js';
import { type FileFormat, nothingAround, type SpreadsheetFile } from './spreadsheet-file.js';
import { checkXlsRecords } from './xls-check-records.js';
import { decryptXls } from './xls-decrypt.js';
import { type SheetLooks, XlsLooks } from './xls-looks.js';
import { barEndlessRecords } from './xlsb-bar-endless-records.js';

/** Reads xlsb and ods from the parts of their archive. */
export function readParts(format: FileFormat, parts: Parts): SpreadsheetFile {
  refuseWideRanges(format, parts);
  const formulas = format === 'xlsb' ? readXlsbFormulas(parts) : [];
  for (const [name, content] of parts) if (name.endsWith('.bin')) barEndlessRecords(content);
  const content = format === 'ods' && parts.get('content.xml');
  if (content) parts.set('content.xml', repairOdsContent(content));
  const { CFB, parse_zip } = sheetJs();
  const container = CFB.utils.cfb_new();
  for (const [name, content] of parts) CFB.utils.cfb_add(container, name, content, { unsafe: true });
  const book = parsing((options) => parse_zip(container, { ...options, cellFormula: format === 'ods' }));
  const sheets = gridsOf(book, formulas, format === 'ods' ? '1899' : '1900');
  return { format, dialect: null, sheets, definedNames: definedNames(book) };
}

/** Reads the workbook stream of an xls file. */
export function readXls(stream: Buffer): SpreadsheetFile {
  decryptXls(stream);
  const formulas = readXlsFormulas(stream);
  checkXlsRecords(stream);
  const book = parsing((options) => sheetJs().parse_xlscfb(stream, options));
  const sheets = gridsOf(book, formulas, '1900', new XlsLooks(stream));
  return { format: 'xls', dialect: null, sheets, definedNames: definedNames(book) };
}

function definedNames({ SheetNames, Workbook }: SheetJsBook): DefinedName[] {
  return (Workbook?.Names ?? []).map(({ Name, Ref, Sheet, Hidden }) => ({
    name: String(Name),
    sheet: typeof Sheet === 'number' ? (SheetNames[Sheet] ?? null) : null,
    formula: String(Ref ?? ''),
    hidden: Hidden === true,
  }));
}

/** Strict first; unknown content that is not essential (an element of an extension) is then tolerated. */
function parsing(parse: (options: ReadOptions) => SheetJsBook): SheetJsBook {
  try {
    return quietly(() => parse({ ...readOptions }));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (/password|encrypt/i.test(why)) throw passwordNeeded();
    const book = /^unrecognized/i.test(why) ? parsingLeniently(parse) : undefined;
    return book ?? refuse(why);
  }
}

/** Undefined where lenient parsing would lose a sheet. */
function parsingLeniently(parse: (options: ReadOptions) => SheetJsBook): SheetJsBook | undefined {
  try {
    const book = quietly(() => parse({ ...readOptions, WTF: false }));
    return book.SheetNames.every((name) => book.Sheets[name]) ? book : undefined;
  } catch {
    return undefined;
  }
}

function refuse(why: string): never {
  throw damaged('file-damaged', { why: why.slice(0, 200) });
}

/** The parser logs each oddity to the console, which would be noise. */
function quietly<T>(run: () => T): T {
  const { error, warn } = console;
  console.error = console.warn = () => {};
  try {
    return run();
  } finally {
    Object.assign(console, { error, warn });
  }
}

/** @param formulas By the position of the sheet; the parser has those of ods. */
function gridsOf(
  book: SheetJsBook,
  formulas: readonly CellFormula[][],
  usualDates: DateSystem,
  looks?: XlsLooks,
): Sheet[] {
  const budget = new CellBudget();
  const styles = new CellStyles(looks);
  const dateSystem = book.Workbook?.WBProps?.date1904 === true ? '1904' : usualDates;
  return book.SheetNames.flatMap((name, index): Sheet[] => {
    const source = book.Sheets[name];
    if (!source?.['!data'] || (source['!type'] ?? 'sheet') !== 'sheet') return [];
    const about = book.Workbook?.Sheets;
    const hidden = (about?.find((sheet) => sheet.name === name) ?? about?.[index])?.Hidden ?? 0;
    delete book.Sheets[name];
    const sheetLooks = looks?.ofSheet(index);
    return [
      {
        ...nothingAround,
        ...(sheetLooks ? { columnWidths: sheetLooks.columnWidths } : {}),
        name,
        visibility: visibilities[hidden] ?? 'visible',
        dateSystem,
        styles: styles.list,
        ...cellsOf(source, formulas[index] ?? [], dateSystem, budget, styles, sheetLooks),
        merges: (source['!merges'] ?? []).map(rangeOf),
        hiddenRows: hiddenOnes(source['!rows']),
        hiddenColumns: hiddenOnes(source['!cols']),
      },
    ];
  });
}

const visibilities: Visibility[] = ['visible', 'hidden', 'very_hidden'];

type SheetJsRange = NonNullable<SheetJsSheet['!merges']>[number];

function rangeOf({ s, e }: SheetJsRange): CellRange {
  return { top: s.r, left: s.c, bottom: e.r, right: e.c };
}

function cellsOf(
  source: SheetJsSheet,
  formulas: readonly CellFormula[],
  dateSystem: DateSystem,
  budget: CellBudget,
  styles: CellStyles,
  looks?: SheetLooks,
) {
  const grid = new GridBuilder(budget);
  const texts = new SheetTexts([]);
  // Rows and cells by their keys: a loop over indexes would visit every hole.
  const rows = source['!data'] ?? [];
  for (const row of Object.keys(rows)) {
    const cells = rows[Number(row)] ?? [];
    for (const column of Object.keys(cells)) {
      const cell = cells[Number(column)];
      if (!cell) continue;
      const { kind, value } = kindAndValue(cell, dateSystem, texts);
      const format = looks?.formatOf(Number(row), Number(column)) ?? 0;
      if (kind !== CellKind.empty)
        grid.add(
          Number(row),
          Number(column),
          kind,
          value,
          styles.indexOf(numberFormatOf(cell, dateSystem), format),
        );
      if (cell.f) grid.addFormula(Number(row), Number(column), cell.f);
    }
  }
  for (const { row, column, text } of formulas) grid.addFormula(row, column, text);
  if (looks) addLooksOfBlanks(grid, looks, styles);
  return { ...grid.finish(), texts };
}

/** The parser's own format for times of an ods file, also for those of more than a day, which are durations. */
function numberFormatOf({ z, v }: SheetJsCell, dateSystem: DateSystem): SheetJsCell['z'] {
  return dateSystem === '1899' && z === 'HH:MM:SS' && Number(v) >= 1 ? '[HH]:MM:SS' : z;
}

/** More are not needed to see how a sheet is laid out, and must not use up what a file may have of cells. */
const maxBlanks = 500_000;

/** Borders and fills of blank cells, as far as the columns have values. */
function addLooksOfBlanks(grid: GridBuilder, looks: SheetLooks, styles: CellStyles): void {
  const columns = new Map(
    grid.columnsBetween(0, Number.MAX_SAFE_INTEGER).map((column) => [column.position, column]),
  );
  let left = maxBlanks;
  for (const row of looks.rows()) {
    for (const column of looks.formatted(row)) {
      const format = looks.formatOf(row, column);
      if (!columns.get(column)?.isBlank(row) || !styles.isSeen(format)) continue;
      if (left-- === 0) return;
      grid.add(row, column, CellKind.empty, 0, styles.indexOf(undefined, format));
    }
  }
}

function kindAndValue(
  cell: SheetJsCell,
  dateSystem: DateSystem,
  texts: SheetTexts,
): { kind: number; value: number } {
  const { t: type, v: value } = cell;
  if (type === 'n' && typeof value === 'number') {
    if (!Number.isFinite(value)) return { kind: CellKind.error, value: texts.add('#NUM!') };
    const isDate = isDateFormat(String(cell.z ?? '')) && isDateSerial(value, dateSystem);
    return { kind: isDate ? CellKind.date : CellKind.number, value };
  }
  if (type === 's' && value !== undefined && value !== null) {
    return { kind: CellKind.text, value: texts.add(String(value)) };
  }
  if (type === 'b') return { kind: CellKind.boolean, value: value ? 1 : 0 };
  if (type === 'e')
    return { kind: CellKind.error, value: texts.add(errorTexts.get(Number(value)) ?? '#ERROR!') };
  return { kind: CellKind.empty, value: 0 };
}

function hiddenOnes(items: ({ hidden?: boolean } | undefined)[] = []): Set<number> {
  return new Set(
    Object.keys(items)
      .map(Number)
      .filter((index) => items[index]?.hidden),
  );
}

/** The parser returns a cell's number format and no other style; the grid stores a 16-bit index. */
class CellStyles {
  readonly list: CellStyle[] = [plainStyle];
  /** Indexes by number format, for each format of cells. */
  readonly #indexes = new Map<number, Map<string, number>>();
  readonly #looks: XlsLooks | undefined;

  constructor(looks: XlsLooks | undefined) {
    this.#looks = looks;
  }

  indexOf(code: string | number | undefined, format: number): number {
    const numberFormat = typeof code === 'string' ? code : plainStyle.numberFormat;
    let known = this.#indexes.get(format);
    if (!known) {
      known = new Map(format === 0 ? [[plainStyle.numberFormat, 0]] : []);
      this.#indexes.set(format, known);
    }
    let index = known.get(numberFormat);
    if (index === undefined) {
      index = this.list.push({ ...plainStyle, ...this.#looks?.look(format), numberFormat }) - 1;
      if (index > 0xffff) throw tooComplex('file-many-styles');
      known.set(numberFormat, index);
    }
    return index;
  }

  /** Whether a format shows even where a cell is blank. */
  isSeen(format: number): boolean {
    const { fill, borders } = this.#looks?.look(format) ?? plainStyle;
    return fill !== null || Object.values(borders).some((line) => line !== null);
  }
}
