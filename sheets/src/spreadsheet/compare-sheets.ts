import { placeOf } from '../core/cell-place.js';
import { unixDays } from '../core/date-serials.js';
import { CellKind, type GridColumn, type SharedFormula, type Sheet, textIndexAt } from '../grid/grid.js';
import { noFormulas } from '../grid/grid-builder.js';

export interface Differences {
  /** How many cells differ. */
  count: number;
  /** The first of them, row by row: see core/cell-place.ts. */
  places: number[];
}

const noColumn: GridColumn = {
  firstRow: 0,
  kinds: new Uint8Array(0),
  values: new Float64Array(0),
  styles: null,
  formulas: noFormulas,
};

/**
 * The cells whose value or formula differs between two sheets; of a sheet and none, those that are not blank. Column by
 * column, since that is how sheets are stored.
 */
export function compareSheets(before: Sheet | null, after: Sheet | null, most: number): Differences {
  const first = new FirstPlaces(most);
  const width = Math.max(before?.columns.length ?? 0, after?.columns.length ?? 0);
  const sameValue = valueComparer(before, after);
  for (let column = 0; column < width; column++) {
    const old = before?.columns[column] ?? noColumn;
    const current = after?.columns[column] ?? noColumn;
    const sameFormula = formulaComparer(old, current);
    const end = Math.max(endOf(old), endOf(current));
    for (let row = startOf(old, current); row < end; row++)
      if (!sameValue(old, row - old.firstRow, current, row - current.firstRow) || !sameFormula(row))
        first.add(placeOf(row, column));
  }
  return { count: first.count, places: first.places() };
}

function startOf(...columns: GridColumn[]): number {
  return Math.min(...columns.map(({ kinds, firstRow }) => (kinds.length > 0 ? firstRow : Infinity)));
}

function endOf({ firstRow, kinds }: GridColumn): number {
  return firstRow + kinds.length;
}

/** Compares a slot of a column with one of the other sheet's; a slot may lie outside its column. */
type SameValue = (old: GridColumn, oldSlot: number, current: GridColumn, slot: number) => boolean;

function valueComparer(before: Sheet | null, after: Sheet | null): SameValue {
  const oldText = textReader(before);
  const text = textReader(after);
  const isBlank = (kind: number, shown: () => string) =>
    kind === CellKind.empty || (kind === CellKind.text && shown() === '');
  const daysDiffer = before !== null && after !== null && before.dateSystem !== after.dateSystem;
  return (old, oldSlot, current, slot) => {
    const oldKind = old.kinds[oldSlot] ?? CellKind.empty;
    const kind = current.kinds[slot] ?? CellKind.empty;
    if (oldKind === CellKind.empty && kind === CellKind.empty) return true;
    if (oldKind !== kind)
      return isBlank(oldKind, () => oldText(old, oldSlot)) && isBlank(kind, () => text(current, slot));
    const oldValue = old.values[oldSlot] ?? 0;
    const value = current.values[slot] ?? 0;
    switch (kind) {
      case CellKind.text:
      case CellKind.error:
        return oldText(old, oldSlot) === text(current, slot);
      case CellKind.date:
        return daysDiffer ? sameDay(oldValue, before, value, after) : sameNumber(oldValue, value);
      default:
        return sameNumber(oldValue, value);
    }
  };
}

function textReader(sheet: Sheet | null): (column: GridColumn, slot: number) => string {
  return ({ values }, slot) => sheet?.texts.at(textIndexAt(values, slot)) ?? '';
}

function sameDay(oldSerial: number, before: Sheet, serial: number, after: Sheet): boolean {
  const days = unixDays(oldSerial, before.dateSystem);
  const otherDays = unixDays(serial, after.dateSystem);
  return days !== undefined && otherDays !== undefined && sameNumber(days, otherDays);
}

/** Fifteen digits count, as in spreadsheets: programs write the others differently. */
function sameNumber(a: number, b: number): boolean {
  if (a === b) return true;
  const mayShowAlike = Math.abs(a - b) <= Math.abs(a) * 1e-14;
  const isExact = Number.isSafeInteger(a) && Number.isSafeInteger(b);
  return mayShowAlike && !isExact && a.toPrecision(15) === b.toPrecision(15);
}

function formulaComparer({ formulas: old }: GridColumn, { formulas }: GridColumn): (row: number) => boolean {
  if (old.size === 0 && formulas.size === 0) return () => true;
  return (row) =>
    isSharedFromSame(old.sharedAt?.(row), formulas.sharedAt?.(row)) || old.get(row) === formulas.get(row);
}

/** Formulas that are shared from the same are equal, and need not be written out to be compared. */
function isSharedFromSame(old: SharedFormula | undefined, current: SharedFormula | undefined): boolean {
  if (!old || !current) return false;
  return old.text === current.text && old.row === current.row && old.column === current.column;
}

/** Keeps the first of places that are added in any order, and counts all. */
class FirstPlaces {
  count = 0;
  readonly #most: number;
  #kept: number[] = [];
  /** Places from here on are not among the first. */
  #end: number;

  constructor(most: number) {
    this.#most = most;
    this.#end = most > 0 ? Infinity : 0;
  }

  add(place: number): void {
    this.count++;
    if (place >= this.#end) return;
    this.#kept.push(place);
    if (this.#kept.length >= this.#most * 2) this.#end = this.places().at(-1) ?? 0;
  }

  places(): number[] {
    this.#kept = this.#kept.sort((a, b) => a - b).slice(0, this.#most);
    return this.#kept;
  }
}
