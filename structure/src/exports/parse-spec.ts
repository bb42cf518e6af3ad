export type { CellCoverage, FaultKind, PartOfTotal, StatedTotal, TotalOperation } from '../findings.js';
export type { Difference } from '../layouts/difference.js';
export type {
  AfreshReason,
  AppliedReading,
  CellAddress,
  CellFault,
  ColumnCorrection,
  ColumnSpec,
  Question,
  RegionCorrection,
  RegionSpec,
  SheetCorrection,
  SheetSpec,
  SpecType,
  TableRole,
} from '../parse-spec.js';
