import { columnLetters, placeOf } from '@workbook-data-service/sheets/addresses';
import { CellKind, type Sheet } from '@workbook-data-service/sheets/grid';
import { relativeFormulas } from '../relative-formula.js';

interface OddCell {
  place: number;
  /** What its neighbours compute, written for this cell. */
  expected: string;
  /** A number where the neighbours have formulas, rather than another formula. */
  isConstant: boolean;
}

/** As many neighbours on each side have to agree. */
const WITNESSES = 2;

type Direction = 'down' | 'across';

/**
 * Cells between copies of one formula that are something else. A line that differs as a whole, such as a row of totals,
 * is meant so: a cell that is like its neighbours in the other direction is not odd, nor is a formula that adds up the
 * line itself.
 */
export function oddCells(sheet: Sheet): OddCell[] {
  const forms = new FormGrid(sheet);
  const odd: OddCell[] = [];
  const seen = new Set<number>();
  for (const direction of ['down', 'across'] as const)
    for (const { row, column } of forms.candidates(direction)) {
      const place = placeOf(row, column);
      const expected = seen.has(place) ? undefined : expectedAt(forms, row, column, direction);
      if (expected === undefined) continue;
      seen.add(place);
      odd.push({ place, expected, isConstant: forms.at(row, column) === undefined });
    }
  return odd.sort((a, b) => a.place - b.place);
}

function expectedAt(forms: FormGrid, row: number, column: number, direction: Direction): string | undefined {
  const [down, right] = direction === 'down' ? [1, 0] : [0, 1];
  const neighbour = (step: number) => forms.at(row + down * step, column + right * step);
  const form = neighbour(1);
  if (form === undefined) return undefined;
  for (let step = 1; step <= WITNESSES; step++)
    if (neighbour(step) !== form || neighbour(-step) !== form) return undefined;
  const own = forms.at(row, column);
  if (own === form) return undefined;
  if (own === undefined) return forms.isNumber(row, column) ? writtenAt(form, row, column) : undefined;
  const isLikeItsLine = [-1, 1].some((step) => forms.at(row + right * step, column + down * step) === own);
  return isLikeItsLine || addsOwnLine(own, direction) ? undefined : writtenAt(form, row, column);
}

/** A total of the cells before it: in a column, it refers to its own column and to another row. */
function addsOwnLine(form: string, direction: Direction): boolean {
  return direction === 'down' ? /R\[-\d+\]C\[0\]/.test(form) : /R\[0\]C\[-\d+\]:/.test(form);
}

/** The form as a formula of a cell. */
function writtenAt(form: string, row: number, column: number): string {
  const corner = /R(?:\[(-?\d+)\]|(\d+))C(?:\[(-?\d+)\]|([A-Z]+))/g;
  const written = form.replace(corner, (_, rows, fixedRow, columns, fixedColumn) => {
    const letters = fixedColumn ? `$${fixedColumn}` : columnLetters(column + Number(columns));
    return letters + (fixedRow ? `$${fixedRow}` : String(row + Number(rows) + 1));
  });
  return `=${written}`;
}

/** The relative forms of all formulas, each kept once. */
class FormGrid {
  readonly #forms: string[] = [];
  readonly #columns: (Int32Array | undefined)[];

  constructor(private readonly sheet: Sheet) {
    const known = new Map<string, number>();
    const numberOf = (form: string) => {
      const number = known.get(form) ?? this.#forms.push(form);
      known.set(form, number);
      return number;
    };
    this.#columns = sheet.columns.map((column, index) => {
      if (!column || column.formulas.size === 0) return undefined;
      const formAt = relativeFormulas(column.formulas, index);
      const numbers = new Int32Array(sheet.rowCount);
      for (const row of column.formulas.keys()) numbers[row] = numberOf(formAt(row) ?? '');
      return numbers;
    });
  }

  at(row: number, column: number): string | undefined {
    return this.#forms[(this.#columns[column]?.[row] ?? 0) - 1];
  }

  isNumber(row: number, column: number): boolean {
    const cells = this.sheet.columns[column];
    return cells?.kinds[row - cells.firstRow] === CellKind.number;
  }

  /** Cells directly after one with a formula, in this direction. */
  *candidates(direction: Direction): Generator<{ row: number; column: number }> {
    const [down, right] = direction === 'down' ? [1, 0] : [0, 1];
    for (const [column, cells] of this.sheet.columns.entries())
      for (const row of cells?.formulas.keys() ?? []) yield { row: row + down, column: column + right };
  }
}
