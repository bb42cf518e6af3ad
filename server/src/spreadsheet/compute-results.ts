import { columnOfPlace, placeOf, rowOfPlace } from '../core/cell-place.js';
import { columnIndex } from '../core/column-letters.js';
import { Problem } from '../core/problems.js';
import { errorCodes } from '../formula/formula-ast.js';
import { errorOf, isError, type Scalar, VALUE } from '../formula/formula-values.js';
import { compileSheetFormula } from '../formula/sheet-formula.js';
import { isDateSerial } from '../grid/date-serials.js';
import { isDateFormat } from '../grid/format-kind.js';
import { CellKind, type CellRange, type DateSystem, type GridColumn, type Sheet } from '../grid/grid.js';

/** A longer chain of cells is computed from its other end, in the next pass. */
const longestChain = 100;
const passes = 4;
/** Of one file: what is beyond stays without results. */
const mostFormulas = 100_000;
const mostReads = 5_000_000;

/**
 * Computes the formulas that a file has without their results, as programs write them that do not compute.
 * Those that cannot be computed stay empty (see `uncomputedRows`).
 */
export function computeResults(sheets: Sheet[]): Sheet[] {
  const waiting = sheets.flatMap((sheet) =>
    sheet.columns.flatMap((cells, column) =>
      cells ? uncomputedRows(cells).map((row) => ({ sheet, row, column })) : [],
    ),
  );
  if (waiting.length === 0) return sheets;
  const results = new Results(sheets);
  let left = waiting.slice(0, mostFormulas);
  for (let pass = 0; pass < passes && left.length > 0; pass++) {
    left = left.filter(({ sheet, row, column }) => !results.compute(sheet, row, column)).reverse();
  }
  return sheets.map((sheet) => results.writtenTo(sheet));
}

/** The rows of formulas without a result. */
export function uncomputedRows({ formulas, firstRow, kinds }: GridColumn): number[] {
  const rows: number[] = [];
  for (const row of formulas.keys()) if (kinds[row - firstRow] === CellKind.empty) rows.push(row);
  return rows;
}

/** Thrown where a cell depends on itself, on what cannot be computed, or on too much. */
class NotComputable extends Error {}
class ChainTooLong extends Error {}

class Results {
  readonly #byName: ReadonlyMap<string, Sheet>;
  readonly #values: ReadonlyMap<Sheet, Map<number, Scalar>>;
  readonly #notComputable: ReadonlyMap<Sheet, Set<number>>;
  /** The cells whose computation waits for that of another. */
  readonly #open = new Set<string>();
  #reads = 0;

  constructor(sheets: readonly Sheet[]) {
    this.#byName = new Map(sheets.map((sheet) => [sheet.name.toLowerCase(), sheet]));
    this.#values = new Map(sheets.map((sheet) => [sheet, new Map()]));
    this.#notComputable = new Map(sheets.map((sheet) => [sheet, new Set()]));
  }

  /** False where another pass may find the result. */
  compute(sheet: Sheet, row: number, column: number): boolean {
    try {
      this.#result(sheet, row, column);
      return true;
    } catch (error) {
      if (error instanceof ChainTooLong) return false;
      if (error instanceof NotComputable) return true;
      throw error;
    }
  }

