import { referencedColumns } from '@workbook-data-service/sheets/formula';
import type { Db } from '../../catalog/db.js';
import { requireKept } from '../../catalog/kept-history.js';
import { columnsEditedSince } from '../../catalog/row-edits.js';
import { type ColumnRecord, columnsAt, LATEST_VERSION, nameKey } from '../../catalog/tables.js';
import { parseFormula } from '../../core/formulas.js';
import type { GovernedTable } from '../../workbook/governance/governed-tables.js';
import {
  contentWithColumnsOf,
  type RestoredContent,
  restoredContent,
} from '../../workbook/ungoverned/restored-content.js';
import type { Service } from '../service.js';
import { changesColumns } from './inverse-of-columns.js';
import { type LaterOp, laterVersions } from './later-ops.js';
import type { OpRow } from './list-ops.js';

/** The content of a table before an op. */
export interface ContentBefore {
  table: GovernedTable;
  /** The version before the op. */
  version: number;
  content: RestoredContent;
  /** Whether later changes stay, because they are of other cells; otherwise the table gets the old version whole. */
  keepsLater: boolean;
  /** What would be lost. */
  later: LaterOp[];
}

interface Span {
  /** The first and the last version that the op gave to the table. */
  first: number;
  last: number;
}

/** Plans the return of a table to its content before an op; null if the op left its content. */
export async function contentBefore(
  service: Service,
  op: OpRow,
  table: GovernedTable,
  { first, last }: Span,
  spent: ReadonlySet<number>,
): Promise<ContentBefore | null> {
  const { db } = service.catalog;
  const { record } = table;
  const version = first - 1;
  if (op.kind === 'table.rename') return null;
  await requireKept(db, record.id, version);
  const isDerived = record.kind === 'derived' && op.kind !== 'transform.run';
  const at = { tableId: record.id, version: last, isDerived };
  const later = await laterVersions(db, op, at, spent);
  const kept = first === last ? await besideLater(service, table, first, later) : null;
  if (kept) return { table, version, content: kept, keepsLater: true, later: [] };
  const content = await restoredContent(service.data, record, version);
  return { table, version, content, keepsLater: false, later };
}

/** What takes back a change of columns and leaves what was done since; null if that is not possible. */
async function besideLater(
  service: Service,
  { record }: GovernedTable,
  version: number,
  later: readonly { version: number; rewrites: number }[],
): Promise<RestoredContent | null> {
  const { db } = service.catalog;
  if (!(await isOnlyOfColumns(db, record.id, version))) return null;
  const before = await columnsAt(db, record.id, version - 1);
  const after = await columnsAt(db, record.id, version);
  const dropped = withoutThose(before, after);
  if (dropped.length === 0) return await namesBack(db, record.id, version, { before, after });
  if (later.length === 0) return null;
  if (dropped.some(({ formula }) => formula !== undefined) || withoutThose(after, before).length > 0)
    return null;
  for (const one of later)
    if (one.rewrites === 1 || (await changesColumns(db, record.id, one.version))) return null;
  return await contentWithColumnsOf(service.data, record, version - 1);
}

/** Takes away columns that were added and empty since, and gives back names. */
async function namesBack(
  db: Db,
  tableId: string,
  version: number,
  { before, after }: Record<'before' | 'after', ColumnRecord[]>,
): Promise<RestoredContent | null> {
  const now = await columnsAt(db, tableId, LATEST_VERSION);
  const added = withoutThose(after, before);
  const inputs = new Set(
    now.flatMap(({ formula }) => (formula === undefined ? [] : referencedColumns(parseFormula(formula)))),
  );
  const edited = await columnsEditedSince(
    db,
    tableId,
    version,
    added.map(({ id }) => id),
  );
  if (added.some(({ id }) => inputs.has(id) || edited.has(id))) return null;
  const named = new Map(before.map(({ id, name }) => [id, name]));
  const given = new Map(after.map(({ id, name }) => [id, name]));
  const gone = new Set(added.map(({ id }) => id));
  const columns = now
    .filter(({ id }) => !gone.has(id))
    .map((column) => {
      const old = named.get(column.id);
      return old !== undefined && old !== given.get(column.id) ? { ...column, name: old } : column;
    });
  const isRenamedSince = after.some(
    ({ id, name }) =>
      named.get(id) !== name && !gone.has(id) && !now.some((one) => one.id === id && one.name === name),
  );
  const isAmbiguous = new Set(columns.map(({ name }) => nameKey(name))).size < columns.length;
  return isRenamedSince || isAmbiguous || columns.length === 0 ? null : { columns };
}

/** Whether a version changed which columns there are and their names, and nothing else. */
async function isOnlyOfColumns(db: Db, tableId: string, version: number): Promise<boolean> {
  if (!(await changesColumns(db, tableId, version))) return false;
  const { rewrites } = await db
    .selectFrom('table_versions')
    .select('rewrites')
    .where('table_id', '=', tableId)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  const edit = await db
    .selectFrom('row_edits')
    .select('row_id')
    .where('table_id', '=', tableId)
    .where('version', '=', version)
    .limit(1)
    .executeTakeFirst();
  if (rewrites === 1 || edit) return false;
  const before = await columnsAt(db, tableId, version - 1);
  const after = new Map((await columnsAt(db, tableId, version)).map((column) => [column.id, column]));
  return before.every(({ id, type, formula }) => {
    const now = after.get(id);
    return !now || (now.type === type && now.formula === formula);
  });
}

function withoutThose(columns: readonly ColumnRecord[], others: readonly ColumnRecord[]): ColumnRecord[] {
  const ids = new Set(others.map(({ id }) => id));
  return columns.filter(({ id }) => !ids.has(id));
}
