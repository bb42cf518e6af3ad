import type { DriveFile } from './drive.js';

export const FOLDER = 'application/vnd.google-apps.folder';
export const SHEET = 'application/vnd.google-apps.spreadsheet';
export const SHORTCUT = 'application/vnd.google-apps.shortcut';

/** Google's own documents have no bytes; at most they can be exported. */
export const isNative = (mimeType: string | null): boolean =>
  mimeType?.startsWith('application/vnd.google-apps.') ?? false;

export const fileFields =
  'id,name,mimeType,size,modifiedTime,lastModifyingUser(displayName,emailAddress),trashed,version,' +
  'headRevisionId,md5Checksum,shortcutDetails(targetId,targetMimeType)';

/** A file as the Drive API describes it. */
export interface GoogleFile {
  id: string;
  name: string;
  mimeType: string;
  /** A number as text. */
  size?: string;
  modifiedTime?: string;
  lastModifyingUser?: GoogleUser;
  trashed?: boolean;
  version?: string;
  headRevisionId?: string;
  md5Checksum?: string;
  shortcutDetails?: { targetId: string; targetMimeType: string };
}

export interface GoogleUser {
  displayName?: string;
  emailAddress?: string;
}

export const nameOfUser = (user: GoogleUser | undefined): string | null =>
  user?.emailAddress ?? user?.displayName ?? null;

export function describedFile(file: GoogleFile): DriveFile {
  const { id, name, mimeType, size, modifiedTime, lastModifyingUser } = file;
  return {
    id,
    name,
    isFolder: mimeType === FOLDER,
    mimeType,
    size: size === undefined || isNative(mimeType) ? null : Number(size),
    modified: modifiedTime ?? null,
    modifiedBy: nameOfUser(lastModifyingUser),
    version: versionOf(file),
  };
}

/** A native document has neither revision nor checksum; its version counts every change, however small. */
function versionOf({
  mimeType,
  headRevisionId,
  md5Checksum,
  version,
  modifiedTime,
}: GoogleFile): string | null {
  if (mimeType === FOLDER) return null;
  return headRevisionId ?? md5Checksum ?? `${version ?? ''}@${modifiedTime ?? ''}`;
}

/** A shortcut in a list counts as what it leads to, whose size and version are not known there. */
export function listedFile(file: GoogleFile): DriveFile {
  const { name, shortcutDetails } = file;
  if (!shortcutDetails) return describedFile(file);
  const { targetId: id, targetMimeType: mimeType } = shortcutDetails;
  return { ...folderNamed(name, id), isFolder: mimeType === FOLDER, mimeType };
}

export const folderNamed = (name: string, id: string): DriveFile => ({
  id,
  name,
  isFolder: true,
  mimeType: FOLDER,
  size: null,
  modified: null,
  modifiedBy: null,
  version: null,
});
