import type { SourceRecord } from '../../catalog/source-records.js';

/** Columns that `sources` did not have in the first releases. */
const addedToSources = { provenance: null } satisfies Partial<SourceRecord>;

interface StoredResult {
  source?: SourceRecord;
}

/** Reads the result of a job, which contains records as they were when it ended: later columns are filled in. */
export function readResult<Result extends StoredResult>(stored: string): Result {
  const result = JSON.parse(stored) as Result;
  return result.source ? { ...result, source: { ...addedToSources, ...result.source } } : result;
}
