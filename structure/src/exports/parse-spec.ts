export { confidenceOf } from '../confidence-of.js';
export type { CellCoverage, FaultKind, PartOfTotal, StatedTotal, TotalOperation } from '../findings.js';
export type {
  Alternative,
  AlternativeTable,
  CellAddress,
  CellFault,
  ColumnCorrection,
  ColumnSpec,
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
