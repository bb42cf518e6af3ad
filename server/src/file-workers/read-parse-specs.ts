import type { SheetSpec } from '../core/parse-spec.js';
import { problem } from '../core/problems.js';
import type { Sheet } from '../grid/grid.js';
import type { SpreadsheetFile } from '../spreadsheet/spreadsheet-file.js';
import { analyzeSheet } from '../structure/analyze/analyze-sheet.js';
import { checkSpec } from '../structure/check-spec.js';
import { materializeSheet } from '../structure/materialize/materialize-sheet.js';
import { jsonRows } from './json-rows.js';
import { type KnownFile, readLastFile } from './last-file.js';
import { namingSpecFaults, noSheetHoldsACell, selectRegions, sheetNamed } from './spec-of-file.js';
import type { LandedSheets } from './write-raw-sheets.js';

export interface AnalyzedFile extends Omit<LandedSheets, 'sheets'> {
  sheets: SheetSpec[];
}

/** Proposes how to read the sheets of a file. */
export async function analyzeFile(file: KnownFile): Promise<AnalyzedFile> {
  const { format, dialect, sheets } = await readLastFile(file);
  const specs = sheets.map((sheet) => analyzeSheet(sheet, dialect));
  if (specs.every(({ usedRange }) => usedRange === null)) throw noSheetHoldsACell();
  return { format, reader: dialect, sheets: specs };
}

export interface SpecFault {
  path: string;
  message: string;
}

const MOST_FAULTS = 100;

/**
 * The faults of specs that a person has changed: first their shape, then each cell that does not fit its
 * type.
 */
export async function checkSpecs({
  specs,
  ...known
}: KnownFile & { specs: SheetSpec[] }): Promise<SpecFault[]> {
  const file = await readLastFile(known);
  return specs.flatMap((spec, index) => {
    const sheet = file.sheets.find(({ name }) => name === spec.name);
    const at = `/sheets/${index}`;
    if (!sheet) return [{ path: `${at}/name`, message: `the file has no sheet "${spec.name}"` }];
    const faults = checkSpec(sheet, spec);
    const found = faults.length > 0 ? faults : misfits(file, sheet, spec);
    return found.map(({ path, message }) => ({ path: at + path, message }));
  });
}

function misfits(file: SpreadsheetFile, sheet: Sheet, spec: SheetSpec): SpecFault[] {
  const found: SpecFault[] = [];
  materializeSheet(sheet, file.dialect, spec, spec.name, ({ regionId, column, message }) => {
    if (found.length === MOST_FAULTS) return;
    const region = spec.regions.findIndex(({ id }) => id === regionId);
    const place = spec.regions[region]?.columns.findIndex(({ name }) => name === column) ?? -1;
    found.push({ path: `/regions/${region}${place < 0 ? '' : `/columns/${place}/type`}`, message });
  });
  return found;
}

export interface TableRows {
  columns: string[];
  rows: Record<string, unknown>[];
}

/** The rows of the single table of the given regions, for appending to another. */
export async function readRegionRows(
  request: KnownFile & { specs: SheetSpec[]; regionIds?: string[] | undefined; mostRows: number },
): Promise<TableRows> {
  const file = await readLastFile(request);
  const tables = request.specs.flatMap((spec) => {
    const chosen = selectRegions(spec, request.regionIds);
    if (!chosen.regions.some(({ kind }) => kind === 'data')) return [];
    return namingSpecFaults(() =>
      materializeSheet(sheetNamed(file, spec.name), file.dialect, chosen, spec.name),
    ).tables;
  });
  const [only, ...others] = tables.filter(({ role }) => role === 'table');
  if (!only || others.length > 0) throw notOneTable();
  if (only.rowCount > request.mostRows) {
    throw problem(
      'too-large',
      `At most ${request.mostRows} rows are appended at once; the region has ${only.rowCount}.`,
      {
        fix: 'Materialize it as a table of its own (target.mode=new).',
      },
    );
  }
  return { columns: only.columns.map(({ name }) => name), rows: jsonRows(only.columns, only.rowCount) };
}

function notOneTable() {
  return problem(
    'invalid-request',
    'Rows of one table can be appended; the selected regions give none or several.',
    {
      fix: 'Name one region of layout flat or crosstab in regions.',
      members: { errors: [{ path: '/regions', message: 'must name one region that gives one table' }] },
    },
  );
}
