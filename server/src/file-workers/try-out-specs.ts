import type { MaterializedTable, SpecFault } from '@workbook-data-service/structure';
import { decideAll, Misfits, materializeSheet } from '@workbook-data-service/structure';
import type {
  CellCoverage,
  SheetSpec,
  SpecType,
  StatedTotal,
  TableRole,
} from '@workbook-data-service/structure/parse-spec';
import { jsonRows } from './json-rows.js';
import { readLastFile } from './last-file.js';
import { type Loss, lossesOfSpecs } from './losses-of-specs.js';
import type { CorrectSpecsRequest } from './read-parse-specs.js';
import { baseNameOf, ruledFile, sheetNamed } from './spec-of-file.js';

export interface TryOutRequest extends CorrectSpecsRequest {
  /** How many rows of each table are wanted. */
  rows: number;
}

/** What would come of specs if they were kept. */
export interface TriedOutSpecs {
  /** With the decisions carried out. */
  specs: SheetSpec[];
  /** What does not fit the file. Where regions themselves do not, there are no tables. */
  faults: SpecFault[];
  /** What was in the tables before and would not be any more. */
  losses: Loss[];
  tables: TriedOutTable[];
  coverage: (CellCoverage & { sheet: string })[];
  reconciliation: (StatedTotal & { sheet: string })[];
}

interface TriedOutTable {
  name: string;
  sheet: string;
  role: TableRole;
  regions: string[];
  columns: { name: string; type: SpecType; unit?: string }[];
  rowCount: number;
  /** The first ones. */
  rows: Record<string, unknown>[];
}

/** The tables that specs would make, without making them. */
export async function tryOutSpecs(request: TryOutRequest): Promise<TriedOutSpecs> {
  const { specs, rows, filename } = request;
  const file = ruledFile(await readLastFile(request), specs);
  const decided = decideAll(file, specs, request);
  const tried: TriedOutSpecs = {
    ...decided,
    losses: [],
    tables: [],
    coverage: [],
    reconciliation: [],
  };
  if (decided.faults.length > 0) return tried;
  const misfits = new Misfits();
  const filled = decided.specs.filter(({ usedRange }) => usedRange !== null);
  decided.specs.forEach((spec, at) => {
    if (spec.usedRange === null) return;
    const sheet = sheetNamed(file, spec.name);
    const base = baseNameOf(filename, sheet, filled.length);
    const made = materializeSheet(sheet, file.dialect, spec, base, misfits.of(spec, at));
    tried.tables.push(...made.tables.map((table) => shown(table, spec.name, rows)));
    tried.coverage.push({ sheet: spec.name, ...made.coverage });
    tried.reconciliation.push(...made.reconciliation.map((total) => ({ sheet: spec.name, ...total })));
  });
  return { ...tried, faults: misfits.found, losses: lossesOfSpecs(file, specs, decided.specs) };
}

function shown(table: MaterializedTable, sheet: string, rows: number): TriedOutTable {
  const { name, role, regionIds, columns, rowCount } = table;
  return {
    name,
    sheet,
    role,
    regions: regionIds,
    columns: columns.map((column) => ({
      name: column.name,
      type: column.type,
      ...(column.unit !== undefined && { unit: column.unit }),
    })),
    rowCount,
    rows: jsonRows(columns, Math.min(rows, rowCount)),
  };
}
