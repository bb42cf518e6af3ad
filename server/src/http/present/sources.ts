import type { Ingested } from '../../features/ingest/ingest-file.js';
import { INGEST_JOB } from '../../features/ingest/ingest-job.js';
import type { SourceRow } from '../../features/ingest/sources.js';
import type { JobRow } from '../../features/jobs/jobs.js';
import { artifactRowBody } from './tables.js';

export function sourceBody(row: SourceRow) {
  return {
    id: row.id,
    name: row.name,
    filename: row.filename,
    size: row.size,
    sha256: row.blob_hash,
    format: row.format,
    reader: row.reader === null ? null : (JSON.parse(row.reader) as unknown),
    mode: row.mode,
    status: row.status,
    workbook_id: row.workbook_id,
    created_at: row.created_at,
  };
}

export function ingestedBody({ source, tables, structuring }: Ingested) {
  return { source: sourceBody(source), artifacts: tables.map(artifactRowBody), structuring };
}

/** What each kind of job results in, as an answer shows it. */
const resultBodies: Record<string, (result: never) => unknown> = { [INGEST_JOB]: ingestedBody };

function resultBody({ kind, result }: JobRow): unknown {
  return result === null ? null : resultBodies[kind]?.(JSON.parse(result) as never);
}

export function jobBody(job: JobRow) {
  return {
    id: job.id,
    kind: job.kind,
    status: job.status,
    workbook_id: job.workbook_id,
    result: resultBody(job),
    error: job.error,
    created_at: job.created_at,
    started_at: job.started_at,
    finished_at: job.finished_at,
  };
}
