import type { OpKind } from '@workbook-data-service/contract/messages/recorded';
import { deleteAnnotationsOfTable, putAnnotations } from '../../catalog/annotation-records.js';
import type { Change } from '../../catalog/change.js';
import { lineageAt } from '../../catalog/lineage.js';
import { overridesAt, placeOfOverride } from '../../catalog/overrides.js';
import {
  definitionOf,
  type PinnedAnnotation,
  type PinnedTable,
  type PinnedTransform,
} from '../../catalog/snapshots.js';
import {
  reviveTable,
  setTableDescription,
  setTableName,
  setTableState,
} from '../../catalog/table-records.js';
import type { Operation } from '../../core/operations.js';
import { closeConflictsSince } from '../../workbook/writing/conflicts.js';
import { markStale } from '../../workbook/writing/mark-stale.js';
import { forgetRuns, renameTransform, restoreTransform } from '../../workbook/writing/transform-records.js';
import { endOverrides, insertOverrides } from '../../workbook/writing/write-overrides.js';
import { replaceInputs } from '../../workbook/writing/write-run.js';
import { type AppendedVersion, appendVersion } from '../../workbook/writing/write-tables.js';
import type { RestoredTable, RestorePlan } from './plan-restore.js';

export interface TableRestored {
  name: string;
  tableId: string;
  action: 'restored' | 'unchanged' | 'archived' | 'revived' | 'recomputed' | 'failed';
  version: number;
  /** Why a derived table could not be computed again. */
  error: string | null;
}

export interface RestoredState {
  tables: TableRestored[];
  derivedIds: string[];
}

export interface RestoreOp {
  workbookId: string;
  opId: number;
  kind: OpKind;
  actor?: string | null | undefined;
  operation: Operation;
}

/** Writes a planned restore: names and states first, so that every name is free when it is needed. */
export async function writeRestore(c: Change, plan: RestorePlan, op: RestoreOp): Promise<RestoredState> {
  await freeMovedNames(c, plan);
  const archived = await archiveNewer(c, plan, op);
  for (const { pinned, now, isDeleted } of plan.tables) {
    if (isDeleted) await reviveTable(c, now.id, pinned.name);
    else if (now.name !== pinned.name) await setTableName(c, now.id, pinned.name);
  }
  await restoreTransforms(c, plan, op);
  await restoreAnnotations(c, plan, op.workbookId);
  const tables: TableRestored[] = [];
  for (const table of plan.tables) tables.push(await restoreTable(c, table, op));
  const derived = plan.tables.filter(({ now }) => now.kind === 'derived');
  const moved = derived.filter(({ content, isDeleted }) => content || isDeleted);
  await forgetRuns(
    c,
    moved.map(({ now }) => now.id),
  );
  const derivedIds = derived.map(({ now }) => now.id);
  return { tables: [...tables, ...archived], derivedIds };
}

async function archiveNewer(
  c: Change,
  { newer }: RestorePlan,
  { opId }: RestoreOp,
): Promise<TableRestored[]> {
  const tables: TableRestored[] = [];
  for (const { now, name } of newer) {
    if (name !== now.name) await setTableName(c, now.id, name);
    if (now.state === 'active') await setTableState(c, now.id, 'archived', opId);
    tables.push({ name, tableId: now.id, action: 'archived', version: now.edit_version, error: null });
  }
  return tables;
}

/** Another table may get the name that one has now, so each that gets another gives up its own first. */
async function freeMovedNames(c: Change, { tables }: RestorePlan): Promise<void> {
  for (const { pinned, now, isDeleted } of tables)
    if (!isDeleted && now.name !== pinned.name) await setTableName(c, now.id, now.id);
}

async function restoreTransforms(
  c: Change,
  { transforms, renamedTransforms }: RestorePlan,
  { workbookId }: RestoreOp,
): Promise<void> {
  const changed = transforms.filter(({ pinned, now }) => !now || codeOf(now) !== codeOf(pinned));
  for (const { pinned, now } of changed)
    if (now && now.name !== pinned.name) await renameTransform(c, pinned.id, pinned.id);
  for (const { id, name } of renamedTransforms) await renameTransform(c, id, name);
  for (const { pinned } of changed) {
    await restoreTransform(c, workbookId, pinned);
    const args = JSON.parse(pinned.args) as Record<string, string>;
    await replaceInputs(c, pinned.output_table_id, Object.values(args));
  }
  for (const { pinned } of changed) await markStale(c, pinned.output_table_id);
}

