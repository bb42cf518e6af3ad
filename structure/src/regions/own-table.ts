import { type CellGrid, Kind } from '../cell-grid.js';
import { opensWithTotal } from '../lines/line-vocabulary.js';
import { filledCells, isMeasure, loneText, namesColumns } from './header-evidence.js';

/** Rows looked at: they show what the others are. */
const maxRows = 60;
const minRows = 2;
const keyShare = 0.8;
/** Of two columns the second must be one of values throughout: labels of a form have values of many kinds beside them. */
const measureShare = 0.8;
const distinctShare = 0.9;

/** A part of a sheet that is a table by itself: names over a column of keys and others. */
export interface OwnTable {
  header: number;
  /** The texts of the header. */
  names: string[];
  lastRow: number;
  /** Whether a column has numbers or dates. */
  hasMeasures: boolean;
}

/** The text right above the names of a part, at its left. */
export function headingOf(part: CellGrid): string | undefined {
  let row = 0;
  while (row < part.rowCount && filledCells(part, row).length === 0) row++;
  const isHeading = row + 1 < part.rowCount && !part.isEmpty(row, 0) && namesColumns(part, row + 1);
  return isHeading ? loneText(part, row) : undefined;
}

/**
 * The part as a table, or undefined where it needs the columns beside it to be one. Under a heading of its own, the
 * labels of its records may repeat.
 */
export function readOwnTable(part: CellGrid, isHeaded = false): OwnTable | undefined {
  let header = 0;
  while (header < part.rowCount && isBlankOrLone(part, header)) header++;
  if (header === part.rowCount || !namesColumns(part, header)) return undefined;
  const body = bodyBelow(part, header);
  const key = filledCells(part, header)[0] ?? 0;
  if (body.length < minRows || !holdsKeys(part, key, body, isHeaded)) return undefined;
  let lastRow = part.rowCount - 1;
  while (filledCells(part, lastRow).length === 0) lastRow--;
  return {
    header,
    names: filledCells(part, header).map((column) => part.text(header, column)),
    lastRow,
    hasMeasures: hasMeasures(part, key, body),
  };
}

const isBlankOrLone = (part: CellGrid, row: number) =>
  loneText(part, row) !== undefined || filledCells(part, row).length === 0;

function bodyBelow(part: CellGrid, header: number): number[] {
  let row = header + 1;
  while (row < part.rowCount && namesColumns(part, row) && hasBlanksBeside(part, row)) row++;
  const rows: number[] = [];
  for (; row < part.rowCount && rows.length < maxRows; row++)
    if (filledCells(part, row).length > 1 && !isTotalBesideKeys(part, row)) rows.push(row);
  return rows;
}

/** Whether a total has its label where records have another than their key. */
function isTotalBesideKeys(part: CellGrid, row: number): boolean {
  const [label = 0] = filledCells(part, row);
  return label > 0 && opensWithTotal(part.text(row, label));
}

/** A second header row does not name the keys again. */
const hasBlanksBeside = (part: CellGrid, row: number) => part.isEmpty(row, 0);

/** Labels of records mostly differ, and are texts, dates or running numbers. */
function holdsKeys(part: CellGrid, column: number, rows: readonly number[], mayRepeat: boolean): boolean {
  const filled = rows.filter((row) => !part.isEmpty(row, column));
  if (filled.length < keyShare * rows.length) return false;
  const texts = new Set(filled.map((row) => part.text(row, column)));
  if (!mayRepeat && texts.size < distinctShare * filled.length) return false;
  const numbers = filled.map((row) => part.number(row, column));
  const isRunning = numbers.every((number, at) => at === 0 || number === (numbers[at - 1] ?? 0) + 1);
  return isRunning || filled.every((row) => part.kind(row, column) !== Kind.number);
}

function hasMeasures(part: CellGrid, key: number, rows: readonly number[]): boolean {
  const least = part.columnCount > 2 ? 0.5 : measureShare;
  for (let column = key + 1; column < part.columnCount; column++) {
    const measures = rows.filter((row) => isMeasure(part, row, column));
    if (measures.length >= least * rows.length) return true;
  }
  return false;
}
