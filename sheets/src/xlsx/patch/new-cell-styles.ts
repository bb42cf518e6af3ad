import { gridLimits } from '../../grid/grid-limits.js';
import { nameOf } from '../xml/names.js';
import type { XmlTag } from '../xml/xml-scanner.js';
import type { CellEdit } from './cell-edits.js';

const attributes = {
  first: nameOf('min'),
  last: nameOf('max'),
  columnStyle: nameOf('style'),
  rowStyle: nameOf('s'),
  hasRowStyle: nameOf('customFormat'),
};

/** The style of a new cell: that of the cell above where requested, else that of its row or column. */
export class NewCellStyles {
  readonly #columns: { first: number; last: number; style: number }[] = [];
  #row = -1;
  #rowStyle = 0;
  #styles = new Map<number, number>();
  #stylesAbove = new Map<number, number>();

  addColumns(tag: XmlTag): void {
    const style = tag.integer(attributes.columnStyle) ?? 0;
    const first = tag.integer(attributes.first) ?? 0;
    const last = tag.integer(attributes.last) ?? first;
    if (style === 0 || this.#columns.length >= gridLimits.columns) return;
    this.#columns.push({ first: first - 1, last: last - 1, style });
  }

  /** Without a tag the row is new. */
  openRow(row: number, tag?: XmlTag): void {
    this.#stylesAbove = row === this.#row + 1 ? this.#styles : new Map();
    this.#styles = new Map();
    this.#row = row;
    this.#rowStyle = tag?.flag(attributes.hasRowStyle) ? (tag.integer(attributes.rowStyle) ?? 0) : 0;
  }

  met(column: number, style: number): void {
    if (style > 0) this.#styles.set(column, style);
  }

  styleOf({ column, style: chosen, styleFromAbove }: CellEdit): number {
    const above = styleFromAbove ? this.#stylesAbove.get(column) : undefined;
    const style = chosen ?? above ?? (this.#rowStyle || this.#columnStyle(column));
    this.met(column, style);
    return style;
  }

  #columnStyle(column: number): number {
    return this.#columns.find(({ first, last }) => column >= first && column <= last)?.style ?? 0;
  }
}
