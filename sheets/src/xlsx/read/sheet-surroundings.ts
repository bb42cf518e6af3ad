import { tooComplex } from '../../core/file-error.js';
import type { CellRange, DataValidation } from '../../grid/grid.js';
import { gridLimits } from '../../grid/grid-limits.js';
import { nameOf } from '../xml/names.js';
import type { XmlTag } from '../xml/xml-scanner.js';
import { parseRange, parseRanges } from './a1-references.js';
import { addBounded } from './bounded-list.js';

const tags = {
  column: nameOf('col'),
  mergedCells: nameOf('mergeCell'),
  hyperlink: nameOf('hyperlink'),
  validation: nameOf('dataValidation'),
  formula1: nameOf('formula1'),
  formula2: nameOf('formula2'),
};

const attributes = {
  hidden: nameOf('hidden'),
  outlineLevel: nameOf('outlineLevel'),
  min: nameOf('min'),
  max: nameOf('max'),
  width: nameOf('width'),
  range: nameOf('ref'),
  ranges: nameOf('sqref'),
  id: nameOf('id'),
  location: nameOf('location'),
  type: nameOf('type'),
  operator: nameOf('operator'),
};

/** A hyperlink in the worksheet: its target is in another part. */
export interface LinkedRange {
  range: CellRange;
  relationshipId: string | undefined;
  location: string | null;
}

/** A file describes each column once; one that does so often is an attack. */
const MAX_COLUMNS_SAID = 16 * gridLimits.columns;

/** What a worksheet says about its rows, columns and ranges, besides the cells. */
export class SheetSurroundings {
  readonly #merges: CellRange[] = [];
  readonly #hiddenRows = new Set<number>();
  readonly #hiddenColumns = new Set<number>();
  readonly #columnWidths = new Map<number, number>();
  readonly #rowOutline = new Map<number, number>();
  readonly #columnOutline = new Map<number, number>();
  readonly #validations: DataValidation[] = [];
  readonly #links: LinkedRange[] = [];
  #columnsSaid = 0;

  result() {
    return {
      merges: this.#merges,
      hiddenRows: this.#hiddenRows,
      hiddenColumns: this.#hiddenColumns,
      columnWidths: this.#columnWidths,
      rowOutline: this.#rowOutline,
      columnOutline: this.#columnOutline,
      validations: this.#validations,
      links: this.#links,
    };
  }

  /** Returns whether the tag says anything about the row that is kept. */
  openRow(row: number, tag: XmlTag): boolean {
    const isHidden = tag.flag(attributes.hidden);
    if (isHidden) this.#hiddenRows.add(row);
    const level = tag.integer(attributes.outlineLevel);
    if (level) this.#rowOutline.set(row, level);
    return isHidden || Boolean(level);
  }

  /** Returns whether the text of the element is needed. */
  open(name: number, tag: XmlTag): boolean {
    if (name === tags.column) this.#addColumns(tag);
    else if (name === tags.mergedCells) this.#addMerge(tag);
    else if (name === tags.hyperlink) this.#addHyperlink(tag);
    else if (name === tags.validation) this.#addValidation(tag);
    return name === tags.formula1 || name === tags.formula2;
  }

  close(name: number, text: string): void {
    const validation = this.#validations.at(-1);
    if (validation) validation[name === tags.formula1 ? 'formula1' : 'formula2'] = text;
  }

  #addColumns(tag: XmlTag): void {
    const first = Math.max(1, tag.integer(attributes.min) ?? 1) - 1;
    const last = Math.min(tag.integer(attributes.max) ?? first + 1, gridLimits.columns) - 1;
    const width = Number(tag.text(attributes.width));
    const hidden = tag.flag(attributes.hidden);
    const level = tag.integer(attributes.outlineLevel);
    this.#columnsSaid += last - first + 1;
    if (this.#columnsSaid > MAX_COLUMNS_SAID) throw tooComplex('file-columns-described-again');
    for (let column = first; column <= last; column++) {
      if (width > 0) this.#columnWidths.set(column, width);
      if (hidden) this.#hiddenColumns.add(column);
      if (level) this.#columnOutline.set(column, level);
    }
  }

  #addMerge(tag: XmlTag): void {
    const range = parseRange(tag.text(attributes.range) ?? '');
    if (range) addBounded(this.#merges, range, 'merged ranges');
  }

  #addHyperlink(tag: XmlTag): void {
    const range = parseRange(tag.text(attributes.range) ?? '');
    if (!range) return;
    const relationshipId = tag.prefixedText(attributes.id);
    addBounded(
      this.#links,
      { range, relationshipId, location: tag.text(attributes.location) ?? null },
      'hyperlinks',
    );
  }

  #addValidation(tag: XmlTag): void {
    const validation = {
      ranges: parseRanges(tag.text(attributes.ranges) ?? ''),
      type: tag.text(attributes.type) ?? 'none',
      operator: tag.text(attributes.operator) ?? null,
      formula1: null,
      formula2: null,
    };
    addBounded(this.#validations, validation, 'data validations');
  }
}
