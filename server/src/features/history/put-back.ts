import { say } from '@workbook-data-service/contract/messages';
import { deleteAnnotationsAt, putAnnotations } from '../../catalog/annotation-records.js';
import type { Change } from '../../catalog/change.js';
import { deleteChartRecord, putChart } from '../../catalog/chart-records.js';
import { deletePolicy, deleteTag, putPolicy, putTag } from '../../catalog/governance-records.js';
import { type KeptStates, partsOf, type StateBefore, type StateKind } from '../../catalog/op-states.js';
import { deleteSheetRecord, putSheetRecord } from '../../catalog/sheet-records.js';
import { bindingOfSheet, deleteBinding, putBinding } from '../../catalog/sync-bindings.js';
import { keepLanding, putLanding } from '../../catalog/table-landings.js';
import {
  reviveTable,
  setSourceSheet,
  setTableDescription,
  setTableName,
  setTableState,
} from '../../catalog/table-records.js';
import { columnsAt, LATEST_VERSION, setColumns } from '../../catalog/tables.js';
import { setWorkbookDetails } from '../../catalog/workbook-records.js';
import { problem } from '../../core/problems.js';
import { markStale } from '../../workbook/writing/mark-stale.js';
import { restoreTransform } from '../../workbook/writing/transform-records.js';
import { replaceInputs } from '../../workbook/writing/write-run.js';
import { lockPolicies } from '../governance/lock-policies.js';
import { putBytes } from '../revising/replace-bytes.js';
import { putFindings, putParseSpec } from '../sources/store-structure.js';
import { removeTables } from '../tables/remove-tables.js';

/** A name, or an external sheet, belongs to something else by now. */
export const nameInUse = () =>
  problem('conflict', say('undo-name-taken'), { fix: say('fix-undo-name-taken') });

interface Place {
  workbookId: string;
  opId: number;
}

type PutBack = {
  [Kind in StateKind]: (
    c: Change,
    place: Place,
    objectId: string,
    before: KeptStates[Kind] | null,
  ) => Promise<void>;
};

/** The order in which objects come back: what others refer to first. */
const order: StateKind[] = [
  'workbook',
  'source',
  'parse-spec',
  'table',
  'landing',
  'column-description',
  'transform',
  'tag',
  'policy',
  'annotation',
  'binding',
  'chart',
  'sheet',
];

/** Gives every object the state that an op found. What was not there goes. */
export async function putBack(c: Change, place: Place, states: readonly StateBefore[]): Promise<void> {
  await freeNames(c, states);
  for (const kind of order) for (const state of states) if (state.kind === kind) await put(c, place, state);
}

async function put<Kind extends StateKind>(
  c: Change,
  place: Place,
  { kind, objectId, before }: { kind: Kind; objectId: string; before: KeptStates[Kind] | null },
): Promise<void> {
  const back: PutBack[Kind] = putters[kind];
  await back(c, place, objectId, before);
}

/** Two tables may have exchanged their names, so each gives up its own first; and what goes, goes first. */
async function freeNames(c: Change, states: readonly StateBefore[]): Promise<void> {
  for (const state of states)
    if (state.kind === 'table' && state.before && !state.before.deleted) {
      const now = await tableNow(c, state.objectId);
      if (now && now.deleted_at === null && now.name !== state.before.name)
        await setTableName(c, state.objectId, state.objectId);
    }
}

const tableNow = (c: Change, id: string) =>
  c.tx.selectFrom('all_tables').selectAll().where('id', '=', id).executeTakeFirst();

