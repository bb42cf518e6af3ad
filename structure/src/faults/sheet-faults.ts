import { placeOf } from '@workbook-data-service/sheets/addresses';
import { sheetTokensOf } from '@workbook-data-service/sheets/formula';
import { CellKind, type GridColumn, type Sheet } from '@workbook-data-service/sheets/grid';
import { type FaultKind, faultKinds } from '../findings.js';
import { oddCells } from './odd-cells.js';
import { SumFaults } from './sum-faults.js';

/** What a careful reader of a sheet would ask about, by kind: how many cells, and the first of them. */
export interface SheetFault {
  kind: FaultKind;
  count: number;
  cells: FaultyCell[];
}

interface FaultyCell {
  /** See core/cell-place.ts. */
  place: number;
  /** The formula of the neighbours, written for this cell; the cells that a sum leaves out or cannot add. */
  expected?: string;
}

const MAX_CELLS = 100;

/**
 * Looks at each cell a few times at most, whatever the size of the sheet; at its formulas only where there are no more than
 * `maxFormulas`.
 */
export function sheetFaults(sheet: Sheet, maxFormulas = Number.POSITIVE_INFINITY): SheetFault[] {
  const faults = new FaultList();
  const formulas = sheet.columns.reduce((sum, column) => sum + (column?.formulas.size ?? 0), 0);
  if (formulas <= maxFormulas) addFormulaFaults(sheet, faults);
  sheet.columns.forEach((column, index) => {
    if (!column) return;
    for (const row of errorRows(column)) faults.add('error_value', placeOf(row, index));
    for (const row of hiddenRows(sheet, column, index)) faults.add('hidden_values', placeOf(row, index));
  });
  return faults.all();
}

function addFormulaFaults(sheet: Sheet, faults: FaultList): void {
  const odd = new Set<number>();
  for (const { place, expected, isConstant } of oddCells(sheet)) {
    odd.add(place);
    faults.add(isConstant ? 'constant_among_formulas' : 'unlike_neighbours', place, expected);
  }
  const sums = new SumFaults(sheet);
  sheet.columns.forEach((column, index) => {
    if (!column) return;
    for (const row of column.formulas.keys()) {
      const { omitted, texts } = sums.at(row, index);
      if (omitted && !odd.has(placeOf(row, index)))
        faults.add('sum_omits_cells', placeOf(row, index), omitted);
      if (texts) faults.add('text_in_sum', placeOf(row, index), texts);
    }
    for (const row of rowsOfOtherFiles(column)) faults.add('other_file', placeOf(row, index));
  });
}

function* errorRows({ firstRow, kinds }: GridColumn): Generator<number> {
  for (let at = kinds.indexOf(CellKind.error); at >= 0; at = kinds.indexOf(CellKind.error, at + 1))
    yield firstRow + at;
}

/** Shared formulas are looked at once. */
function* rowsOfOtherFiles({ formulas }: GridColumn): Generator<number> {
  const known = new Map<unknown, boolean>();
  for (const row of formulas.keys()) {
    const shared = formulas.sharedAt?.(row);
    const text = shared?.text ?? formulas.get(row) ?? '';
    if (!text.includes('[')) continue;
    const refers = (shared && known.get(shared)) ?? refersToOtherFile(text);
    if (shared) known.set(shared, refers);
    if (refers) yield row;
  }
}

/** `[1]Sheet1!A1` and `'C:\\[budget.xlsx]Sheet1'!A1`. */
function refersToOtherFile(formula: string): boolean {
  return sheetTokensOf(formula).some(
    (token) => (token.kind === 'address' || token.kind === 'name') && /\[[^[\]]+\]/.test(token.sheet ?? ''),
  );
}

function* hiddenRows(sheet: Sheet, { firstRow, kinds }: GridColumn, index: number): Generator<number> {
  const isHidden = sheet.hiddenColumns.has(index);
  if (!isHidden && sheet.hiddenRows.size === 0) return;
  for (let at = 0; at < kinds.length; at++) {
    const row = firstRow + at;
    if (kinds[at] !== CellKind.empty && (isHidden || sheet.hiddenRows.has(row))) yield row;
  }
}

class FaultList {
  readonly #faults = new Map<FaultKind, SheetFault>();

  add(kind: FaultKind, place: number, expected?: string): void {
    const fault = this.#faults.get(kind) ?? { kind, count: 0, cells: [] };
    this.#faults.set(kind, fault);
    fault.count += 1;
    if (fault.cells.length < MAX_CELLS)
      fault.cells.push({ place, ...(expected !== undefined && { expected }) });
  }

  all(): SheetFault[] {
    return faultKinds.flatMap((kind) => this.#faults.get(kind) ?? []);
  }
}
