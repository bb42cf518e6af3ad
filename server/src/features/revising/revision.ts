import type { SourceRecord } from '../../catalog/source-records.js';
import type { TableRecord } from '../../catalog/tables.js';
import type { Reading } from '../../core/reading.js';
import {
  type ColumnNameChanges,
  type KeptEdit,
  MAX_KEPT_EDITS,
  type RevisionCounts,
} from '../../workbook/writing/table-revision.js';
import { readingOfSheets } from '../landing/reading-of-sheets.js';
import type { CommittedRevision, PlannedRevision } from './commit-revision.js';

/** What a new file did to the tables of a source. */
export interface RevisedTables {
  tables: TableRecord[];
  /** The tables that the file has again. */
  revised: { table: TableRecord; counts: RevisionCounts; columnNames: ColumnNameChanges }[];
  keptEdits: (KeptEdit & { table: string })[];
  keptEditsTotal: number;
  archived: string[];
  /** How the new file was read; null where its sheets were not structured. */
  reading: Reading | null;
}

export interface Revision extends RevisedTables {
  source: SourceRecord;
  revision: number;
  /** Null if the file is the one that the source already has. */
  opId: number | null;
}

/** The tables of a source whose file was not replaced. */
export function untouched(tables: TableRecord[]): RevisedTables {
  return { tables, revised: [], keptEdits: [], keptEditsTotal: 0, archived: [], reading: null };
}

export function revisionOfTables(
  { source, revision, opId, tables, archived }: CommittedRevision,
  { revisions, landed }: Pick<PlannedRevision, 'revisions' | 'landed'>,
): Revision {
  const tableOf = new Map(tables.map((table) => [table.id, table]));
  const revised = revisions.flatMap(({ tableId, counts, columnNames, keptEdits }) => {
    const table = tableOf.get(tableId);
    return table ? [{ table, counts, columnNames, keptEdits }] : [];
  });
  const keptEdits = revised.flatMap(({ table, keptEdits: { edits } }) =>
    edits.map((edit) => ({ ...edit, table: table.name })),
  );
  return {
    source,
    revision,
    opId,
    tables,
    revised: revised.map(({ table, counts, columnNames }) => ({ table, counts, columnNames })),
    keptEdits: keptEdits.slice(0, MAX_KEPT_EDITS),
    keptEditsTotal: revised.reduce((sum, { keptEdits: { total } }) => sum + total, 0),
    archived,
    reading: readingOfSheets(landed?.sheets ?? []),
  };
}
