/**
 * The three-way merge of a table with a file, over typed cells: what both began with, the table now, and the file.
 * Every function gives SQL over the SQL of these states, so that the engine merges any number of rows. In a state that
 * lacks a row its cells are NULL.
 */

/** Whose value counts where both changed a cell to different values, or one changed a row that the other deleted. */
type Winner = 'table' | 'file';

/** SQL for a cell in each state. */
export interface CellStates {
  base: string;
  current: string;
  incoming: string;
}

/** SQL for whether each state has the row. */
export interface RowPresence {
  inBase: string;
  inTable: string;
  inFile: string;
}

export function isEditedHere({ base, current }: CellStates): string {
  return `(${current} is distinct from ${base})`;
}

export function isChangedInFile({ base, incoming }: CellStates): string {
  return `(${incoming} is distinct from ${base})`;
}

/** Whether both sides changed the cell to different values. */
export function isContested(cell: CellStates): string {
  const differs = `${cell.incoming} is distinct from ${cell.current}`;
  return `(${isEditedHere(cell)} and ${isChangedInFile(cell)} and ${differs})`;
}

/** The cell of a row that stays or comes. */
export function mergedCell(row: RowPresence, cell: CellStates, winner: Winner): string {
  const fileCounts = winner === 'file' ? isChangedInFile(cell) : `not ${isEditedHere(cell)}`;
  return `case when not ${row.inFile} then ${cell.current}
    when not ${row.inTable} or ${fileCounts} then ${cell.incoming} else ${cell.current} end`;
}

/**
 * Whether the merged table has the row: one that either side added does; of the others, those that the winner has,
 * unless the other side deleted them and the winner left them as they were.
 */
export function isMerged(row: RowPresence, cells: readonly CellStates[], winner: Winner): string {
  const { inBase, inTable, inFile } = row;
  const stays =
    winner === 'file'
      ? `${inFile} and (${anyOf([inTable, ...cells.map(isChangedInFile)])})`
      : `${inTable} and (${anyOf([inFile, ...cells.map(isEditedHere)])})`;
  return `(not ${inBase} or (${stays}))`;
}

/** Whether the file changed a row that the table no longer has. */
export function isChangedAfterDeletion(row: RowPresence, cells: readonly CellStates[]): string {
  return `(${row.inBase} and ${row.inFile} and not ${row.inTable} and (${anyOf(cells.map(isChangedInFile))}))`;
}

/** Whether people changed a row that the file no longer has. */
export function isEditedBeforeDeletion(row: RowPresence, cells: readonly CellStates[]): string {
  return `(${row.inBase} and ${row.inTable} and not ${row.inFile} and (${anyOf(cells.map(isEditedHere))}))`;
}

function anyOf(conditions: readonly string[]): string {
  return conditions.length > 0 ? conditions.join(' or ') : 'false';
}
