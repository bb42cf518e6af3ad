import { say } from '@workbook-data-service/contract/messages';
import type { FetchPublic } from '../fetch-public.js';
import { retrying, secondsOf, type Wait } from '../retrying.js';
import { bytesOf, downloadLimits, interrupted, unlessChanged } from './download.js';
import type { Access, Drive, DriveFile, ListRequest } from './drive.js';
import { type DriveApi, driveApi } from './drive-api.js';
import { DriveFailure } from './drive-failure.js';
import { extensionOf, filenameFor, isReadable, type ListPage, nextPageOf } from './importable.js';
import { microsoftFailure } from './microsoft-failure.js';
import { pathSegment } from './path-segment.js';

const NAME = 'OneDrive';
const itemFields =
  'id,name,size,file,folder,package,deleted,remoteItem,parentReference,lastModifiedBy,lastModifiedDateTime,cTag,eTag';
/** Personal drives give out no larger pages. */
const MAX_PER_PAGE = 200;

interface GraphItem {
  id: string;
  name?: string;
  size?: number;
  file?: { mimeType?: string };
  folder?: object;
  /** A notebook, which looks like a file and is a folder. */
  package?: object;
  deleted?: object;
  parentReference?: { driveId?: string };
  lastModifiedBy?: { user?: { displayName?: string; email?: string } };
  lastModifiedDateTime?: string;
  /** Changes with the content; the eTag changes with a new name, too. */
  cTag?: string;
  eTag?: string;
  /** Set where the item only stands for one in another drive. */
  remoteItem?: GraphItem;
}

interface MicrosoftDriveOptions {
  apiUrl: string;
  fetchPublic: FetchPublic;
  wait?: Wait | undefined;
}

export function microsoftDrive({ apiUrl, fetchPublic, wait }: MicrosoftDriveOptions): Drive {
  const api = driveApi({ name: NAME, failureOf: microsoftFailure, wait });
  const at = urlsUnder(apiUrl);

  async function describe(access: Access, fileId: string): Promise<DriveFile> {
    const found = await itemOf(access, itemPath(fileId));
    return describedFile(found.remoteItem ? await itemOf(access, itemPath(idOf(found))) : found);
  }

  async function itemOf(access: Access, path: string): Promise<GraphItem> {
    const item = await api.json<GraphItem>(access, at(path, { $select: itemFields }));
    if (item.deleted)
      throw new DriveFailure('trashed', say('drive-deleted', { file: item.name ?? null, drive: NAME }));
    return item;
  }

  /** Graph answers with a redirect to an address that is signed itself, so it gets no token. */
  async function contentOf(access: Access, file: DriveFile): Promise<AsyncIterable<Uint8Array>> {
    const response = await api.open(access, at(`${itemPath(file.id)}/content`, {}), 'returned');
    if (response.ok) return bytesOf(response, NAME);
    await response.body?.cancel();
    const answer = await fetchPublic(response.headers.get('location') ?? '', downloadLimits).catch(() => {
      throw interrupted(NAME);
    });
    if (answer.status === 200) return failingAsDrive(answer.body);
    answer.discard();
    throw microsoftDownloadFailure(answer.status, secondsOf(answer.headers['retry-after']));
  }

  return {
    provider: 'microsoft',
    list: (access, request) =>
      nextPageOf(request.cursor, (position) => pageOf(api, at, access, request, position)),
    describe,
    async open(access, file) {
      if (file.isFolder) throw new DriveFailure('unsupported', say('drive-folder', { file: file.name }));
      const body = await retrying(() => contentOf(access, file), { wait });
      return {
        filename: filenameFor(file.name, extensionOf(file.mimeType)),
        body: unlessChanged(body, file, () => describe(access, file.id)),
      };
    },
  };
}

/** The owner of the drive: reading the profile would take another scope. */
export async function microsoftAccount(apiUrl: string, access: Access): Promise<string | null> {
  const api = driveApi({ name: NAME, failureOf: microsoftFailure });
  const url = urlsUnder(apiUrl)('me/drive', { $select: 'owner' });
  const { owner } = await api.json<{ owner?: GraphItem['lastModifiedBy'] }>(access, url);
  return nameOf(owner);
}

