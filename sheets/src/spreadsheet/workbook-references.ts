import { type SheetToken, sheetTokensOf } from '../formula/sheet-tokens.js';
import { parseStructuredReference } from '../formula/structured-reference.js';
import type { CellRange, DefinedName, Sheet, SheetTable } from '../grid/grid.js';
import { parseRange } from '../xlsx/read/a1-references.js';

/** The cells of a workbook that a formula refers to. */
export interface ReferredRange extends CellRange {
  /** The position of the sheet in the workbook. */
  sheet: number;
}

/** A formula with its addresses, names and table columns looked up. */
interface ResolvedFormula {
  /** `[0]`, `[1]`, … stand for the references; null where the formula cannot be computed here. */
  text: string | null;
  references: readonly ReferredRange[];
  /** Whether it may read cells that are not among these. */
  readsAnything: boolean;
}

/** The cell of a formula. */
interface FormulaCell {
  sheet: number;
  row: number;
  column: number;
}

type Token<Kind extends SheetToken['kind']> = Extract<SheetToken, { kind: Kind }>;

/** Names that refer to names: more than this is a circle or an attack. */
const deepestName = 8;
const maxReferences = 2000;
/** They compute where to look. */
const looksAnywhere = new Set(['INDIRECT', 'OFFSET', 'EVALUATE']);
const fixedAddress = /^(?:\$[A-Z]{1,3}\$\d+(?::\$[A-Z]{1,3}\$\d+)?|\$[A-Z]{1,3}:\$[A-Z]{1,3}|\$\d+:\$\d+)$/i;
/** They sum cells beyond their last range where it is smaller than the first. */
const sumsBesideRange = new Set(['SUMIF', 'AVERAGEIF']);
const sumOfRanges = /\b(?:SUMIF|AVERAGEIF)\s*\(\s*\[(\d+)\]\s*,[^(),]*(?:,\s*\[(\d+)\]\s*)?\)/gi;
/** A name of LET or LAMBDA, which refers to no cell by itself. */
const parameter = /^_xlpm\./i;

/** Looks up what the formulas of a workbook refer to. */
export class WorkbookReferences {
  readonly #sheets: readonly Sheet[];
  readonly #sheetNumbers: ReadonlyMap<string, number>;
  readonly #names: ReadonlyMap<string, string>;
  readonly #tables: ReadonlyMap<string, SheetTable & { sheet: number }>;

  constructor(sheets: readonly Sheet[], definedNames: readonly DefinedName[]) {
    this.#sheets = sheets;
    this.#sheetNumbers = new Map(sheets.map(({ name }, sheet) => [name.toLowerCase(), sheet]));
    this.#names = new Map(
      definedNames.map(({ name, sheet, formula }) => [nameKey(name, sheet), formula.replace(/^\s*=/, '')]),
    );
    this.#tables = new Map(
      sheets.flatMap(({ tables }, sheet) =>
        tables.map((table) => [table.name.toLowerCase(), { ...table, sheet }] as const),
      ),
    );
  }

  resolve(formula: string, at: FormulaCell): ResolvedFormula {
    const resolution = new Resolution();
    this.#add(resolution, formula, at, 0);
    return resolution.result();
  }

  #add(resolution: Resolution, formula: string, at: FormulaCell, depth: number): void {
    for (const token of sheetTokensOf(formula)) {
      switch (token.kind) {
        case 'address':
          this.#addAddress(resolution, token, at, depth > 0);
          break;
        case 'structured':
          this.#addStructured(resolution, token, at);
          break;
        case 'name':
          if (parameter.test(token.name)) resolution.addText(token.text);
          else this.#addName(resolution, token.name, token.sheet, at, depth);
          break;
        case 'function':
          this.#addFunction(resolution, token, at, depth);
          break;
        case 'other':
          // Between addresses a colon is part of them; between anything else it computes a range.
          if (token.text === ':') resolution.readsAnything = true;
          resolution.addText(token.text);
      }
      if (resolution.isFull) return;
    }
  }

  #addAddress(
    resolution: Resolution,
    { sheet, address }: Token<'address'>,
    at: FormulaCell,
    isNamed: boolean,
  ): void {
    const range = parseRange(address);
    const sheets = this.#sheetsNamed(sheet, at);
    // In the definition of a name such an address depends on the cell that uses the name.
    if (!range || !sheets || (isNamed && (sheet === null || !fixedAddress.test(address))))
      resolution.addUnknown();
    else if (sheets.length === 0) resolution.addElsewhere();
    else resolution.addRanges(sheets, range);
  }

  /** Null where the name tells nothing; empty for a sheet of another workbook, or one that is gone. */
  #sheetsNamed(name: string | null, at: FormulaCell): number[] | null {
    if (name === null) return [at.sheet];
    if (name.includes('[')) return name.startsWith('[0]') ? null : [];
    const sheet = this.#sheetNumbers.get(name.toLowerCase());
    if (sheet !== undefined) return [sheet];
    if (!name.includes(':')) return [];
    const [first, last] = name.split(':').map((end) => this.#sheetNumbers.get(end.toLowerCase()));
    if (first === undefined || last === undefined) return null;
    const count = Math.abs(last - first) + 1;
    return Array.from({ length: count }, (_, i) => Math.min(first, last) + i);
  }

  #addName(resolution: Resolution, name: string, sheet: string | null, at: FormulaCell, depth: number): void {
    const known = this.#definitionOf(name, sheet, at);
    if (sheet !== null && this.#sheetsNamed(sheet, at)?.length === 0) resolution.addElsewhere();
    else if (known !== undefined && depth < deepestName) {
      resolution.addText('(');
      this.#add(resolution, known, at, depth + 1);
      resolution.addText(')');
    } else if (this.#tables.has(name.toLowerCase()))
      this.#addStructured(resolution, { kind: 'structured', table: name, items: '', text: name }, at);
    else resolution.addUnknown();
  }

  #definitionOf(name: string, sheet: string | null, at: FormulaCell): string | undefined {
    const local = sheet ?? this.#sheets[at.sheet]?.name ?? null;
    return this.#names.get(nameKey(name, local)) ?? this.#names.get(nameKey(name, null));
  }

  #addFunction(
    resolution: Resolution,
    { name, text }: Token<'function'>,
    at: FormulaCell,
    depth: number,
  ): void {
    if (looksAnywhere.has(name)) resolution.readsAnything = true;
    if (sumsBesideRange.has(name)) resolution.sumsBesideRange++;
    resolution.addText(text);
    const definition = this.#definitionOf(name, null, at);
    if (definition === undefined) return;
    // A function that the workbook defines: what it refers to counts, but it cannot be computed.
    resolution.text = null;
    if (depth < deepestName) this.#add(resolution, definition, at, depth + 1);
    else resolution.readsAnything = true;
  }

  #addStructured(resolution: Resolution, { table: name, items }: Token<'structured'>, at: FormulaCell): void {
    const table = name === '' ? this.#tableAround(at) : this.#tables.get(name.toLowerCase());
    const reference = parseStructuredReference(items);
    const range = table && reference && rangeInTable(table, reference, at);
    if (table && range) resolution.addRanges([table.sheet], range);
    else resolution.addUnknown();
  }

  #tableAround({ sheet, row, column }: FormulaCell): (SheetTable & { sheet: number }) | undefined {
    const table = this.#sheets[sheet]?.tables.find(
      ({ range: { top, bottom, left, right } }) =>
        row >= top && row <= bottom && column >= left && column <= right,
    );
    return table && { ...table, sheet };
  }
}

