import type { ColumnType } from '../../core/column-types.js';
import { decodeCursor, encodeCursor, isText } from '../../core/cursor.js';
import { problem } from '../../core/problems.js';
import type { Service } from '../../service.js';
import type { ConflictRow } from '../../workbook/conflicts.js';
import type { GovernedColumn, GovernedTable } from '../../workbook/governed-tables.js';
import type { Caller } from '../caller.js';

/** A conflict as its reader may see it. */
export interface ConflictView {
  row: ConflictRow;
  table: string;
  column: { name: string; type: ColumnType; masked: boolean };
}

export interface ConflictPage {
  conflicts: ConflictView[];
  nextCursor: string | null;
}

/** Conflicts of a workbook, newest first, without those in columns that the caller may not see. */
export async function listConflicts(
  service: Service,
  caller: Caller,
  workbookId: string,
  page: { status?: ConflictRow['status'] | undefined; limit: number; cursor?: string | undefined },
): Promise<ConflictPage> {
  const before = page.cursor === undefined ? undefined : decodeCursor(page.cursor, isText);
  const found = await service.catalog.db
    .selectFrom('conflicts')
    .selectAll()
    .where('workbook_id', '=', workbookId)
    .$if(page.status !== undefined, (query) =>
      query.where('status', '=', page.status as ConflictRow['status']),
    )
    .$if(before !== undefined, (query) => query.where('id', '<', before as string))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute();
  const shown = found.slice(0, page.limit);
  const last = shown.at(-1);
  return {
    conflicts: await viewConflicts(service, caller, shown),
    nextCursor: found.length > page.limit && last ? encodeCursor(last.id) : null,
  };
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
  throw problem('not-found', `The workbook has no conflict ${id}.`, {
    fix: 'GET …/conflicts lists the conflicts of the workbook.',
  });
}

async function viewConflicts(
  service: Service,
  caller: Caller,
  rows: readonly ConflictRow[],
): Promise<ConflictView[]> {
  const known = new Map<string, Promise<GovernedTable>>();
  const tableAt = (row: ConflictRow, version?: number): Promise<GovernedTable> => {
    const key = `${row.table_id} ${version ?? ''}`;
    const table = known.get(key) ?? service.data.table(caller, row.workbook_id, row.table_id, version);
    known.set(key, table);
    return table;
  };
  const views = await Promise.all(
    rows.map(async (row): Promise<ConflictView[]> => {
      const table = await tableAt(row);
      // A column that the table has lost is seen, or not, as it was when it was there.
      const column =
        columnOf(table, row) ??
        (table.denied.length > 0 ? undefined : columnOf(await tableAt(row, row.version), row));
      return column ? [{ row, table: table.row.name, column }] : [];
    }),
  );
  return views.flat();
}

function columnOf({ columns }: GovernedTable, { column_id }: ConflictRow): GovernedColumn | undefined {
  return columns.find(({ id }) => id === column_id);
}
