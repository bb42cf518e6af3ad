import { say } from '@workbook-data-service/contract/messages';
import type { CommitOptions } from '../../catalog/change.js';
import { problem } from '../../core/problems.js';
import { addVersion, keepVersion, type TrackedFile } from '../links/add-version.js';
import { requireLink } from '../links/file-links.js';
import type { LinkPlace } from '../places.js';
import type { JobAuthor } from '../queue/queue-job.js';
import { refuseGovernedRevision } from '../revising/revise-source.js';
import type { Service } from '../service.js';
import type { DriveRequest } from './authorize-drive.js';
import { fetchCloudFile } from './fetch-cloud-file.js';
import { pulledVersion } from './track-cloud-file.js';
import { useDrive } from './use-drive.js';

/**
 * Pulls a tracked file from the caller's drive. Only what changed there since it was last pulled becomes a version,
 * so that nothing which was pushed or reverted here is undone.
 */
export async function syncCloudFile(
  service: Service,
  caller: JobAuthor,
  place: LinkPlace,
  { origin, dryRun }: Pick<DriveRequest, 'origin'> & { dryRun: boolean },
  commit: CommitOptions,
): Promise<TrackedFile> {
  await refuseGovernedRevision(service, caller, place.workbookId);
  const { id, provider, external_id: fileId, versions } = await requireLink(service.catalog.db, place);
  if (provider === 'local' || fileId === null)
    throw problem('not-a-cloud-link', say('link-is-local', { link: id }), {
      members: { link_id: id },
    });
  const last = versions.findLast(({ external_version }) => external_version !== null);
  const pulled = await useDrive(service, caller, { provider, origin }, async (usable) => {
    const described = await usable.drive.describe(usable.access, fileId);
    if (described.version !== null && described.version === last?.external_version) return undefined;
    const file = await fetchCloudFile(service, usable, described);
    return file.blob.hash === last?.blob_hash ? undefined : pulledVersion(described, file);
  });
  return pulled
    ? await addVersion(service, caller, place, { ...pulled, kind: 'sync', dryRun }, commit)
    : await keepVersion(service, caller, place, { dryRun }, commit);
}
