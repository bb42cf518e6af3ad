import { ROWS } from '../catalog/lineage.js';
import type { Problem } from '../core/problems.js';
import type { DeletedTransform } from '../features/transforms/delete-transform.js';
import type { RunOutcome } from '../features/transforms/run-tables.js';
import type { PlannedAnswer, TransformAnswer } from '../features/transforms/transform-answer.js';
import type { DerivedTable } from '../features/transforms/transform-graph.js';
import type { Transform } from '../features/transforms/transforms.js';
import { created, ok } from './answer.js';
import { codeFields, codeFieldsOf } from './messages.js';
import { freshnessBody } from './tables.js';

export function transformBody({ row, args, key, output, isHidden = false }: Transform) {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    code: isHidden ? null : row.code,
    args,
    output: output.name,
    output_table_id: row.output_table_id,
    edit_version: output.version,
    row_count: output.rowCount,
    freshness: freshnessBody({ stale_since: output.staleSince }),
    key: isHidden ? null : key,
    description: row.description,
    owner_user_id: row.owner_user_id,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

export function createdTransformAnswer(result: TransformAnswer | PlannedAnswer) {
  return 'plan' in result ? ok(planBody(result)) : created(transformAnswerBody(result));
}

export function changedTransformAnswer(result: TransformAnswer | PlannedAnswer) {
  return ok('plan' in result ? planBody(result) : transformAnswerBody(result));
}

export function deletedTransformBody({ id, name, deleted, opId, dryRun }: DeletedTransform) {
  return { id, name, deleted, op_id: opId, dry_run: dryRun };
}

export function recomputeAnswer(result: RunOutcome | DerivedTable[]) {
  if (!Array.isArray(result)) return ok({ ...outcomeBody(result), skipped_reports: [], dry_run: false });
  const nothing = { recomputed: [], unchanged: [], failed: [], skipped: [] };
  return ok({ ...nothing, would_recompute: result, skipped_reports: [], dry_run: true });
}

function transformAnswerBody({ transform, run, others }: TransformAnswer) {
  return {
    ...transformBody(transform),
    run: run && { edit_version: run.version, row_count: run.rowCount, op_id: run.opId },
    ...outcomeBody(others),
    dry_run: false,
  };
}

function outcomeBody({ recomputed, unchanged, failed, skipped }: RunOutcome) {
  return {
    recomputed: recomputed.map(({ transform, table, version, rowCount, opId }) => ({
      transform,
      table,
      edit_version: version,
      row_count: rowCount,
      op_id: opId,
    })),
    unchanged,
    failed: failed.map(({ transform, table, error }) => ({ transform, table, error: errorBody(error) })),
    skipped,
  };
}

function errorBody({ slug, title, said: { detail, fix }, members }: Problem) {
  return {
    type: `/problems/${slug}`,
    title,
    detail: detail.text,
    ...codeFields(detail),
    suggested_fix: fix.text,
    ...codeFieldsOf('fix', fix),
    ...members,
  };
}

function planBody({ plan, output, recomputes }: PlannedAnswer) {
  const tables = new Map(plan.inputs.map(({ table }) => [table.record.id, table]));
  const originsOf = (id: string) =>
    plan.lineage
      .filter(({ columnId, inputColumnId }) => columnId === id && inputColumnId !== ROWS)
      .map(({ inputTableId, inputColumnId, exact }) => {
        const table = tables.get(inputTableId);
        const column = table?.columns.find((one) => one.id === inputColumnId);
        return { table: table?.record.name ?? inputTableId, column: column?.name ?? inputColumnId, exact };
      });
  return {
    output,
    columns: plan.columns.map(({ name, type }) => ({ name, type })),
    inputs: plan.inputs.map(({ placeholder, table }) => ({
      placeholder,
      table: table.record.name,
      edit_version: table.version,
    })),
    lineage: plan.columns.map(({ id, name }) => ({ column: name, from: originsOf(id) })),
    influenced_by: originsOf(ROWS),
    would_recompute: recomputes,
    dry_run: true,
  };
}
