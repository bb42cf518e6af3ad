import type { TableRecord } from '../../catalog/tables.js';
import type { Provenance } from '../../core/provenance.js';
import type { Reading } from '../../core/reading.js';
import type { FollowedTarget } from '../../core/reading-targets.js';
import type { ReceivedFile } from '../../workbook/files/received-file.js';
import type { StructuringOutcome } from '../landing/land-source.js';
import type { ReadingChoice } from '../readings/known-readings.js';
import type { VisibleSource } from '../sources/source-visibility.js';

export interface IngestRequest {
  workbookId: string;
  file: ReceivedFile;
  /** The name of the source, if it is not that of the file. */
  name?: string;
  mode: 'auto' | 'staged';
  structuring: 'auto' | 'skip' | 'defer';
  /** `ignore`: as if nothing like it were known. */
  reading?: ReadingChoice | undefined;
  /** Where the service fetched the file. */
  provenance?: Provenance | undefined;
}

export interface Ingested {
  source: VisibleSource;
  tables: TableRecord[];
  /** Null if the file was only registered. */
  structuring: StructuringOutcome | null;
  structuringReason?: string | undefined;
  /** The job that will structure the source, if that is deferred. */
  jobId?: string | undefined;
  /** False if the workbook already had a source with the same bytes. */
  isNew: boolean;
  /** The op that registered it; absent if it is not new. */
  opId?: number | undefined;
  /** How the file was read; absent without a viewer, null where it was not structured or the viewer may not see all of it. */
  reading?: Reading | null | undefined;
  /** Where rows went that a reading sends to other tables; absent where none does. */
  targets?: FollowedTarget[] | undefined;
  /** By table id, the columns that the viewer may see; absent without a viewer, as in the stored result of a job. */
  columns?: Record<string, { name: string; type: string }[]> | undefined;
}
