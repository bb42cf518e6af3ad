import type { FakeDrive } from './fake-drive.js';
import {
  type Exchange,
  OrderedRefusals,
  Refusal,
  sendContent,
  sendJson,
  startLoopback,
} from './fake-drive-http.js';
import { onlyFields } from './fake-google-fields.js';
import { parseGoogleQuery } from './fake-google-query.js';
import { FakeOAuth } from './fake-oauth.js';

export const googleTypes = {
  folder: 'application/vnd.google-apps.folder',
  sheet: 'application/vnd.google-apps.spreadsheet',
  document: 'application/vnd.google-apps.document',
  shortcut: 'application/vnd.google-apps.shortcut',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
};

const SCOPE = 'https://www.googleapis.com/auth/drive.readonly';
const MAX_EXPORTED = 10 * 1024 * 1024;

interface GoogleFileInput {
  id: string;
  name: string;
  mimeType?: string;
  /** Of a native Sheet: what its export is. */
  content?: Buffer | string;
  parents?: string[];
  /** The shared drive that it lies in. */
  driveId?: string;
  modifiedBy?: string;
  modifiedTime?: string;
  shortcutTo?: string;
}

interface GoogleFile extends Required<Omit<GoogleFileInput, 'content' | 'driveId' | 'shortcutTo'>> {
  content: Buffer;
  driveId: string | undefined;
  shortcutTo: string | undefined;
  trashed: boolean;
  version: number;
  revision: number;
}

export interface FakeGoogleDrive extends FakeDrive<GoogleFileInput, GoogleFailure> {
  addSharedDrive(id: string, name: string): void;
}

export type GoogleFailure = keyof typeof failures;

const failures = {
  rateLimited: [429, 'rateLimitExceeded', 'Too many requests'],
  userRateLimitExceeded: [403, 'userRateLimitExceeded', 'User Rate Limit Exceeded'],
  rateLimitExceeded: [403, 'rateLimitExceeded', 'Rate Limit Exceeded'],
  cannotDownloadFile: [403, 'cannotDownloadFile', 'This file cannot be downloaded by the user.'],
  domainPolicy: [403, 'domainPolicy', 'The domain administrators have disabled Drive apps.'],
  backendError: [500, 'backendError', 'Backend Error'],
  unavailable: [503, 'backendError', 'Service Unavailable'],
} as const;