  #result(sheet: Sheet, row: number, column: number): Scalar {
    const place = placeOf(row, column);
    const values = this.#values.get(sheet);
    const known = values?.get(place);
    if (known !== undefined) return known;
    const key = `${sheet.name}\u0001${place}`;
    if (this.#notComputable.get(sheet)?.has(place) || this.#open.has(key)) throw new NotComputable();
    if (this.#open.size >= longestChain) throw new ChainTooLong();
    this.#open.add(key);
    try {
      const formula = sheet.columns[column]?.formulas.get(row) ?? '';
      const value = compileSheetFormula(formula, (reference) => this.#resolve(reference, sheet))();
      // A formula that refers to an empty cell shows 0.
      values?.set(place, value ?? 0);
      return value ?? 0;
    } catch (error) {
      if (error instanceof ChainTooLong) throw error;
      if (!(error instanceof NotComputable || error instanceof Problem)) throw error;
      this.#notComputable.get(sheet)?.add(place);
      throw new NotComputable();
    } finally {
      this.#open.delete(key);
    }
  }

  #resolve(reference: string, from: Sheet): (() => Scalar)[] {
    const mark = reference.lastIndexOf('!');
    const name = reference
      .slice(0, Math.max(0, mark))
      .replace(/^'(.*)'$/s, '$1')
      .replaceAll("''", "'");
    const sheet = mark < 0 ? from : this.#byName.get(name.toLowerCase());
    if (!sheet) throw new NotComputable();
    const { top, left, bottom, right } = rangeOf(reference.slice(mark + 1), sheet);
    this.#reads += (bottom - top + 1) * (right - left + 1);
    if (this.#reads > mostReads) throw new NotComputable();
    const cells: (() => Scalar)[] = [];
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) cells.push(() => this.#valueAt(sheet, row, column));
    }
    return cells;
  }

  #valueAt(sheet: Sheet, row: number, column: number): Scalar {
    const cells = sheet.columns[column];
    const slot = row - (cells?.firstRow ?? 0);
    const value = cells?.values[slot] ?? 0;
    switch (cells?.kinds[slot]) {
      case CellKind.number:
      case CellKind.date:
        return value;
      case CellKind.boolean:
        return value === 1;
      case CellKind.text:
        return sheet.texts.at(value) ?? '';
      case CellKind.error: {
        const code = errorCodes.find((one) => one === sheet.texts.at(value));
        return code ? errorOf(code) : VALUE;
      }
      default:
        return cells?.formulas.has(row) ? this.#result(sheet, row, column) : null;
    }
  }

  /** The sheet with the results in their cells. */
  writtenTo(sheet: Sheet): Sheet {
    const added: string[] = [];
    for (const [place, value] of this.#values.get(sheet) ?? []) {
      const [row, column] = [rowOfPlace(place), columnOfPlace(place)];
      const cells = sheet.columns[column];
      if (!cells) continue;
      const slot = row - cells.firstRow;
      const format = sheet.styles[cells.styles?.[slot] ?? 0]?.numberFormat ?? 'General';
      const text = isError(value) ? value.code : typeof value === 'string' ? value : undefined;
      cells.kinds[slot] = kindOf(value, format, sheet.dateSystem);
      cells.values[slot] = text === undefined ? Number(value) : firstAdded + added.push(text) - 1;
    }
    if (added.length === 0) return sheet;
    const { texts } = sheet;
    return {
      ...sheet,
      texts: { at: (index) => (index < firstAdded ? texts.at(index) : added[index - firstAdded]) },
    };
  }
}

/** No file has as many texts, so results that are texts can be numbered from here. */
const firstAdded = 2 ** 40;

function kindOf(value: Scalar, format: string, system: DateSystem): number {
  if (isError(value)) return CellKind.error;
  if (typeof value === 'string') return CellKind.text;
  if (typeof value === 'boolean') return CellKind.boolean;
  return isDateFormat(format) && isDateSerial(Number(value), system) ? CellKind.date : CellKind.number;
}

const corner = /^\$?([A-Z]{1,3})(?:\$?(\d{1,7}))?$/i;

/** Rows and columns of the sheet that a reference names; `B:B` is as long as the sheet. */
function rangeOf(reference: string, { rowCount }: Sheet): CellRange {
  const corners = reference.split(':').map((text) => corner.exec(text) ?? []);
  const columns = corners.map(([, letters = '']) => columnIndex(letters));
  const isWhole = corners.some(([, , digits]) => digits === undefined);
  const rows = isWhole ? [0, rowCount - 1] : corners.map(([, , digits]) => Number(digits) - 1);
  return {
    top: Math.min(...rows),
    left: Math.min(...columns),
    bottom: Math.max(...rows),
    right: Math.max(...columns),
  };
}
