import type { Static } from '@sinclair/typebox';
import type {
  SpecColumn,
  SpecColumnUpdate,
  SpecRegion,
  SpecRegionUpdate,
  SpecSheet,
  SpecSheetUpdate,
} from '@workbook-data-service/contract/parse-spec';
import {
  type CellRange,
  cellAddress,
  columnIndex,
  columnLetters,
  formatRange,
} from '@workbook-data-service/sheets/addresses';
import {
  type CellAddress,
  type ColumnCorrection,
  type ColumnSpec,
  confidenceOf,
  type RegionCorrection,
  type RegionSpec,
  type SheetCorrection,
  type SheetSpec,
} from '@workbook-data-service/structure/parse-spec';
import type { SourceRecord } from '../catalog/source-records.js';
import { parseRange } from '../core/cell-ranges.js';
import { readByOf } from '../core/reading.js';
import type { KeptSpec } from '../features/sources/parse-specs.js';
import type { Loss, TriedOutSpecs } from '../workbook/files/parse-specs.js';
import { coverageBody, totalBody } from './findings.js';
import { codeFields, codeFieldsOf } from './messages.js';
import { alternativeBody, modelReadingBody, pictureBody } from './reading.js';
import { rememberedBody } from './readings.js';

type WireSheet = Static<typeof SpecSheet>;
type WireRegion = Static<typeof SpecRegion>;
type WireColumn = Static<typeof SpecColumn>;
type WireSheetUpdate = Static<typeof SpecSheetUpdate>;
type WireRegionUpdate = Static<typeof SpecRegionUpdate>;
type WireColumnUpdate = Static<typeof SpecColumnUpdate>;

export function parseSpecBody(source: SourceRecord, { version, sheets }: KeptSpec) {
  const reader = source.reader === null ? null : (JSON.parse(source.reader) as object | null);
  return {
    spec_version: version,
    source: source.name,
    reader: { format: source.format, ...reader },
    sheets: sheets.map(sheetSpecBody),
  };
}

export function triedSpecBody(
  source: SourceRecord,
  version: number,
  { specs, faults, losses, tables, coverage, reconciliation }: TriedOutSpecs,
) {
  return {
    spec: parseSpecBody(source, { version, sheets: specs, corrected: true }),
    faults,
    losses: losses.map(lossBody),
    tables: tables.map(({ rowCount, ...table }) => ({ ...table, row_count: rowCount })),
    coverage: coverage.map(coverageBody),
    reconciliation: reconciliation.map(totalBody),
  };
}

/** A spec as it was corrected, with what its tables no longer have. */
export function correctedSpecBody(source: SourceRecord, spec: KeptSpec, losses: readonly Loss[]) {
  return { ...parseSpecBody(source, spec), losses: losses.map(lossBody) };
}

export const lossBody = ({ sheet, text, ...said }: Loss) => ({ sheet, text, ...codeFields(said) });

/** What a file would become by a reading. */
export function triedReadingBody(
  { faults, tables, coverage, reconciliation }: TriedOutSpecs,
  sheets: readonly SheetSpec[],
) {
  return {
    faults,
    tables: tables.map(({ rowCount, ...table }) => ({ ...table, row_count: rowCount })),
    coverage: coverage.map(coverageBody),
    reconciliation: reconciliation.map(totalBody),
    sheets: sheets.map(sheetSpecBody),
  };
}

export function specSummaryBody({ version, sheets }: KeptSpec) {
  const regions = sheets.flatMap((sheet) => sheet.regions);
  return {
    spec_version: version,
    regions: regions.length,
    data_regions: regions.filter(({ kind }) => kind === 'data').length,
    confidence: confidenceOf(regions),
  };
}

/** Rows count from 0 in the service, and from 1 in the API. */
function sheetSpecBody(sheet: SheetSpec): WireSheet {
  return {
    name: sheet.name,
    hidden: sheet.hidden,
    used_range: sheet.usedRange && rangeBody(sheet.usedRange),
    regions: sheet.regions.map(regionBody),
    unassigned: sheet.unassigned.map(({ range, reason, ...said }) => ({
      range: rangeBody(range),
      reason,
      ...codeFieldsOf('reason', said),
    })),
    ...(sheet.keptAsSheet && { kept_as_sheet: true }),
    ...(sheet.chosen && { chosen: pictureBody(sheet.chosen) }),
    ...(sheet.alternatives && { alternatives: sheet.alternatives.map(alternativeBody) }),
    ...(sheet.alternativesCut && { alternatives_cut: true }),
    ...(sheet.reading && { reading: rememberedBody(sheet.reading) }),
    read_by: readByOf(sheet),
    ...(sheet.modelReading && { model_reading: modelReadingBody(sheet.modelReading) }),
    ...(sheet.rules && { rules: sheet.rules }),
  };
}

