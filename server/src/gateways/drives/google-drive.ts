import { say } from '@workbook-data-service/contract/messages';
import { retrying, type Wait } from '../retrying.js';
import { bytesOf, unlessChanged } from './download.js';
import type { Access, Drive, DriveFile } from './drive.js';
import { driveApi } from './drive-api.js';
import { DriveFailure } from './drive-failure.js';
import { googleFailure } from './google-failure.js';
import {
  describedFile,
  fileFields,
  type GoogleFile,
  type GoogleUser,
  isNative,
  nameOfUser,
  SHEET,
} from './google-file.js';
import { type GoogleUrls, googleList } from './google-list.js';
import { extensionOf, filenameFor, nextPageOf, XLSX } from './importable.js';
import { pathSegment } from './path-segment.js';

const NAME = 'Google Drive';

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
    const url = at(`files/${pathSegment(fileId)}`, { fields: fileFields, ...anywhere });
    const found = await api.json<GoogleFile>(access, url);
    if (found.trashed)
      throw new DriveFailure('trashed', say('drive-trashed', { file: found.name, drive: NAME }));
    return found;
  }

  return {
    provider: 'google_drive',
    list: (access, request) => nextPageOf(request.cursor, googleList(api, at, access, request)),
    describe,
    async open(access, file) {
      const url = contentUrl(at, file);
      const response = await retrying(() => api.open(access, url), { wait });
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
  const { user } = await api.json<{ user?: GoogleUser }>(access, url);
  return nameOfUser(user);
}

/** Without it, Google hides what lies in a shared drive. */
const anywhere = { supportsAllDrives: 'true' };

function urlsUnder(apiUrl: string): GoogleUrls {
  return (path, query) => {
    const url = new URL(`${apiUrl.replace(/\/$/, '')}/drive/v3/${path}`);
    url.search = new URLSearchParams(query).toString();
    return url;
  };
}

function contentUrl(at: GoogleUrls, { id, name, mimeType, isFolder }: DriveFile): URL {
  if (isFolder) throw new DriveFailure('unsupported', say('drive-folder', { file: name }));
  if (mimeType === SHEET) return at(`files/${pathSegment(id)}/export`, { mimeType: XLSX });
  if (isNative(mimeType)) throw new DriveFailure('unsupported', say('drive-other-document', { file: name }));
  return at(`files/${pathSegment(id)}`, { alt: 'media', ...anywhere });
}
