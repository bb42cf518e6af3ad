import { CellKind, plainStyle } from '#sheets/grid/grid.js';
import { CellBudget, GridBuilder } from '#sheets/grid/grid-builder.js';
import { SheetTexts } from '#sheets/grid/sheet-texts.js';
import { readDelimited } from '#sheets/spreadsheet/read-delimited.js';
import { nothingAround } from '#sheets/spreadsheet/spreadsheet-file.js';
import { shiftFormula } from '#sheets/xlsx/read/shift-formula.js';
import { writeStrictly } from '../../support/strict-csv.mjs';
import { encode } from '../../support/text-encoders.mjs';
import { readThroughFile } from './xlsx-file.mjs';

const UNIX_EPOCH_SERIAL = 25_569;
const DAY_MS = 86_400_000;

/** A sheet while it is drawn: written cells (see columns.mjs) with their look, and merged ranges. */
export class Page {
  #cells = new Map();
  #merges = [];
  #roles = [];
  #top = 0;
  #left = 0;
  #hiddenRows = new Set();
  #hiddenColumns = new Set();
  rowCount = 0;
  columnCount = 0;
  /** How a csv file is written. */
  dialect = { delimiter: ',', mark: '', encoding: 'utf-8' };

  hide(rows, columns) {
    this.#hiddenRows = new Set(rows);
    this.#hiddenColumns = new Set(columns);
  }

  /** Rows and columns of what is drawn next count from here. */
  startAt(top, left) {
    this.#top = top;
    this.#left = left;
  }

  /** A text or a written cell; `look` is a part of a `CellStyle`, and may say the role of the row. */
  put(rowFromTop, columnFromLeft, written, { role = '', ...look } = {}) {
    const [row, column] = [this.#top + rowFromTop, this.#left + columnFromLeft];
    if (role) this.#roles[row] ??= role;
    const cell = typeof written === 'string' ? { text: written } : this.#movedFormula(written);
    if (cell.text === '' && !cell.formula && Object.keys(look).length === 0) return;
    this.#cells.set(`${row},${column}`, { row, column, ...cell, look });
    this.rowCount = Math.max(this.rowCount, row + 1);
    this.columnCount = Math.max(this.columnCount, column + 1);
  }

  /** Neighbouring cells with one look. */
  putRow(row, left, cells, look) {
    for (const [at, cell] of cells.entries()) this.put(row, left + at, cell, look);
  }

  merge(top, left, bottom, right) {
    if (top === bottom && left === right) return;
    const [rows, columns] = [this.#top, this.#left];
    this.#merges.push({
      top: rows + top,
      left: columns + left,
      bottom: rows + bottom,
      right: columns + right,
    });
  }

  #movedFormula(cell) {
    return cell.formula ? { ...cell, formula: shiftFormula(cell.formula, this.#top, this.#left) } : cell;
  }

  /** What a reader sees, row by row; a formula without a result is its own text if `formulas` is set. */
  texts({ formulas = false } = {}) {
    const rows = Array.from({ length: this.rowCount }, () => new Array(this.columnCount).fill(''));
    for (const { row, column, text, formula } of this.#cells.values())
      rows[row][column] = text === '' && formulas && formula ? `=${formula}` : text;
    return rows;
  }

  /** The role of every row. What is drawn without one stands above a table, or else is a note. */
  roles() {
    const roles = [];
    let below = 'notes';
    const rows = this.texts({ formulas: true });
    for (let row = rows.length - 1; row >= 0; row--) {
      const isAboveTable = below === 'header' || below === 'metadata';
      roles[row] = rows[row].every((text) => text === '')
        ? 'empty'
        : (this.#roles[row] ?? (isAboveTable ? 'metadata' : 'notes'));
      if (roles[row] !== 'empty') below = roles[row];
    }
    return roles;
  }

  /** The cells row by row as the line model is trained on them: texts, looks and formulas. */
  labelled() {
    /** @type {object[][]} */
    const looks = Array.from({ length: this.rowCount }, () => []);
    /** @type {(string | undefined)[][]} */
    const formulas = Array.from({ length: this.rowCount }, () => []);
    for (const { row, column, look, format, formula } of this.#cells.values()) {
      looks[row][column] = { ...look, ...(format && { numberFormat: format }) };
      formulas[row][column] = formula;
    }
    return { rows: this.texts(), labels: this.roles(), looks, formulas, merges: this.#merges };
  }

  /**
   * As an upload is read: `{sheet, dialect}`. Of `csv` and `xlsx`, the latter is the grid that its reader
   * would make, which is quicker; `xlsx file` goes through a file, without the look of cells.
   */
  async read(format, base) {
    if (format === 'csv') {
      const { delimiter, mark, encoding } = this.dialect;
      const text = writeStrictly(this.texts(), { delimiter, quote: '"' });
      const bytes = encode(mark + text, encoding);
      if (!bytes) throw new Error(`${encoding} lacks a character of ${base}`);
      const { sheets, dialect } = readDelimited(bytes, `${base}.csv`, 'csv');
      return { sheet: sheets[0], dialect };
    }
    if (format === 'xlsx file') return await readThroughFile([...this.#cells.values()], base);
    return { sheet: this.#grid(), dialect: null };
  }

  #grid() {
    const grid = new GridBuilder(new CellBudget());
    const texts = new SheetTexts([]);
    const styles = new StyleList();
    for (const cell of this.#cells.values()) {
      const { row, column, text, number, date, format, formula, look } = cell;
      const style = styles.indexOf({ ...look, ...(format && { numberFormat: format }) });
      if (number !== undefined) grid.add(row, column, CellKind.number, number, style);
      else if (date !== undefined) grid.add(row, column, CellKind.date, serialOf(date), style);
      else if (text !== '') grid.add(row, column, CellKind.text, texts.add(text), style);
      else grid.add(row, column, CellKind.empty, 0, style);
      if (formula) grid.addFormula(row, column, formula);
    }
    return {
      ...nothingAround,
      name: 'Sheet1',
      dateSystem: /** @type {const} */ ('1900'),
      styles: styles.all,
      ...grid.finish(),
      texts,
      merges: this.#merges,
      hiddenRows: this.#hiddenRows,
      hiddenColumns: this.#hiddenColumns,
    };
  }
}

class StyleList {
  all = [plainStyle];
  #known = new Map([['{}', 0]]);

  indexOf(look) {
    const key = JSON.stringify(look);
    let index = this.#known.get(key);
    if (index === undefined) {
      index = this.all.push({ ...plainStyle, ...look }) - 1;
      this.#known.set(key, index);
    }
    return index;
  }
}

const serialOf = (iso) => Date.parse(`${iso}T00:00:00Z`) / DAY_MS + UNIX_EPOCH_SERIAL;
