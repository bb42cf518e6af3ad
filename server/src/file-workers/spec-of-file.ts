import { say } from '@workbook-data-service/contract/messages';
import { whyOf } from '@workbook-data-service/contract/messages/why';
import type { Dialect, SpreadsheetFile } from '@workbook-data-service/sheets';
import { columnOfPlace, rowOfPlace } from '@workbook-data-service/sheets/addresses';
import type { Sheet } from '@workbook-data-service/sheets/grid';
import {
  analyzeSheet,
  chooseReading,
  ignoringLine,
  readByLayout,
  readRules,
  ruledSheet,
  ruledSpec,
  type SearchBudget,
  SheetCells,
  type SheetFault,
  type SheetInFile,
  SpecError,
  sayOfReading,
  sheetFaults,
} from '@workbook-data-service/structure';
import type { CellFault, SheetSpec } from '@workbook-data-service/structure/parse-spec';
import { cleanTableName, stem } from '../core/file-names.js';
import { fieldError, problem } from '../core/problems.js';
import { type KnownSheet, type ReadingInputs, unpack } from './known-readings.js';

/** What a sheet's tables are named by: its file, or the sheet itself where several are filled. */
export function baseNameOf(filename: string, sheet: { name: string }, filledSheets: number): string {
  return cleanTableName(filledSheets === 1 ? stem(filename) : sheet.name);
}

/** How the sheets of a file may be read: by structuring, by rules, and as sheets like them were corrected. */
export class SpecProposer {
  readonly #known: readonly KnownSheet[];
  readonly #rules: readonly string[];
  readonly #budget = processorBudget(SEARCH_MS);
  #regionsBefore = 0;

  constructor(
    private readonly filename: string,
    private readonly dialect: Dialect | null,
    { readings, rules }: ReadingInputs = nothingKnown,
  ) {
    this.#known = readings ? unpack(readings) : [];
    this.#rules = rules;
  }

  /** The sheets that no rule leaves out. */
  wanted(sheets: readonly Sheet[]): Sheet[] {
    return sheets.filter(({ name }) => ignoringLine(name, this.#rules) === undefined);
  }

  propose(given: Sheet, baseName: string): SheetSpec {
    const { dialect, filename } = this;
    const place: SheetInFile = { baseName, regionsBefore: this.#regionsBefore };
    const ignored = ignoringLine(given.name, this.#rules);
    if (ignored !== undefined) return leftOut(given, ignored);
    const { sheet, used } = ruledSheet(given, this.#rules);
    const ruled = ruledSpec(sheet, dialect, analyzeSheet(sheet, dialect, place), this.#rules);
    const faults = sheetFaults(given, maxFormulas).flatMap(asCellFault);
    const rules = [...new Set([...used, ...ruled.used, ...namingLines(this.#rules)])];
    const spec: SheetSpec = { ...ruled.spec, faults, ...(rules.length > 0 && { rules }) };
    const read = readByLayout({ sheet, dialect, filename, spec, baseName }, this.#known);
    this.#regionsBefore += Math.max(
      spec.regions.length,
      read && 'spec' in read ? read.spec.regions.length : 0,
    );
    const chosen = () => chooseReading(sheet, dialect, spec, baseName, this.#budget);
    if (!read) return chosen();
    const { remembered: _, ...packed } = read.known.packed();
    const reading = { ...packed, match: read.match };
    if ('afresh' in read)
      return { ...chosen(), reading: { ...reading, differences: [], afresh: read.afresh } };
    return { ...read.spec, reading: { ...reading, differences: read.differences } };
  }
}

/** Argued: an unsure sheet takes some 20 ms a reading, and an upload is still answered at once. */
const SEARCH_MS = 2000;

/** Of processor time, so that a busy machine finds the same as an idle one. */
function processorBudget(ms: number): SearchBudget {
  const spent = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  const end = spent() + ms;
  return { isSpent: () => spent() > end };
}

const nothingKnown: ReadingInputs = { readings: null, rules: [] };

const namingLines = (lines: readonly string[]) =>
  readRules(lines.join('\n')).flatMap(({ line, rule }) => (rule?.kind === 'english_names' ? [line] : []));

function leftOut(sheet: Sheet, line: string): SheetSpec {
  const usedRange = new SheetCells(sheet).usedRange();
  const { text, code, params } = sayOfReading('sheet-ignored', { line });
  return {
    name: sheet.name,
    hidden: sheet.visibility !== 'visible',
    usedRange,
    regions: [],
    unassigned: usedRange ? [{ range: usedRange, reason: text, code, params }] : [],
    rules: [line],
  };
}

/** The sheets of a file as the rules in their specs want them to be read. */
export function ruledFile<File extends Pick<SpreadsheetFile, 'sheets'>>(
  file: File,
  specs: readonly SheetSpec[],
): File {
  const rulesOf = new Map(specs.map(({ name, rules }) => [name, rules]));
  return {
    ...file,
    sheets: file.sheets.map((sheet) => ruledSheet(sheet, rulesOf.get(sheet.name) ?? []).sheet),
  };
}

/** Looking at more would take an upload longer than structuring it; a review of the file looks at all. */
const maxFormulas = 50_000;

function asCellFault({ kind, count, cells: [first] }: SheetFault): CellFault[] {
  if (!first) return [];
  return [{ kind, count, cell: { row: rowOfPlace(first.place), column: columnOfPlace(first.place) } }];
}

/** The spec with only the named regions. */
export function selectRegions(spec: SheetSpec, regionIds: string[] | undefined): SheetSpec {
  if (!regionIds) return spec;
  return { ...spec, regions: spec.regions.filter(({ id }) => regionIds.includes(id)) };
}

export function sheetNamed(file: SpreadsheetFile, name: string): Sheet {
  const sheet = file.sheets.find((candidate) => candidate.name === name);
  if (!sheet) throw problem('invalid-request', say('spec-sheet-unknown', { sheet: name }));
  return sheet;
}

/** Reports a cell that does not fit the type in its spec as a fault of the spec, with its position. */
export function namingSpecFaults<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    throw problem('invalid-request', say('spec-unfit', whyOf(error.said)), {
      fix: say('fix-spec-unfit'),
      members: { errors: [fieldError(`/regions/${error.regionId}`, error.said)] },
    });
  }
}

export function noSheetHasCells() {
  return problem('empty-file', say('file-without-cells'));
}
