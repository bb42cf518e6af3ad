import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { type Change, type CommitOptions, withOuterAnswer } from '../../catalog/change.js';
import { type SnapshotRecord, summaryOf } from '../../catalog/snapshots.js';
import { allTablesOf } from '../../catalog/tables.js';
import { transformsOf } from '../../catalog/transforms.js';
import { problem } from '../../core/problems.js';
import type { RowCounts } from '../../workbook/reading/table-difference.js';
import { lockTable } from '../../workbook/writing/lock-table.js';
import type { Caller } from '../caller.js';
import { pinState } from '../pins/pin-state.js';
import type { Service } from '../service.js';
import { changeWithRetry } from '../tables/edit-table.js';
import { recordOutcome } from '../transforms/record-outcome.js';
import { type RunOutcome, runTables } from '../transforms/run-tables.js';
import { TransformGraph } from '../transforms/transform-graph.js';
import { diffVersions } from './diff-versions.js';
import { planRestore, type RestorePlan, stateOf } from './plan-restore.js';
import { restoreOutputs } from './restore-outputs.js';
import { requireSnapshot } from './snapshots.js';
import { CURRENT } from './versions.js';
import { type RestoredState, type TableRestored, writeRestore } from './write-restore.js';

interface RestoreInput {
  /** The id of a snapshot, or a label. */
  snapshot: string;
  actor?: string | null | undefined;
  dryRun?: boolean | undefined;
}

/** What a dry run reports about a table. */
interface ForeseenChanges {
  /** Null if the rows are withheld from the caller. */
  rows: RowCounts | null;
  /** At most 10,000. */
  cells: number;
}

export interface Restored {
  snapshotId: string;
  /** Null in a dry run. */
  safetySnapshotId: string | null;
  opId: number | null;
  tables: (TableRestored & { changes?: ForeseenChanges })[];
  dryRun: boolean;
}

/**
 * Gives a workbook the state of a snapshot again: its tables in one transaction, which also pins the state before, then
 * the derived ones by running their transforms.
 */
export async function restoreSnapshot(
  service: Service,
  caller: Caller,
  workbookId: string,
  input: RestoreInput,
  commit: CommitOptions,
): Promise<Restored> {
  const snapshot = await requireSnapshot(service, workbookId, input.snapshot);
  const isLast = input.dryRun === true || !(await hasDerivedTables(service, snapshot.id));
  const restored = await changeWithRetry(
    service,
    caller,
    { ...input, expectedVersion: null },
    async () => {
      const plan = await planRestore(service, workbookId, snapshot.id);
      return (c) => commitRestore(c, snapshot, plan, input);
    },
    isLast ? withOuterAnswer<WrittenRestore>(commit, answerOf) : {},
  );
  if (input.dryRun) return await withForeseenChanges(service, caller, workbookId, restored.answer);
  if (isLast) return answerOf(restored);
  return await runDerived(service, caller, workbookId, restored, commit);
}

async function withForeseenChanges(
  service: Service,
  caller: Caller,
  workbookId: string,
  answer: Omit<Restored, 'dryRun'>,
): Promise<Restored> {
  const compared = { from: CURRENT, against: answer.snapshotId };
  const { tables } = await diffVersions(service, caller, workbookId, compared);
  const changesOf = new Map(
    tables.map(({ tableId, rows, cells }) => [tableId, { rows, cells: cells.length }]),
  );
  return {
    ...answer,
    dryRun: true,
    tables: answer.tables.map((table) => {
      const changes = table.action === 'archived' ? undefined : changesOf.get(table.tableId);
      return { ...table, ...(changes && { changes }) };
    }),
  };
}

interface CommittedRestore {
  answer: Omit<Restored, 'dryRun'>;
  state: RestoredState;
}

type WrittenRestore = CommittedRestore & { dryRun: boolean };

