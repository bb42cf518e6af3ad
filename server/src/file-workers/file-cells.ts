import { say } from '@workbook-data-service/contract/messages';
import { compareSheets, type Differences } from '@workbook-data-service/sheets';
import { addressOfPlace, columnOfPlace, rowOfPlace } from '@workbook-data-service/sheets/addresses';
import type { Sheet } from '@workbook-data-service/sheets/grid';
import { problem } from '../core/problems.js';
import { type KnownFile, readLastFile } from './last-file.js';
import { type RawValue, rawValueAt } from './read-cells.js';

const MAX_CELLS = 10_000;
/** In characters: a single cell may have 32,767. */
const MAX_TEXT = 4_000_000;

export interface FileCellsRequest extends KnownFile {
  /** By default all sheets. */
  sheet?: string | undefined;
}

export interface CellContent {
  /** Null for a blank cell, and for a formula without a result. */
  value: RawValue | null;
  formula?: string;
}

export interface FileCells {
  sheets: {
    name: string;
    visibility: Sheet['visibility'];
    /** Row by row. */
    cells: (CellContent & { cell: string })[];
  }[];
  /** Whether cells are left out, because there are too many. */
  truncated: boolean;
}

/** The cells of a file that are not blank. */
export async function readFileCells({ sheet: wanted, ...file }: FileCellsRequest): Promise<FileCells> {
  const { sheets: all } = await readLastFile(file);
  const sheets = wanted === undefined ? all : all.filter(({ name }) => name === wanted);
  if (wanted !== undefined && sheets.length === 0) throw noSuchSheet(wanted, all);
  const room = new CellRoom();
  const read = (sheet: Sheet) => ({
    name: sheet.name,
    visibility: sheet.visibility,
    cells: room.take(compareSheets(null, sheet, room.cells), (place) => {
      const content = contentAt(sheet, place);
      return { entry: { cell: addressOfPlace(place), ...content }, text: textLength(content) };
    }),
  });
  return { sheets: sheets.map(read), truncated: room.isExceeded };
}

/** The room that cells have in one answer, shared by the sheets of a file. */
export class CellRoom {
  cells = MAX_CELLS;
  #text = MAX_TEXT;
  #isExceeded = false;

  /** Whether any cell found no room. */
  get isExceeded(): boolean {
    return this.#isExceeded;
  }

  /** The entries of the first cells, as many as there is room for. `text` counts the characters of an entry. */
  take<Entry>(
    { count, places }: Differences,
    entryAt: (place: number) => { entry: Entry; text: number },
  ): Entry[] {
    const entries: Entry[] = [];
    for (const place of places) {
      const { entry, text } = entryAt(place);
      this.#text -= text;
      if (this.#text < 0) break;
      entries.push(entry);
    }
    this.cells -= entries.length;
    if (entries.length < count) this.#isExceeded = true;
    return entries;
  }
}

export function contentAt(sheet: Sheet, place: number): CellContent {
  const [row, column] = [rowOfPlace(place), columnOfPlace(place)];
  const value = rawValueAt(sheet, row, column);
  const formula = sheet.columns[column]?.formulas.get(row);
  return { value: value === '' ? null : value, ...(formula !== undefined && { formula: `=${formula}` }) };
}

export function textLength({ value, formula = '' }: CellContent): number {
  return formula.length + (typeof value === 'string' ? value.length : 0);
}

function noSuchSheet(wanted: string, sheets: readonly Sheet[]) {
  const names = sheets.map(({ name }) => `"${name}"`).join(', ');
  return problem('not-found', say('file-lacks-sheet', { sheet: wanted, sheets: names || 'none' }), {
    fix: say('fix-file-lacks-sheet'),
  });
}
