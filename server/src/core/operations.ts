/** What is done to a workbook, by operation: the input with which it could be done again, whatever edge it came through. */
export interface OperationInputs {
  createTable: { name: string; columns: { name: string; type?: string | undefined }[] };
  renameTable: Expecting & { name: string };
  deleteTable: Expecting & { cascade: boolean };
  setTableState: { state: 'active' | 'archived' };
  describeTable: { description: string | null };
  upsertRows: Expecting & { rows: Record<string, unknown>[]; matchOn?: string[] | undefined };
  deleteRows: Expecting & { rowIds: number[] };
  replaceValues: Expecting & { column: string; replacements: { from: string; to: string | null }[] };
  /** Every override that the caller could see where `cells` is absent. */
  dropOverrides: Expecting & { cells?: { rowId: number; column: string }[] | undefined };
  addColumn: Expecting & { column: string; type: string; default: unknown };
  dropColumn: Expecting & { column: string };
  renameColumn: Expecting & { column: string; newName: string };
  retypeColumn: Expecting & { column: string; type: string; lossy: boolean };
  describeColumn: { column: string; description: string | null };
  setFormula: Expecting & { column: string; formula: string | null };
  setAnnotations: { annotations: (AnnotationTarget & { style: unknown; note: string | null })[] };
  deleteAnnotations: { targets: AnnotationTarget[] };
  tagColumn: { column: string; tag: string };
  untagColumn: { column: string; tag: string };
  setPolicy: { tag: string; role: string; effect: string; influence: string | null };
  removePolicy: { tag: string; role?: string | undefined };
  exportTables: { branchId: string; tables: string[]; format: string };
  closeBranch: { branchId: string };
  undoOp: { opId: number };
  resolveConflict: { conflictId: string; action: string };
  commitSnapshot: { summary: string; eventType: string };
  createVersion: { label: string; summary: string | null; snapshot?: string | undefined };
  restoreSnapshot: { snapshotId: string };
  deleteSource: { source: string; cascade: boolean };
  deleteTransform: { transform: string; cascade: boolean };
  updateWorkbook: {
    title?: string | undefined;
    description?: string | null | undefined;
    visibility?: string | undefined;
  };
  ingestSource: {
    file: string;
    filename: string;
    mode: string;
    structuring: string;
    fetched_from?: string | undefined;
    /** Ids of the remembered readings that sheets were read by, as below. */
    readings?: string[];
  };
  trackFile: {
    file: string;
    filename: string;
    provider: string;
    external_id: string | null;
    readings?: string[];
  };
  addFileVersion: { link: string; file: string; filename: string };
  revertFileVersion: { link: string; n: number };
  untrackFile: { link: string };
  bindSheet: { external_kind: string; external_ref: string; direction: string };
  unbindSheet: { binding: string };
  putSheet: { sheet: string; title: string | null; spec: unknown };
  deleteSheet: { sheet: string };
  putChart: { name: string; chart: unknown };
  deleteChart: { chart: string };
  reviseSource: { source: string; file: string; filename: string; readings?: string[] };
  mergeFile: { branchId: string; file: string; filename: string; tables: string[] };
  structureSource: { source: string; readings?: string[] };
  analyzeSource: { source: string; readings?: string[] };
  correctParseSpec: { source: string; sheets: unknown };
  materializeSource: {
    source: string;
    regions: string[] | null;
    spec_version: number;
    /** The corrected spec, where the correction was part of it. */
    sheets?: unknown;
    /** Ids of tables whose place the new ones took. */
    replaces?: string[];
    /** Whether the tables made before were brought to what the spec makes. */
    updates?: true;
  };
  createTransform: TransformRun;
  runTransform: TransformRun;
  updateTransform: Definition & { args: Record<string, string> };
}

interface Expecting {
  expectedVersion: number | null;
}

interface AnnotationTarget {
  rowId: number | null;
  column: string | null;
}

interface Definition {
  transform: string;
  kind: 'sql' | 'python';
  code: string;
  key: readonly string[] | null;
}

/** With this, and the versions that it names, a run can be repeated. */
export interface TransformRun extends Definition {
  inputs: { placeholder: string; artifact_id: string; edit_version: number }[];
}

export type OperationName = keyof OperationInputs;

export type Operation = {
  [Name in OperationName]: { operation: Name; input: OperationInputs[Name] };
}[OperationName];

/** The operations that replace the file of a source. */
export const revisingOperations = [
  'reviseSource',
  'trackFile',
  'addFileVersion',
  'revertFileVersion',
] as const satisfies OperationName[];
