import type { SpreadsheetFile } from '@workbook-data-service/sheets';
import type { Sheet } from '@workbook-data-service/sheets/grid';
import { checkRanges, checkSpec } from '../check-spec.js';
import type { SpecError } from '../materialize/spec-error.js';
import type { CellAddress, RegionCorrection, RegionSpec, SheetSpec } from '../parse-spec.js';
import { sayOfReading } from '../reading-messages.js';
import { SheetCells } from '../sheet-cells.js';
import { type SpecFault, specFault } from '../spec-fault.js';
import { takeReading, withoutReadings } from '../take-reading.js';
import { listCellsLeftOut } from './cells-left-out.js';
import { decide, suggestAnew } from './decide.js';
import { type Corrections, checkDecisions, checkDescribed, checkReading, checkRemoved } from './decisions.js';
import { describeRegions } from './describe-regions.js';
import { headFields } from './head-fields.js';
import { areSaidAlike, judgeCorrected } from './judge-corrected.js';
import { mergeCorrection } from './merge-correction.js';

/**
 * The specs of a file as a person corrected and decided about them, or why that does not fit the file; whether cells have
 * their types is found later.
 */
export function decideAll(
  file: SpreadsheetFile,
  kept: readonly SheetSpec[],
  corrections: Corrections,
): { specs: SheetSpec[]; faults: SpecFault[] } {
  const { sheets, remove, reading } = corrections;
  const offered = allSheets(file, kept);
  const before = reading === undefined ? offered : takeReading(offered, reading);
  const describe = [
    ...new Set([...corrections.describe, ...newTables(before, sheets), ...otherRecords(before, sheets)]),
  ];
  const merged = before.map((spec) =>
    mergeCorrection(
      spec,
      sheets.find(({ name }) => name === spec.name),
      remove,
    ),
  );
  const unfit = [
    ...checkReading(offered, corrections),
    ...checkSheets(file, sheets),
    ...checkRemoved(before, corrections),
    ...checkDescribed(merged, describe),
    ...checkAll(file, merged, (sheet, spec) => checkRanges(sheet, spec, describe)),
  ];
  const failed = (specs: SheetSpec[], faults: SpecFault[]) => ({
    specs,
    faults: faults.map((fault) => asGiven(fault, specs, sheets)),
  });
  if (unfit.length > 0) return failed(merged, unfit);
  const given = new Map(sheets.flatMap(({ regions = [] }) => regions.map((region) => [region.id, region])));
  const known = new Set(before.flatMap(({ regions }) => regions.map(({ id }) => id)));
  const described = merged.map((spec, at) => {
    const sheet = sheetNamed(file, spec.name);
    const found = describeRegions(sheet, file.dialect, spec, { ids: describe, given, known });
    return headFields(new SheetCells(sheet, file.dialect), found, before[at] as SheetSpec, given);
  });
  const faults = checkAll(file, described, checkSpec);
  if (faults.length > 0) return failed(described, faults);
  const judged = described.map((spec, at) => {
    const cells = new SheetCells(sheetNamed(file, spec.name), file.dialect);
    return judgeCorrected(cells, file.dialect, spec, before[at] as SheetSpec, { given, described: describe });
  });
  const undecided = checkDecisions(judged, corrections);
  if (undecided.length > 0) return { specs: judged, faults: undecided };
  return {
    specs: judged.map((spec, at) => {
      const sheet = sheetNamed(file, spec.name);
      const decided = decide(sheet, file.dialect, spec, corrections);
      const isUnchanged = areSaidAlike(decided.regions, (before[at] as SheetSpec).regions);
      const suggested = suggestAnew(sheet, isUnchanged ? decided : withoutReadings(decided));
      return listCellsLeftOut(new SheetCells(sheet), suggested);
    }),
    faults: [],
  };
}

/** The ids of new regions of which no more is said than where they are. */
function newTables(before: readonly SheetSpec[], sheets: Corrections['sheets']): string[] {
  const known = new Set(before.flatMap(({ regions }) => regions.map(({ id }) => id)));
  return sheets
    .flatMap(({ regions = [] }) => regions)
    .filter(
      ({ id, kind = 'data', columns = [] }) => kind === 'data' && columns.length === 0 && !known.has(id),
    )
    .map(({ id }) => id);
}

