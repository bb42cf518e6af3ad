import { placeOf } from '../../core/cell-place.js';
import { columnLetters } from '../../core/column-letters.js';
import { damaged } from '../../core/file-error.js';
import { gridLimits } from '../../grid/grid-limits.js';
import { parseRange } from '../read/a1-references.js';
import { CellPosition } from '../read/cell-position.js';
import type { XlsxCell } from '../write/workbook-content.js';
import { escapeXml } from '../write/xml-text.js';
import { nameOf } from '../xml/names.js';
import type { XmlTag } from '../xml/xml-scanner.js';
import { cannotPatch } from './cannot-patch.js';
import { type CellEdit, type CellEdits, type EditedRow, including } from './cell-edits.js';
import { type CellResults, noResults } from './cell-results.js';
import { cellXml, formulaXml, resultType, resultXml } from './cell-xml.js';
import type { DateStyles } from './date-styles.js';
import { FormulaGroups, type FormulaTag, readFormulaTag } from './formula-groups.js';
import type { GrownTable } from './grown-tables.js';
import { NewCellStyles } from './new-cell-styles.js';
import { SheetRanges } from './sheet-ranges.js';
import { withAttribute, withoutAttribute } from './tag-attributes.js';
import type { XmlEditor, XmlSplicer } from './xml-splicer.js';

const tags = {
  dimension: nameOf('dimension'),
  column: nameOf('col'),
  sheetData: nameOf('sheetData'),
  row: nameOf('row'),
  cell: nameOf('c'),
  formula: nameOf('f'),
  value: nameOf('v'),
  inlineString: nameOf('is'),
};
const attributes = { reference: nameOf('r'), range: nameOf('ref'), style: nameOf('s') };

/** Applies edits and new results to a worksheet while it is copied; everything else stays unchanged. */
export class SheetEditor implements XmlEditor {
  /** Formulas that the sheet still has, without those from edits. */
  keptFormulas = 0;
  removedFormulas = 0;
  writtenFormulas = 0;
  changedCells = 0;
  readonly #splicer: XmlSplicer;
  readonly #edits: CellEdits;
  readonly #results: CellResults;
  readonly #ranges: SheetRanges;
  readonly #dateStyles: DateStyles;
  readonly #formulas: FormulaGroups;
  readonly #newStyles = new NewCellStyles();
  readonly #at = new CellPosition();
  #prefix = '';
  #inData = false;
  #inCell = false;
  /** Index of the first edited row that has not been reached. */
  #nextRow = 0;
  /** The edits of the current row, and the first of them that has not been reached. */
  #rowEdits: EditedRow['cells'] = [];
  #nextCell = 0;
  /** The edit of the current cell, and the style of that cell. */
  #edit: CellEdit | undefined;
  #style = 0;
  #formula: FormulaTag | undefined;
  /** The new result of the current cell until it is written. */
  #result: XlsxCell | undefined;

  constructor(
    splicer: XmlSplicer,
    edits: CellEdits,
    dateStyles: DateStyles,
    results: CellResults = noResults,
    grown: readonly GrownTable[] = [],
  ) {
    this.#splicer = splicer;
    this.#edits = edits;
    this.#results = results;
    this.#ranges = new SheetRanges(splicer, grown);
    this.#dateStyles = dateStyles;
    this.#formulas = new FormulaGroups(edits);
  }

