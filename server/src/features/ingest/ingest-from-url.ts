import type { CommitOptions } from '../../catalog/change.js';
import type { JobRecord } from '../../catalog/job-records.js';
import type { ReceivedFile } from '../../workbook/files/received-file.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { fetchFile } from './fetch-file.js';
import type { Ingested } from './ingest-request.js';
import { refuseStagedAsync, type StartIngestRequest, startIngest } from './start-ingest.js';

interface UrlIngest extends Omit<StartIngestRequest, 'file' | 'provenance'> {
  url: string;
  filename?: string | undefined;
  /** Throws for a file that is not to be taken. */
  examine?: ((file: ReceivedFile) => Promise<void>) | undefined;
}

/** Fetches a file from a public URL, then ingests it as if it had been uploaded. */
export async function ingestFromUrl(
  service: Service,
  caller: Caller,
  { url, filename, examine, ...request }: UrlIngest,
  commit: CommitOptions,
): Promise<Ingested | JobRecord> {
  refuseStagedAsync(request);
  const { from, validators: _, ...file } = await fetchFile(service, url, filename);
  await examine?.(file);
  const provenance = { kind: 'url' as const, url: from, fetchedAt: new Date().toISOString() };
  return await startIngest(service, caller, { ...request, file, provenance }, commit);
}
