import { nameKey } from '../../catalog/tables.js';
import type { LandedSheet, LandedTable, StructuredTable } from '../../workbook/files/land-file.js';
import type { SourceTable } from './source-tables.js';

export interface MatchedTables {
  /** Tables that the new file has again. */
  again: { table: SourceTable; sheet: string; content: LandedTable | StructuredTable }[];
  /** Sheets, or tables of known sheets, that are new in the file. */
  added: LandedSheet[];
  /** Tables that are gone from the file. */
  gone: SourceTable[];
}

/**
 * The sheets of a new file by those that the source had. A file of one sheet is known whatever it is called:
 * a csv file names its sheet after itself.
 */
export function knownSheets(
  standing: readonly Pick<SourceTable, 'sheet'>[],
  incoming: readonly { name: string }[],
): Map<string, string> {
  const before = new Set(standing.map(({ sheet }) => sheet));
  const [only] = before;
  const [single] = incoming;
  if (only !== undefined && single && before.size === 1 && incoming.length === 1) {
    return new Map([[single.name, only]]);
  }
  return new Map(incoming.filter(({ name }) => before.has(name)).map(({ name }) => [name, name]));
}

/** Finds the tables of a source in a new file. What a sheet was not read as before, it is not read as now. */
export function matchTables(standing: readonly SourceTable[], sheets: readonly LandedSheet[]): MatchedTables {
  const known = knownSheets(standing, sheets);
  const again: MatchedTables['again'] = [];
  const added: LandedSheet[] = [];
  for (const sheet of sheets) {
    const before = known.get(sheet.name);
    if (before === undefined) {
      added.push(sheet);
      continue;
    }
    const ofSheet = standing.filter((table) => table.sheet === before);
    const raw = ofSheet.find(({ role }) => role === null);
    if (raw && sheet.raw) again.push({ table: raw, sheet: sheet.name, content: sheet.raw });
    const structured = ofSheet.filter(({ role }) => role !== null);
    const found = matchStructured(structured, sheet.tables);
    for (const [content, table] of found) again.push({ table, sheet: sheet.name, content });
    const rest = structured.length > 0 ? sheet.tables.filter((table) => !found.has(table)) : [];
    if (rest.length > 0) added.push({ ...sheet, raw: null, tables: rest });
  }
  const kept = new Set(again.map(({ table }) => table));
  return { again, added, gone: standing.filter((table) => !kept.has(table)) };
}

/** By role and name; those whose name has changed in their order, if they are of the same role. */
function matchStructured(
  standing: readonly SourceTable[],
  tables: readonly StructuredTable[],
): Map<StructuredTable, SourceTable> {
  const left = new Set(standing);
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
  match(() => true);
  return found;
}
