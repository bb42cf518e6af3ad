import { say } from '@workbook-data-service/contract/messages';
import type { Change } from '../../catalog/change.js';
import {
  type FileLink,
  type FileLinkRecord,
  type FileLinkVersion,
  insertLinkVersion,
} from '../../catalog/file-links.js';
import { cleanFilename } from '../../core/file-names.js';
import type { Provenance } from '../../core/provenance.js';
import type { ReceivedFile } from '../../workbook/files/received-file.js';
import { pinState } from '../pins/pin-state.js';

/** A version of a tracked file that is not numbered yet. */
export interface NewVersion {
  kind: FileLinkVersion['kind'];
  file: ReceivedFile;
  modifiedBy: string | null;
  /** RFC 3339. */
  modified: string | null;
  /** What the drive calls this version; null if it was not pulled from one. */
  externalVersion: string | null;
}

/** Gives a link its next version and pins the state of the workbook with it, after the tables have moved. */
export async function cutVersion(
  c: Change,
  link: FileLink,
  version: NewVersion,
  opId: number,
): Promise<FileLink> {
  const { file } = version;
  const n = (link.versions.at(-1)?.n ?? 0) + 1;
  const filename = cleanFilename(file.filename);
  const snapshot = await pinState(c, link.workbook_id, {
    summary: say('snapshot-file-version', { n, file: filename }),
    eventType: 'file',
    automatic: true,
    opId,
  });
  const entry: FileLinkVersion = {
    link_id: link.id,
    n,
    kind: version.kind,
    filename,
    blob_hash: file.blob.hash,
    size: file.blob.size,
    modified_by: version.modifiedBy,
    modified: version.modified,
    external_version: version.externalVersion,
    snapshot_id: snapshot.id,
    op_id: opId,
    synced_at: c.at,
    created_by: c.author.userId ?? 'system',
  };
  await insertLinkVersion(c, entry);
  return { ...link, versions: [...link.versions, entry] };
}

/** Where a version was pulled from; undefined if it was sent to the service. */
export function provenanceOf(
  { provider, external_id }: Pick<FileLinkRecord, 'provider' | 'external_id'>,
  { externalVersion, modifiedBy, modified }: Pick<NewVersion, 'externalVersion' | 'modifiedBy' | 'modified'>,
  fetchedAt = new Date().toISOString(),
): Provenance | undefined {
  if (provider === 'local' || external_id === null || externalVersion === null) return undefined;
  return {
    kind: 'drive',
    provider,
    fileId: external_id,
    version: externalVersion,
    modifiedBy,
    modified,
    fetchedAt,
  };
}
