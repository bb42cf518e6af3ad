import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { columnOfPlace } from '../../core/cell-place.js';
import { cleanTableName, stem } from '../../core/file-names.js';
import type { CellCoverage, StatedTotal } from '../../core/findings.js';
import type { SheetSpec, TableRole } from '../../core/parse-spec.js';
import { problem } from '../../core/problems.js';
import type { SpreadsheetFile } from '../../spreadsheet/grid.js';
import { readWorkbook } from '../../spreadsheet/read-workbook.js';
import { analyzeSheet } from '../../structure/analyze/analyze-sheet.js';
import { checkSpec } from '../../structure/check-spec.js';
import { accountForSheet } from '../../structure/materialize/account-for-sheet.js';
import { materializeSheet } from '../../structure/materialize/materialize-sheet.js';
import type { MaterializedTable } from '../../structure/materialize/materialized-table.js';
import { SpecError } from '../../structure/materialize/spec-error.js';
import { SheetCells } from '../../structure/sheet-cells.js';
import type { Sheet } from '../../xlsx/grid.js';
import { jsonRows } from './json-rows.js';
import { type LandedColumn, type LandedSheets, type LandedTable, landSheet } from './land-file.js';
import { type KnownFile, readLastFile } from './last-file.js';
import { columnId, writeSegment } from './write-segment.js';

export interface StructureRequest {
  path: string;
  filename: string;
  /** An existing directory that receives the segments. */
  outDir: string;
  /** Cells that are not blank and that are paid for. */
  mostCells?: number | undefined;
}

export interface StructuredTable {
  /** As structuring names it; whoever registers it makes it unique. */
  name: string;
  role: TableRole;
  columns: LandedColumn[];
  rowCount: number;
  segmentPath: string;
  /** For every cell of the segment where in its sheet it stood: row times 16,384 plus column. */
  provenancePath: string;
  sheetColumns: SheetColumns;
}

/** By column id, from which columns of the sheet its cells came, counted from 0. */
export type SheetColumns = Record<string, number[]>;

export interface StructuredSheet {
  spec: SheetSpec;
  /** Null where the sheet is blank. */
  raw: LandedTable | null;
  /** Empty where the raw table is all that a careful person would have made. */
  tables: StructuredTable[];
  coverage: CellCoverage;
  reconciliation: StatedTotal[];
}

export interface StructuredFile extends Omit<LandedSheets, 'sheets'> {
  sheets: StructuredSheet[];
}

export interface AnalyzedFile extends Omit<LandedSheets, 'sheets'> {
  sheets: SheetSpec[];
}

/** Proposes how the sheets of a file are to be read. */
export async function analyzeFile(file: KnownFile): Promise<AnalyzedFile> {
  const { format, dialect, sheets } = await readLastFile(file);
  const specs = sheets.map((sheet) => analyzeSheet(sheet, dialect));
  if (specs.every(({ usedRange }) => usedRange === null)) throw blank();
  return { format, reader: dialect, sheets: specs };
}

/** Lands the sheets of a file as they are and, beside that, as the tables that they mean. */
export async function structureFile(request: StructureRequest): Promise<StructuredFile> {
  const file = await readWorkbook(request.path, request.filename);
  const filled = file.sheets.filter(({ rowCount }) => rowCount > 0);
  if (filled.length === 0) throw blank();
  refuseUnpaid(filled, request.mostCells);
  const sheets = await new TableWriter(request.outDir).all(filled, (writer, sheet) => {
    const base = cleanTableName(filled.length === 1 ? stem(request.filename) : sheet.name);
    return writer.structure(file, sheet, base);
  });
  return { format: file.format, reader: file.dialect, sheets };
}

export interface MaterializeRequest extends StructureRequest {
  specs: SheetSpec[];
  /** Every region that holds data where absent. */
  regionIds?: string[] | undefined;
}

/** Makes the tables of a spec alone. */
export async function materializeFile(request: MaterializeRequest): Promise<StructuredSheet[]> {
  const { path, filename, outDir, regionIds } = request;
  const file = await readWorkbook(path, filename);
  const specs = request.specs.filter(({ usedRange }) => usedRange !== null);
  return await new TableWriter(outDir).all(specs, async (writer, spec) => {
    const sheet = sheetNamed(file, spec.name);
    const base = cleanTableName(specs.length === 1 ? stem(filename) : sheet.name);
    return { ...(await writer.materialize(file, sheet, selected(spec, regionIds), base)), raw: null };
  });
}

export interface TableRows {
  columns: string[];
  rows: Record<string, unknown>[];
}

