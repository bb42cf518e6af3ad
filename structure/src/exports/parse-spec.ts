export type { CellCoverage, FaultKind, PartOfTotal, StatedTotal, TotalOperation } from '../findings.js';
export type { RememberedSheet } from '../layouts/remembered.js';
export type {
  AfreshReason,
  AppliedReading,
  CellAddress,
  CellFault,
  ColumnCorrection,
  ColumnSpec,
  Difference,
  Question,
  RegionCorrection,
  RegionSpec,
  SheetCorrection,
  SheetSpec,
  SpecType,
  TableRole,
} from '../parse-spec.js';
