import type { Dialect } from '@workbook-data-service/sheets';
import type { Sheet } from '@workbook-data-service/sheets/grid';
import type { StatedTotal } from '../findings.js';
import type { SheetSpec } from '../parse-spec.js';
import { SheetCells } from '../sheet-cells.js';
import { type Coverage, coverageOfRawTable } from './coverage.js';
import { reconcileRegions } from './reconcile-regions.js';

export interface SheetAccount {
  coverage: Coverage;
  reconciliation: StatedTotal[];
}

/** What there is to report about a sheet whose raw table is exactly what its spec describes (`isAsDescribed`). */
export function accountForSheet(sheet: Sheet, dialect: Dialect | null, spec: SheetSpec): SheetAccount {
  const coverage = coverageOfRawTable(new SheetCells(sheet));
  return { coverage, reconciliation: reconcileRegions(sheet, dialect, spec.regions) };
}
