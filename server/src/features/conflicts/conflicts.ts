import { say } from '@workbook-data-service/contract/messages';
import type { Cells } from '@workbook-data-service/sheets/values';
import { decodeCursor, encodeCursor, isText } from '../../core/cursor.js';
import { problem } from '../../core/problems.js';
import {
  type GovernedColumn,
  type GovernedTable,
  isReadable,
  type Viewer,
} from '../../workbook/governance/governed-tables.js';
import { type ConflictRecord, WHOLE_ROW } from '../../workbook/writing/conflicts.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';

/** A conflict with the names of its table and column. */
export interface ConflictView {
  row: ConflictRecord;
  table: string;
  /** Null for a conflict over a whole row. */
  column: GovernedColumn | null;
  /** Those of the table that the caller sees, for the cells of a whole row. */
  columns: readonly GovernedColumn[];
  /** Whether cells that the caller may not see were changed in a whole row. */
  isChangedUnseen: boolean;
}

export interface ConflictPage {
  conflicts: ConflictView[];
  nextCursor: string | null;
}

/** Conflicts of a workbook, newest first, except in columns or tables that the caller may not see. */
export async function listConflicts(
  service: Service,
  caller: Caller,
  workbookId: string,
  page: { status?: ConflictRecord['status'] | undefined; limit: number; cursor?: string | undefined },
): Promise<ConflictPage> {
  let before = page.cursor === undefined ? undefined : decodeCursor(page.cursor, isText);
  const limit = page.limit + 1;
  const found: ConflictView[] = [];
  // Pages consist of visible conflicts only: a short page, or a cursor on a hidden one, would reveal that it exists.
  for (let isLast = false; !isLast && found.length < limit; ) {
    const rows = await conflictsBefore(service, workbookId, { status: page.status, before, limit });
    found.push(...(await viewConflicts(service, caller, rows)));
    before = rows.at(-1)?.id;
    isLast = rows.length < limit;
  }
  const conflicts = found.slice(0, page.limit);
  const last = conflicts.at(-1);
  return { conflicts, nextCursor: found.length > page.limit && last ? encodeCursor(last.row.id) : null };
}

async function conflictsBefore(
  service: Service,
  workbookId: string,
  page: { status: ConflictRecord['status'] | undefined; before: string | undefined; limit: number },
): Promise<ConflictRecord[]> {
  const { status, before, limit } = page;
  return await service.catalog.db
    .selectFrom('conflicts')
    .selectAll()
    .where('workbook_id', '=', workbookId)
    .$if(status !== undefined, (query) => query.where('status', '=', status as ConflictRecord['status']))
    .$if(before !== undefined, (query) => query.where('id', '<', before as string))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function requireConflict(
  service: Service,
  caller: Caller,
  workbookId: string,
  id: string,
): Promise<ConflictView> {
  const row = await service.catalog.db
    .selectFrom('conflicts')
    .selectAll()
    .where('workbook_id', '=', workbookId)
    .where('id', '=', id)
    .executeTakeFirst();
  const [view] = row ? await viewConflicts(service, caller, [row]) : [];
  if (view) return view;
  throw problem('not-found', say('conflict-unknown', { conflict: id }), {
    fix: say('fix-conflicts'),
  });
}

/** Those of the conflicts that the viewer may see. */
export async function viewConflicts(
  service: Service,
  viewer: Viewer,
  rows: readonly ConflictRecord[],
): Promise<ConflictView[]> {
  const known = new Map<string, Promise<GovernedTable>>();
  const tableAt = (row: ConflictRecord, version?: number): Promise<GovernedTable> => {
    const key = `${row.table_id} ${version ?? ''}`;
    const table =
      known.get(key) ?? service.data.as(viewer).describePast(row.workbook_id, row.table_id, version);
    known.set(key, table);
    return table;
  };
  const views = await Promise.all(
    rows.map(async (row): Promise<ConflictView[]> => {
      const table = await tableAt(row);
      if (!isReadable(table)) return [];
      // The visibility of a dropped column is that of the version in which it existed.
      const view =
        viewConflict(table, row) ??
        (table.denied.length > 0 ? undefined : viewConflict(await tableAt(row, row.version), row));
      return view ? [{ ...view, table: table.record.name }] : [];
    }),
  );
  return views.flat();
}

/** A conflict in a table as the caller sees it; undefined if its column is not among those. */
export function viewConflict(table: GovernedTable, row: ConflictRecord): ConflictView | undefined {
  const { record, columns } = table;
  const column = columns.find(({ id }) => id === row.column_id);
  if (!column && row.column_id !== WHOLE_ROW) return undefined;
  const isChangedUnseen = !column && hidesChangedCell(table, row);
  return { row, table: record.name, column: column ?? null, columns, isChangedUnseen };
}

/** A column that is neither visible nor denied was dropped since. */
function hidesChangedCell({ columns, denied }: GovernedTable, { base, previous }: ConflictRecord): boolean {
  if (base === null || previous === null) return false;
  const [before, after] = [JSON.parse(base), JSON.parse(previous)] as [Cells, Cells];
  const masked = new Map(columns.map((column) => [column.id, column.masked]));
  return Object.keys(after).some(
    (id) => (masked.get(id) ?? denied.length > 0) && JSON.stringify(after[id]) !== JSON.stringify(before[id]),
  );
}