/** Google Drive and Google's OAuth server, on loopback: real shapes, real refusals, and switches for failures. */
export async function startFakeGoogleDrive(): Promise<FakeGoogleDrive> {
  const [clientId, clientSecret] = ['fake-google-client', 'fake-google-secret'];
  const oauth = new FakeOAuth({
    clientId,
    clientSecret,
    authorizePath: '/o/oauth2/v2/auth',
    tokenPath: '/token',
    revokePath: '/revoke',
    isOffline: (query) => query.get('access_type') === 'offline' && query.get('prompt') === 'consent',
    rotates: false,
  });
  const files = new Map<string, GoogleFile>();
  const sharedDrives: { id: string; name: string }[] = [];
  const ordered = new OrderedRefusals();

  const server = await startLoopback(async (exchange) => {
    if (await oauth.handle(exchange)) return;
    const { request, url } = exchange;
    fake.requests.push(`${request.method} ${url.pathname}${url.search}`);
    ordered.meet(exchange);
    const scope = oauth.scopeOf(request);
    if (scope === undefined) throw refusal(401, 'authError', 'Invalid Credentials');
    if (!scope.split(' ').includes(SCOPE))
      throw refusal(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.');
    await answer(exchange);
  });

  async function answer(exchange: Exchange): Promise<void> {
    const { response, url } = exchange;
    const path = url.pathname.replace(/^\/drive\/v3\//, '');
    const [, id, action] = /^files\/([^/]+)(?:\/(export))?$/.exec(path) ?? [];
    if (path === 'about') return about(exchange);
    if (path === 'drives') return sendJson(response, 200, onlyFields(drivesOn(url), url));
    if (path === 'files') return list(exchange);
    if (id === undefined) throw refusal(404, 'notFound', 'Not Found');
    const file = files.get(decodeURIComponent(id));
    if (file && action === 'export') return exportFile(exchange, file);
    const isHidden = file?.driveId !== undefined && url.searchParams.get('supportsAllDrives') !== 'true';
    if (!file || isHidden) throw refusal(404, 'notFound', `File not found: ${id}.`, 'fileId');
    if (url.searchParams.get('alt') === 'media') return download(exchange, file);
    sendJson(response, 200, onlyFields(resourceOf(file), url));
  }

  function about({ response, url }: Exchange): void {
    if (!url.searchParams.has('fields'))
      throw refusal(400, 'required', "The 'fields' parameter is required for this method.");
    const user = { kind: 'drive#user', displayName: 'Fake Person', emailAddress: fake.account, me: true };
    sendJson(response, 200, onlyFields({ user }, url));
  }

  function drivesOn({ searchParams }: URL): Record<string, unknown> {
    const from = Number(searchParams.get('pageToken') ?? 0);
    const to = from + Math.min(Number(searchParams.get('pageSize') ?? 10), fake.pageSize);
    const nextPageToken = to < sharedDrives.length ? String(to) : undefined;
    return { kind: 'drive#driveList', nextPageToken, drives: sharedDrives.slice(from, to) };
  }

  function list({ response, url }: Exchange): void {
    const query = url.searchParams;
    const q = query.get('q') ?? '';
    const fits = parseGoogleQuery(q);
    if (!fits) throw refusal(400, 'invalid', 'Invalid Value', 'q');
    const pageSize = Number(query.get('pageSize') ?? 100);
    if (!(pageSize >= 1 && pageSize <= 1000)) throw refusal(400, 'invalid', 'Invalid Value', 'pageSize');
    const [, offset] = /^~(\d+)$/.exec(query.get('pageToken') ?? '~0') ?? [];
    if (offset === undefined) throw refusal(400, 'invalid', 'Invalid Value', 'pageToken');
    const found = [...files.values()]
      .filter(({ driveId }) => driveId === undefined || includesSharedDrives(query))
      .filter(fits)
      .sort(query.get('orderBy') === 'folder,name_natural' ? byFolderAndName : () => 0);
    const from = Number(offset);
    const to = from + Math.min(pageSize, fake.pageSize);
    const nextPageToken = to < found.length ? `~${to}` : undefined;
    const answered = { kind: 'drive#fileList', nextPageToken, files: found.slice(from, to).map(resourceOf) };
    sendJson(response, 200, onlyFields(answered, url));
  }

  async function download({ response }: Exchange, file: GoogleFile): Promise<void> {
    if (file.mimeType.startsWith('application/vnd.google-apps.'))
      throw refusal(403, 'fileNotDownloadable', 'Only files with binary content can be downloaded.');
    await sendContent(response, file.content, fake.content);
  }

  async function exportFile({ response, url }: Exchange, file: GoogleFile): Promise<void> {
    if (!url.searchParams.has('mimeType')) throw refusal(400, 'required', 'Required parameter: mimeType');
    if (file.mimeType !== googleTypes.sheet)
      throw refusal(403, 'fileNotExportable', 'Export only supports Docs Editors files.');
    if (file.content.length > MAX_EXPORTED)
      throw refusal(403, 'exportSizeLimitExceeded', 'This file is too large to be exported.');
    await sendContent(response, file.content, fake.content);
  }

  function resourceOf(file: GoogleFile): Record<string, unknown> {
    const isNative = file.mimeType.startsWith('application/vnd.google-apps.');
    const target = file.shortcutTo === undefined ? undefined : files.get(file.shortcutTo);
    return {
      kind: 'drive#file',
      id: file.id,
      name: file.name,
      mimeType: file.mimeType,
      parents: file.parents,
      trashed: file.trashed,
      modifiedTime: file.modifiedTime,
      version: String(file.version),
      lastModifyingUser: { displayName: file.modifiedBy.split('@')[0], emailAddress: file.modifiedBy },
      ...(file.driveId !== undefined && { driveId: file.driveId }),
      ...(!isNative && { size: String(file.content.length), headRevisionId: `${file.id}-r${file.revision}` }),
      ...(file.shortcutTo !== undefined && {
        shortcutDetails: { targetId: file.shortcutTo, targetMimeType: target?.mimeType ?? googleTypes.xlsx },
      }),
    };
  }

  function existing(id: string): GoogleFile {
    const file = files.get(id);
    if (!file) throw new Error(`The fake has no file ${id}`);
    file.version++;
    return file;
  }

  const fake: FakeGoogleDrive = {
    ...server,
    oauth,
    clientId,
    clientSecret,
    variables: {
      SVC_GOOGLE_CLIENT_ID: clientId,
      SVC_GOOGLE_CLIENT_SECRET: clientSecret,
      SVC_GOOGLE_AUTHORIZE_URL: `${server.url}/o/oauth2/v2/auth`,
      SVC_GOOGLE_TOKEN_URL: `${server.url}/token`,
      SVC_GOOGLE_REVOKE_URL: `${server.url}/revoke`,
      SVC_GOOGLE_API_URL: server.url,
    },
    account: 'owner@drive.test',
    pageSize: 1000,
    content: { cut: false, midway: undefined },
    requests: [],
    add({ id, name, mimeType, content = '', parents = ['root'], ...more }) {
      files.set(id, {
        id,
        name,
        mimeType: mimeType ?? (more.shortcutTo === undefined ? googleTypes.xlsx : googleTypes.shortcut),
        content: Buffer.from(content),
        parents,
        driveId: more.driveId,
        shortcutTo: more.shortcutTo,
        modifiedBy: more.modifiedBy ?? 'owner@drive.test',
        modifiedTime: more.modifiedTime ?? '2026-03-01T09:00:00.000Z',
        trashed: false,
        version: 1,
        revision: 1,
      });
    },
    edit(id, content, by) {
      const file = existing(id);
      file.content = Buffer.from(content);
      file.revision++;
      file.modifiedTime = new Date(Date.parse(file.modifiedTime) + 60_000).toISOString();
      file.modifiedBy = by ?? file.modifiedBy;
    },
    rename(id, name) {
      existing(id).name = name;
    },
    trash(id) {
      existing(id).trashed = true;
    },
    remove(id) {
      files.delete(id);
    },
    addSharedDrive(id, name) {
      sharedDrives.push({ id, name });
    },
    fail(failure, { times = 1, path = /^\/drive\/v3\//, retryAfter } = {}) {
      const [status, reason, message] = failures[failure];
      const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
      ordered.order(path, times, refusal(status, reason, message, undefined, headers));
    },
  };
  return fake;
}

/** An error in the shape of the Drive API. */
function refusal(
  code: number,
  reason: string,
  message: string,
  location?: string,
  headers: Record<string, string> = {},
): Refusal {
  const where = location === undefined ? {} : { locationType: 'parameter', location };
  const error = { code, message, errors: [{ message, domain: 'global', reason, ...where }] };
  return new Refusal(code, { error }, headers);
}

/** A folder leads to the drive it lies in; a search stays in the user's own unless told otherwise. */
function includesSharedDrives(query: URLSearchParams): boolean {
  const isEverywhere = query.get('corpora') === 'allDrives' || / in parents/.test(query.get('q') ?? '');
  const isAsked = ['supportsAllDrives', 'includeItemsFromAllDrives'].every(
    (name) => query.get(name) === 'true',
  );
  return isEverywhere && isAsked;
}

function byFolderAndName(one: GoogleFile, other: GoogleFile): number {
  const rank = ({ mimeType }: GoogleFile) => (mimeType === googleTypes.folder ? 0 : 1);
  return rank(one) - rank(other) || one.name.localeCompare(other.name, 'en', { numeric: true });
}
