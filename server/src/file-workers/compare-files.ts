import type { SpreadsheetFile } from '@workbook-data-service/sheets';
import { compareSheets } from '@workbook-data-service/sheets';
import { addressOfPlace } from '@workbook-data-service/sheets/addresses';
import type { Sheet } from '@workbook-data-service/sheets/grid';
import { CellRoom, contentAt, textLength } from './file-cells.js';
import { type KnownFile, readLastFile } from './last-file.js';
import type { RawValue } from './read-cells.js';
import { readWorkbook } from './read-file.js';

export interface CompareFilesRequest {
  /** Null: every sheet was added. */
  before: KnownFile | null;
  after: KnownFile;
}

interface ChangedCell {
  cell: string;
  /** Null for a blank cell, and for a formula without a result. */
  old: RawValue | null;
  new: RawValue | null;
  oldFormula?: string;
  newFormula?: string;
}

interface SheetDifference {
  name: string;
  status: 'added' | 'removed' | 'changed' | 'unchanged';
  /** How many there are, also of those that `cells` leaves out. */
  changedCells: number;
  /** Row by row. */
  cells: ChangedCell[];
}

export interface FileDifference {
  sheets: SheetDifference[];
  /** Whether cells are left out, because there are too many. */
  truncated: boolean;
}

interface SheetPair {
  before: Sheet | null;
  after: Sheet | null;
}

/** What the cells of one file hold that those of another do not. Sheets are the same if their names are. */
export async function compareFiles({ before, after }: CompareFilesRequest): Promise<FileDifference> {
  const current = await readLastFile(after);
  const old =
    before && (isSameFile(before, after) ? current : await readWorkbook(before.path, before.filename));
  const room = new CellRoom();
  const sheets = pairSheets(old, current).map((pair): SheetDifference => {
    const differences = compareSheets(pair.before, pair.after, room.cells);
    return {
      name: (pair.after ?? pair.before)?.name ?? '',
      status: statusOf(pair, differences.count),
      changedCells: differences.count,
      cells: room.take(differences, (place) => changeAt(pair, place)),
    };
  });
  return { sheets, truncated: room.isExceeded };
}

function isSameFile(one: KnownFile, other: KnownFile): boolean {
  return one.hash === other.hash && one.filename === other.filename;
}

/** In the order of the current file; sheets that it no longer has come last. */
function pairSheets(old: SpreadsheetFile | null, current: SpreadsheetFile): SheetPair[] {
  // The only sheet of a text file is named after the file, whose name may have changed.
  if (old?.dialect && current.dialect)
    return [{ before: old.sheets[0] ?? null, after: current.sheets[0] ?? null }];
  const oldSheets = new Map(old?.sheets.map((sheet) => [sheet.name, sheet]));
  const pairs = current.sheets.map((after): SheetPair => {
    const before = oldSheets.get(after.name) ?? null;
    oldSheets.delete(after.name);
    return { before, after };
  });
  return [...pairs, ...[...oldSheets.values()].map((before) => ({ before, after: null }))];
}

function statusOf({ before, after }: SheetPair, differences: number): SheetDifference['status'] {
  if (!before) return 'added';
  if (!after) return 'removed';
  return differences > 0 ? 'changed' : 'unchanged';
}

function changeAt({ before, after }: SheetPair, place: number): { entry: ChangedCell; text: number } {
  const old = before ? contentAt(before, place) : { value: null };
  const current = after ? contentAt(after, place) : { value: null };
  const entry: ChangedCell = {
    cell: addressOfPlace(place),
    old: old.value,
    new: current.value,
    ...(old.formula !== undefined && { oldFormula: old.formula }),
    ...(current.formula !== undefined && { newFormula: current.formula }),
  };
  return { entry, text: textLength(old) + textLength(current) };
}
