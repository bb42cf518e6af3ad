import type { JobRecord } from '../catalog/job-records.js';
import type { MaterializedSource } from '../features/structuring/materialize-source.js';
import { acceptedJob } from './accepted-job.js';
import { created, ok } from './answer.js';
import { artifactRowBody } from './tables.js';

export function materializedBody(materialized: MaterializedSource) {
  const { source, specVersion, tables, reading, appended, updated, dryRun } = materialized;
  return {
    source: source.name,
    spec_version: specVersion,
    artifacts: tables.map(artifactRowBody),
    ...(reading && { reading }),
    ...(appended && {
      appended: { rows: appended.rows, edit_version: appended.version, op_id: appended.opId },
    }),
    ...(updated && { updated }),
    dry_run: dryRun,
  };
}

/** The tables, or the job that will make them. */
export function materializedAnswer(answer: MaterializedSource | JobRecord) {
  if (!('specVersion' in answer)) return acceptedJob(answer);
  return answer.dryRun ? ok(materializedBody(answer)) : created(materializedBody(answer));
}
