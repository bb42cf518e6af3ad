import { say } from '@workbook-data-service/contract/messages';
import { problem } from '../../core/problems.js';
import type { Provenance } from '../../core/provenance.js';
import type { DriveFile } from '../../gateways/drives/drive.js';
import { type ReceivedFile, receiveFile } from '../../workbook/files/received-file.js';
import type { Service } from '../service.js';
import type { UsableDrive } from './use-drive.js';

const MB = 1024 * 1024;

/** Streams the content of a described file into the blob store, under the name given or else the drive's. */
export async function fetchCloudFile(
  service: Service,
  { drive, access }: UsableDrive,
  described: DriveFile,
  filename?: string,
): Promise<ReceivedFile> {
  const most = service.config.maxUploadMb * MB;
  if ((described.size ?? 0) > most)
    throw problem(
      'too-large',
      say('drive-file-too-large', { file: described.name, bytes: described.size ?? 0, max: most }),
      {
        fix: say('fix-drive-file-too-large'),
      },
    );
  const opened = await drive.open(access, described);
  return await receiveFile(service.data, opened.body, filename ?? opened.filename, most);
}

export function driveProvenance(
  provider: UsableDrive['drive']['provider'],
  { id, version, modifiedBy, modified }: DriveFile,
): Provenance {
  const fetchedAt = new Date().toISOString();
  return { kind: 'drive', provider, fileId: id, version, modifiedBy, modified, fetchedAt };
}
