import type { Page } from '../core/paging.js';
import type { TrackedFile } from '../features/links/add-version.js';
import type { LinkView, VisibleVersion } from '../features/links/file-links.js';
import type { UntrackedFile } from '../features/links/untrack-file.js';
import { revisedTablesBody } from './revise.js';

export function fileLinkBody({ link, source, versions }: LinkView) {
  return {
    id: link.id,
    filename: link.filename,
    source,
    provider: link.provider,
    external_id: link.external_id,
    origin: link.origin,
    created_at: link.created_at,
    versions: versions.map(versionBody),
  };
}

function versionBody(version: VisibleVersion) {
  return {
    n: version.n,
    kind: version.kind,
    filename: version.filename,
    modified_by: version.modified_by,
    modified: version.modified,
    synced_at: version.synced_at,
    snapshot_id: version.snapshot_id,
    size: version.size,
    sha256: version.blob_hash,
  };
}

export function fileLinkListBody({ items, nextCursor }: Page<LinkView>) {
  return { file_links: items.map(fileLinkBody), next_cursor: nextCursor };
}

export function trackedFileBody(tracked: TrackedFile) {
  const { link, source, changed, version, opId, dryRun } = tracked;
  return {
    ...fileLinkBody({ link, source, versions: link.versions }),
    changed,
    version: versionBody(version),
    ...revisedTablesBody(tracked),
    op_id: opId,
    dry_run: dryRun,
  };
}

export function untrackedFileBody({ id, filename, source, opId }: UntrackedFile) {
  return { id, filename, source, op_id: opId };
}
