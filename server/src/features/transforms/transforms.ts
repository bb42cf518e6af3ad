import { say } from '@workbook-data-service/contract/messages';
import type { Db } from '../../catalog/db.js';
import { nearMiss } from '../../catalog/near-misses.js';
import type { TableRecord } from '../../catalog/tables.js';
import { findTransform, type TransformRecord, transformsOf } from '../../catalog/transforms.js';
import { problem } from '../../core/problems.js';
import { hidesAnythingOf } from '../../workbook/governance/governed-tables.js';
import type { TransformSpec } from '../../workbook/transforms/transform-plan.js';
import type { Caller } from '../caller.js';
import type { TransformPlace } from '../places.js';
import type { Service } from '../service.js';

/** A transform with the current names of its tables. */
export interface Transform {
  row: TransformRecord;
  /** Table names by placeholder. */
  args: Record<string, string>;
  key: string[] | null;
  output: { name: string; version: number; rowCount: number | null; staleSince: string | null };
  /** Whether the caller may not read its code. */
  isHidden?: boolean;
}

export async function requireTransform(
  db: Db,
  { workbookId, transform }: TransformPlace,
): Promise<TransformRecord> {
  const row = await findTransform(db, workbookId, transform);
  if (row) return row;
  throw problem('not-found', say('transform-unknown', { transform }), {
    fix: await nearMiss(db, 'transform', { workbookId, given: transform, listed: say('fix-transforms') }),
  });
}

/** The transform that computes a table; refused where there is none, as for one with rows of its own. */
export async function requireTransformOf(
  db: Db,
  { id, name, workbook_id }: Pick<TableRecord, 'id' | 'name' | 'workbook_id'>,
): Promise<TransformRecord> {
  const found = (await transformsOf(db, workbook_id)).find(({ output_table_id }) => output_table_id === id);
  if (found) return found;
  throw problem('conflict', say('refresh-not-derived', { table: name }));
}

export function specOf(row: TransformRecord): TransformSpec {
  return {
    workbookId: row.workbook_id,
    kind: row.kind,
    ownerId: row.owner_user_id,
    code: row.code,
    args: JSON.parse(row.args) as Record<string, string>,
    key: keyOf(row),
    rowSalt: row.row_salt,
    outputTableId: row.output_table_id,
  };
}

export async function getTransform(
  service: Service,
  caller: Caller,
  place: TransformPlace,
): Promise<Transform> {
  return await viewAs(service, caller, await requireTransform(service.catalog.db, place));
}

/** In order of creation. */
export async function listTransforms(
  service: Service,
  caller: Caller,
  workbookId: string,
): Promise<Transform[]> {
  const rows = await transformsOf(service.catalog.db, workbookId);
  return await Promise.all(rows.map((row) => viewAs(service, caller, row)));
}

/** Code names columns and may quote cells: only its owner and callers who see all columns of its tables may read it. */
export async function viewAs(service: Service, caller: Caller, row: TransformRecord): Promise<Transform> {
  const transform = await viewTransform(service.catalog.db, row);
  const { workbookId, ownerId, args } = specOf(row);
  if (!(await service.data.as(caller).isGoverned(workbookId))) return transform;
  const describe = (id: string) => service.data.as(caller).describe(workbookId, id);
  const output = await describe(row.output_table_id);
  const inputs = await Promise.all(Object.values(args).map(describe));
  return {
    ...transform,
    output: { ...transform.output, rowCount: output.rowCount },
    isHidden: caller.userId !== ownerId && [output, ...inputs].some(hidesAnythingOf),
  };
}

export async function viewTransform(db: Db, row: TransformRecord): Promise<Transform> {
  const args = Object.entries(specOf(row).args);
  const tables = await db
    .selectFrom('tables')
    .select(['id', 'name', 'edit_version', 'row_count', 'stale_since'])
    .where('id', 'in', [row.output_table_id, ...args.map(([, tableId]) => tableId)])
    .execute();
  const byId = new Map(tables.map((table) => [table.id, table]));
  const output = byId.get(row.output_table_id);
  if (!output) throw problem('not-found', say('transform-deleted'));
  return {
    row,
    args: Object.fromEntries(args.map(([name, tableId]) => [name, byId.get(tableId)?.name ?? tableId])),
    key: keyOf(row),
    output: {
      name: output.name,
      version: output.edit_version,
      rowCount: output.row_count,
      staleSince: output.stale_since,
    },
  };
}

function keyOf({ key }: TransformRecord): string[] | null {
  return key === null ? null : (JSON.parse(key) as string[]);
}
