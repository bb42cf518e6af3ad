import type { CellRange } from '@workbook-data-service/sheets/grid';
import type { SheetCells } from '../sheet-cells.js';
import { withoutMarks } from '../values/period-marks.js';
import { readPeriod } from '../values/periods.js';
import { ColumnContents } from './column-contents.js';
import { HeaderBoxes } from './header-boxes.js';
import { withoutDashes } from './header-marks.js';
import { HeaderMerges } from './header-merges.js';
import type { HeaderLabel } from './read-header.js';

/** Fewer labels may be as far from each other by chance. */
const minLabelsInStride = 3;
/** Two columns may have the same name by chance. */
const minRepeats = 2;

/** How far the labels of a header reach to the right: over their merged cell, or over blanks that they plainly head. */
export class HeaderReach {
  readonly #cells: SheetCells;
  readonly #range: CellRange;
  readonly #merges: HeaderMerges;
  readonly #contents: ColumnContents;
  readonly #boxes: HeaderBoxes;
  readonly #strides = new Map<number, number>();
  /** By the texts of a row, the columns that each is in. */
  readonly #places = new Map<number, Map<string, number[]>>();
  /** By the row of labels, that of the names below them, and a name there. */
  readonly #areRecurring = new Map<string, boolean>();
  readonly #headerRows: readonly number[];

