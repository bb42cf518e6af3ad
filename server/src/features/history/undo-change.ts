import { say } from '@workbook-data-service/contract/messages';
import type { OpKind } from '@workbook-data-service/contract/messages/recorded';
import type { Change } from '../../catalog/change.js';
import type { Db } from '../../catalog/db.js';
import { findLinkOfSource } from '../../catalog/file-links.js';
import { partsOf, type StateBefore, type StateKind, statesBefore } from '../../catalog/op-states.js';
import { tablesById } from '../../catalog/tables.js';
import type { Config } from '../../config.js';
import type { OperationInputs } from '../../core/operations.js';
import { problem } from '../../core/problems.js';
import type { Scope } from '../../core/scopes.js';
import { hidesAnythingOf } from '../../workbook/governance/governed-tables.js';
import { closeConflictsOfOp } from '../../workbook/writing/conflicts.js';
import { lockTable } from '../../workbook/writing/lock-table.js';
import { forgetRuns } from '../../workbook/writing/transform-records.js';
import { appendVersion } from '../../workbook/writing/write-tables.js';
import { requireRight, rightsTo } from '../access/require-workbook.js';
import type { Caller } from '../caller.js';
import { pinBefore } from '../pins/pin-state.js';
import type { Service } from '../service.js';
import { SourceVisibility } from '../sources/source-visibility.js';
import { dependentsOf, hasDependents, removeTables } from '../tables/remove-tables.js';
import { type ContentBefore, contentBefore } from './content-before.js';
import { type LaterOp, laterStates, laterVersions, spentOps } from './later-ops.js';
import { type OpRow, requireOp } from './list-ops.js';
import { putBack } from './put-back.js';
import type { UndoInput, Undone } from './undo-op.js';
import { type RestoreOp, restoreContent } from './write-restore.js';

/** An op as it is undone: what it changed is given back the state that it found. */
interface UndonePlan {
  undone: OpRow;
  contents: ContentBefore[];
  states: StateBefore[];
}

/** Everything but rows, which are undone cell by cell. */
export const CHANGE_UNDONE = 'op.undo' satisfies OpKind;

/** Plans the undo of an op of any kind. Null if it changed nothing that can be given back. */
export async function planChangeUndo(
  service: Service,
  caller: Caller,
  op: OpRow,
  { force }: UndoInput,
): Promise<UndonePlan | null> {
  const { db } = service.catalog;
  const states = await statesBefore(db, op.workbook_id, op.op_id);
  const made = new Set(madeBy(states));
  const spans = (await versionsByTable(service, op)).filter(
    ({ tableId, first }) => !made.has(tableId) && first > 1,
  );
  if (spans.length === 0 && states.length === 0) return null;
  if (await lacksTable(service, op.workbook_id, states, spans)) return null;
  if (await isTracked(db, states)) return null;
  await requireRights(service, caller, op, states);
  const spent = await spentOps(db, op);
  const contents: ContentBefore[] = [];
  const later = await laterOfObjects(db, op, states, spent);
  for (const { tableId, ...span } of spans) {
    const table = await service.data.as(caller).describePast(op.workbook_id, tableId);
    const content = await contentBefore(service, op, table, span, spent);
    if (!content) continue;
    if (hidesAnythingOf(table)) throw hidden();
    contents.push(content);
    later.push(...content.later);
  }
  await refuseHiddenParts(service, caller, op.workbook_id, states);
  await refuseHiddenFiles(service, caller, op.workbook_id, states);
  if (later.length > 0 && !force) throw changedSince(op.op_id, later);
  return { undone: op, contents, states };
}

/** Later ops that changed the same objects, or the content of tables that go. */
async function laterOfObjects(
  db: Db,
  op: OpRow,
  states: readonly StateBefore[],
  spent: ReadonlySet<number>,
): Promise<LaterOp[]> {
  const later: LaterOp[] = await laterStates(db, op, states, spent);
  for (const tableId of madeBy(states))
    later.push(...(await laterVersions(db, op, { tableId, version: 0, isDerived: true }, spent)));
  return later;
}

/** The tables that an op made or brought back. */
const madeBy = (states: readonly StateBefore[]): string[] =>
  states.flatMap(({ kind, objectId, before }) =>
    kind === 'table' && (!before || before.deleted) ? objectId : [],
  );