/** Without its owner: who changed a transform last stays so where nothing else changed. */
function codeOf(transform: PinnedTransform): string {
  return JSON.stringify({ ...definitionOf(transform), owner_user_id: null });
}

async function restoreTable(c: Change, table: RestoredTable, op: RestoreOp): Promise<TableRestored> {
  const { pinned, now, isDeleted, content } = table;
  const isSame =
    !isDeleted &&
    !content &&
    now.name === pinned.name &&
    now.state === pinned.state &&
    now.description === pinned.description;
  if (now.state !== pinned.state || isDeleted) await setTableState(c, now.id, pinned.state, op.opId);
  if (now.description !== pinned.description) await setTableDescription(c, now.id, pinned.description);
  const version = content ? (await restoreContent(c, table, op)).version : now.edit_version;
  if (isDeleted && now.kind === 'derived') await markStale(c, now.id);
  const action = isDeleted ? 'revived' : isSame ? 'unchanged' : 'restored';
  return { name: pinned.name, tableId: now.id, action, version, error: null };
}

/** Gives a table the planned content of an earlier version, with what belongs to it; returns what became stale. */
export async function restoreContent(
  c: Change,
  {
    pinned,
    now,
    content,
  }: Pick<RestoredTable, 'now' | 'content'> & { pinned: Pick<PinnedTable, 'table_id' | 'edit_version'> },
  op: RestoreOp,
): Promise<AppendedVersion> {
  const appended = await appendVersion(c, {
    workbookId: op.workbookId,
    tableId: now.id,
    expectedVersion: now.edit_version,
    opId: op.opId,
    opKind: op.kind,
    actor: op.actor,
    operation: op.operation,
    ...content,
  });
  await closeConflictsSince(c, now.id, pinned.edit_version);
  if (now.kind === 'derived') {
    await restoreOverrides(c, pinned, now.edit_version, appended.version);
    await restoreLineage(c, pinned, appended.version);
    await markStale(c, now.id);
  }
  return appended;
}

/** Overrides are stored by the versions in which they stood. */
async function restoreOverrides(
  c: Change,
  pinned: Pick<PinnedTable, 'table_id' | 'edit_version'>,
  before: number,
  version: number,
): Promise<void> {
  const standing = await overridesAt(c.tx, pinned.table_id, before);
  await endOverrides(c, pinned.table_id, standing.map(placeOfOverride), version);
  const then = await overridesAt(c.tx, pinned.table_id, pinned.edit_version);
  await insertOverrides(
    c,
    then.map((override) => ({ ...override, since_version: version, until_version: null })),
  );
}

/** What the columns were computed from decides who may see them. */
async function restoreLineage(
  c: Change,
  pinned: Pick<PinnedTable, 'table_id' | 'edit_version'>,
  version: number,
): Promise<void> {
  const edges = JSON.stringify(await lineageAt(c.tx, pinned.table_id, pinned.edit_version));
  if (edges === JSON.stringify(await lineageAt(c.tx, pinned.table_id, version))) return;
  await c.tx.insertInto('table_lineage').values({ table_id: pinned.table_id, version, edges }).execute();
}

/** Tables that have none, then and now, cost nothing. */
async function restoreAnnotations(c: Change, { tables }: RestorePlan, workbookId: string): Promise<void> {
  const annotated = await c.tx
    .selectFrom('annotations')
    .innerJoin('tables', 'tables.id', 'annotations.table_id')
    .select('annotations.table_id')
    .distinct()
    .where('tables.workbook_id', '=', workbookId)
    .execute();
  const restored = new Set(tables.map(({ now }) => now.id));
  for (const { table_id } of annotated)
    if (restored.has(table_id)) await deleteAnnotationsOfTable(c, table_id);
  for (const { pinned } of tables)
    await putAnnotations(c, pinned.table_id, JSON.parse(pinned.annotations ?? '[]') as PinnedAnnotation[]);
}
