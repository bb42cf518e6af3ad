import type { SheetSpec } from '../core/parse-spec.js';
import { problem } from '../core/problems.js';
import type { Sheet } from '../grid/grid.js';
import type { SpreadsheetFile } from '../spreadsheet/spreadsheet-file.js';
import { analyzeSheet } from '../structure/analyze/analyze-sheet.js';
import { checkSpec, type SpecFault } from '../structure/check-spec.js';
import { decide, suggestAnew } from '../structure/decisions/decide.js';
import { checkDecisions, type Decisions } from '../structure/decisions/decisions.js';
import { materializeSheet } from '../structure/materialize/materialize-sheet.js';
import { jsonRows } from './json-rows.js';
import { type KnownFile, readLastFile } from './last-file.js';
import {
  baseNameOf,
  namingSpecFaults,
  noSheetHoldsACell,
  selectRegions,
  sheetNamed,
} from './spec-of-file.js';
import type { LandedSheets } from './write-raw-sheets.js';

export interface AnalyzedFile extends Omit<LandedSheets, 'sheets'> {
  sheets: SheetSpec[];
}

/** Proposes how to read the sheets of a file. */
export async function analyzeFile(file: KnownFile): Promise<AnalyzedFile> {
  const { format, dialect, sheets } = await readLastFile(file);
  const filled = sheets.filter(({ rowCount }) => rowCount > 0).length;
  let regionsBefore = 0;
  const specs = sheets.map((sheet) => {
    const baseName = baseNameOf(file.filename, sheet, filled);
    const spec = analyzeSheet(sheet, dialect, { baseName, regionsBefore });
    regionsBefore += spec.regions.length;
    return spec;
  });
  if (specs.every(({ usedRange }) => usedRange === null)) throw noSheetHoldsACell();
  return { format, reader: dialect, sheets: specs };
}

const MOST_FAULTS = 100;

export interface CorrectSpecsRequest extends KnownFile, Decisions {
  /** As a person may have changed them. */
  specs: SheetSpec[];
}

/** Specs as a person wants them; what does not fit the file or was not offered is a fault, and nothing is changed. */
export async function correctSpecs({
  specs,
  accept,
  answers,
  ...known
}: CorrectSpecsRequest): Promise<{ specs: SheetSpec[]; faults: SpecFault[] }> {
  const file = await readLastFile(known);
  const decisions = { accept, answers };
  const faults = [...checkDecisions(specs, decisions), ...checkAll(file, specs, checkSpec)];
  if (faults.length > 0) return { specs, faults };
  const decided = specs.map((spec) => decide(sheetNamed(file, spec.name), file.dialect, spec, decisions));
  return {
    specs: decided.map((spec) => suggestAnew(sheetNamed(file, spec.name), spec)),
    faults: checkAll(file, decided, (sheet, spec) => misfits(file, sheet, spec)),
  };
}

function checkAll(
  file: SpreadsheetFile,
  specs: readonly SheetSpec[],
  check: (sheet: Sheet, spec: SheetSpec) => SpecFault[],
): SpecFault[] {
  return specs.flatMap((spec, index) => {
    const sheet = file.sheets.find(({ name }) => name === spec.name);
    const at = `/sheets/${index}`;
    if (!sheet) return [{ path: `${at}/name`, message: `The file has no sheet "${spec.name}".` }];
    return check(sheet, spec).map(({ path, message }) => ({ path: at + path, message }));
  });
}

/** Cells that are not of the type of their column. */
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