const sourceNow = (c: Change, id: string) =>
  c.tx.selectFrom('sources').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const putters: PutBack = {
  workbook: async (c, { workbookId }, _, before) => {
    if (before) await setWorkbookDetails(c, workbookId, before);
  },

  table: async (c, { workbookId, opId }, id, before) => {
    const now = await tableNow(c, id);
    if (!now) return;
    const isDeleted = now.deleted_at !== null;
    if (!before || before.deleted) {
      if (!isDeleted) await removeTables(c, workbookId, [{ id, name: now.name }]);
      return;
    }
    if (isDeleted) await reviveTable(c, id, before.name);
    else if (now.name !== before.name) await setTableName(c, id, before.name);
    if (isDeleted || now.state !== before.state) await setTableState(c, id, before.state, opId);
    if (now.description !== before.description) await setTableDescription(c, id, before.description);
    c.emit(workbookId, 'artifact.updated', {
      name: before.name,
      artifact_id: id,
      edit_version: now.edit_version,
      op_id: opId,
    });
  },

  source: async (c, { workbookId, opId }, id, before) => {
    if (!before) return;
    await putBytes(c, id, before);
    await putFindings(c, id, before.findings);
    const { name } = await sourceNow(c, id);
    c.emit(workbookId, 'source.materialized', { source_id: id, name, op_id: opId });
  },

  'parse-spec': async (c, _, id, before) => putParseSpec(c, await sourceNow(c, id), before),

  landing: async (c, _, tableId, before) => {
    if (!before) return;
    await keepLanding(c, tableId);
    await putLanding(c, tableId, before);
    if (before.sheet !== null) await setSourceSheet(c, tableId, before.sheet);
  },

  'column-description': async (c, _, objectId, before) => {
    const [tableId = '', columnId] = partsOf(objectId);
    const columns = await columnsAt(c.tx, tableId, LATEST_VERSION);
    const described = columns.map((column) => {
      if (column.id !== columnId) return column;
      c.keepBefore('column-description', objectId, { description: column.description });
      return { ...column, description: before?.description ?? null };
    });
    await setColumns(c.tx, { tableId, version: LATEST_VERSION }, described);
  },

  transform: async (c, { workbookId }, _, before) => {
    // One that was not there goes with the table that it computes.
    if (!before) return;
    await restoreTransform(c, workbookId, before);
    const args = JSON.parse(before.args) as Record<string, string>;
    await replaceInputs(c, before.output_table_id, Object.values(args));
    await markStale(c, before.output_table_id);
  },

  tag: async (c, _, objectId, before) => {
    const [table_id = '', column_id = '', tag = ''] = partsOf(objectId);
    await (before ? putTag : deleteTag)(c, { table_id, column_id, tag });
  },

  policy: async (c, { workbookId }, objectId, before) => {
    const [tag = '', role = ''] = partsOf(objectId);
    await lockPolicies(c, workbookId, tag);
    if (before) await putPolicy(c, workbookId, { tag, role, ...before });
    else await deletePolicy(c, workbookId, { tag, role });
  },

  annotation: async (c, _, objectId, before) => {
    const [tableId = '', rowId, columnId = ''] = partsOf(objectId);
    if (before) await putAnnotations(c, tableId, [before]);
    else await deleteAnnotationsAt(c, tableId, [{ row_id: Number(rowId), column_id: columnId }]);
  },

  binding: async (c, _, id, before) => {
    if (before) {
      const other = await bindingOfSheet(c.tx, before);
      if (other && other.id !== id) throw nameInUse();
      return await putBinding(c, before);
    }
    const now = await c.tx
      .selectFrom('sync_bindings')
      .select('table_id')
      .where('id', '=', id)
      .executeTakeFirst();
    if (now) await deleteBinding(c, now.table_id, id);
  },

  chart: async (c, { workbookId }, id, before) => {
    if (before) await putChart(c, { ...before, workbook_id: workbookId, updated_at: c.at });
    else await deleteChartRecord(c, { id, workbook_id: workbookId });
  },

  sheet: async (c, { workbookId }, id, before) => {
    if (before) await putSheetRecord(c, { ...before, workbook_id: workbookId, updated_at: c.at });
    else await deleteSheetRecord(c, id);
  },
};
