import { say } from '@workbook-data-service/contract/messages';
import { type Cells, type CellValue, presentCell } from '@workbook-data-service/sheets/values';
import { firstKept } from '../../catalog/kept-history.js';
import { editsOfRows, type LoggedEdit, sizesOfEdits } from '../../catalog/row-edits.js';
import { LATEST_VERSION } from '../../catalog/tables.js';
import { decodeCursor, encodeCursor } from '../../core/cursor.js';
import type { Page, PageRequest } from '../../core/paging.js';
import { problem } from '../../core/problems.js';
import type { GovernedTable } from '../../workbook/governance/governed-tables.js';
import { rowAt } from '../../workbook/reading/row-at.js';
import type { Caller } from '../caller.js';
import type { RowPlace } from '../places.js';
import type { Service } from '../service.js';

export interface RowChangeEntry {
  opId: number;
  kind: string;
  version: number;
  userId: string;
  actor: string | null;
  at: string;
  change: 'insert' | 'update' | 'delete';
  /** By column name, only for columns visible to the caller. */
  old: Record<string, CellValue> | null;
  new: Record<string, CellValue> | null;
}

/** The maximum size of the edits on a page; a page always has at least one edit. */
const MAX_BYTES = 8 * 1024 * 1024;

/** The changes of one row, newest first: who, when, and the cells before and after. */
export async function rowHistory(
  service: Service,
  caller: Caller,
  { workbookId, table: name, rowId }: RowPlace,
  page: PageRequest,
): Promise<Page<RowChangeEntry>> {
  const table = await service.data.as(caller).tableOfPast(workbookId, name);
  if (rowId >= table.record.next_row_id)
    throw problem('not-found', say('row-never', { row: rowId, table: table.record.name }));
  const { span, nextCursor } = await spanOfPage(service, table.record.id, rowId, page);
  const edits = span ? await editsOfRows(service.catalog.db, table.record.id, [rowId], span) : [];
  const ops = await opsOfVersions(
    service,
    table,
    edits.map(({ version }) => version),
  );
  const stateBefore = ({ version }: LoggedEdit) => rowAt(service.data, table, rowId, version - 1);
  let state: Cells | undefined;
  const entries: RowChangeEntry[] = [];
  for (const [i, edit] of edits.entries()) {
    // A derived row may have been recomputed between two overrides, which is not an edit.
    const isKnown = edit.kind === 'insert' || (i > 0 && table.record.kind === 'base');
    if (!isKnown) state = await stateBefore(edit);
    const op = ops.get(edit.version);
    if (op && isVisible(table, edit))
      entries.push({ ...op, version: edit.version, change: edit.kind, ...difference(table, edit, state) });
    state = edit.kind === 'delete' ? undefined : { ...(edit.kind === 'update' ? state : {}), ...edit.after };
  }
  return { items: entries.reverse(), nextCursor };
}

/** The range of versions whose edits of the row make up a page. */
async function spanOfPage(
  service: Service,
  tableId: string,
  rowId: number,
  { limit, cursor }: PageRequest,
): Promise<{ span?: { after: number; upTo: number }; nextCursor: string | null }> {
  const before = cursor === undefined ? LATEST_VERSION : decodeCursor(cursor, isVersion);
  const { db } = service.catalog;
  const after = (await firstKept(db, tableId)) - 1;
  const found = await sizesOfEdits(db, tableId, rowId, { after, before, limit: limit + 1 });
  let bytes = 0;
  const fitting = found.slice(0, limit).filter((edit, i) => {
    bytes += edit.bytes;
    return i === 0 || bytes <= MAX_BYTES;
  });
  const [newest, oldest] = [fitting[0], fitting.at(-1)];
  if (!newest || !oldest) return { nextCursor: null };
  return {
    span: { after: oldest.version - 1, upTo: newest.version },
    nextCursor: fitting.length < found.length ? encodeCursor(oldest.version) : null,
  };
}

const isVersion = (value: unknown): value is number => Number.isSafeInteger(value);

/** An update of only hidden columns is hidden itself. */
function isVisible({ columns }: GovernedTable, { kind, after }: LoggedEdit): boolean {
  return kind !== 'update' || columns.some(({ id }) => id in (after ?? {}));
}

/** The visible cells that an edit changed, before and after it. */
function difference(
  table: GovernedTable,
  edit: LoggedEdit,
  state: Cells | undefined,
): Pick<RowChangeEntry, 'old' | 'new'> {
  const touched = Object.keys(edit.kind === 'delete' ? (state ?? {}) : (edit.after ?? {}));
  const visible = table.columns.filter(({ id }) => touched.includes(id));
  const show = (cells: Cells): Record<string, CellValue> =>
    Object.fromEntries(
      visible.map(({ id, name, type, masked }) => [
        name,
        masked ? null : presentCell(cells[id] ?? null, type),
      ]),
    );
  return {
    old: edit.kind === 'insert' ? null : show(state ?? {}),
    new: edit.kind === 'delete' ? null : show(edit.after ?? {}),
  };
}

async function opsOfVersions(service: Service, table: GovernedTable, versions: number[]) {
  if (versions.length === 0)
    return new Map<
      number,
      { opId: number; kind: string; userId: string; actor: string | null; at: string }
    >();
  const rows = await service.catalog.db
    .selectFrom('table_versions')
    .innerJoin('ops', (join) =>
      join
        .onRef('ops.op_id', '=', 'table_versions.op_id')
        .on('ops.workbook_id', '=', table.record.workbook_id),
    )
    .select(['table_versions.version', 'ops.op_id', 'ops.kind', 'ops.user_id', 'ops.actor', 'ops.created_at'])
    .where('table_versions.table_id', '=', table.record.id)
    .where('table_versions.version', 'in', versions)
    .execute();
  return new Map(
    rows.map((row) => [
      row.version,
      { opId: row.op_id, kind: row.kind, userId: row.user_id, actor: row.actor, at: row.created_at },
    ]),
  );
}
