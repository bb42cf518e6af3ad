import type { SheetSpec } from '../core/parse-spec.js';
import type { Sheet } from '../grid/grid.js';
import type { SpreadsheetFile } from '../spreadsheet/spreadsheet-file.js';
import { checkRanges, checkSpec, type SpecFault } from '../structure/check-spec.js';
import { decide, suggestAnew } from '../structure/decisions/decide.js';
import { type Corrections, checkDecisions, checkDescribed } from '../structure/decisions/decisions.js';
import { describeRegions } from '../structure/decisions/describe-regions.js';
import type { SpecError } from '../structure/materialize/spec-error.js';
import { sheetNamed } from './spec-of-file.js';

/** Specs as a person decided about them, or why they do not fit the file; whether cells have their types is found later. */
export function decideAll(
  file: SpreadsheetFile,
  specs: readonly SheetSpec[],
  corrections: Corrections,
): { specs: SheetSpec[]; faults: SpecFault[] } {
  const { describe } = corrections;
  const unfit = [
    ...checkDescribed(specs, describe),
    ...checkDecisions(specs, corrections),
    ...checkAll(file, specs, (sheet, spec) => checkRanges(sheet, spec, describe)),
  ];
  if (unfit.length > 0) return { specs: [...specs], faults: unfit };
  const described = specs.map((spec) => {
    const sheet = file.sheets.find(({ name }) => name === spec.name);
    return sheet ? describeRegions(sheet, file.dialect, spec, describe) : spec;
  });
  const faults = checkAll(file, described, checkSpec);
  if (faults.length > 0) return { specs: described, faults };
  return {
    specs: described.map((spec) => {
      const sheet = sheetNamed(file, spec.name);
      return suggestAnew(sheet, decide(sheet, file.dialect, spec, corrections));
    }),
    faults: [],
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

const MOST_FAULTS = 100;

/** Cells that are not of the type of their column. */
export class Misfits {
  readonly found: SpecFault[] = [];

  /** Takes those of a sheet, for `materializeSheet`. */
  of({ regions }: SheetSpec, sheet: number) {
    return ({ regionId, column, message }: SpecError): void => {
      if (this.found.length === MOST_FAULTS) return;
      const region = regions.findIndex(({ id }) => id === regionId);
      const place = regions[region]?.columns.findIndex(({ name }) => name === column) ?? -1;
      const at = `/sheets/${sheet}/regions/${region}`;
      this.found.push({ path: place < 0 ? at : `${at}/columns/${place}/type`, message });
    };
  }
}
