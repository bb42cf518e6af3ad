import type { StatedTotal } from '../../core/findings.js';
import type { SheetSpec } from '../../core/parse-spec.js';
import type { Sheet } from '../../grid/grid.js';
import { SheetCells } from '../sheet-cells.js';
import { arrangeSheet } from './arrange-sheet.js';
import type { Coverage } from './coverage.js';
import { reconcileRegions } from './reconcile-regions.js';

export interface SheetAccount {
  coverage: Coverage;
  reconciliation: StatedTotal[];
}

/** What materializing would report about the cells and totals of a sheet, without reading any value. */
export function accountForSheet(sheet: Sheet, spec: SheetSpec): SheetAccount {
  const { coverage } = arrangeSheet(new SheetCells(sheet), spec, sheet.name);
  return { coverage, reconciliation: reconcileRegions(sheet, spec.regions) };
}
