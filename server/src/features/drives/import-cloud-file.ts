import type { CommitOptions } from '../../catalog/change.js';
import type { JobRecord } from '../../catalog/job-records.js';
import type { Caller } from '../caller.js';
import type { Ingested } from '../ingest/ingest-request.js';
import { refuseStagedAsync, type StartIngestRequest, startIngest } from '../ingest/start-ingest.js';
import type { Service } from '../service.js';
import type { DriveRequest } from './authorize-drive.js';
import { driveProvenance, fetchCloudFile } from './fetch-cloud-file.js';
import { useDrive } from './use-drive.js';

interface CloudImport extends Omit<StartIngestRequest, 'file' | 'provenance'> {
  fileId: string;
  filename: string;
}

/** Fetches a file from the caller's drive, then ingests it as if it had been uploaded. */
export async function importCloudFile(
  service: Service,
  caller: Caller,
  from: DriveRequest,
  { fileId, filename, ...request }: CloudImport,
  commit: CommitOptions,
): Promise<Ingested | JobRecord> {
  refuseStagedAsync(request);
  const fetched = await useDrive(service, caller, from, async (usable) => {
    const described = await usable.drive.describe(usable.access, fileId);
    return {
      file: await fetchCloudFile(service, usable, described, filename),
      provenance: driveProvenance(from.provider, described),
    };
  });
  return await startIngest(service, caller, { ...request, ...fetched }, commit);
}