function regionBody(region: RegionSpec): WireRegion {
  return {
    id: region.id,
    kind: region.kind,
    name: region.name,
    range: rangeBody(region.range),
    header_rows: region.headerRows.map(counted),
    ...(region.recordRows !== undefined && { record_rows: region.recordRows }),
    header_columns: region.headerColumns,
    row_roles: mapRoles(region.rowRoles, (rows) => rows.map(counted)),
    ...(region.rowParents && { row_parents: shiftedRows(region.rowParents, 1) }),
    ...(region.rowLabels && { row_labels: rowLabelsBody(region.rowLabels) }),
    columns: region.columns.map(columnBody),
    layout: region.layout,
    ...(region.continues !== undefined && { continues: region.continues }),
    ...(region.madeNames && { made_names: region.madeNames }),
    ...(region.spreadMerged !== undefined && { spread_merged: region.spreadMerged }),
    ...(region.unreadable && { unreadable_cells: region.unreadable.map(addressBody) }),
    steps: region.steps as NonNullable<WireRegion['steps']>,
    suggestions: (region.suggestions ?? []) as NonNullable<WireRegion['suggestions']>,
    questions: (region.questions ?? []) as NonNullable<WireRegion['questions']>,
    confidence: region.confidence,
    reasons: region.reasons.map(({ text }) => text),
    explanations: region.reasons.map(({ text, ...said }) => ({ text, ...codeFields(said) })),
  };
}

/** What a client says about a sheet. What the service says about it, its size and its confidence among others, is not taken. */
export function sheetCorrectionOf({ name, regions, unassigned }: WireSheetUpdate): SheetCorrection {
  return {
    name,
    regions: regions?.map(regionCorrectionOf),
    unassigned: unassigned
      ?.filter(({ reason_code }) => reason_code === undefined)
      .map(({ range, reason }) => ({ range: rangeOf(range), reason })),
  };
}

function regionCorrectionOf(body: WireRegionUpdate): RegionCorrection {
  return {
    id: body.id,
    ...(body.kind && { kind: body.kind }),
    ...(body.name !== undefined && { name: body.name }),
    ...(body.range !== undefined && { range: rangeOf(body.range) }),
    ...(body.header_rows && { headerRows: body.header_rows.map(fromZero) }),
    ...(body.record_rows !== undefined && { recordRows: body.record_rows }),
    ...(body.header_columns !== undefined && { headerColumns: body.header_columns }),
    rowRoles: mapRoles(body.row_roles ?? {}, (rows) => rows.map(fromZero)),
    ...(body.row_parents && { rowParents: shiftedRows(body.row_parents, -1) }),
    ...(body.row_labels && { rowLabels: rowLabelsOf(body.row_labels) }),
    ...(body.columns && { columns: body.columns.map(columnCorrectionOf) }),
    ...(body.layout && { layout: body.layout }),
    ...(body.continues !== undefined && { continues: body.continues }),
    ...(body.made_names && { madeNames: body.made_names }),
    ...(body.spread_merged !== undefined && { spreadMerged: body.spread_merged }),
    ...(body.unreadable_cells && { unreadable: body.unreadable_cells.map(addressOf) }),
    ...(body.steps && { steps: body.steps as RegionSpec['steps'] }),
    ...(body.questions && { questions: body.questions.map(({ id }) => id) }),
  };
}

/** Rows of each role, counted otherwise. */
function mapRoles<Roles extends object>(roles: Roles, count: (rows: number[]) => number[]): Roles {
  return Object.fromEntries(Object.entries(roles).map(([role, rows]) => [role, count(rows)])) as Roles;
}

function columnBody({ source, cell, label, moreCells, ...column }: ColumnSpec): WireColumn {
  return {
    ...column,
    source: columnLetters(source),
    ...(cell && { cell: addressBody(cell) }),
    ...(label && { label: addressBody(label) }),
    ...(moreCells && { more_cells: moreCells.map(addressBody) }),
  };
}

function columnCorrectionOf(body: WireColumnUpdate): ColumnCorrection {
  const { source, cell, label, more_cells: moreCells, ...column } = body;
  return {
    ...column,
    source: columnIndex(source),
    ...(cell && { cell: addressOf(cell) }),
    ...(label && { label: addressOf(label) }),
    ...(moreCells && { moreCells: moreCells.map(addressOf) }),
  };
}

const addressBody = ({ row, column }: CellAddress) => cellAddress(counted(row), column);

function addressOf(text: string): CellAddress {
  const { top, left } = rangeOf(text);
  return { row: top, column: left };
}

const rowLabelsBody = (labels: NonNullable<RegionSpec['rowLabels']>) =>
  Object.fromEntries(Object.entries(labels).map(([row, cell]) => [counted(Number(row)), addressBody(cell)]));

const rowLabelsOf = (labels: Record<string, string>) =>
  Object.fromEntries(Object.entries(labels).map(([row, cell]) => [fromZero(Number(row)), addressOf(cell)]));

function shiftedRows(rows: Record<number, number>, by: number): Record<number, number> {
  return Object.fromEntries(Object.entries(rows).map(([row, parent]) => [Number(row) + by, parent + by]));
}

const counted = (row: number) => row + 1;
const fromZero = (row: number) => row - 1;

function rangeBody({ top, bottom, ...sides }: CellRange): string {
  return formatRange({ ...sides, top: counted(top), bottom: counted(bottom) });
}

function rangeOf(text: string): CellRange {
  const { top, bottom, ...sides } = parseRange(text);
  return { ...sides, top: fromZero(top), bottom: fromZero(bottom) };
}
