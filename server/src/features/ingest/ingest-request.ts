import type { TableRecord } from '../../catalog/tables.js';
import type { ReceivedFile } from '../../workbook/files/received-file.js';
import type { VisibleSource } from '../structuring/source-visibility.js';

export type StructuringOutcome = 'structured' | 'skipped' | 'deferred' | 'raw_fallback';

export interface IngestRequest {
  workbookId: string;
  file: ReceivedFile;
  mode: 'auto' | 'staged';
  structuring: 'auto' | 'skip' | 'defer';
  /** The address that the service itself fetched the file from. */
  fetchedFrom?: string;
}

export interface Ingested {
  source: VisibleSource;
  tables: TableRecord[];
  /** Null where the bytes were only registered. */
  structuring: StructuringOutcome | null;
  structuringReason?: string | undefined;
  /** The job that will structure the source, where that is deferred. */
  jobId?: string | undefined;
  /** False when the same bytes were here before. */
  isNew: boolean;
  /** By table id, as the viewer sees them; absent where nobody in particular is told, as in the result of a job. */
  columns?: Record<string, { name: string; type: string }[]> | undefined;
}
