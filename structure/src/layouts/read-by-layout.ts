import type { Dialect } from '@workbook-data-service/sheets';
import type { Sheet } from '@workbook-data-service/sheets/grid';
import { checkSpec } from '../check-spec.js';
import { classifyLines } from '../lines/classify-lines.js';
import type { LineRole } from '../lines/line-role.js';
import { arrangeSheet } from '../materialize/arrange-sheet.js';
import { materializeSheet } from '../materialize/materialize-sheet.js';
import { reconcileRegions } from '../materialize/reconcile-regions.js';
import type { SpecError } from '../materialize/spec-error.js';
import type { AfreshReason, Difference, SheetSpec } from '../parse-spec.js';
import { SheetCells } from '../sheet-cells.js';
import { gridOfSheet } from '../sheet-grid.js';
import { applyDecisions, type DecidedSheet } from './apply-decisions.js';
import type { FoundSheet } from './find-header.js';
import { type FoundTable, findTables } from './find-table.js';
import { type Judged, judgeMatch } from './judge-match.js';
import { hashOf, nameKey } from './label-key.js';
import type { RememberedSheet } from './remembered.js';
import { type LabelPlaces, labelPlaces } from './sheet-texts.js';

/** A remembered sheet by its keys, so that most need not be looked at. */
export interface Candidate {
  keys: ArrayLike<number>;
  remembered: () => RememberedSheet;
}

/** By what a sheet is found: the names of its file and of itself, and then the texts of its headers. */
export function keysOfSheet({ tables, file, sheet }: RememberedSheet): number[] {
  const keys = [...new Set(tables.flatMap((table) => table.keys))].slice(0, maxKeys);
  return [...nameKeys(file, sheet), ...keys];
}

const maxKeys = 200;
const nameKeys = (file: string, sheet: string) =>
  [file, sheet].map((name) => (name === '' ? 0 : hashOf(name)));

/** How a sheet is read by one that is remembered, or why that was not done although it has the same layout. */
type ByLayout<Known extends Candidate> =
  | { known: Known; match: Judged['match']; spec: SheetSpec; differences: Difference[] }
  | { known: Known; match: Judged['match']; afresh: AfreshReason };

/** Sheets that have fewer of the labels are not looked at. */
const minKeys = 0.5;
/** The most alike that are compared. */
const maxCompared = 8;

interface SheetToRead {
  sheet: Sheet;
  dialect: Dialect | null;
  filename: string;
  /** As structuring reads it. */
  spec: SheetSpec;
  /** The base name of its tables. */
  baseName: string;
}

/**
 * Reads a sheet as a person corrected one of the same layout before. Undefined where none is known. Where cells would be lost or
 * totals disagree that do not otherwise, it is read afresh, and why is told.
 */
export function readByLayout<Known extends Candidate>(
  { sheet, dialect, filename, spec, baseName }: SheetToRead,
  candidates: readonly Known[],
): ByLayout<Known> | undefined {
  if (candidates.length === 0 || !spec.usedRange) return undefined;
  const cells = new SheetCells(sheet, dialect);
  const places = labelPlaces(cells, spec);
  const names = nameKeys(nameKey(filename.replace(/\.[^.]*$/, '')), nameKey(sheet.name));
  const alike = mostAlike(candidates, places, names);
  let lines: LineRole[] | undefined;
  const found: FoundSheet = {
    cells,
    dialect,
    spec,
    places,
    lines: () => {
      lines ??= classifyLines(gridOfSheet(sheet, dialect));
      return lines;
    },
  };
  let best:
    | { known: Known; remembered: RememberedSheet; tables: (FoundTable | undefined)[]; judged: Judged }
    | undefined;
  for (const known of alike) {
    const remembered = known.remembered();
    const tables = findTables(found, remembered.tables);
    const judged = judgeMatch(remembered, tables, spec, filename);
    if (judged && (!best || rank(judged) > rank(best.judged))) best = { known, remembered, tables, judged };
    if (best && rank(best.judged) === bestRank) break;
  }
  if (!best) return undefined;
  const { known, remembered, tables, judged } = best;
  const { match } = judged;
  const decided = applyDecisions(found, remembered, tables, match);
  if (!decided) return { known, match, afresh: 'unfit' };
  const read = fitTypes(sheet, dialect, baseName, decided, spec);
  if (!read) return { known, match, afresh: 'unfit' };
  const afresh = whyAfresh(found, baseName, read, remembered);
  return afresh ? { known, match, afresh } : { known, match, spec: read.spec, differences: read.differences };
}

