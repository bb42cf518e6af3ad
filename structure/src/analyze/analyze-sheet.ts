import type { Dialect } from '@workbook-data-service/sheets';
import type { CellRange, Sheet } from '@workbook-data-service/sheets/grid';
import { cleanName } from '@workbook-data-service/sheets/names';
import type { CellGrid } from '../cell-grid.js';
import type { LineRole } from '../lines/line-role.js';
import type { Question, RegionSpec, SheetSpec } from '../parse-spec.js';
import { sayOfReading } from '../reading-messages.js';
import type { WholeReason } from '../reading-sentences.js';
import { findRegions } from '../regions/find-regions.js';
import type { SheetRegion } from '../regions/region.js';
import { findTableStarts } from '../regions/table-starts.js';
import { SheetCells } from '../sheet-cells.js';
import { gridOfSheet } from '../sheet-grid.js';
import { isInTooManyPieces, isTooLargeToStudy } from '../sheet-size.js';
import { definedAs, definedTables } from './defined-tables.js';
import { describeTable, type Surroundings } from './describe-table.js';
import { describeWhole } from './describe-whole.js';
import { describeForm } from './forms/describe-form.js';
import { findForms } from './forms/find-forms.js';
import { isGraphPaper } from './graph-paper.js';
import { adoptFirstGroup } from './groups/adopt-first-group.js';
import { adoptGroupLabels } from './groups/adopt-group-labels.js';
import { joinGroups } from './groups/join-groups.js';
import { adoptHeaders, adoptHeadersOverGroups } from './headers/adopt-headers.js';
import { settleHeaders } from './headers/settle-headers.js';
import { shareHeaders } from './headers/share-headers.js';
import { judgeRegions } from './judge-regions.js';
import { adoptLastRecords } from './last-records.js';
import { nameRegions, titlesOver } from './name-regions.js';
import { readOneTable } from './one-table.js';
import { findPlainList } from './plain-list.js';
import { findSeries } from './series.js';
import { setAsideFooters } from './set-aside-footers.js';
import { setAsideLooseCells } from './set-aside-loose-cells.js';
import type { StudiedSheet } from './studied-sheet.js';
import { findTablesOfWords } from './tables-of-words.js';
import { textRegion } from './text-region.js';
import { cutTextsAround, overlap, titleForms } from './texts-around.js';

/** Longer sheets are lists, in which one row more or less says little. */
const maxRowsWeighed = 5000;

export interface SheetInFile {
  /** What tables without a title are named by. */
  baseName: string;
  /** The regions of the file's earlier sheets, which have the first ids. */
  regionsBefore: number;
}

/** Proposes how to read a sheet: its tables, and the titles and notes around them. */
export function analyzeSheet(
  sheet: Sheet,
  dialect: Dialect | null,
  { baseName = sheet.name, regionsBefore = 0 }: Partial<SheetInFile> = {},
): SheetSpec {
  const cells = new SheetCells(sheet, dialect);
  const usedRange = cells.usedRange();
  const spec = { name: sheet.name, hidden: sheet.visibility !== 'visible', usedRange, unassigned: [] };
  if (!usedRange) return { ...spec, regions: [] };
  const idOf = (at: number) => `r${regionsBefore + at + 1}`;
  const regions = isGraphPaper(cells)
    ? [describeGraphPaper(cells, usedRange, dialect, { baseName, idOf })]
    : findTables(cells, usedRange, dialect, { baseName, idOf });
  return { ...spec, regions };
}

/** What the regions of a sheet are called. */
interface Naming {
  baseName: string;
  idOf: (at: number) => string;
}

/** The tables of a sheet, and the titles and notes around them. */
export function findTables(
  cells: SheetCells,
  usedRange: CellRange,
  dialect: Dialect | null,
  naming: Naming,
): RegionSpec[] {
  const { regions, isStudied, grid } = describeSheet(cells, usedRange, dialect, naming);
  return isStudied ? judgeRegions(cells, regions, grid) : regions;
}

/** The regions of a sheet before they are judged. */
interface DescribedSheet {
  regions: RegionSpec[];
  /** Whether its rows were looked at, so that there is something to judge. */
  isStudied: boolean;
  /** Where the shape of the sheet alone did not show what its rows are. */
  grid?: CellGrid;
}

