import type { Change } from '../../catalog/change.js';
import { lineageAt } from '../../catalog/lineage.js';
import type { StoredSegment } from '../../catalog/segments.js';
import { setStale } from '../../catalog/table-records.js';
import { columnsAt, LATEST_VERSION } from '../../catalog/tables.js';
import { auditActionOf } from '../../core/audit-actions.js';
import { newId } from '../../core/ids.js';
import type { TransformRun } from '../../core/operations.js';
import type { TransformPlan } from '../transforms/transform-plan.js';
import type { CarriedOverrides } from './carry-overrides.js';
import { carryOverrides } from './carry-overrides.js';
import { lockTable } from './lock-table.js';
import { appendVersion, insertTable } from './write-tables.js';

/** The output of a run, in the blob store but not yet in the catalog. */
export interface ComputedTable {
  plan: TransformPlan;
  segment: StoredSegment;
  rowCount: number;
  overrides: CarriedOverrides;
}

const RUN = 'transform.run';

export interface WrittenRun {
  tableId: string;
  version: number;
  /** Null if the rows are withheld from the caller. */
  rowCount: number | null;
  opId: number;
}

/** Writes the first version of a transform's output: of a run, or of creating the transform without one. */
export async function writeFirstRun(
  c: Change,
  transformId: string,
  name: string,
  computed: ComputedTable,
  opKind: 'transform.run' | 'transform.create' = RUN,
): Promise<WrittenRun> {
  const { plan, segment, rowCount } = computed;
  const { workbookId } = plan.spec;
  const id = newId('art');
  const opId = await c.op({
    workbookId,
    kind: opKind,
    tableId: id,
    operation: {
      operation: opKind === RUN ? 'runTransform' : 'createTransform',
      input: runOf(transformId, plan),
    },
  });
  const table = await insertTable(c, {
    id,
    workbookId,
    opId,
    name,
    kind: 'derived',
    columns: plan.columns,
    rowCount,
    segment,
  });
  await c.audit({
    chain: workbookId,
    action: auditActionOf(opKind),
    target: id,
    // The number of rows could reveal columns that not every reader of the log may see.
    detail: { op_id: opId, edit_version: table.edit_version },
  });
  await writeDependencies(c, id, table.edit_version, plan);
  return { tableId: id, version: table.edit_version, rowCount, opId };
}

/** The run is outdated: an input, or an override of the output, has changed in the meantime. */
export class RunOutdated extends Error {
  override readonly name = 'RunOutdated';
}

/**
 * Writes the next version of a transform's output: replaces all cells except overridden ones. If inputs have
 * changed it throws, unless `evenIfOutdated`: then the output is stale from the start. If overrides have changed it
 * always throws: none may be lost.
 */
export async function writeRun(
  c: Change,
  transformId: string,
  tableId: string,
  computed: ComputedTable,
  evenIfOutdated: boolean,
): Promise<WrittenRun> {
  const { plan, segment, rowCount, overrides } = computed;
  if (!evenIfOutdated && !(await inputsUnchanged(c, plan))) throw new RunOutdated();
  const before = await columnsAt(c.tx, tableId, LATEST_VERSION);
  const sameColumns = JSON.stringify(before) === JSON.stringify(plan.columns);
  const output = await lockTable(c, tableId, null);
  if (output.edit_version !== overrides.version) throw new RunOutdated();
  const { version, opId } = await appendVersion(c, {
    workbookId: output.workbook_id,
    tableId,
    expectedVersion: null,
    opKind: RUN,
    operation: { operation: 'runTransform', input: runOf(transformId, plan) },
    segment,
    rowCount,
    ...(!sameColumns && { columns: plan.columns }),
  });
  await carryOverrides(c, { ...output, edit_version: version }, opId, overrides);
  await writeDependencies(c, tableId, version, plan);
  return { tableId, version, rowCount, opId };
}

function runOf(transformId: string, { spec, inputs }: TransformPlan): TransformRun {
  return {
    transform: transformId,
    kind: spec.kind,
    code: spec.code,
    key: spec.key,
    inputs: inputs.map(({ placeholder, table }) => ({
      placeholder,
      artifact_id: table.record.id,
      edit_version: table.version,
    })),
  };
}

async function writeDependencies(
  c: Change,
  tableId: string,
  version: number,
  plan: TransformPlan,
): Promise<void> {
  await replaceInputs(c, tableId, Object.values(plan.spec.args));
  const edges = JSON.stringify(plan.lineage);
  if (edges !== JSON.stringify(await lineageAt(c.tx, tableId, version)))
    await c.tx.insertInto('table_lineage').values({ table_id: tableId, version, edges }).execute();
  await setStale(c, tableId, !(await inputsUnchanged(c, plan)));
}

/** Sets the tables that a table is computed from, whose edits make it stale. */
export async function replaceInputs(c: Change, tableId: string, inputIds: readonly string[]): Promise<void> {
  await c.tx.deleteFrom('table_inputs').where('table_id', '=', tableId).execute();
  for (const inputId of new Set(inputIds))
    await c.tx.insertInto('table_inputs').values({ table_id: tableId, input_id: inputId }).execute();
}

/**
 * Whether the inputs are unchanged since they were read, and fresh. An edit that commits after this check waits for
 * the output's record, which this change has locked, and then marks it stale itself.
 */
async function inputsUnchanged(c: Change, { inputs }: TransformPlan): Promise<boolean> {
  if (inputs.length === 0) return true;
  const now = await c.tx
    .selectFrom('tables')
    .select(['id', 'edit_version', 'stale_since'])
    .where(
      'id',
      'in',
      inputs.map(({ table }) => table.record.id),
    )
    .execute();
  return inputs.every(({ table }) =>
    now.some(
      (row) => row.id === table.record.id && row.edit_version === table.version && row.stale_since === null,
    ),
  );
}