/** Whether a table that the undo would write is deleted and does not come back by it. */
async function lacksTable(
  service: Service,
  workbookId: string,
  states: readonly StateBefore[],
  spans: readonly { tableId: string }[],
): Promise<boolean> {
  const back = new Set(states.flatMap(({ kind, objectId }) => (kind === 'table' ? objectId : [])));
  const needed = [...spans.map(({ tableId }) => tableId), ...states.flatMap(tableOf)];
  const missing = [...new Set(needed)].filter((id) => !back.has(id));
  return (await tablesById(service.catalog.db, workbookId, missing)).size < missing.length;
}

/** The table that an object belongs to. */
function tableOf({ kind, objectId, before }: StateBefore): string[] {
  if (partsOfTables.has(kind)) return partsOf(objectId).slice(0, 1);
  if (kind === 'transform') return before ? [before.output_table_id] : [];
  return (kind === 'chart' || kind === 'binding') && before ? [before.table_id] : [];
}

/** The versions that an op gave to tables, in order of the tables' ids. */
async function versionsByTable(service: Service, { workbook_id, op_id }: OpRow) {
  return await service.catalog.db
    .selectFrom('table_versions')
    .innerJoin('all_tables', 'all_tables.id', 'table_versions.table_id')
    .select((eb) => [
      'table_versions.table_id as tableId',
      eb.fn.min('table_versions.version').as('first'),
      eb.fn.max('table_versions.version').as('last'),
    ])
    .where('all_tables.workbook_id', '=', workbook_id)
    .where('table_versions.op_id', '=', op_id)
    .groupBy('table_versions.table_id')
    .orderBy('table_versions.table_id')
    .execute();
}

const scopes: Partial<Record<StateKind, Scope>> = {
  tag: 'governance:configure',
  policy: 'governance:configure',
};

/** An undo needs the rights that the change needs which it makes. */
async function requireRights(
  service: Service,
  caller: Caller,
  op: OpRow,
  states: readonly StateBefore[],
): Promise<void> {
  const needed = new Set(states.flatMap(({ kind }) => scopes[kind] ?? []));
  // What goes back to an earlier state of the whole workbook has a scope of its own.
  if ((await kindBehind(service, op)) === 'snapshot.restore') needed.add('workbooks:delete');
  if (needed.size === 0) return;
  const rights = await rightsTo(service, caller, op.workbook_id);
  for (const scope of needed) if (rights) requireRight(rights, scope);
}

/** The kind of the change that a chain of undos began with. */
async function kindBehind(service: Service, op: OpRow): Promise<string> {
  let first = op;
  while (first.operation === 'undoOp') {
    const { opId } = JSON.parse(first.input ?? '{}') as OperationInputs['undoOp'];
    first = await requireOp(service, op.workbook_id, opId);
  }
  return first.kind;
}

const partsOfTables: ReadonlySet<StateKind> = new Set(['annotation', 'column-description', 'tag']);

/** Notes and descriptions of columns come back only to those who see them all. */
async function refuseHiddenParts(
  service: Service,
  caller: Caller,
  workbookId: string,
  states: readonly StateBefore[],
): Promise<void> {
  const ids = states.flatMap(({ kind, objectId }) =>
    kind === 'annotation' || kind === 'column-description' ? partsOf(objectId).slice(0, 1) : [],
  );
  const there = await tablesById(service.catalog.db, workbookId, [...new Set(ids)]);
  for (const id of there.keys())
    if (hidesAnythingOf(await service.data.as(caller).describePast(workbookId, id))) throw hidden();
}

/** What is kept of a file quotes it. */
async function refuseHiddenFiles(
  service: Service,
  caller: Caller,
  workbookId: string,
  states: readonly StateBefore[],
): Promise<void> {
  const ids = states.flatMap(({ kind, objectId }) =>
    kind === 'source' || kind === 'parse-spec' ? objectId : [],
  );
  if (ids.length === 0) return;
  const visibility = await SourceVisibility.load(service, caller, workbookId);
  const sources = await service.catalog.db.selectFrom('sources').selectAll().where('id', 'in', ids).execute();
  for (const source of sources) if (!(await visibility.isFullyVisible(source))) throw hidden();
}