/** The rows of the one table that the regions give, for adding them to another. */
export async function readRegionRows(
  request: KnownFile & { specs: SheetSpec[]; regionIds?: string[] | undefined; mostRows: number },
): Promise<TableRows> {
  const file = await readLastFile(request);
  const tables = request.specs.flatMap((spec) => {
    const chosen = selected(spec, request.regionIds);
    if (!chosen.regions.some(({ kind }) => kind === 'data')) return [];
    return materializing(() => materializeSheet(sheetNamed(file, spec.name), file.dialect, chosen, spec.name))
      .tables;
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

export interface SpecFault {
  path: string;
  message: string;
}

const MOST_FAULTS = 100;

/** What is wrong with specs that a person has changed: first their shape, then each cell that is not of its type. */
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

function selected(spec: SheetSpec, regionIds: string[] | undefined): SheetSpec {
  if (!regionIds) return spec;
  return { ...spec, regions: spec.regions.filter(({ id }) => regionIds.includes(id)) };
}

function sheetNamed(file: SpreadsheetFile, name: string): Sheet {
  const sheet = file.sheets.find((candidate) => candidate.name === name);
  if (!sheet) throw problem('invalid-request', `The file has no sheet "${name}".`);
  return sheet;
}

/** Before any work is done on them but reading. */
function refuseUnpaid(sheets: readonly Sheet[], mostCells = Number.POSITIVE_INFINITY): void {
  const cells = sheets.reduce((sum, sheet) => sum + new SheetCells(sheet).filledCount(), 0);
  if (cells > mostCells) {
    throw problem('out-of-credits', `Structuring ${cells} cells costs more credits than are left.`);
  }
}

function blank() {
  return problem('empty-file', 'No sheet of the file holds a cell.');
}

/** Writes segments, and takes them back where the whole does not succeed. */
class TableWriter {
  readonly #outDir: string;
  readonly #paths: string[] = [];

  constructor(outDir: string) {
    this.#outDir = outDir;
  }

  /** One after the other; where one fails, nothing is left of the others. */
  async all<Item, Result>(
    items: readonly Item[],
    write: (writer: TableWriter, item: Item) => Promise<Result>,
  ): Promise<Result[]> {
    try {
      const results: Result[] = [];
      for (const item of items) results.push(await write(this, item));
      return results;
    } catch (error) {
      await Promise.all(this.#paths.map((path) => rm(path, { force: true })));
      throw error;
    }
  }

  async structure(file: SpreadsheetFile, sheet: Sheet, base: string): Promise<StructuredSheet> {
    const spec = analyzeSheet(sheet, file.dialect);
    const raw = await landSheet(sheet, file, this.#newPath());
    if (raw && isAsItStands(spec, raw)) {
      return { spec, raw, tables: [], ...accountForSheet(sheet, spec) };
    }
    return { ...(await this.materialize(file, sheet, spec, base)), raw };
  }

  async materialize(file: SpreadsheetFile, sheet: Sheet, spec: SheetSpec, base: string) {
    const { tables, coverage, reconciliation } = materializing(() =>
      materializeSheet(sheet, file.dialect, spec, base),
    );
    const written: StructuredTable[] = [];
    for (const table of tables) written.push(await this.#write(table));
    return { spec, tables: written, coverage, reconciliation };
  }

  async #write(table: MaterializedTable): Promise<StructuredTable> {
    const { name, role, rowCount } = table;
    const [segmentPath, provenancePath] = [this.#newPath(), this.#newPath()];
    await writeSegment(table, segmentPath);
    await writeSegment({ rowCount, columns: table.sources.map(provenanceColumn) }, provenancePath);
    const columns = table.columns.map((column, index) => ({
      id: columnId(index),
      name: column.name,
      originalName: column.originalName,
      type: column.type,
    }));
    const sheetColumns = Object.fromEntries(
      table.sources.map((places, index) => [columnId(index), sheetColumnsOf(places)]),
    );
    return { name, role, columns, rowCount, segmentPath, provenancePath, sheetColumns };
  }

  #newPath(): string {
    const path = join(this.#outDir, `${randomUUID()}.parquet`);
    this.#paths.push(path);
    return path;
  }
}

/** A cell that is not of the type that its spec says is the fault of the spec, and is named. */
function materializing<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    throw problem('invalid-request', `The parse spec does not fit the file: ${error.message}`, {
      fix: 'Correct the type of the column, or the range of the region, with PUT …/parse-spec.',
      members: { errors: [{ path: `/regions/${error.regionId}`, message: error.message }] },
    });
  }
}

function sheetColumnsOf(places: Float64Array): number[] {
  const found = new Set<number>();
  for (const place of places) if (!Number.isNaN(place)) found.add(columnOfPlace(place));
  return [...found].sort((a, b) => a - b);
}

function provenanceColumn(places: Float64Array) {
  const valid = Uint8Array.from(places, (place) => Number(!Number.isNaN(place)));
  return { type: 'DOUBLE' as const, values: places, valid };
}

/** Whether reading the sheet as it is, first row as headings, gives just the table that the spec describes. */
function isAsItStands({ regions, unassigned, usedRange }: SheetSpec, raw: LandedTable): boolean {
  const [only] = regions;
  if (!only || regions.length > 1 || unassigned.length > 0 || !usedRange) return false;
  const headerRow = raw.headerRow === null ? [] : [raw.headerRow - 1];
  return (
    only.kind === 'data' &&
    only.layout === 'flat' &&
    only.steps.length === 0 &&
    only.rowRoles.group.length === 0 &&
    only.rowRoles.derived.length === 0 &&
    String(only.headerRows) === String(headerRow)
  );
}
