import type { TableRecord } from '../../catalog/tables.js';
import type { TransformRecord } from '../../catalog/transforms.js';
import { findRun, type RunRecord } from '../../workbook/reading/provenance/find-run.js';
import type { Service } from '../service.js';

/** Why a derived table differs from what its transform would compute now. */
export interface StaleCause {
  reason: 'never_run' | 'definition_changed' | 'input_changed' | 'input_stale' | 'input_deleted';
  /** The input concerned; null if it is the transform itself, or the input was deleted. */
  table: string | null;
  /** For an input: the version that the last run read, and its current one. */
  readVersion: number | null;
  version: number | null;
}

export async function staleCauses(service: Service, table: TableRecord): Promise<StaleCause[]> {
  if (table.stale_since === null) return [];
  const { db } = service.catalog;
  const transform = await db
    .selectFrom('transforms')
    .selectAll()
    .where('output_table_id', '=', table.id)
    .executeTakeFirst();
  if (!transform) return [];
  const run = await findRun(db, table, table.edit_version);
  if (!run) return [ofTransform('never_run')];
  const inputs = await db
    .selectFrom('tables')
    .selectAll()
    .where('workbook_id', '=', table.workbook_id)
    .execute();
  const ofInputs = run.inputs.flatMap((input) =>
    causesOfInput(
      inputs.find(({ id }) => id === input.artifact_id),
      input.edit_version,
    ),
  );
  return isSameDefinition(transform, run) ? ofInputs : [ofTransform('definition_changed'), ...ofInputs];
}

function ofTransform(reason: 'never_run' | 'definition_changed'): StaleCause {
  return { reason, table: null, readVersion: null, version: null };
}

function causesOfInput(input: TableRecord | undefined, readVersion: number): StaleCause[] {
  if (!input) return [{ reason: 'input_deleted', table: null, readVersion, version: null }];
  const versions = { table: input.name, readVersion, version: input.edit_version };
  return [
    ...(input.edit_version === readVersion ? [] : [{ reason: 'input_changed' as const, ...versions }]),
    ...(input.stale_since === null ? [] : [{ reason: 'input_stale' as const, ...versions }]),
  ];
}

function isSameDefinition({ kind, code, key, args }: TransformRecord, run: RunRecord): boolean {
  const read = Object.fromEntries(
    run.inputs.map(({ placeholder, artifact_id }) => [placeholder, artifact_id]),
  );
  const sorted = (bound: Record<string, string>): string => JSON.stringify(Object.entries(bound).sort());
  return (
    kind === run.kind &&
    code === run.code &&
    (key ?? 'null') === JSON.stringify(run.key) &&
    sorted(JSON.parse(args) as Record<string, string>) === sorted(read)
  );
}
