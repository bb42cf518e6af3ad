import type { Access, DriveFile, ListRequest } from './drive.js';
import type { DriveApi } from './drive-api.js';
import { DriveFailure } from './drive-failure.js';
import {
  FOLDER,
  fileFields,
  folderNamed,
  type GoogleFile,
  isNative,
  listedFile,
  SHEET,
  SHORTCUT,
} from './google-file.js';
import { isReadable, type ListPage, spreadsheetTypes } from './importable.js';

export type GoogleUrls = (path: string, query: Record<string, string>) => URL;

/** Types that files of other kinds have, too, so that their names decide. */
const vagueTypes = ['text/plain', 'application/octet-stream'];
const listedTypes = [FOLDER, SHEET, SHORTCUT, ...Object.keys(spreadsheetTypes), ...vagueTypes];

/** Marks positions in the list of shared drives, which comes before the files at the top. */
const SHARED_DRIVES = 'drives:';
const FILES = 'files:';
const MAX_DRIVES = 100;
const MAX_FILES = 1000;

interface SharedDrives {
  drives?: { id: string; name: string }[];
  nextPageToken?: string;
}

/** Where an organization has turned shared drives off, the user's own files are still listed. */
function noSharedDrives(failure: unknown): SharedDrives {
  if (failure instanceof DriveFailure && (failure.kind === 'forbidden' || failure.kind === 'not-found'))
    return {};
  throw failure;
}

/** Reads pages of one list, from positions that the page before names. */
export function googleList(api: DriveApi, at: GoogleUrls, access: Access, request: ListRequest) {
  const { folderId, q, limit } = request;

  /** The top holds the shared drives as folders, and the files of the user's own drive. */
  async function read(position: string | null): Promise<ListPage> {
    const isTop = folderId === null && q === null;
    if (!isTop || position?.startsWith(FILES)) return files(position?.slice(FILES.length), limit);
    const drives = await sharedDrives(position?.slice(SHARED_DRIVES.length));
    const room = limit - drives.files.length;
    if (drives.next !== null || room === 0) return { ...drives, next: drives.next ?? FILES };
    const { files: own, next } = await files(undefined, room);
    return { files: [...drives.files, ...own], next };
  }

  async function sharedDrives(pageToken: string | undefined): Promise<ListPage> {
    const url = at('drives', {
      pageSize: String(Math.min(limit, MAX_DRIVES)),
      fields: 'nextPageToken,drives(id,name)',
      ...(pageToken && { pageToken }),
    });
    const answer = await api.json<SharedDrives>(access, url).catch(noSharedDrives);
    const folders = (answer.drives ?? []).map(({ id, name }) => folderNamed(name, id));
    return { files: folders, next: answer.nextPageToken ? SHARED_DRIVES + answer.nextPageToken : null };
  }

  async function files(pageToken: string | undefined, most: number): Promise<ListPage> {
    const url = at('files', {
      q: queryFor(folderId, q),
      supportsAllDrives: 'true',
      includeItemsFromAllDrives: 'true',
      // A folder leads Google to the drive it lies in. Only a search has to be told to look everywhere.
      ...(folderId === null && q !== null && { corpora: 'allDrives' }),
      orderBy: 'folder,name_natural',
      pageSize: String(Math.min(most, MAX_FILES)),
      fields: `nextPageToken,files(${fileFields})`,
      ...(pageToken && { pageToken }),
    });
    const answer = await api.json<{ files?: GoogleFile[]; nextPageToken?: string }>(access, url);
    const found = (answer.files ?? []).map(listedFile).filter(isImportable);
    return { files: found, next: answer.nextPageToken ? FILES + answer.nextPageToken : null };
  }

  return read;
}

function queryFor(folderId: string | null, q: string | null): string {
  const types = listedTypes.map((type) => `mimeType = ${quoted(type)}`).join(' or ');
  return [
    'trashed = false',
    ...(folderId !== null || q === null ? [`${quoted(folderId ?? 'root')} in parents`] : []),
    ...(q === null ? [] : [`name contains ${quoted(q)}`]),
    `(${types})`,
  ].join(' and ');
}

const quoted = (text: string): string => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;

function isImportable({ name, mimeType, isFolder }: DriveFile): boolean {
  return isFolder || mimeType === SHEET || (!isNative(mimeType) && isReadable(name, mimeType));
}
