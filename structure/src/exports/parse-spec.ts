export type { CellCoverage, FaultKind, PartOfTotal, StatedTotal, TotalOperation } from '../findings.js';
export type {
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
