export { confidenceOf } from '../confidence-of.js';
export type { CellCoverage, FaultKind, PartOfTotal, StatedTotal, TotalOperation } from '../findings.js';
export type { RememberedSheet } from '../layouts/remembered.js';
export type {
  AfreshReason,
  Alternative,
  AlternativeTable,
  AppliedReading,
  CellAddress,
  CellFault,
  ColumnCorrection,
  ColumnSpec,
  Difference,
  ModelReading,
  Question,
  ReadingPicture,
  RegionCorrection,
  RegionSpec,
  SheetCorrection,
  SheetSpec,
  SpecType,
  TableRole,
} from '../parse-spec.js';
export { takeReading } from '../take-reading.js';