/** Whether the undo would give another file to a source whose file lives elsewhere: its versions say which one it has. */
async function isTracked(db: Db, states: readonly StateBefore[]): Promise<boolean> {
  for (const { kind, objectId, before } of states) {
    if (kind !== 'source' || !before || !(await findLinkOfSource(db, objectId))) continue;
    const now = await db
      .selectFrom('sources')
      .select('blob_hash')
      .where('id', '=', objectId)
      .executeTakeFirst();
    if (now?.blob_hash !== before.blob_hash) return true;
  }
  return false;
}

const hidden = () => problem('forbidden', say('undo-hidden-columns'));

/** Locks what a plan was made for. Comes before the op, as in every edit. */
export async function lockPlanned(c: Change, { contents }: UndonePlan): Promise<void> {
  for (const { table } of contents) await lockTable(c, table.record.id, table.version);
}

/** Writes a planned undo as part of an op, which keeps other writers of the workbook waiting. */
export async function writeChangeUndo(
  c: Change,
  { config }: Service,
  { undone, contents, states }: UndonePlan,
  op: RestoreOp,
  { force }: UndoInput,
): Promise<Pick<Undone, 'tables' | 'stale'>> {
  // Objects have no versions that the plan could expect.
  const later = await laterOfObjects(c.tx, undone, states, await spentOps(c.tx, undone));
  if (later.length > 0 && !force) throw changedSince(undone.op_id, later);
  await removeMade(c, op.workbookId, states, { config, opId: op.opId, force });
  const tables: Undone['tables'] = [];
  const stale = new Set<string>();
  for (const { table, version, content, keepsLater } of contents) {
    const { record } = table;
    const place = { workbookId: op.workbookId, tableId: record.id, expectedVersion: table.version };
    const pinned = { table_id: record.id, edit_version: version };
    const appended = keepsLater
      ? await appendVersion(c, {
          ...place,
          opKind: op.kind,
          opId: op.opId,
          actor: op.actor,
          operation: op.operation,
          ...content,
        })
      : await restoreContent(c, { pinned, now: record, content }, op);
    tables.push({
      name: record.name,
      tableId: record.id,
      version: appended.version,
      rows: content.rows?.length ?? 0,
    });
    for (const one of appended.stale) stale.add(one);
  }
  await forgetRuns(
    c,
    contents.flatMap(({ table: { record } }) => (record.kind === 'derived' ? record.id : [])),
  );
  await putBack(c, op, states);
  // Those that it opened are about values that are gone.
  await closeConflictsOfOp(c, op.workbookId, undone.op_id);
  return { tables, stale: [...stale] };
}

/** Deletes the tables that the op made, all at once: some may be computed from others. */
async function removeMade(
  c: Change,
  workbookId: string,
  states: readonly StateBefore[],
  { config, opId, force }: { config: Config; opId: number; force: boolean | undefined },
): Promise<void> {
  const ids = madeBy(states);
  const made = [...(await tablesById(c.tx, workbookId, ids)).values()];
  if (made.length === 0) return;
  const dependents = (await dependentsOf(c, ids)).filter(({ id }) => !ids.includes(id));
  const [first] = made;
  if (dependents.length > 0 && !force && first) throw hasDependents(first.name, dependents);
  await pinBefore(c, config, { workbookId, opId, summary: say('pin-undone') });
  await removeTables(
    c,
    workbookId,
    [...dependents, ...made].map(({ id, name }) => ({ id, name })),
  );
}

const MAX_NAMED = 100;

function changedSince(opId: number, later: readonly LaterOp[]) {
  const byId = new Map(later.map(({ op_id, kind }) => [op_id, { op_id, kind }]));
  const conflicts = [...byId.values()].sort((one, other) => one.op_id - other.op_id);
  return problem(
    'conflict',
    say('undo-later-ops', {
      op: opId,
      later: conflicts
        .map(({ op_id }) => op_id)
        .slice(0, 5)
        .join(', '),
    }),
    {
      fix: say('fix-undo-later-edits'),
      members: { conflicts: conflicts.slice(0, MAX_NAMED) },
    },
  );
}
