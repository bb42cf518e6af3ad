import { bytesOf, unlessChanged } from './download.js';
import type { Access, Drive, DriveFile, DrivePage, ListRequest } from './drive.js';
import { type DriveApi, driveApi } from './drive-api.js';
import { DriveFailure } from './drive-failure.js';
import { googleFailure } from './google-failure.js';
import { extensionOf, filenameFor, isReadable, nextPageOf, spreadsheetTypes } from './importable.js';
import { pathSegment } from './path-segment.js';
import { retrying, type Wait } from './retrying.js';

const NAME = 'Google Drive';
const FOLDER = 'application/vnd.google-apps.folder';
const SHEET = 'application/vnd.google-apps.spreadsheet';
const SHORTCUT = 'application/vnd.google-apps.shortcut';
const NATIVE = 'application/vnd.google-apps.';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Types that also other files have, so that their names decide. */
const vagueTypes = [
  'text/plain',
  'application/octet-stream',
  'application/vnd.ms-excel.sheet.macroEnabled.12',
];
const listedTypes = [FOLDER, SHEET, SHORTCUT, ...Object.keys(spreadsheetTypes), ...vagueTypes];

const fileFields =
  'id,name,mimeType,size,modifiedTime,lastModifyingUser(displayName,emailAddress),trashed,version,' +
  'headRevisionId,md5Checksum,shortcutDetails(targetId,targetMimeType)';

interface GoogleFile {
  id: string;
  name: string;
  mimeType: string;
  /** A number as text. */
  size?: string;
  modifiedTime?: string;
  lastModifyingUser?: { displayName?: string; emailAddress?: string };
  trashed?: boolean;
  version?: string;
  headRevisionId?: string;
  md5Checksum?: string;
  shortcutDetails?: { targetId: string; targetMimeType: string };
}

interface GoogleDriveOptions {
  apiUrl: string;
  wait?: Wait | undefined;
}

export function googleDrive({ apiUrl, wait }: GoogleDriveOptions): Drive {
  const api = driveApi({ name: NAME, failureOf: googleFailure, wait });
  const at = urlsUnder(apiUrl);

  async function describe(access: Access, fileId: string): Promise<DriveFile> {
    const found = await fileOf(access, fileId);
    const { shortcutDetails } = found;
    return describedFile(shortcutDetails ? await fileOf(access, shortcutDetails.targetId) : found);
  }

  async function fileOf(access: Access, fileId: string): Promise<GoogleFile> {
    const found = await api.json<GoogleFile>(
      access,
      at(`files/${pathSegment(fileId)}`, { fields: fileFields }),
    );
    if (found.trashed) throw new DriveFailure('trashed', `${found.name} is in the trash of ${NAME}.`);
    return found;
  }

  return {
    provider: 'google_drive',
    list: (access, request) =>
      nextPageOf(request.cursor, (cursor) => pageOf(api, at, access, { ...request, cursor })),
    describe,
    async open(access, file) {
      const url = at(contentPath(file), contentQuery(file));
      const response = await retrying(() => api.open(access, url), wait);
      if (!response.ok) throw new DriveFailure('unavailable', `${NAME} sent the reader elsewhere.`);
      return {
        filename: filenameFor(file.name, file.mimeType === SHEET ? 'xlsx' : extensionOf(file.mimeType)),
        body: unlessChanged(bytesOf(response, NAME), file, () => describe(access, file.id)),
      };
    },
  };
}

/** The name of the account that the token belongs to. */
export async function googleAccount(apiUrl: string, access: Access): Promise<string | null> {
  const api = driveApi({ name: NAME, failureOf: googleFailure });
  const url = urlsUnder(apiUrl)('about', { fields: 'user(displayName,emailAddress)' });
  const { user } = await api.json<{ user?: GoogleFile['lastModifyingUser'] }>(access, url);
  return user?.emailAddress ?? user?.displayName ?? null;
}

type Urls = (path: string, query: Record<string, string>) => URL;

/** Without supportsAllDrives, Google hides what lies in a shared drive. */
function urlsUnder(apiUrl: string): Urls {
  return (path, query) => {
    const url = new URL(`${apiUrl.replace(/\/$/, '')}/drive/v3/${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    if (path.startsWith('files')) url.searchParams.set('supportsAllDrives', 'true');
    return url;
  };
}

async function pageOf(
  api: DriveApi,
  at: Urls,
  access: Access,
  { folderId, q, cursor, limit }: ListRequest,
): Promise<DrivePage> {
  const url = at('files', {
    q: queryFor(folderId, q),
    includeItemsFromAllDrives: 'true',
    // A folder leads Google to the drive it lies in. Only a search has to be told to look everywhere.
    ...(folderId === null && q !== null && { corpora: 'allDrives' }),
    orderBy: 'folder,name_natural',
    pageSize: String(Math.min(limit, 1000)),
    fields: `nextPageToken,files(${fileFields})`,
    ...(cursor !== null && { pageToken: cursor }),
  });
  const answer = await api.json<{ files?: GoogleFile[]; nextPageToken?: string }>(access, url);
  const files = (answer.files ?? []).map(listedFile).filter(isImportable);
  return { files, nextCursor: answer.nextPageToken ?? null };
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

/** A shortcut in a list counts as what it leads to; that one's size and version are not known there. */
function listedFile(file: GoogleFile): DriveFile {
  const { shortcutDetails } = file;
  if (!shortcutDetails) return describedFile(file);
  const { targetId: id, targetMimeType: mimeType } = shortcutDetails;
  const isFolder = mimeType === FOLDER;
  return {
    id,
    name: file.name,
    isFolder,
    mimeType,
    size: null,
    modified: null,
    modifiedBy: null,
    version: null,
  };
}

function describedFile(file: GoogleFile): DriveFile {
  const { id, name, mimeType, size, modifiedTime, lastModifyingUser } = file;
  const isNative = mimeType.startsWith(NATIVE);
  return {
    id,
    name,
    isFolder: mimeType === FOLDER,
    mimeType,
    size: isNative || size === undefined ? null : Number(size),
    modified: modifiedTime ?? null,
    modifiedBy: lastModifyingUser?.emailAddress ?? lastModifyingUser?.displayName ?? null,
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

function isImportable({ name, mimeType, isFolder }: DriveFile): boolean {
  if (isFolder || mimeType === SHEET) return true;
  return !mimeType?.startsWith(NATIVE) && isReadable(name, mimeType);
}

function contentPath({ id, name, mimeType, isFolder }: DriveFile): string {
  const path = `files/${pathSegment(id)}`;
  if (isFolder) throw new DriveFailure('unsupported', `${name} is a folder.`);
  if (mimeType === SHEET) return `${path}/export`;
  if (mimeType?.startsWith(NATIVE))
    throw new DriveFailure('unsupported', `${name} is a Google document of another kind than Sheets.`);
  return path;
}

const contentQuery = ({ mimeType }: DriveFile): Record<string, string> =>
  mimeType === SHEET ? { mimeType: XLSX } : { alt: 'media' };