export function describeSheet(
  cells: SheetCells,
  usedRange: CellRange,
  dialect: Dialect | null,
  naming: Naming,
): DescribedSheet {
  const asOneTable = (why: WholeReason): DescribedSheet => ({
    regions: [
      describeWhole(cells, usedRange, dialect, {
        id: naming.idOf(0),
        name: naming.baseName,
        why,
        mayHaveHeader: true,
      }),
    ],
    isStudied: false,
  });
  if (isTooLargeToStudy(cells.sheet)) return asOneTable('large');
  const list = findPlainList(cells, usedRange, dialect);
  if (list) {
    const found = [list];
    return { regions: describeRegions({ cells, dialect, grid: null, found }, naming), isStudied: true };
  }
  const grid = gridOfSheet(cells.sheet, dialect);
  const studied = studyLines({ cells, grid, dialect }, usedRange);
  if (isInTooManyPieces(studied.found.length)) return asOneTable('pieces');
  return {
    regions: describeRegions({ cells, dialect, ...studied }, naming),
    isStudied: true,
    ...(cells.sheet.rowCount <= maxRowsWeighed && { grid }),
  };
}

/** The grid by which tables of a sheet are judged; none where the shape of the sheet alone shows what its rows are. */
export function gridToJudge(
  cells: SheetCells,
  usedRange: CellRange,
  dialect: Dialect | null,
): CellGrid | undefined {
  const isShown = cells.sheet.rowCount > maxRowsWeighed || findPlainList(cells, usedRange, dialect);
  return isShown ? undefined : gridOfSheet(cells.sheet, dialect);
}

/** Every value stays in its own row and column, since tables found on graph paper may mix those of several. */
function describeGraphPaper(
  cells: SheetCells,
  usedRange: CellRange,
  dialect: Dialect | null,
  { baseName, idOf }: Naming,
): RegionSpec {
  const id = idOf(0);
  const question: Question = {
    id: `${id}.tables`,
    ...sayOfReading('ask-graph-paper'),
    choices: ['one', 'several'],
    default: 'one',
  };
  return describeWhole(cells, usedRange, dialect, {
    id,
    name: baseName,
    why: 'graph_paper',
    questions: [question],
    mayHaveHeader: false,
  });
}

function studyLines(
  sheet: StudiedSheet & { grid: CellGrid },
  usedRange: CellRange,
): Pick<StudiedSheet, 'grid'> & { found: SheetRegion[] } {
  const { cells, grid } = sheet;
  const defined = definedTables(cells.sheet, grid);
  const studied = studyGrid(sheet, usedRange);
  const met = new Map(studied.found.map((region) => [region, definedAs(region, defined)]));
  const areMet = new Set(met.values());
  const around = defined.every((table) => areMet.has(table)) ? undefined : aroundKnown(grid, defined);
  if (around) return { grid, found: around };
  const named = (region: SheetRegion) => ({ ...region, name: met.get(region)?.name });
  return { ...studied, found: studied.found.map(named) };
}

/** The regions of a sheet by its cells alone. */
function studyGrid(
  sheet: StudiedSheet & { grid: CellGrid },
  usedRange: CellRange,
): Pick<StudiedSheet, 'grid'> & { found: SheetRegion[] } {
  const { grid } = sheet;
  const series = findSeries(grid, usedRange);
  if (series) return { grid, found: series };
  const withForms = aroundKnown(grid, findForms(grid));
  if (withForms) return { grid, found: withForms };
  const only = readOneTable(sheet, usedRange);
  if (only?.isOfFields) return { grid: null, found: [oneTable(usedRange, only.roles)] };
  if (only && findTableStarts(grid, only.roles).starts.size === 0) {
    const found = [oneTable(usedRange, only.roles)];
    const settled = only.isList ? found : settleHeaders(grid, found);
    return { grid: only.isOfRecords && settled.length === 1 ? null : grid, found: settled };
  }
  return { grid, found: studyRegions(grid) };
}

function studyRegions(grid: CellGrid, lines?: readonly LineRole[]): SheetRegion[] {
  const found = findTablesOfWords(grid, adoptLastRecords(grid, findRegions(grid, lines)));
  const headed = adoptHeadersOverGroups(grid, adoptHeaders(grid, found));
  const regions = settleHeaders(grid, adoptGroupLabels(grid, headed));
  const grouped = joinGroups(grid, adoptFirstGroup(grid, regions));
  const tables = setAsideFooters(grid, grouped);
  return shareHeaders(grid, setAsideLooseCells(grid, tables));
}

