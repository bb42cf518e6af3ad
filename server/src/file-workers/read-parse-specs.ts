import { say } from '@workbook-data-service/contract/messages';
import {
  type Corrections,
  decideAll,
  Misfits,
  materializeSheet,
  periodOfName,
  type SpecFault,
} from '@workbook-data-service/structure';
import type { SheetSpec, SpecType } from '@workbook-data-service/structure/parse-spec';
import { stem } from '../core/file-names.js';
import { fieldError, problem } from '../core/problems.js';
import { jsonRows } from './json-rows.js';
import type { ReadingInputs } from './known-readings.js';
import { type KnownFile, readLastFile } from './last-file.js';
import { type Loss, lossesOfSpecs } from './losses-of-specs.js';
import {
  baseNameOf,
  namingSpecFaults,
  noSheetHasCells,
  ruledFile,
  SpecProposer,
  selectRegions,
  sheetNamed,
} from './spec-of-file.js';
import type { LandedSheets } from './write-raw-sheets.js';

export interface AnalyzedFile extends Omit<LandedSheets, 'sheets'> {
  sheets: SheetSpec[];
}

export interface AnalyzeRequest extends KnownFile {
  known?: ReadingInputs | undefined;
}

/** Proposes how to read the sheets of a file. */
export async function analyzeFile({ known, ...file }: AnalyzeRequest): Promise<AnalyzedFile> {
  const { format, dialect, sheets } = await readLastFile(file);
  const proposer = new SpecProposer(file.filename, dialect, known);
  const filled = proposer.wanted(sheets).filter(({ rowCount }) => rowCount > 0).length;
  const specs = sheets.map((sheet) => proposer.propose(sheet, baseNameOf(file.filename, sheet, filled)));
  if (specs.every(({ usedRange }) => usedRange === null)) throw noSheetHasCells();
  return { format, reader: dialect, sheets: specs };
}

export interface CorrectSpecsRequest extends KnownFile, Corrections {
  /** As they are kept. */
  specs: SheetSpec[];
}

export interface CorrectedSpecs {
  specs: SheetSpec[];
  faults: SpecFault[];
  /** What was in the tables before and would not be any more. */
  losses: Loss[];
}

/** Specs as a person wants them; what does not fit the file or was not offered is a fault, and nothing is changed. */
export async function correctSpecs(request: CorrectSpecsRequest): Promise<CorrectedSpecs> {
  const { specs } = request;
  const file = ruledFile(await readLastFile(request), specs);
  const { specs: corrected, faults } = decideAll(file, specs, request);
  if (faults.length > 0) return { specs, faults, losses: [] };
  const misfits = new Misfits();
  corrected.forEach((spec, at) => {
    materializeSheet(sheetNamed(file, spec.name), file.dialect, spec, spec.name, misfits.of(spec, at));
  });
  const losses = misfits.found.length > 0 ? [] : lossesOfSpecs(file, specs, corrected);
  return { specs: corrected, faults: misfits.found, losses };
}

export interface TableRows {
  columns: string[];
  types: SpecType[];
  /** What the rows are of, by the name of the file or sheet. */
  period: string | undefined;
  rows: Record<string, unknown>[];
}

/** The rows of the single table of the given regions, for appending to another. */
export async function readRegionRows(
  request: KnownFile & { specs: SheetSpec[]; regionIds?: string[] | undefined; maxRows: number },
): Promise<TableRows> {
  const file = ruledFile(await readLastFile(request), request.specs);
  const tables = request.specs.flatMap((spec) => {
    const chosen = selectRegions(spec, request.regionIds);
    if (!chosen.regions.some(({ kind }) => kind === 'data')) return [];
    return namingSpecFaults(() =>
      materializeSheet(sheetNamed(file, spec.name), file.dialect, chosen, spec.name),
    ).tables;
  });
  const [only, ...others] = tables.filter(({ role }) => role === 'table');
  if (!only || others.length > 0) throw notOneTable();
  if (only.rowCount > request.maxRows) {
    throw problem('too-large', say('append-limit', { max: request.maxRows, rows: only.rowCount }), {
      fix: say('fix-append-limit'),
    });
  }
  return {
    columns: only.columns.map(({ name }) => name),
    types: only.columns.map(({ type }) => type),
    period: periodOfFile(request),
    rows: jsonRows(only.columns, only.rowCount),
  };
}

function periodOfFile({
  filename,
  specs,
}: {
  filename: string;
  specs: readonly SheetSpec[];
}): string | undefined {
  const names = [stem(filename), ...specs.map(({ name }) => name)];
  return names.map(periodOfName).find((period) => period !== undefined);
}

function notOneTable() {
  return problem('invalid-request', say('append-one-table'), {
    fix: say('fix-append-one-table'),
    members: { errors: [fieldError('/regions', say('one-region-one-table'))] },
  });
}
