import type { CommitOptions } from '../../catalog/change.js';
import { driveNames } from '../../core/provenance.js';
import type { DriveFile } from '../../gateways/drives/drive.js';
import type { ReceivedFile } from '../../workbook/files/received-file.js';
import type { Caller } from '../caller.js';
import type { TrackedFile } from '../links/add-version.js';
import type { NewVersion } from '../links/cut-version.js';
import { type TrackRequest, trackFile } from '../links/track-file.js';
import type { Service } from '../service.js';
import type { DriveRequest } from './authorize-drive.js';
import { fetchCloudFile } from './fetch-cloud-file.js';
import { useDrive } from './use-drive.js';

interface CloudTrackRequest
  extends Pick<TrackRequest, 'workbookId' | 'asName' | 'onExisting' | 'reading' | 'dryRun'> {
  fileId: string;
  /** If absent, the name that the file has in the drive. */
  filename?: string | undefined;
}

/** Begins to track a file of the caller's drive, with what it contains now. */
export async function trackCloudFile(
  service: Service,
  caller: Caller,
  from: DriveRequest,
  { fileId, filename, ...request }: CloudTrackRequest,
  commit: CommitOptions,
): Promise<TrackedFile> {
  const { provider } = from;
  const pulled = await useDrive(service, caller, from, async (usable) => {
    const described = await usable.drive.describe(usable.access, fileId);
    const file = await fetchCloudFile(service, usable, described, filename);
    return {
      ...pulledVersion(described, file),
      externalId: described.id,
      origin: usable.account ?? driveNames[provider],
    };
  });
  return await trackFile(service, caller, { ...request, ...pulled, provider }, commit);
}

/** A version as the drive describes it. */
export function pulledVersion(
  { modifiedBy, modified, version }: DriveFile,
  file: ReceivedFile,
): Omit<NewVersion, 'kind'> {
  return { file, modifiedBy, modified, externalVersion: version };
}
