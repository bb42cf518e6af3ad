import { pinnedTables } from '../../catalog/snapshots.js';
import { type GovernedTable, isReadable } from '../../workbook/governance/governed-tables.js';
import {
  type CellDifference,
  type RowCounts,
  tableDifference,
} from '../../workbook/reading/table-difference.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { requireSnapshot } from './snapshots.js';
import { CURRENT } from './versions.js';

const MAX_CELLS = 10_000;

interface ColumnDifferences {
  added: string[];
  removed: string[];
  renamed: { from: string; to: string }[];
  retyped: { column: string; from: string; to: string }[];
}

interface ComparedTable {
  tableId: string;
  name: string;
  /** Its earlier name, if it was renamed. */
  renamedFrom: string | null;
  status: 'added' | 'removed' | 'changed' | 'unchanged';
  columns: ColumnDifferences;
  /** Null if the rows are withheld from the caller. */
  rows: RowCounts | null;
  cells: CellDifference[];
}

export interface VersionsDifference {
  from: string;
  to: string;
  tables: ComparedTable[];
  truncated: boolean;
}

interface StateOfTable {
  name: string;
  state: string;
  description: string | null;
  view: GovernedTable;
}

/** What changed from one version to another, or to the present state, as the caller may see it. */
export async function diffVersions(
  service: Service,
  caller: Caller,
  workbookId: string,
  { from, against = CURRENT }: { from: string; against?: string | undefined },
): Promise<VersionsDifference> {
  const before = await stateOf(service, caller, workbookId, from);
  const after = await stateOf(service, caller, workbookId, against);
  const tables: ComparedTable[] = [];
  let room = MAX_CELLS;
  let truncated = false;
  for (const tableId of [...new Set([...before.keys(), ...after.keys()])].sort()) {
    const compared = await compare(service, before.get(tableId), after.get(tableId), room);
    tables.push({ tableId, ...compared.table });
    room -= compared.table.cells.length;
    truncated ||= compared.truncated;
  }
  return { from, to: against, tables, truncated };
}

async function stateOf(
  service: Service,
  caller: Caller,
  workbookId: string,
  version: string,
): Promise<Map<string, StateOfTable>> {
  const reader = service.data.as(caller);
  if (version === CURRENT) {
    const tables = await reader.tables(workbookId);
    return new Map(
      tables.map((view) => {
        const { id, name, state, description } = view.record;
        return [id, { name, state, description, view }];
      }),
    );
  }
  const snapshot = await requireSnapshot(service, workbookId, version);
  const pinned = await pinnedTables(service.catalog.db, [snapshot.id]);
  const views = await reader.pinnedTables(
    workbookId,
    pinned.map(({ table_id, edit_version }) => ({ tableId: table_id, version: edit_version })),
  );
  return new Map(
    pinned.map(({ table_id, name, state, description }, i) => [
      table_id,
      { name, state, description, view: views[i] as GovernedTable },
    ]),
  );
}

async function compare(
  service: Service,
  before: StateOfTable | undefined,
  after: StateOfTable | undefined,
  room: number,
): Promise<{ table: Omit<ComparedTable, 'tableId'>; truncated: boolean }> {
  const none = { inserted: 0, deleted: 0, updated: 0 };
  const columns = columnDifferences(before?.view, after?.view);
  const name = (after ?? before)?.name ?? '';
  if (!before || !after) {
    const rowCount = (after ?? before)?.view.rowCount ?? null;
    const rows = rowCount === null ? null : { ...none, [after ? 'inserted' : 'deleted']: rowCount };
    const status = after ? 'added' : 'removed';
    return { table: { name, renamedFrom: null, status, columns, rows, cells: [] }, truncated: false };
  }
  const renamedFrom = before.name === after.name ? null : before.name;
  const isSame = before.view.version === after.view.version;
  const views = { before: before.view, after: after.view };
  const readable = isReadable(views.before) && isReadable(views.after);
  const difference =
    !isSame && isReadable(views.before) && isReadable(views.after)
      ? await tableDifference(service.data, { before: views.before, after: views.after }, room)
      : { rows: none, cells: [], truncated: false };
  const { rows, cells, truncated } = difference;
  const isChanged =
    (!isSame && !readable) ||
    renamedFrom !== null ||
    before.state !== after.state ||
    before.description !== after.description ||
    Object.values(columns).some((list) => list.length > 0) ||
    Object.values(rows).some((count) => count > 0);
  const status = isChanged ? 'changed' : 'unchanged';
  return { table: { name, renamedFrom, status, columns, rows: readable ? rows : null, cells }, truncated };
}

/** Columns are the same if their ids are: a rename does not change it. */
function columnDifferences(
  before: GovernedTable | undefined,
  after: GovernedTable | undefined,
): ColumnDifferences {
  const old = new Map(before?.columns.map((column) => [column.id, column]));
  const current = new Map(after?.columns.map((column) => [column.id, column]));
  const kept = [...current.values()].flatMap((column) => {
    const was = old.get(column.id);
    return was ? [{ was, is: column }] : [];
  });
  return {
    added: [...current.values()].filter(({ id }) => !old.has(id)).map(({ name }) => name),
    removed: [...old.values()].filter(({ id }) => !current.has(id)).map(({ name }) => name),
    renamed: kept
      .filter(({ was, is }) => was.name !== is.name)
      .map(({ was, is }) => ({ from: was.name, to: is.name })),
    retyped: kept
      .filter(({ was, is }) => was.type !== is.type)
      .map(({ was, is }) => ({ column: is.name, from: was.type, to: is.type })),
  };
}
