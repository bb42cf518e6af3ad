import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { say } from '@workbook-data-service/contract/messages';
import type { SpreadsheetFile } from '@workbook-data-service/sheets';
import { columnOfPlace } from '@workbook-data-service/sheets/addresses';
import type { Sheet } from '@workbook-data-service/sheets/grid';
import {
  accountForSheet,
  isAsDescribed,
  type MaterializedTable,
  materializeSheet,
  ruledSheet,
  SheetCells,
} from '@workbook-data-service/structure';
import type {
  CellCoverage,
  SheetSpec,
  StatedTotal,
  TableRole,
} from '@workbook-data-service/structure/parse-spec';
import { problem } from '../core/problems.js';
import type { ReadingInputs } from './known-readings.js';
import { readWorkbook } from './read-file.js';
import {
  baseNameOf,
  namingSpecFaults,
  noSheetHasCells,
  ruledFile,
  SpecProposer,
  selectRegions,
  sheetNamed,
} from './spec-of-file.js';
import { type LandedColumn, type LandedSheets, type LandedTable, landSheet } from './write-raw-sheets.js';
import { columnId, writeSegment } from './write-segment.js';

export interface WriteTablesRequest {
  path: string;
  filename: string;
  /** An existing directory that receives the segments. */
  outDir: string;
  /** The non-blank cells that the account's credits cover. */
  maxCells?: number | undefined;
  known?: ReadingInputs | undefined;
}

export interface StructuredTable {
  /** The name from structuring; whoever registers the table makes it unique. */
  name: string;
  role: TableRole;
  columns: LandedColumn[];
  rowCount: number;
  segmentPath: string;
  /** For every cell of the segment its position in the sheet: row times 16,384 plus column. */
  provenancePath: string;
  sheetColumns: SheetColumns;
}

/** By column id, the sheet columns that its cells came from, counted from 0. */
export type SheetColumns = Record<string, number[]>;

export interface StructuredSheet {
  spec: SheetSpec;
  /** Null for a blank sheet. */
  raw: LandedTable | null;
  /** Empty if the raw table is already what a careful person would have made. */
  tables: StructuredTable[];
  coverage: CellCoverage;
  reconciliation: StatedTotal[];
}

export interface StructuredFile extends Omit<LandedSheets, 'sheets'> {
  sheets: StructuredSheet[];
}

/** Writes the raw tables of a file's sheets and, in addition, the structured ones. */
export async function writeStructuredTables(request: WriteTablesRequest): Promise<StructuredFile> {
  const file = await readWorkbook(request.path, request.filename);
  const filled = file.sheets.filter(({ rowCount }) => rowCount > 0);
  if (filled.length === 0) throw noSheetHasCells();
  refuseUnpaid(filled, request.maxCells);
  const proposer = new SpecProposer(request.filename, file.dialect, request.known);
  const wanted = proposer.wanted(filled);
  const sheets = await new TableWriter(request.outDir).all(filled, async (writer, sheet) => {
    const baseName = baseNameOf(request.filename, sheet, wanted.length);
    const spec = proposer.propose(sheet, baseName);
    if (!wanted.includes(sheet)) return { spec, raw: null, tables: [], ...accountOfNothing(sheet, spec) };
    return await writer.writeSheet(file, sheet, spec, baseName);
  });
  return { format: file.format, reader: file.dialect, sheets };
}

export interface WriteTablesOfSpecsRequest extends WriteTablesRequest {
  specs: SheetSpec[];
  /** By default every region with data. */
  regionIds?: string[] | undefined;
}

/** Writes only the tables of a spec. */
export async function writeTablesOfSpecs(request: WriteTablesOfSpecsRequest): Promise<StructuredSheet[]> {
  const { path, filename, outDir, regionIds } = request;
  const file = await readWorkbook(path, filename);
  const ruled = ruledFile(file, request.specs);
  const specs = request.specs.filter(({ usedRange }) => usedRange !== null);
  return await new TableWriter(outDir).all(specs, async (writer, spec) => {
    const sheet = sheetNamed(ruled, spec.name);
    const base = baseNameOf(filename, sheet, specs.length);
    return { ...(await writer.writeTablesOf(ruled, sheet, selectRegions(spec, regionIds), base)), raw: null };
  });
}

/** A sheet that a rule leaves out has no table, and so nothing of it is placed. */
function accountOfNothing(
  sheet: Sheet,
  spec: SheetSpec,
): Pick<StructuredSheet, 'coverage' | 'reconciliation'> {
  const { coverage } = materializeSheet(sheet, null, { ...spec, regions: [] }, '');
  return { coverage, reconciliation: [] };
}

/** Whether a person or a rule wants another table than the raw one, although it has the same columns. */
function decidesMore(
  { columns }: LandedTable,
  { regions, rules, reading }: SheetSpec,
  base: string,
): boolean {
  if (!reading && !rules) return false;
  const [only] = regions;
  const names = only?.columns.map(({ name }) => name);
  return only?.name !== base || String(names) !== String(columns.map(({ name }) => name));
}

/** Checked after reading, before any other work. */
function refuseUnpaid(sheets: readonly Sheet[], maxCells = Number.POSITIVE_INFINITY): void {
  const stored = sheets
    .flatMap(({ columns }) => columns)
    .reduce((sum, held) => sum + (held?.kinds.length ?? 0), 0);
  // Blank cells are told apart only where they matter.
  if (stored <= maxCells) return;
  const cells = sheets.reduce((sum, sheet) => sum + new SheetCells(sheet).filledCount(), 0);
  if (cells > maxCells) {
    throw problem('out-of-credits', say('structuring-unaffordable', { cells }));
  }
}

/** Writes segments, and deletes them if one fails. */
class TableWriter {
  readonly #outDir: string;
  readonly #paths: string[] = [];

  constructor(outDir: string) {
    this.#outDir = outDir;
  }

  /** One after the other; if one fails, nothing is left of the others. */
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

  async writeSheet(
    file: SpreadsheetFile,
    sheet: Sheet,
    spec: SheetSpec,
    base: string,
  ): Promise<StructuredSheet> {
    const raw = await landSheet(sheet, file, this.#newPath());
    if (raw && isAsDescribed(raw, spec) && !decidesMore(raw, spec, base)) {
      return { spec, raw, tables: [], ...accountForSheet(sheet, file.dialect, spec) };
    }
    const { sheet: ruled } = ruledSheet(sheet, spec.rules ?? []);
    return { ...(await this.writeTablesOf(file, ruled, spec, base)), raw };
  }

  async writeTablesOf(file: SpreadsheetFile, sheet: Sheet, spec: SheetSpec, base: string) {
    const { tables, coverage, reconciliation } = namingSpecFaults(() =>
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
      numberFormat: column.numberFormat,
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

function sheetColumnsOf(places: Float64Array): number[] {
  const found = new Set<number>();
  for (const place of places) if (!Number.isNaN(place)) found.add(columnOfPlace(place));
  return [...found].sort((a, b) => a - b);
}

function provenanceColumn(places: Float64Array) {
  const valid = Uint8Array.from(places, (place) => Number(!Number.isNaN(place)));
  return { type: 'DOUBLE' as const, values: places, valid };
}