  constructor(cells: SheetCells, range: CellRange, headerRows: readonly number[]) {
    this.#cells = cells;
    this.#range = range;
    this.#headerRows = headerRows;
    this.#contents = new ColumnContents(cells, { ...range, top: (headerRows.at(-1) ?? range.top - 1) + 1 });
    this.#merges = new HeaderMerges(cells, range, headerRows);
    this.#boxes = new HeaderBoxes(cells, range, headerRows, {
      contents: this.#contents,
      merges: this.#merges,
    });
  }

  /** The last column that a label is over, given the labels of the rows above and the rows of names below it. */
  endOf(
    { row, column }: HeaderLabel,
    above: readonly ReadonlyMap<number, HeaderLabel>[],
    rowsBelow: readonly number[],
  ): number {
    const merged = this.#merges.endOf(row, column);
    if (merged !== undefined) return Math.min(merged, this.#range.right);
    const ownName = (at: number) => rowsBelow.findLast((below) => !this.#cells.isBlank(below, at));
    // Marks of figures and the figures themselves may share one name.
    const nameBelow = (at: number) =>
      ownName(at) ?? (at > column && this.#areFiguresAndMarks(at - 1) ? ownName(at - 1) : undefined);
    // Without a merged cell, only a label with names of its own below it can cover its neighbours too.
    if (nameBelow(column) === undefined) {
      const isOverNext = this.#isBesideMarks(row, column) || this.#isBesideRecurring(row, column);
      return isOverNext ? column + 1 : column;
    }
    if (this.#namesEachColumn(row, rowsBelow)) return column;
    const isUnderSame = (at: number) =>
      above.every((labels) => labels.get(at)?.column === labels.get(column)?.column);
    // `Vans,` above `pickups,` and `SUVs` is no group.
    const isBroken =
      rowsBelow[0] === row + 1 &&
      (/[,/&-]\s*$/.test(withoutDashes(this.#cells.text(row, column))) || this.#goesOn(column, rowsBelow));
    const isOver = (at: number) => {
      const name = nameBelow(at);
      return (
        name !== undefined &&
        !(name !== nameBelow(column) && this.#areKeyAndFigures(column, at)) &&
        !(isBroken && !this.#goesOn(at, rowsBelow)) &&
        this.#merges.isFree(row, at) &&
        !this.#boxes.isBoxedBelow(row, at) &&
        !this.#endsRun(row, column, at, rowsBelow) &&
        isUnderSame(at) &&
        this.#mayShare(column, at, name)
      );
    };
    const isRepeated = (at: number) => {
      const name = nameBelow(at) ?? row;
      // Labels of rows that are repeated beside their figures are of no group.
      if (this.#contents.of(at) !== this.#contents.of(column)) return false;
      return this.#columnsLike(name, at).length > 1;
    };
    let end = column;
    for (let at = column + 1; at <= this.#range.right; at++) {
      // Beyond a gap it is over names that others of its kind are over too.
      if (this.#isGap(at)) continue;
      if (!isOver(at) || (at > end + 1 && !isRepeated(at))) break;
      end = at;
    }
    return Math.max(
      end,
      column + this.#strideOf(row, rowsBelow) - 1,
      this.#boxes.endOf(row, column, rowsBelow),
    );
  }

  /**
   * Whether the only name of the next column recurs beside labels that have none below them, and needs these: `Robbery | |
   * Burglary | ` over ` | Rate | | Rate`.
   */
  #isBesideRecurring(row: number, column: number): boolean {
    const namesOf = (at: number) => this.#headerRows.filter((each) => !this.#cells.isBlank(each, at));
    const [names = row] = namesOf(column + 1);
    if (names <= row) return false;
    // The same for all columns with the name, of which a wide header has hundreds.
    const key = `${row} ${names} ${this.#cells.text(names, column + 1)}`;
    const known = this.#areRecurring.get(key);
    if (known !== undefined) return known;
    const isBeside = (at: number) =>
      at - 1 > this.#range.left &&
      namesOf(at - 1).join() === `${row}` &&
      namesOf(at).join() === `${names}` &&
      this.#merges.isFree(row, at);
    const recurring = this.#columnsLike(names, column + 1);
    const labels = new Set(recurring.map((at) => this.#cells.text(row, at - 1)));
    const areRecurring = labels.size > 1 && labels.size === recurring.length && recurring.every(isBeside);
    this.#areRecurring.set(key, areRecurring);
    return areRecurring;
  }

  /**
   * How many columns each label of a row is over, where that is always the same number, the first of them has a name below
   * and the others have values without a name: `Party A | | Party B | |` over `Rank | | Rank | |`. Otherwise 1.
   */
  #strideOf(row: number, rowsBelow: readonly number[]): number {
    const known = this.#strides.get(row);
    if (known !== undefined) return known;
    const labels = this.#cells.filledInRow(row, { ...this.#range, left: this.#range.left + 1 });
    const [first = 0, second = 0] = labels;
    const stride = second - first;
    const isNamed = (column: number) => rowsBelow.some((below) => !this.#cells.isBlank(below, column));
    const isOverOthers = (label: number, at: number) => {
      const next = labels[at + 1];
      if (next !== undefined && next - label !== stride) return false;
      return Array.from({ length: stride }, (_, other) => label + other).every(
        (column, other) =>
          isNamed(column) === (other === 0) && (other === 0 || this.#contents.of(column) !== undefined),
      );
    };
    const isRegular =
      labels.length >= minLabelsInStride &&
      stride > 1 &&
      (labels.at(-1) ?? 0) + stride - 1 <= this.#range.right &&
      labels.every(isOverOthers);
    this.#strides.set(row, isRegular ? stride : 1);
    return isRegular ? stride : 1;
  }

  /**
   * The column from which a label is over the others, up to `end`: where it stands over the middle of the first of several
   * labels below it, that label's.
   */
  startOf({ row, column }: HeaderLabel, end: number, rowsBelow: readonly number[]): number {
    const [next, names, ...others] = rowsBelow;
    if (next === undefined || this.#merges.endOf(row, column) !== undefined) return column;
    const first = this.#startOfSeries(row, column, rowsBelow);
    if (first < column) return first;
    const boxed = this.#boxes.startOf(row, column, rowsBelow);
    if (boxed < column || names === undefined) return boxed;
    let start = column;
    while (
      start > this.#range.left &&
      this.#cells.isBlank(next, start) &&
      this.#merges.isFree(row, start - 1)
    )
      start--;
    const isNamed = [start, column].every((at) => !this.#cells.isBlank(names, at));
    const isOverSeveral =
      this.#cells.filledInRow(next, { ...this.#range, left: start, right: end }).length > 1;
    if (start === column || this.#cells.isBlank(next, start) || !isNamed || !isOverSeveral) return column;
    const below = { text: '', row: next, column: start };
    return this.endOf(below, [], [names, ...others]) >= column ? start : column;
  }

  /** `ACREAGE` over every fifth year, from the third one on, as it was once on every page: the first is over the years before it too. */
  #startOfSeries(row: number, column: number, rowsBelow: readonly number[]): number {
    const labels = this.#cells.filledInRow(row, { ...this.#range, left: this.#range.left + 1 });
    const text = this.#cells.text(row, column);
    const next = labels.find((at) => at > column && this.#cells.text(row, at) === text);
    if (labels[0] !== column || next === undefined) return column;
    const last = rowsBelow.at(-1) ?? row;
    const yearAt = (at: number) => {
      const period = readPeriod(withoutMarks(this.#cells.text(last, at)));
      return period?.kind === 'year' ? Number(period.value) : Number.NaN;
    };
    let start = column;
    while (start - 1 > this.#range.left && yearAt(start - 1) < yearAt(start)) start--;
    return yearAt(column) < yearAt(next) ? start : column;
  }

  /** Whether a row repeats labels over the names of columns beside each other: then a blank has none. */
  #namesEachColumn(row: number, rowsBelow: readonly number[]): boolean {
    const namesOf = (at: number) => rowsBelow.map((below) => this.#cells.text(below, at)).join('');
    const isRepeated = (at: number) =>
      at > this.#range.left &&
      this.#cells.text(row, at) === this.#cells.text(row, at - 1) &&
      namesOf(at) !== namesOf(at - 1);
    return this.#cells.filledInRow(row, this.#range).filter(isRepeated).length >= minRepeats;
  }

  /** `2年 | 3年 | 4年 |` over `(2020) | (2021) | (2022) | Change`: each label has one name like those beside it, and so the last one. */
  #endsRun(row: number, column: number, other: number, rowsBelow: readonly number[]): boolean {
    const shapeOf = (at: number) => {
      const below = rowsBelow.findLast((one) => !this.#cells.isBlank(one, at));
      return below === undefined ? '' : this.#cells.text(below, at).trim().replaceAll(/\d/g, '0');
    };
    const isLabelled = (at: number) => at > this.#range.left && !this.#cells.isBlank(row, at);
    const shape = shapeOf(column);
    return (
      shape.includes('0') &&
      shapeOf(other) !== shape &&
      [column - 1, column - 2].every((at) => isLabelled(at) && shapeOf(at) === shape)
    );
  }

  isOverNumbers(column: number): boolean {
    return this.#contents.of(column) === 'numbers';
  }

  /** Whether a column has neither a name nor a value. */
  #isGap(column: number): boolean {
    return this.#cells.filledRows({ ...this.#range, left: column, right: column }).length === 0;
  }

  /** Whether all that is below in a column only goes on with the name above it: `Number`, `of`, `bridges`. */
  #goesOn(column: number, rowsBelow: readonly number[]): boolean {
    const rest = rowsBelow.filter((below) => !this.#cells.isBlank(below, column));
    return rest.every((below) => /^\s*\p{Ll}/u.test(this.#cells.text(below, column)));
  }

  /** `FIPS` and `Code` below each other name one column, although the figures beside it have a name below that. */
  #areKeyAndFigures(column: number, other: number): boolean {
    return this.#contents.of(column) !== 'numbers' && this.#contents.of(other) === 'numbers';
  }

  /** Whether one of two columns contains numbers and the other the footnote marks of these, under one label. */
  #isBesideMarks(row: number, column: number): boolean {
    return (
      column < this.#range.right && this.#cells.isBlank(row, column + 1) && this.#areFiguresAndMarks(column)
    );
  }

  /** Whether a column and the next contain figures and the footnote marks of these, in either order. */
  #areFiguresAndMarks(column: number): boolean {
    const contents = [this.#contents.of(column), this.#contents.of(column + 1)];
    return contents.includes('numbers') && contents.includes('marks');
  }

  /**
   * Whether a label is likely over both columns: not over the labels of rows and their figures, nor over figures and
   * remarks, unless the name of the other column needs it.
   */
  #mayShare(column: number, other: number, nameRow: number): boolean {
    const content = this.#contents.of(other);
    if (column === this.#range.left) return content !== 'numbers';
    if (this.#contents.of(column) !== 'numbers' || content !== 'texts') return true;
    return this.#columnsLike(nameRow, other).length > 1;
  }

  /** The columns whose cells in a row have the text of one of them. */
  #columnsLike(row: number, column: number): readonly number[] {
    let places = this.#places.get(row);
    if (!places) {
      places = new Map();
      for (const at of this.#cells.filledInRow(row, this.#range)) {
        const text = this.#cells.text(row, at);
        const known = places.get(text);
        if (known) known.push(at);
        else places.set(text, [at]);
      }
      this.#places.set(row, places);
    }
    return places.get(this.#cells.text(row, column)) ?? [];
  }
}