/** What has been found in a formula so far. */
class Resolution {
  text: string | null = '';
  readsAnything = false;
  sumsBesideRange = 0;
  readonly #references: ReferredRange[] = [];

  addText(text: string): void {
    if (this.text !== null) this.text += text;
  }

  addRanges(sheets: readonly number[], { top, left, bottom, right }: CellRange): void {
    if (sheets.length === 1) this.addText(`[${this.#references.length}]`);
    else this.text = null;
    for (const sheet of sheets) this.#references.push({ sheet, top, left, bottom, right });
    if (this.isFull) this.addUnknown();
  }

  /** A reference to cells outside the workbook, which no edit of it changes. */
  addElsewhere(): void {
    this.text = null;
  }

  addUnknown(): void {
    this.text = null;
    this.readsAnything = true;
  }

  get isFull(): boolean {
    return this.#references.length > maxReferences;
  }

  result(): ResolvedFormula {
    const readsAnything = this.readsAnything || this.#mayReadBesideRanges();
    return { text: this.text, references: this.#references, readsAnything };
  }

  #mayReadBesideRanges(): boolean {
    if (this.sumsBesideRange === 0) return false;
    const plain = [...(this.text ?? '').matchAll(sumOfRanges)].filter(([, tested, summed]) =>
      this.#areOneSize(Number(tested), Number(summed ?? tested)),
    );
    return plain.length < this.sumsBesideRange;
  }

  #areOneSize(one: number, other: number): boolean {
    const [first, second] = [this.#references[one], this.#references[other]];
    return first !== undefined && second !== undefined && sizeOf(first) === sizeOf(second);
  }
}

const sizeOf = ({ top, bottom, left, right }: CellRange) => `${bottom - top} ${right - left}`;

function nameKey(name: string, sheet: string | null): string {
  return `${sheet ?? ''}\u0001${name}`.toLowerCase();
}

function rangeInTable(
  table: SheetTable & { sheet: number },
  { areas, columns }: NonNullable<ReturnType<typeof parseStructuredReference>>,
  at: FormulaCell,
): CellRange | null {
  const { range, headerRows, totalsRows } = table;
  const position = (column: string) =>
    table.columns.findIndex((one) => one.toLowerCase() === column.toLowerCase());
  const [first, last] = columns ? columns.map(position) : [0, range.right - range.left];
  if (first === undefined || last === undefined || first < 0 || last < 0) return null;
  const [data, totals] = [range.top + headerRows, range.bottom - totalsRows + 1];
  const bands: Record<string, [from: number, to: number]> = {
    all: [range.top, range.bottom],
    headers: [range.top, data - 1],
    data: [data, totals - 1],
    totals: [totals, range.bottom],
    'this row': [at.row, at.row],
  };
  if (areas.has('this row') && (at.sheet !== table.sheet || at.row < data || at.row >= totals)) return null;
  const rows = [...areas].map((area) => bands[area] as [number, number]);
  const top = Math.min(...rows.map(([from]) => from));
  const bottom = Math.max(...rows.map(([, to]) => to));
  if (bottom < top || (areas.has('headers') && areas.has('totals') && areas.size === 2)) return null;
  return {
    top,
    bottom,
    left: range.left + Math.min(first, last),
    right: range.left + Math.max(first, last),
  };
}
