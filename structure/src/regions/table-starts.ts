import type { CellGrid } from '../cell-grid.js';
import { cellLook } from '../cell-look.js';
import type { LineRole } from '../lines/line-role.js';
import { explainsColumn } from './explained-column.js';
import {
  countContrasts,
  filledCells,
  isMeasure,
  loneText,
  namesColumns,
  recordBelow,
  sharedCells,
  standsOut,
} from './header-evidence.js';
import { headingMark, headingsOver, maxHeadings } from './headings-over.js';
import { RepeatedHeader } from './repeated-header.js';
import { roleBelowRecord } from './role-below-record.js';

/** A line that shares this much of its cells with the header of the table above repeats it. */
const repeatedShare = 0.6;

/** Records above a row that are looked at for texts. */
const maxCompared = 40;

/** Its names and two records. */
const minRowsOfList = 3;

/** The roles of lines, and where tables begin below other tables. */
export interface TableStarts {
  roles: readonly LineRole[];
  /** The first heading over such a table, or its header. */
  starts: ReadonlySet<number>;
}

/**
 * Finds the headers of further tables below the first. The line model judges each line in its sheet; this
 * judges a header by what it separates: names between the values of one table and those of the next.
 */
export function findTableStarts(grid: CellGrid, lines: readonly LineRole[]): TableStarts {
  const search = new StartSearch(grid, [...lines]);
  for (let row = 0; row < grid.rowCount; row++) search.look(row);
  return search;
}

class StartSearch implements TableStarts {
  readonly roles: LineRole[];
  readonly starts = new Set<number>();
  readonly #grid: CellGrid;
  /** The first row of the header of the current table. */
  #header: number | undefined;
  /** The last record of the current table, undefined as long as it has none. */
  #record: number | undefined;
  /** The last row that is not blank. */
  #last = -1;
  /** Of the labels of the current table's groups: their column and look. */
  readonly #groupLooks = new Set<string>();
  #firstGroup: number | undefined;

  constructor(grid: CellGrid, roles: LineRole[]) {
    this.#grid = grid;
    this.roles = roles;
  }

  look(row: number): void {
    const role = this.#settle(row);
    if (role === 'empty') return;
    const record = this.#record;
    if (record === undefined) this.#lookBeforeRecords(row, role);
    else if (this.#mayHead(row, role)) this.#lookAtNames(row, role, record);
    else if (role === 'data' || role === 'derived') this.#take(row);
    // A label alone between records heads a group of them.
    else if (role === 'header') this.roles[row] = 'group';
    if (this.roles[row] === 'group') {
      this.#groupLooks.add(this.#lookOf(row));
      this.#firstGroup ??= row;
    }
    this.#last = row;
  }

  get #repeated(): RepeatedHeader | undefined {
    return this.#header === undefined ? undefined : new RepeatedHeader(this.#grid, this.roles, this.#header);
  }

