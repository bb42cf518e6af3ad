import type { RegionSpec } from '../core/parse-spec.js';
import { placeOf, type SheetCells } from './sheet-cells.js';

/** The columns whose blanks repeat the value above, from the left. */
export function filledDownColumns(region: RegionSpec): number[] {
  const step = region.steps.find(({ operator }) => operator === 'ffill');
  if (step?.operator !== 'ffill') return [];
  return region.columns.slice(0, step.last + 1).map(({ source }) => source);
}

/**
 * The columns with the labels of the rows. Several where labels step from one column to the next, with just
 * one in each row; else the first text column, since codes and numbers often come before it.
 */
export function labelColumns(cells: SheetCells, region: RegionSpec, rows: readonly number[]): number[] {
  const keys = region.columns.slice(0, region.headerColumns);
  const columns = keys.map(({ source }) => source);
  if (columns.length < 2)
    return columns.length > 0 ? columns : region.columns.slice(0, 1).map(({ source }) => source);
  const single = rows.filter((row) => columns.filter((column) => !cells.isBlank(row, column)).length === 1);
  if (single.length >= 0.8 * rows.length) return columns;
  const words = keys.find(({ source, type }) => type === 'VARCHAR' && !holdsCodes(cells, source, rows));
  return [words?.source ?? (columns[0] as number)];
}

/** For each label column and row, the position of its label; a blank takes it from the row above. */
export class FilledKeys {
  readonly #places = new Map<number, Map<number, number>>();

  constructor(cells: SheetCells, columns: readonly number[], rows: readonly number[]) {
    const open = columns.map(() => Number.NaN);
    for (const column of columns) this.#places.set(column, new Map());
    for (const row of rows) {
      for (const [depth, column] of columns.entries()) {
        if (!cells.isBlank(row, column)) {
          open[depth] = placeOf(row, column);
          // Labels within the group above do not apply to this one.
          open.fill(Number.NaN, depth + 1);
        }
        this.#places.get(column)?.set(row, open[depth] ?? Number.NaN);
      }
    }
  }

  fills(column: number): boolean {
    return this.#places.has(column);
  }

  /** NaN if no row above has a label either. */
  place(row: number, column: number): number {
    return this.#places.get(column)?.get(row) ?? Number.NaN;
  }
}

function holdsCodes(cells: SheetCells, column: number, rows: readonly number[]): boolean {
  const texts = rows.map((row) => cells.text(row, column).trim()).filter((text) => text !== '');
  return texts.length > 0 && texts.filter((text) => /^[\dA-Z.\-/]+$/.test(text)).length > texts.length / 2;
}