  open(name: number, tag: XmlTag): void {
    if (this.#edit?.onlyIfEmpty) this.#refuseContent(name, this.#edit);
    if (name === tags.cell && this.#inData) this.#openCell(tag);
    else if (name === tags.formula && this.#inCell) this.#openFormula(tag);
    else if (this.#result !== undefined && isResult(name)) this.#splicer.drop();
    else if (name === tags.row && this.#inData) this.#openRow(tag);
    else if (name === tags.sheetData) this.#openData();
    else if (name === tags.column && !this.#inData) this.#newStyles.addColumns(tag);
    else if (name === tags.dimension && !this.#inData) this.#widen(tag);
    else if (!this.#inData) this.#ranges.open(name, tag);
  }

  close(name: number): void {
    if (name === tags.cell && this.#inCell) this.#closeCell();
    else if (name === tags.formula && this.#formula) this.#closeFormula(this.#formula);
    else if (this.#result !== undefined && isResult(name)) this.#closeResult(this.#result);
    else if (name === tags.row && this.#inData) this.#closeRow();
    else if (name === tags.sheetData) this.#closeData();
    else if (!this.#inData) this.#ranges.close(name);
  }

  /** The size that a sheet declares is only a hint, but some programs rely on it. */
  #widen(tag: XmlTag): void {
    const claimed = parseRange(tag.text(attributes.range) ?? '');
    const { bounds } = this.#edits;
    if (!claimed || !bounds) return;
    const { top, left, bottom, right } = including(
      including(claimed, { row: bounds.top, column: bounds.left }),
      { row: bounds.bottom, column: bounds.right },
    );
    if (top === claimed.top && left === claimed.left && bottom === claimed.bottom && right === claimed.right)
      return;
    const range = `${columnLetters(left)}${top + 1}:${columnLetters(right)}${bottom + 1}`;
    this.#splicer.replaceTag(withAttribute(this.#splicer.tag, 'ref', range));
  }

  #openData(): void {
    this.#inData = true;
    this.#prefix = this.#splicer.prefix;
    if (!this.#splicer.isEmptyElement) return;
    const rows = this.#rowsBefore(gridLimits.rows);
    if (rows !== '') this.#splicer.fillEmptyElement(rows, `</${this.#prefix}sheetData>`);
  }

  #closeData(): void {
    this.#inData = false;
    if (!this.#splicer.isEmptyElement) this.#insert(this.#rowsBefore(gridLimits.rows));
  }

  #openRow(tag: XmlTag): void {
    const number = tag.integer(attributes.reference);
    const row = number === undefined ? this.#at.row + 1 : number - 1;
    if (row <= this.#at.row) this.#refuseDisorder();
    if (row < 0 || row >= gridLimits.rows) throw damaged('row-outside-sheet');
    this.#insert(this.#rowsBefore(row));
    this.#at.row = row;
    this.#at.column = -1;
    this.#newStyles.openRow(row, tag);
    const edited = this.#edits.rows[this.#nextRow];
    if (edited?.row === row) this.#nextRow++;
    this.#rowEdits = edited?.row === row ? edited.cells : [];
    this.#nextCell = 0;
    if (!this.#splicer.isEmptyElement) return;
    const cells = this.#cellsBefore(gridLimits.columns);
    if (cells !== '') this.#splicer.fillEmptyElement(cells, `</${this.#prefix}row>`);
  }

  #closeRow(): void {
    if (!this.#splicer.isEmptyElement) this.#insert(this.#cellsBefore(gridLimits.columns));
  }

  #openCell(tag: XmlTag): void {
    this.#inCell = true;
    const { row, column } = this.#at;
    this.#at.column++;
    this.#goTo(tag);
    if (this.#at.row !== row || this.#at.column <= column) this.#refuseDisorder();
    this.#style = tag.integer(attributes.style) ?? 0;
    if (this.#nextCell < this.#rowEdits.length) this.#insert(this.#cellsBefore(this.#at.column));
    const edit = this.#rowEdits[this.#nextCell];
    if (edit?.column === this.#at.column && edit.style !== undefined) this.#style = edit.style;
    this.#newStyles.met(this.#at.column, this.#style);
    if (edit?.column !== this.#at.column) {
      if (this.#results.size > 0 && !this.#splicer.isEmptyElement) this.#openResult();
      return;
    }
    this.#nextCell++;
    this.#edit = edit;
    this.#splicer.drop();
  }

  #openResult(): void {
    this.#result = this.#results.get(placeOf(this.#at.row, this.#at.column));
    if (this.#result === undefined) return;
    const untyped = withoutAttribute(withoutAttribute(this.#splicer.tag, 't'), 'vm');
    const type = resultType(this.#result);
    this.#splicer.replaceTag(type === '' ? untyped : withAttribute(untyped, 't', type));
  }

  /** Whatever value follows in this cell is dropped. */
  #closeResult(result: XlsxCell): void {
    this.#splicer.resume(resultXml(this.#prefix, result));
    this.#result = null;
  }

  #goTo({ attributeCount, attributeNames, bytes, valueStarts, valueEnds }: XmlTag): void {
    for (let i = 0; i < attributeCount; i++) {
      if (attributeNames[i] !== attributes.reference) continue;
      this.#at.goTo(bytes, valueStarts[i] as number, valueEnds[i] as number);
    }
  }

  #closeCell(): void {
    this.#inCell = false;
    if (this.#result !== undefined) this.#insert(resultXml(this.#prefix, this.#result));
    this.#result = undefined;
    if (!this.#edit) return;
    this.#splicer.resume(this.#written(this.#edit, this.#style));
    this.#edit = undefined;
  }

  #openFormula(tag: XmlTag): void {
    this.#formula = readFormulaTag(tag);
    this.#splicer.text.start();
    // Everything in an edited cell is already dropped.
    if (this.#edit) return;
    if (this.#formulas.dissolves(this.#formula) || this.#formulas.isOrphan(this.#formula))
      this.#splicer.drop();
  }

  #closeFormula(formula: FormulaTag): void {
    this.#formula = undefined;
    const text = this.#splicer.text.finish();
    if (this.#edit) {
      this.removedFormulas++;
      this.#formulas.forget(this.#at, formula, text);
      return;
    }
    if (this.#formulas.dissolves(formula)) {
      this.removedFormulas++;
      this.#splicer.resume('');
      return;
    }
    // The element of a data table is not a formula of its cell.
    if (formula.type !== 'dataTable' && (text !== '' || formula.type === 'shared')) this.keptFormulas++;
    if (this.#formulas.isOrphan(formula)) {
      this.#formulas.forget(this.#at, formula, text);
      const expanded = this.#formulas.expanded(this.#at, formula);
      this.#splicer.resume(formulaXml(this.#prefix, escapeXml(expanded)));
    }
  }

  /** Edited rows that the sheet lacks, up to one that it has. */
  #rowsBefore(row: number): string {
    let rows = '';
    for (let edited = this.#edits.rows[this.#nextRow]; edited && edited.row < row; ) {
      this.#newStyles.openRow(edited.row);
      this.#rowEdits = edited.cells;
      this.#nextCell = 0;
      const cells = this.#cellsBefore(gridLimits.columns);
      if (cells !== '') rows += `<${this.#prefix}row r="${edited.row + 1}">${cells}</${this.#prefix}row>`;
      edited = this.#edits.rows[++this.#nextRow];
    }
    return rows;
  }

  /** Edited cells that the row lacks, up to one that it has. */
  #cellsBefore(column: number): string {
    let cells = '';
    for (let edit = this.#rowEdits[this.#nextCell]; edit && edit.column < column; ) {
      const style = this.#newStyles.styleOf(edit);
      if (edit.value !== null || edit.formula !== undefined) cells += this.#written(edit, style);
      edit = this.#rowEdits[++this.#nextCell];
    }
    return cells;
  }

  #written(edit: CellEdit, style: number): string {
    this.changedCells++;
    if (edit.formula !== undefined) this.writtenFormulas++;
    const value = edit.value ?? this.#results.get(placeOf(edit.row, edit.column)) ?? null;
    const isNumber = typeof value === 'number';
    const shown = isNumber && edit.meaning ? this.#dateStyles.showing(edit.meaning, style) : style;
    return cellXml(this.#prefix, { ...edit, value }, shown);
  }

  #insert(text: string): void {
    if (text !== '') this.#splicer.insertBefore(text);
  }

  #refuseContent(name: number, { row, column }: CellEdit): void {
    if (!isResult(name) && name !== tags.formula) return;
    throw cannotPatch('patch-cell-filled', { cell: `${columnLetters(column)}${row + 1}` });
  }

  /** Rows or cells that are duplicated or out of order leave no right position for new ones. */
  #refuseDisorder(): void {
    if (this.#edits.count === 0) return;
    throw cannotPatch('patch-cells-unordered');
  }
}

function isResult(element: number): boolean {
  return element === tags.value || element === tags.inlineString;
}
