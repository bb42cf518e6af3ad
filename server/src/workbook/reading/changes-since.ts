import type { Db } from '../../catalog/db.js';
import { firstKept } from '../../catalog/kept-history.js';
import { type ColumnRecord, columnsAt, isRewrittenBetween } from '../../catalog/tables.js';
import type { ReadableTable } from '../governance/governed-tables.js';

const MAX_ROWS = 100;

interface ChangesSince {
  rows: { row_id: number; kind: string; columns: string[] }[];
  /** Columns added, renamed, retyped or dropped, by their current (or last) name. */
  columns: string[];
  /** Whether more rows have changed, or may have: by a new file, a restore or a formula, of which no list is kept. */
  truncated: boolean;
}

/** Changes to a table after a version, in columns that the caller may see; at most the first hundred rows. */
export async function changesSince(db: Db, table: ReadableTable, version: number): Promise<ChangesSince> {
  const edits = await db
    .selectFrom('row_edits')
    .select(['row_id', 'kind', 'after'])
    .where('table_id', '=', table.record.id)
    .where('version', '>', version)
    .orderBy('version')
    .limit(MAX_ROWS * 10)
    .execute();
  const nameOf = new Map(table.columns.map(({ id, name }) => [id, name]));
  const rows = new Map<number, { row_id: number; kind: string; columns: string[] }>();
  for (const { row_id, kind, after } of edits) {
    const touched = Object.keys(JSON.parse(after ?? '{}') as object).flatMap((id) => nameOf.get(id) ?? []);
    if (kind === 'update' && touched.length === 0) continue;
    const before = rows.get(row_id);
    // The caller never saw the row, so it is not reported.
    if (before?.kind === 'insert' && kind === 'delete') {
      rows.delete(row_id);
      continue;
    }
    rows.set(row_id, {
      row_id,
      kind: netKind(before?.kind, kind),
      columns: [...new Set([...(before?.columns ?? []), ...touched])],
    });
  }
  const all = [...rows.values()];
  const isEnded = version < (await firstKept(db, table.record.id));
  const isRewritten = await isRewrittenBetween(db, table.record.id, { after: version, upTo: table.version });
  return {
    rows: all.slice(0, MAX_ROWS),
    columns: await changedColumns(db, table, version),
    truncated: isRewritten || isEnded || all.length > MAX_ROWS || edits.length === MAX_ROWS * 10,
  };
}

/** The net effect of several edits of a row: a row inserted since stays new, however it was edited later. */
function netKind(before: string | undefined, kind: string): string {
  if (before === 'insert' && kind === 'update') return 'insert';
  return before === 'delete' && kind === 'insert' ? 'update' : kind;
}

async function changedColumns(db: Db, table: ReadableTable, version: number): Promise<string[]> {
  const then = await columnsAt(db, table.record.id, version).catch(() => undefined);
  if (!then) return table.columns.map(({ name }) => name);
  const shape = ({ name, type }: ColumnRecord): string => `${type} ${name}`;
  const before = new Map(then.map((column) => [column.id, column]));
  const changed = table.columns.filter((column) => {
    const old = before.get(column.id);
    return !old || shape(old) !== shape(column);
  });
  return changed.map(({ name }) => name);
}