/** Regions of a sheet found another way than `describeSheet` finds them, as a spec describes them. */
export function describeOtherwise(
  sheet: StudiedSheet & { grid: CellGrid },
  naming: Naming,
  find: (ways: OtherWays) => SheetRegion[],
  settle: (region: RegionSpec) => RegionSpec = (region) => region,
): RegionSpec[] {
  const { grid } = sheet;
  const found = find({
    byLines: (lines) => studyRegions(grid, lines),
    asFound: (lines) => findRegions(grid, lines),
    withForms: () => aroundKnown(grid, findForms(grid)) ?? [],
  });
  if (found.length === 0 || isInTooManyPieces(found.length)) return [];
  return judgeRegions(sheet.cells, describeRegions({ ...sheet, found }, naming).map(settle), grid);
}

interface OtherWays {
  /** Without forms and series, by these roles of lines. */
  byLines(lines?: readonly LineRole[]): SheetRegion[];
  /** Without what settles headers and joins regions afterwards. */
  asFound(lines?: readonly LineRole[]): SheetRegion[];
  withForms(): SheetRegion[];
}

/** Known regions and the others of a sheet; undefined without any, or if a table would go on behind one. */
function aroundKnown(grid: CellGrid, known: readonly SheetRegion[]): SheetRegion[] | undefined {
  if (known.length === 0) return undefined;
  const ranges = known.map(({ range }) => range);
  const rest = grid.without((row, column) => ranges.some((range) => contains(range, row, column)));
  const others = titleForms(rest, cutTextsAround(rest, studyRegions(rest), ranges), ranges);
  const isApart = others.every((other) => ranges.every((range) => !overlap(range, other.range)));
  return isApart ? [...known, ...others] : undefined;
}

const oneTable = (range: CellRange, roles: readonly LineRole[]): SheetRegion => ({
  kind: 'data',
  range,
  roles,
});

function describeRegions(
  { found, ...sheet }: StudiedSheet & { found: readonly SheetRegion[] },
  { baseName, idOf }: Naming,
): RegionSpec[] {
  const inReadingOrder = found.toSorted((a, b) => a.range.top - b.range.top || a.range.left - b.range.left);
  const names = nameRegions(sheet.cells, inReadingOrder, baseName);
  const describe = (
    region: SheetRegion,
    at: number,
    elsewhere: Pick<Surroundings, 'measuresElsewhere'> = {},
  ) => {
    const id = idOf(at);
    const name = cleanName(names[at] ?? '') || id;
    if (region.kind !== 'data') return describeText(region, id, name);
    if (region.fields) return describeForm(sheet, region, { id, name });
    const titles = titlesOver(sheet.cells, inReadingOrder, region);
    return describeTable(sheet, region, { id, name, titles, alone: found.length === 1, ...elsewhere });
  };
  const described = inReadingOrder.map((region, at) => describe(region, at));
  const measuresElsewhere = measuresOf(described);
  if (measuresElsewhere.size === 0) return described;
  return described.map((region, at) =>
    region.kind === 'data' && !hasPeriods(region)
      ? describe(inReadingOrder[at] as SheetRegion, at, { measuresElsewhere })
      : region,
  );
}

const hasPeriods = ({ columns }: RegionSpec) => columns.some(({ role }) => role === 'period');

/** The measures of the tables with periods across. */
const measuresOf = (regions: readonly RegionSpec[]) =>
  new Set(
    regions.flatMap(({ columns }) =>
      columns.flatMap(({ role, measure }) => (role === 'period' && measure ? [measure] : [])),
    ),
  );

function describeText({ kind, range, roles }: SheetRegion, id: string, name: string): RegionSpec {
  const reason = sayOfReading(kind === 'title' ? 'reading-title' : 'reading-note');
  const isSure = rowsOf(range).every((row) => roles[row] !== 'header');
  return textRegion({ id, kind, name, range, confidence: isSure ? 0.9 : 0.6, reasons: [reason] });
}

const contains = ({ top, left, bottom, right }: CellRange, row: number, column: number) =>
  top <= row && row <= bottom && left <= column && column <= right;

const rowsOf = ({ top, bottom }: CellRange) => Array.from({ length: bottom - top + 1 }, (_, at) => top + at);