/** The ids of regions whose records take another number of rows, and of which no column is said to be in a further one. */
function otherRecords(before: readonly SheetSpec[], sheets: Corrections['sheets']): string[] {
  const kept = new Map(before.flatMap(({ regions }) => regions.map((region) => [region.id, region])));
  return sheets
    .flatMap(({ regions = [] }) => regions)
    .filter(({ id, recordRows, columns = [] }) => {
      const region = kept.get(id);
      const isOther = recordRows !== undefined && recordRows !== (region?.recordRows ?? 1);
      return region?.kind === 'data' && isOther && columns.every(({ line = 1 }) => line === 1);
    })
    .map(({ id }) => id);
}

function sheetNamed({ sheets }: SpreadsheetFile, name: string): Sheet {
  const sheet = sheets.find((candidate) => candidate.name === name);
  if (!sheet) throw new Error(`the file has no sheet "${name}"`);
  return sheet;
}

/** The specs of all sheets with cells: what older corrections left out is in no region. */
function allSheets(file: SpreadsheetFile, kept: readonly SheetSpec[]): SheetSpec[] {
  return file.sheets.flatMap((sheet) => {
    const spec = kept.find(({ name }) => name === sheet.name);
    if (spec) return [spec];
    const usedRange = new SheetCells(sheet, file.dialect).usedRange();
    const hidden = sheet.visibility !== 'visible';
    return usedRange ? [{ name: sheet.name, hidden, usedRange, regions: [], unassigned: [] }] : [];
  });
}

function checkSheets(file: SpreadsheetFile, sheets: Corrections['sheets']): SpecFault[] {
  return sheets.flatMap(({ name }, at) => {
    const path = `/sheets/${at}/name`;
    if (!file.sheets.some((sheet) => sheet.name === name))
      return [specFault(path, sayOfReading('spec-no-sheet', { sheet: name }))];
    const isTwice = sheets.findIndex((other) => other.name === name) !== at;
    return isTwice ? [specFault(path, sayOfReading('spec-sheet-twice', { sheet: name }))] : [];
  });
}

/** A fault with its place in what was sent, as far as that has it; otherwise the place is that in the whole spec. */
function asGiven(fault: SpecFault, specs: readonly SheetSpec[], sheets: Corrections['sheets']): SpecFault {
  const [, sheetAt, regionAt, rest = ''] = /^\/sheets\/(\d+)\/regions\/(\d+)(.*)$/s.exec(fault.path) ?? [];
  const spec = specs[Number(sheetAt)];
  const region = spec?.regions[Number(regionAt)];
  const sheet = sheets.findIndex(({ name }) => name === spec?.name);
  const regions = sheets[sheet]?.regions ?? [];
  const at = regions.findIndex(({ id }) => id === region?.id);
  if (!region || at < 0) return fault;
  // Where an id is there twice, the second is meant.
  const last = rest === '/id' ? regions.findLastIndex(({ id }) => id === region.id) : at;
  return { ...fault, path: `/sheets/${sheet}/regions/${last}${columnAsGiven(rest, region, regions[at])}` };
}

function columnAsGiven(rest: string, { columns }: RegionSpec, given: RegionCorrection | undefined): string {
  const [, at, field] = /^\/columns\/(\d+)(.*)$/s.exec(rest) ?? [];
  const column = columns[Number(at)];
  if (!column || !given?.columns) return rest;
  const isMeant = (one: { source: number; line?: number; cell?: CellAddress }) =>
    one.source === column.source &&
    (one.line ?? 1) === (column.line ?? 1) &&
    one.cell?.row === column.cell?.row;
  // Where one is there twice, the second is meant.
  const place = given.columns.findLastIndex(isMeant);
  return place < 0 ? rest : `/columns/${place}${field}`;
}

function checkAll(
  file: SpreadsheetFile,
  specs: readonly SheetSpec[],
  check: (sheet: Sheet, spec: SheetSpec) => SpecFault[],
): SpecFault[] {
  return specs.flatMap((spec, index) => {
    const at = `/sheets/${index}`;
    return check(sheetNamed(file, spec.name), spec).map((fault) => ({
      ...fault,
      path: at + fault.path,
    }));
  });
}

const MAX_FAULTS = 100;

/** Cells that are not of the type of their column. */
export class Misfits {
  readonly found: SpecFault[] = [];

  /** Takes those of a sheet, for `materializeSheet`. */
  of({ regions }: SheetSpec, sheet: number) {
    return ({ regionId, column, said }: SpecError): void => {
      if (this.found.length === MAX_FAULTS) return;
      const region = regions.findIndex(({ id }) => id === regionId);
      const place = regions[region]?.columns.findIndex(({ name }) => name === column) ?? -1;
      const at = `/sheets/${sheet}/regions/${region}`;
      this.found.push(specFault(place < 0 ? at : `${at}/columns/${place}/type`, said));
    };
  }
}
