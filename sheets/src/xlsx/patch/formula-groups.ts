import { parseRange } from '../read/a1-references.js';
import { shiftFormula } from '../read/shift-formula.js';
import { nameOf } from '../xml/names.js';
import type { XmlTag } from '../xml/xml-scanner.js';
import type { CellEdits } from './cell-edits.js';

const TYPE = nameOf('t');
const RANGE = nameOf('ref');
const SHARED_INDEX = nameOf('si');

interface FormulaPlace {
  row: number;
  column: number;
}

/** How a formula is stored: for its cell alone, shared with others, or computing a block of cells. */
export interface FormulaTag {
  type: string | undefined;
  sharedIndex: number | undefined;
  range: string | undefined;
}

export function readFormulaTag(tag: XmlTag): FormulaTag {
  if (tag.attributeCount === 0) return { type: undefined, sharedIndex: undefined, range: undefined };
  return { type: tag.text(TYPE), sharedIndex: tag.integer(SHARED_INDEX), range: tag.text(RANGE) };
}

/** What happens to formulas that cover several cells when one of these cells is edited. */
export class FormulaGroups {
  readonly #edits: CellEdits;
  /** Formulas whose text went with an edited cell, by the index under which others refer to it. */
  readonly #lost = new Map<number, FormulaPlace & { text: string }>();

  constructor(edits: CellEdits) {
    this.#edits = edits;
  }

  /** An array cannot be changed in part: if one cell is edited, all become plain values. */
  dissolves({ type, range }: FormulaTag): boolean {
    if (type !== 'array' && type !== 'dataTable') return false;
    const covered = parseRange(range ?? '');
    return covered !== null && this.#edits.touches(covered);
  }

  /** Remembers a text that other cells share, since it will no longer be where they look for it. */
  forget(at: FormulaPlace, { type, sharedIndex }: FormulaTag, text: string): void {
    if (type !== 'shared' || sharedIndex === undefined || text === '') return;
    this.#lost.set(sharedIndex, { row: at.row, column: at.column, text });
  }

  /** Whether the text of a shared formula is gone. */
  isOrphan({ type, sharedIndex }: FormulaTag): boolean {
    return type === 'shared' && sharedIndex !== undefined && this.#lost.has(sharedIndex);
  }

  /** The formula of an orphan, written out for its own cell. */
  expanded({ row, column }: FormulaPlace, { sharedIndex }: FormulaTag): string {
    const lost = this.#lost.get(sharedIndex ?? -1);
    return lost ? shiftFormula(lost.text, row - lost.row, column - lost.column) : '';
  }
}
