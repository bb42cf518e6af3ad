import { addressOfPlace } from '@workbook-data-service/sheets/addresses';
import type { Sheet } from '@workbook-data-service/sheets/grid';
import {
  type SheetFault,
  sheetFaults,
  unbalancedColumns,
  unexplainedTotals,
} from '@workbook-data-service/structure';
import type { FaultKind } from '@workbook-data-service/structure/parse-spec';
import { type CellContent, contentAt } from './file-cells.js';
import { type KnownFile, readLastFile } from './last-file.js';

export interface FileFault {
  sheet: string;
  /** What does not add up is no fault of a reading, which takes only what it can explain for a total. */
  kind: FaultKind | ArithmeticFault;
  /** How many cells are concerned. */
  count: number;
  /** The first of them, column by column. */
  cells: FaultyFileCell[];
}

type ArithmeticFault = 'total_differs' | 'unbalanced_sheet';

interface FaultyFileCell extends CellContent {
  place: number;
  address: string;
  expected?: string;
}

const LONGEST_TEXT = 200;

/** What a careful reader would ask about in the sheets of a file. */
export async function findFaults(file: KnownFile): Promise<FileFault[]> {
  const { sheets } = await readLastFile(file);
  return sheets.flatMap((sheet) =>
    [...sheetFaults(sheet), ...arithmeticFaults(sheet)].map(({ kind, count, cells }) => ({
      sheet: sheet.name,
      kind,
      count,
      cells: cells.map(({ place, expected }) => ({
        place,
        address: addressOfPlace(place),
        ...(expected !== undefined && { expected: cut(expected) }),
        ...shortContentAt(sheet, place),
      })),
    })),
  );
}

function arithmeticFaults(sheet: Sheet): (Omit<SheetFault, 'kind'> & { kind: ArithmeticFault })[] {
  const totals = unexplainedTotals(sheet).map(({ place, parts, computed }) => ({
    place,
    expected: `SUM(${parts}) = ${computed}`,
  }));
  const balances = unbalancedColumns(sheet).map(({ place, others }) => ({ place, expected: String(others) }));
  const faults = [
    { kind: 'total_differs' as const, count: totals.length, cells: totals },
    { kind: 'unbalanced_sheet' as const, count: balances.length, cells: balances },
  ];
  return faults.filter(({ count }) => count > 0);
}

function shortContentAt(sheet: Sheet, place: number): CellContent {
  const { value, formula } = contentAt(sheet, place);
  return {
    value: typeof value === 'string' ? cut(value) : value,
    ...(formula !== undefined && { formula: cut(formula) }),
  };
}

const cut = (text: string) => (text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1)}…` : text);