  /** The role of a line, corrected where its neighbours plainly show another one. */
  #settle(row: number): LineRole {
    const role = this.roles[row] ?? 'empty';
    if (role === 'empty' || this.#record === undefined) return role;
    const settled = roleBelowRecord(this.#grid, this.roles, row, {
      record: this.#record,
      isLikeGroups: () => this.#groupLooks.has(this.#lookOf(row)),
    });
    this.roles[row] = settled;
    return settled;
  }

  #lookOf(row: number): string {
    const [column = 0] = filledCells(this.#grid, row);
    return `${column} ${cellLook(this.#grid, row, column)}`;
  }

  #lookBeforeRecords(row: number, role: LineRole): void {
    if (role === 'header' || (role === 'data' && namesColumns(this.#grid, row))) this.#header ??= row;
    if (role === 'derived' || (role === 'data' && this.#header !== row)) this.#take(row);
  }

  #take(row: number): void {
    if (this.#record === undefined || filledCells(this.#grid, row).length > 1) this.#record = row;
  }

  #mayHead(row: number, role: LineRole): boolean {
    if (role === 'header') return filledCells(this.#grid, row).length > 1 && !this.#isLabelTwice(row);
    const repeated = this.#repeated;
    if (role === 'derived') return repeated?.hasOtherCorner(row) ?? false;
    return namesColumns(this.#grid, row) || (repeated?.sharedBy(row) ?? 0) >= repeatedShare;
  }

  /** Whether a row has only its label, once more at the right as in tables that repeat their labels there. */
  #isLabelTwice(row: number): boolean {
    const [left = 0, right = 0, ...others] = filledCells(this.#grid, row);
    if (others.length > 0 || this.#header === undefined || loneText(this.#grid, row) === undefined)
      return false;
    return this.#grid.text(this.#header, left) === this.#grid.text(this.#header, right);
  }

  #lookAtNames(row: number, role: LineRole, record: number): void {
    const repeated = this.#repeated;
    const headings = headingsOver(this.#grid, this.roles, row);
    const shared = repeated?.sharedBy(row) ?? 0;
    const isSeparate = headings.length > 0 || this.#last < row - 1;
    const isPage =
      shared === 1 &&
      this.roles[record] !== 'derived' &&
      repeated?.repeatsPage(headings, maxHeadings) &&
      repeated.repeatsAllNames(row) &&
      !repeated.restarts(row);
    if (isPage) {
      // The same names again on the next page.
      for (const again of [...headings, row]) this.roles[again] = 'header';
    } else if (
      (isSeparate && shared >= repeatedShare) ||
      repeated?.hasOtherCorner(row) ||
      this.#isHeadedAlike(row, headings) ||
      this.#begins(row, role, record, headings)
    ) {
      this.#begin(row, headings);
    } else if (shared >= repeatedShare) {
      this.roles[row] = 'header';
    } else {
      // What heads nothing is a record, whatever it was taken for.
      if (role === 'header') this.roles[row] = 'data';
      this.#take(row);
    }
  }

  #begins(row: number, role: LineRole, record: number, headings: readonly number[]): boolean {
    const grid = this.#grid;
    const isSeparate = headings.length > 0 || this.#last < row - 1;
    if (isSeparate && role === 'header') return true;
    if (isSeparate && this.#isOtherList(row, record, headings)) return true;
    const below = recordBelow(grid, row);
    if (below === undefined) return false;
    const [above, under] = [countContrasts(grid, row, record), countContrasts(grid, row, below)];
    const isSetOff = standsOut(grid, row, below);
    const isHeader = role === 'header' || isSetOff;
    if (isSeparate)
      return (
        under > 0 &&
        (isHeader || above > 0 || this.#isBesideTable(row, record) || countContrasts(grid, record, below) > 0)
      );
    if (role === 'header' && isSetOff) return namesColumns(grid, row);
    return isHeader
      ? under > 0 && above > 0
      : under > 1 && countContrasts(grid, row, record, this.#columnsWithTexts(row)) > 1;
  }

  /** Columns in which a record above a row has a text, so that one more is no name. */
  #columnsWithTexts(row: number): Set<number> {
    const columns = new Set<number>();
    const first = Math.max((this.#header ?? -1) + 1, row - maxCompared);
    for (let above = first; above < row; above++) {
      if (this.roles[above] !== 'data') continue;
      for (const column of filledCells(this.#grid, above))
        if (!isMeasure(this.#grid, above, column)) columns.add(column);
    }
    return columns;
  }

  /** Whether names have a heading marked like that of the table above: `■ …` over both, `1. …` and `2. …`. */
  #isHeadedAlike(row: number, headings: readonly number[]): boolean {
    const [heading] = headings;
    if (heading === undefined || this.#header === undefined || !namesColumns(this.#grid, row)) return false;
    const mark = headingMark(loneText(this.#grid, heading));
    return mark !== undefined && mark === headingMark(loneText(this.#grid, this.#header - 1));
  }

  /**
   * Whether a row names the columns of those right below, which have texts where the table above has values; or
   * fewer columns than that table, where a total closed it. A name is no value of its column.
   */
  #isOtherList(row: number, record: number, headings: readonly number[]): boolean {
    const grid = this.#grid;
    const columns = filledCells(grid, row);
    const rows = Array.from({ length: minRowsOfList }, (_, at) => row + at);
    const isList = rows.every(
      (at) =>
        at < grid.rowCount &&
        String(filledCells(grid, at)) === String(columns) &&
        (at === row || sharedCells(grid, at, row) === 0),
    );
    if (!isList || this.#header === undefined) return false;
    const isNarrower = columns.length < filledCells(grid, this.#header).length;
    return (
      (isNarrower &&
        (this.roles[record] === 'derived' ||
          explainsColumn(grid, this.#header, rows) ||
          this.#isUnderOwnHeading(columns, record, headings))) ||
      rows.every((at) => countContrasts(grid, at, record) > 0)
    );
  }

  /** Whether names of words stand below a heading and a blank row, as those of the table above do, whose records have no groups. */
  #isUnderOwnHeading(columns: readonly number[], record: number, headings: readonly number[]): boolean {
    const heading = headings.at(-1);
    return (
      heading !== undefined &&
      columns.length > 2 &&
      this.roles[heading - 1] === 'empty' &&
      (this.#firstGroup ?? heading) === heading &&
      loneText(this.#grid, (this.#header ?? 0) - 1) !== undefined &&
      filledCells(this.#grid, record).length > columns.length
    );
  }

  /** Whether a row has cells only where the record above has none. */
  #isBesideTable(row: number, record: number): boolean {
    return filledCells(this.#grid, row).every((column) => this.#grid.isEmpty(record, column));
  }

  #begin(row: number, headings: readonly number[]): void {
    for (const heading of headings) this.roles[heading] = 'metadata';
    this.roles[row] = 'header';
    this.starts.add(headings.at(-1) ?? row);
    this.#header = row;
    this.#record = undefined;
    this.#groupLooks.clear();
    this.#firstGroup = undefined;
  }
}
