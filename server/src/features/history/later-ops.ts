import type { Db } from '../../catalog/db.js';
import type { StateBefore } from '../../catalog/op-states.js';
import type { OpRow } from './list-ops.js';

const undoKinds = ['rows.undo', 'op.undo'] as const;

/** A later op that changed the same. */
export interface LaterOp {
  op_id: number;
  kind: string;
}

/** More than anybody would undo first. */
const MAX_LATER = 1000;

/**
 * Ops after one that left nothing of themselves: an op and its undo, or any even number of ops that undo each other. Of an
 * odd number the last counts.
 */
export async function spentOps(db: Db, { workbook_id, op_id }: OpRow): Promise<Set<number>> {
  const rows = await db
    .selectFrom('ops')
    .select(['op_id', 'undone_by'])
    .where('workbook_id', '=', workbook_id)
    .where('op_id', '>', op_id)
    .where((eb) => eb.or([eb('undone_by', 'is not', null), eb('kind', 'in', [...undoKinds])]))
    .execute();
  const undoneBy = new Map(rows.map((row) => [row.op_id, row.undone_by]));
  const undoing = new Set(rows.map(({ undone_by }) => undone_by));
  const spent = new Set<number>();
  for (const { op_id: first } of rows) {
    if (undoing.has(first)) continue;
    const chain: number[] = [];
    for (let next: number | null | undefined = first; next != null; next = undoneBy.get(next))
      chain.push(next);
    for (const one of chain.length % 2 === 0 ? chain : chain.slice(0, -1)) spent.add(one);
  }
  return spent;
}

/** Later versions of a table whose content other ops changed, and by which. */
export async function laterVersions(
  db: Db,
  op: OpRow,
  { tableId, version, isDerived }: { tableId: string; version: number; isDerived: boolean },
  spent: ReadonlySet<number>,
): Promise<(LaterOp & { version: number; rewrites: number })[]> {
  const found = await db
    .selectFrom('table_versions')
    .innerJoin('ops', (join) =>
      join.on('ops.workbook_id', '=', op.workbook_id).onRef('ops.op_id', '=', 'table_versions.op_id'),
    )
    .select(['ops.op_id', 'ops.kind', 'table_versions.version', 'table_versions.rewrites'])
    .where('table_versions.table_id', '=', tableId)
    .where('table_versions.version', '>', version)
    .where('ops.op_id', '>', op.op_id)
    // A new name leaves the content, and what a transform computes is computed again.
    .where('ops.kind', '!=', 'table.rename')
    .$if(isDerived, (query) => query.where('ops.kind', '!=', 'transform.run'))
    .orderBy('table_versions.version')
    .limit(MAX_LATER + spent.size)
    .execute();
  return found.filter(({ op_id }) => !spent.has(op_id));
}

/** Later ops that changed one of these objects. */
export async function laterStates(
  db: Db,
  op: OpRow,
  states: readonly StateBefore[],
  spent: ReadonlySet<number>,
): Promise<LaterOp[]> {
  if (states.length === 0) return [];
  const touched = new Set(states.map(({ kind, objectId }) => `${kind} ${objectId}`));
  const found = await db
    .selectFrom('op_states')
    .innerJoin('ops', (join) =>
      join.onRef('ops.workbook_id', '=', 'op_states.workbook_id').onRef('ops.op_id', '=', 'op_states.op_id'),
    )
    .select(['ops.op_id', 'ops.kind', 'op_states.kind as state_kind', 'op_states.object_id'])
    .where('op_states.workbook_id', '=', op.workbook_id)
    .where('op_states.op_id', '>', op.op_id)
    .where('op_states.kind', 'in', [...new Set(states.map(({ kind }) => kind))])
    .orderBy('op_states.op_id')
    .execute();
  return found.filter(
    ({ op_id, state_kind, object_id }) => !spent.has(op_id) && touched.has(`${state_kind} ${object_id}`),
  );
}
