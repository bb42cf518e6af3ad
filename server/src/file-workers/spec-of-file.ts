import { say } from '@workbook-data-service/contract/messages';
import { whyOf } from '@workbook-data-service/contract/messages/why';
import type { Dialect, SpreadsheetFile } from '@workbook-data-service/sheets';
import { columnOfPlace, rowOfPlace } from '@workbook-data-service/sheets/addresses';
import type { Sheet } from '@workbook-data-service/sheets/grid';
import {
  analyzeSheet,
  chooseReading,
  type SearchBudget,
  type SheetFault,
  SpecError,
  sheetFaults,
} from '@workbook-data-service/structure';
import type { CellFault, SheetSpec } from '@workbook-data-service/structure/parse-spec';
import { cleanTableName, stem } from '../core/file-names.js';
import { fieldError, problem } from '../core/problems.js';

/** What a sheet's tables are named by: its file, or the sheet itself where several are filled. */
export function baseNameOf(filename: string, sheet: { name: string }, filledSheets: number): string {
  return cleanTableName(filledSheets === 1 ? stem(filename) : sheet.name);
}

/** How the sheets of a file may be read, one after the other, and what is odd about their cells. */
export class SpecProposer {
  #regionsBefore = 0;
  readonly #budget = processorBudget(SEARCH_MS);

  constructor(private readonly dialect: Dialect | null) {}

  propose(sheet: Sheet, baseName: string): SheetSpec {
    const faults = sheetFaults(sheet, maxFormulas).flatMap(asCellFault);
    const found = analyzeSheet(sheet, this.dialect, { baseName, regionsBefore: this.#regionsBefore });
    this.#regionsBefore += found.regions.length;
    return { ...chooseReading(sheet, this.dialect, found, baseName, this.#budget), faults };
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
