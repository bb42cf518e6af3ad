import { nameKey } from '../../catalog/tables.js';
import type { LandedSheet, LandedTable, StructuredTable } from '../../workbook/files/land-file.js';
import type { SourceTable } from './source-tables.js';

export interface MatchedTables {
  /** Tables that are still in the new file. */
  kept: { table: SourceTable; sheet: string; content: LandedTable | StructuredTable }[];
  /** Sheets, or tables of known sheets, that are new in the file. */
  added: LandedSheet[];
  /** Tables that are no longer in the file. */
  removed: SourceTable[];
}

/**
 * Maps the sheets of a new file to those that the source had, by name. If both have a single sheet, its name does
 * not matter: the sheet of a csv file is named after the file.
 */
export function knownSheets(
  existing: readonly Pick<SourceTable, 'sheet'>[],
  incoming: readonly { name: string }[],
): Map<string, string> {
  const before = new Set(existing.map(({ sheet }) => sheet));
  const [only] = before;
  const [single] = incoming;
  if (only !== undefined && single && before.size === 1 && incoming.length === 1) {
    return new Map([[single.name, only]]);
  }
  return new Map(incoming.filter(({ name }) => before.has(name)).map(({ name }) => [name, name]));
}

type IsAlike = (table: SourceTable, made: StructuredTable) => boolean;

/**
 * Finds the tables of a source in a new file. A sheet that was not structured before is not structured now. Tables of other names
 * are matched where they are alike.
 */
export function matchTables(
  existing: readonly SourceTable[],
  sheets: readonly LandedSheet[],
  isAlike: IsAlike = () => true,
): MatchedTables {
  const known = knownSheets(existing, sheets);
  const kept: MatchedTables['kept'] = [];
  const added: LandedSheet[] = [];
  for (const sheet of sheets) {
    const before = known.get(sheet.name);
    if (before === undefined) {
      added.push(sheet);
      continue;
    }
    const ofSheet = existing.filter((table) => table.sheet === before);
    const raw = ofSheet.find(({ role }) => role === null);
    if (raw && sheet.raw) kept.push({ table: raw, sheet: sheet.name, content: sheet.raw });
    const structured = ofSheet.filter(({ role }) => role !== null);
    const found = matchStructured(structured, sheet.tables, isAlike);
    for (const [content, table] of found) kept.push({ table, sheet: sheet.name, content });
    const rest = structured.length > 0 ? sheet.tables.filter((table) => !found.has(table)) : [];
    if (rest.length > 0) added.push({ ...sheet, raw: null, tables: rest });
  }
  const stillThere = new Set(kept.map(({ table }) => table));
  return { kept, added, removed: existing.filter((table) => !stillThere.has(table)) };
}

/** Matches by role and name, then those of the rest that are alike by role and order. */
function matchStructured(
  existing: readonly SourceTable[],
  tables: readonly StructuredTable[],
  isAlike: IsAlike,
): Map<StructuredTable, SourceTable> {
  const left = new Set(existing);
  const found = new Map<StructuredTable, SourceTable>();
  const match = (isSame: (one: SourceTable, table: StructuredTable) => boolean) => {
    for (const table of tables.filter((candidate) => !found.has(candidate))) {
      const one = [...left].find((candidate) => candidate.role === table.role && isSame(candidate, table));
      if (!one) continue;
      left.delete(one);
      found.set(table, one);
    }
  };
  match(({ record }, { name }) => record.name_key === nameKey(name));
  match(isAlike);
  return found;
}