const answerOf = ({ answer, dryRun }: WrittenRestore): Restored => ({ ...answer, dryRun });

/** Whether the snapshot has tables that are computed again after the restore. */
async function hasDerivedTables({ catalog }: Service, snapshotId: string): Promise<boolean> {
  const found = await catalog.db
    .selectFrom('snapshot_tables')
    .select('table_id')
    .where('snapshot_id', '=', snapshotId)
    .where('kind', '=', 'derived')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

async function commitRestore(
  c: Change,
  snapshot: SnapshotRecord,
  plan: RestorePlan,
  { actor, dryRun }: RestoreInput,
): Promise<CommittedRestore> {
  const { workbook_id: workbookId, id: snapshotId } = snapshot;
  // Tables are locked before the op, as in every edit, and in order of their ids: writers cannot deadlock.
  for (const { now, isDeleted, content } of plan.tables)
    if (content && !isDeleted) await lockTable(c, now.id, now.edit_version);
  const operation = { operation: 'restoreSnapshot', input: { snapshotId } } as const;
  const opId = await c.op({ workbookId, kind: 'snapshot.restore', actor, operation });
  const state = stateOf(await allTablesOf(c.tx, workbookId), await transformsOf(c.tx, workbookId));
  if (state !== plan.state)
    throw problem('version-conflict', say('workbook-changed-in-restore'), {
      fix: say('fix-send-again'),
    });
  const safety = await pinState(c, workbookId, {
    summary: summaryBefore(snapshot),
    eventType: 'restore',
    automatic: true,
    actor,
    opId,
  });
  const written = await writeRestore(c, plan, {
    workbookId,
    opId,
    kind: 'snapshot.restore',
    actor,
    operation,
  });
  await restoreOutputs(c, workbookId, snapshotId);
  await c.audit({
    chain: workbookId,
    action: 'snapshot.restored',
    target: snapshotId,
    detail: { op_id: opId, safety_snapshot: safety.id, tables: written.tables.length },
  });
  return {
    answer: {
      snapshotId,
      safetySnapshotId: dryRun ? null : safety.id,
      opId: dryRun ? null : opId,
      tables: written.tables,
    },
    state: written,
  };
}

/** Going back to a state that was itself pinned by a restore undoes it; names of names would grow with each turn. */
const summaryBefore = (snapshot: SnapshotRecord): Message =>
  snapshot.automatic && snapshot.event_type === 'restore'
    ? say('snapshot-before-undo')
    : say('snapshot-before-restore', { name: summaryOf(snapshot).text });

/** Runs the transforms of the derived tables that are stale now, each in a transaction of its own. */
async function runDerived(
  service: Service,
  caller: Caller,
  workbookId: string,
  { answer, state, dryRun }: WrittenRestore,
  commit: CommitOptions,
): Promise<Restored> {
  const graph = await TransformGraph.load(service, workbookId);
  const pinned = new Set(state.derivedIds);
  const outcome = await runTables(
    service,
    caller,
    graph,
    graph.stale().filter((id) => pinned.has(id)),
  );
  const whole = { ...answer, dryRun, tables: withOutcome(answer.tables, outcome) };
  return await recordOutcome(service, caller, workbookId, outcome, whole, commit);
}

function withOutcome(tables: readonly TableRestored[], outcome: RunOutcome): TableRestored[] {
  const recomputed = new Map(outcome.recomputed.map(({ tableId, version }) => [tableId, version]));
  const failed = new Map([
    ...outcome.failed.map(({ table, error }) => [table, error.detail ?? error.title] as const),
    ...outcome.skipped.map(({ table, because }) => [table, `"${because}" could not be computed.`] as const),
  ]);
  return tables.map((table) => {
    const version = recomputed.get(table.tableId);
    if (version !== undefined) return { ...table, action: 'recomputed', version };
    const error = failed.get(table.name);
    return error === undefined ? table : { ...table, action: 'failed', error };
  });
}