type Urls = (path: string, query: Record<string, string>) => URL;

function urlsUnder(apiUrl: string): Urls {
  return (path, query) => {
    const url = new URL(`${apiUrl.replace(/\/$/, '')}/v1.0/${path}`);
    url.search = new URLSearchParams(query).toString();
    return url;
  };
}

async function pageOf(
  api: DriveApi,
  at: Urls,
  access: Access,
  request: ListRequest,
  position: string | null,
): Promise<ListPage> {
  const url = at(listPath(request), {
    $select: itemFields,
    $top: String(Math.min(request.limit, MAX_PER_PAGE)),
    // Graph sorts neither search results nor folders first; the latter is done within each page.
    ...(request.q === null && { $orderby: 'name' }),
  });
  if (position !== null) url.search = position;
  const answer = await api.json<{ value?: GraphItem[]; '@odata.nextLink'?: string }>(access, url);
  const items = (answer.value ?? []).filter(({ deleted }) => deleted === undefined);
  return {
    files: items.map(describedFile).filter(isImportable),
    next: positionIn(answer['@odata.nextLink']),
  };
}

/**
 * Only the query of the link to the next page. It comes back from outside, and whoever alters it must not choose
 * the host or the path that gets the token.
 */
function positionIn(nextLink: string | undefined): string | null {
  return nextLink !== undefined && URL.canParse(nextLink) ? new URL(nextLink).search : null;
}

function listPath({ folderId, q }: ListRequest): string {
  const folder = folderId === null ? undefined : itemPath(folderId);
  if (q === null) return `${folder ?? 'me/drive/root'}/children`;
  // On the drive itself, a search also finds what others share.
  return `${folder ?? 'me/drive'}/search(q='${searchText(q)}')`;
}

/** A quote is doubled. Slashes separate words anyway, and Graph takes them for parts of the path, even encoded. */
function searchText(q: string): string {
  return encodeURIComponent(q.replaceAll(/[\\/]|\p{Surrogate}/gu, ' ')).replaceAll("'", "''");
}

function describedFile(item: GraphItem): DriveFile {
  const { remoteItem } = item;
  const { size, file, folder, lastModifiedBy, lastModifiedDateTime, cTag, eTag } = remoteItem ?? item;
  const isFolder = folder !== undefined || (remoteItem?.package ?? item.package) !== undefined;
  return {
    id: idOf(item),
    name: item.name ?? remoteItem?.name ?? '',
    isFolder,
    mimeType: file?.mimeType ?? null,
    size: isFolder ? null : (size ?? null),
    modified: lastModifiedDateTime ?? null,
    modifiedBy: nameOf(lastModifiedBy),
    version: isFolder ? null : (cTag ?? eTag ?? null),
  };
}

const nameOf = (identity: GraphItem['lastModifiedBy']): string | null =>
  identity?.user?.email ?? identity?.user?.displayName ?? null;

function isImportable({ name, mimeType, isFolder }: DriveFile): boolean {
  return isFolder || isReadable(name, mimeType);
}

/** With the drive it lies in, so that a shared file has the same id for everyone who may read it. */
function idOf(item: GraphItem): string {
  const { id, parentReference } = item.remoteItem ?? item;
  return parentReference?.driveId === undefined ? id : `${parentReference.driveId}:${id}`;
}

/** Takes an id without a drive, too, as other programs show it. */
function itemPath(id: string): string {
  const [drive, item] = id.split(':', 2);
  if (drive === undefined || item === undefined) return `me/drive/items/${pathSegment(id)}`;
  return `drives/${pathSegment(drive)}/items/${pathSegment(item)}`;
}

async function* failingAsDrive(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch {
    throw interrupted(NAME);
  }
}

/** The signed address holds for minutes only; another try gets a new one. */
function microsoftDownloadFailure(status: number, retryAfter: number | null): DriveFailure {
  if (status === 429)
    return new DriveFailure('rate-limited', say('drive-limits', { drive: NAME }), { retryAfter });
  return new DriveFailure('unavailable', say('drive-status-for-file', { drive: NAME, status }), {
    retryAfter,
    isTransientFailure: true,
  });
}
