import { tooComplex } from '../core/file-error.js';
import type { Scalar } from '../formula/formula-values.js';
import type { Sheet, Workbook } from '../grid/grid.js';
import { gridLimits } from '../grid/grid-limits.js';
import { type CellEdit, CellEdits, inDateSystem } from '../xlsx/patch/cell-edits.js';
import type { CellResults } from '../xlsx/patch/cell-results.js';
import type { SheetPatch } from '../xlsx/patch/patch-xlsx.js';
import type { XlsxCell } from '../xlsx/write/workbook-content.js';
import { cellKey, cellOfKey } from './cell-key.js';
import { cellOfScalar, scalarOfCell } from './scalar-cells.js';
import { SheetCalculator } from './sheet-calculator.js';
import { StaleFormulas } from './stale-formulas.js';
import { storedValue } from './stored-value.js';
import { WorkbookReferences } from './workbook-references.js';

/**
 * The results of a workbook that are no longer those in the file once some cells are edited, by the name of
 * the sheet: recomputed where possible, and otherwise unknown.
 */
export function recalculate(
  { sheets, definedNames, roundsAsShown }: Workbook,
  patches: readonly SheetPatch[],
): Map<string, CellResults> {
  const changes = new Changes(sheets, patches);
  const references = new WorkbookReferences(sheets, definedNames);
  const stale = new StaleFormulas(sheets, references, changes.edited, changes.changed).keys;
  const { values, formulas } = changes;
  const calculator = new SheetCalculator(sheets, references, { values, formulas, stale });
  const results = new Map<string, Map<number, XlsxCell>>();
  const add = (key: number, storedIn: (sheet: Sheet, row: number, column: number) => Scalar): void => {
    const { sheet: number, place, row, column } = cellOfKey(key);
    const sheet = sheets[number] as Sheet;
    const result = (roundsAsShown ? undefined : calculator.resultOf(key)) ?? null;
    if (isSame(result, storedIn(sheet, row, column))) return;
    const ofSheet = results.get(sheet.name) ?? new Map<number, XlsxCell>();
    results.set(sheet.name, ofSheet.set(place, cellOfScalar(result)));
  };
  for (const key of stale) add(key, storedValue);
  for (const key of formulas.keys()) add(key, () => null);
  return results;
}

/** What edits do to the cells of a workbook, by key. */
class Changes {
  readonly values = new Map<number, Scalar>();
  /** Formulas without a known result. */
  readonly formulas = new Map<number, string>();
  /** Cells whose value is another one now. */
  readonly changed = new Set<number>();
  /** The edited cells, and those that become plain values because an array that they were in is edited. */
  readonly edited = new Set<number>();

  constructor(sheets: readonly Sheet[], patches: readonly SheetPatch[]) {
    const edits = new Map(patches.map((patch) => [patch.sheet, patch.edits]));
    for (const [number, sheet] of sheets.entries()) {
      const inOrder = new CellEdits(inDateSystem(edits.get(sheet.name) ?? [], sheet.dateSystem));
      for (const { cells } of inOrder.rows) for (const edit of cells) this.#add(number, sheet, edit);
      if (inOrder.count > 0) this.#dissolveArrays(number, sheet, inOrder);
    }
  }

  #add(number: number, sheet: Sheet, { row, column, value, formula }: CellEdit): void {
    const key = cellKey(number, row, column);
    const scalar = scalarOfCell(value);
    this.edited.add(key);
    if (formula !== undefined && scalar === null) this.formulas.set(key, formula);
    else this.values.set(key, scalar);
    if (this.formulas.has(key) || scalar !== storedValue(sheet, row, column)) this.changed.add(key);
  }

  #dissolveArrays(number: number, { arrays, dataTables, columns }: Sheet, edits: CellEdits): void {
    let steps = 0;
    for (const { top, bottom, left, right } of [...arrays, ...dataTables].filter((one) =>
      edits.touches(one),
    )) {
      for (let column = left; column <= Math.min(right, columns.length - 1); column++) {
        const cells = columns[column];
        const last = cells ? Math.min(bottom, cells.firstRow + cells.kinds.length - 1) : -1;
        for (let row = Math.max(top, cells?.firstRow ?? 0); row <= last; row++) {
          if (++steps > gridLimits.cells) throw tooComplex('file-array-formulas');
          this.edited.add(cellKey(number, row, column));
        }
      }
    }
  }
}

/** The digits of the file stay where they mean the same number. */
function isSame(one: Scalar, other: Scalar): boolean {
  if (typeof one !== 'number' || typeof other !== 'number') return one === other;
  return one === other || one.toPrecision(15) === other.toPrecision(15);
}
