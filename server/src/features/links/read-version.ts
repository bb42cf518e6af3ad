import type { Readable } from 'node:stream';
import { change } from '../../catalog/change.js';
import type { FileLink, FileLinkVersion } from '../../catalog/file-links.js';
import type { ReceivedFile } from '../../workbook/files/received-file.js';
import {
  compareSourceFiles,
  type FileCells,
  type FileDifference,
  filledSourceCells,
  sourceBytes,
} from '../../workbook/reading/source-files.js';
import type { Caller } from '../caller.js';
import type { LinkPlace } from '../places.js';
import type { Service } from '../service.js';
import { requireVersion } from './add-version.js';
import { requireLink } from './file-links.js';

interface VersionPlace extends LinkPlace {
  n: number;
}

/** What a version of a tracked file holds. */
export async function readVersionCells(
  service: Service,
  caller: Caller,
  place: VersionPlace,
  { sheet }: { sheet?: string | undefined },
): Promise<FileCells> {
  const version = requireVersion(await requireLink(service.catalog.db, place), place.n);
  return await filledSourceCells(service.data.as(caller), place.workbookId, fileOf(version), sheet);
}

export interface VersionDifference extends FileDifference {
  version: number;
  /** Null if there is no version before. */
  against: number | null;
}

/** What changed in a version of a tracked file, compared with the one before or with another. */
export async function compareVersions(
  service: Service,
  caller: Caller,
  { n, ...place }: VersionPlace,
  { against }: { against?: number | undefined },
): Promise<VersionDifference> {
  const link = await requireLink(service.catalog.db, place);
  const version = requireVersion(link, n);
  const other = against === undefined ? versionBefore(link, version) : requireVersion(link, against);
  const difference = await compareSourceFiles(service.data.as(caller), place.workbookId, {
    before: other && fileOf(other),
    after: fileOf(version),
  });
  return { version: n, against: other?.n ?? null, ...difference };
}

/** The original bytes of a version. The download is audited, like that of a source. */
export async function downloadVersion(
  service: Service,
  caller: Caller,
  { n, ...place }: VersionPlace,
): Promise<{ version: FileLinkVersion; bytes: Readable }> {
  const version = requireVersion(await requireLink(service.catalog.db, place), n);
  const bytes = await sourceBytes(service.data.as(caller), place.workbookId, fileOf(version));
  try {
    await change(service.catalog, caller, (c) =>
      c.audit({
        chain: place.workbookId,
        action: 'file.downloaded',
        target: place.linkId,
        detail: { n, sha256: version.blob_hash },
      }),
    );
  } catch (error) {
    bytes.destroy();
    throw error;
  }
  return { version, bytes };
}

function versionBefore({ versions }: FileLink, { n }: FileLinkVersion): FileLinkVersion | null {
  return versions.findLast((version) => version.n < n) ?? null;
}

function fileOf({ filename, blob_hash: hash, size }: FileLinkVersion): ReceivedFile {
  return { filename, blob: { hash, size } };
}
