import { decodeCursor, encodeCursor, isText } from '../../core/cursor.js';
import type { DriveFile, DrivePage } from '../../gateways/drives/drive.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import type { DriveRequest } from './authorize-drive.js';
import { useDrive } from './use-drive.js';

export type CloudFile = DriveFile;

interface CloudFileQuery {
  /** Absent for the top of the drive. */
  folderId?: string | undefined;
  /** Part of a name. */
  q?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** The caller's folders and importable files, folders first. */
export async function listCloudFiles(
  service: Service,
  caller: Caller,
  request: DriveRequest,
  { folderId, q, cursor, limit }: CloudFileQuery,
): Promise<DrivePage> {
  const after = cursor === undefined ? null : decodeCursor(cursor, isText);
  const { files, nextCursor } = await useDrive(service, caller, request, ({ drive, access }) =>
    drive.list(access, { folderId: folderId ?? null, q: q ?? null, cursor: after, limit }),
  );
  return { files, nextCursor: nextCursor === null ? null : encodeCursor(nextCursor) };
}