const bestRank = 2;
const rank = ({ match, share }: Judged) => (match === 'exact' ? 1 : 0) + share;

/** Those that may be of the same kind, the most alike first, and later ones first among those that are equally alike. */
function mostAlike<Known extends Candidate>(
  candidates: readonly Known[],
  places: LabelPlaces,
  [file, sheet]: readonly number[],
): Known[] {
  const alike: { known: Known; share: number; found: number; at: number }[] = [];
  candidates.forEach((known, at) => {
    const { keys } = known;
    const isNamed = (keys[0] !== 0 && keys[0] === file) || (keys[1] !== 0 && keys[1] === sheet);
    const count = keys.length - namesAmongKeys;
    // Under another name all of its labels have to be there.
    const most = isNamed ? Math.floor(count * (1 - minKeys)) : 0;
    if (count === 0 && !isNamed) return;
    let missing = 0;
    for (let place = namesAmongKeys; place < keys.length && missing <= most; place++)
      if (!places.has(keys[place] as number)) missing++;
    if (missing <= most)
      alike.push({ known, share: (count - missing) / Math.max(1, count), found: count - missing, at });
  });
  return alike
    .sort((a, b) => b.share - a.share || b.found - a.found || b.at - a.at)
    .slice(0, maxCompared)
    .map(({ known }) => known);
}

const namesAmongKeys = 2;

const maxTries = 3;

/** With other types for columns whose cells do not have the remembered one. */
function fitTypes(
  sheet: Sheet,
  dialect: Dialect | null,
  baseName: string,
  decided: DecidedSheet,
  asFound: SheetSpec,
): DecidedSheet | undefined {
  let read = decided;
  for (let tries = 0; tries < maxTries; tries++) {
    if (checkSpec(sheet, read.spec).length > 0) return undefined;
    const misfits: SpecError[] = [];
    materializeSheet(sheet, dialect, read.spec, baseName, (misfit) => misfits.push(misfit));
    if (misfits.length === 0) return read;
    read = retyped(read, misfits, asFound, tries > 0);
  }
  return undefined;
}

function retyped(
  read: DecidedSheet,
  misfits: readonly SpecError[],
  asFound: SheetSpec,
  asText: boolean,
): DecidedSheet {
  const differences = [...read.differences];
  const found = asFound.regions.flatMap(({ columns }) => columns);
  const regions = read.spec.regions.map((region) => {
    const own = misfits.filter(({ regionId }) => regionId === region.id);
    if (own.length === 0) return region;
    const isCrosstab = region.columns.some(({ role }) => role === 'period');
    const columns = region.columns.map((column) => {
      const isMeant = own.some(({ row, sheetColumn, column: name }) =>
        column.cell
          ? column.cell.row === row && column.cell.column === sheetColumn
          : sheetColumn === column.source || name === column.name || (isCrosstab && column.role === 'period'),
      );
      if (!isMeant) return column;
      const type = found.find(({ source }) => source === column.source)?.type ?? 'VARCHAR';
      const now = asText || type === column.type ? 'VARCHAR' : type;
      if (!asText)
        differences.push({
          kind: 'column_retyped',
          sheet: read.spec.name,
          table: region.name,
          column: column.name,
          before: column.type,
        });
      return { ...column, type: now };
    });
    return { ...region, columns };
  });
  return { ...read, spec: { ...read.spec, regions }, differences };
}

/** Why it is better to read a sheet as if none like it were known, if it is. */
function whyAfresh(
  { cells, dialect, spec }: FoundSheet,
  baseName: string,
  read: DecidedSheet,
  { disagreeing }: RememberedSheet,
): AfreshReason | undefined {
  const lost = (one: SheetSpec) => arrangeSheet(cells, one, baseName).coverage.summary().unplaced.total;
  const meant = read.leftOut.reduce((sum, range) => {
    let count = 0;
    for (const row of cells.filledRows(range)) count += cells.filledInRow(row, range).length;
    return sum + count;
  }, 0);
  if (lost(read.spec) - meant > lost(spec)) return 'cells_lost';
  const wrong = (one: SheetSpec) =>
    reconcileRegions(cells.sheet, dialect, one.regions).filter(({ agrees }) => !agrees).length;
  return wrong(read.spec) > wrong(spec) + disagreeing ? 'totals_disagree' : undefined;
}
