import type { Dialect } from '@workbook-data-service/sheets';
import { columnLetters } from '@workbook-data-service/sheets/addresses';
import type { Sheet } from '@workbook-data-service/sheets/grid';
import type { Message } from '@workbook-data-service/sheets/messages';
import { reconcileRegions } from '../materialize/reconcile-regions.js';
import type { SheetSpec } from '../parse-spec.js';
import { sayOfReading } from '../reading-messages.js';
import type { lossesOfCells } from '../reading-sentences.js';
import { columnOfPlace, rowOfPlace, SheetCells } from '../sheet-cells.js';
import { changedTotals, type JudgedReading } from './changed-totals.js';
import { lostCells } from './lost-cells.js';
import { misplacedNames } from './misplaced-names.js';
import { changedRows } from './rows-and-names.js';
import { StandingCells } from './standing-cells.js';

/**
 * What would be lost if a sheet were read in another way than before; nothing where that is only different. Both readings
 * should have been checked that they fit the sheet.
 */
export function compareReadings(
  sheet: Sheet,
  dialect: Dialect | null,
  before: SheetSpec,
  after: SheetSpec,
): Message[] {
  const cells = new SheetCells(sheet, dialect);
  const judge = (spec: SheetSpec): JudgedReading => ({
    spec,
    standing: new StandingCells(cells, spec),
    totals: reconcileRegions(sheet, dialect, spec.regions),
  });
  const [was, is] = [judge(before), judge(after)];
  const lost = lostCells(cells, was.standing, is.standing);
  const rows = changedRows(cells, was, is);
  const totals = changedTotals(cells, was, is);
  return [
    ...told('numbers-lost', lost.numbers),
    ...told('dates-lost', lost.dates),
    ...told('records-lost', lost.records),
    ...told('cells-lost', lost.nowhere),
    ...told('numbers-as-texts', lost.texts),
    ...told('records-as-names', rows.recordsAsNames),
    ...told('names-as-records', rows.namesAsRecords),
    ...newlyMisplaced(cells, was, is),
    ...told('totals-broken', totals.disagreeing),
    ...told('totals-among-records', totals.amongRecords),
    ...told('records-among-totals', totals.unexplained),
    ...told('totals-of-several-groups', totals.apart),
  ];
}

function told(code: keyof typeof lossesOfCells, [first, ...others]: readonly number[]): Message[] {
  if (first === undefined) return [];
  return [sayOfReading(code, { count: 1 + others.length, cell: addressOf(first) })];
}

const addressOf = (place: number) => `${columnLetters(columnOfPlace(place))}${rowOfPlace(place) + 1}`;

/** One name is enough to tell that they are shifted. */
function newlyMisplaced(cells: SheetCells, was: JudgedReading, is: JudgedReading): Message[] {
  const namesOf = ({ spec, standing }: JudgedReading) => misplacedNames(cells, spec.regions, standing);
  const known = namesOf(was);
  const found = namesOf(is).find(
    ({ name, heading }) => !known.some((one) => one.name === name && one.heading === heading),
  );
  return found ? [sayOfReading('name-misplaced', { ...found })] : [];
}
