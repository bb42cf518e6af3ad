import { randomUUID } from 'node:crypto';
import type { FakeDrive } from './fake-drive.js';
import {
  type Exchange,
  OrderedRefusals,
  Refusal,
  sendContent,
  sendJson,
  startLoopback,
} from './fake-drive-http.js';
import { FakeOAuth } from './fake-oauth.js';

const OWN_DRIVE = 'b!own-drive';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const MAX_PER_PAGE = 200;

interface GraphItemInput {
  id: string;
  name: string;
  isFolder?: boolean;
  content?: Buffer | string;
  mimeType?: string;
  /** Absent at the top of the drive. */
  parentId?: string;
  /** Absent in the user's own drive. */
  driveId?: string;
  modifiedBy?: string;
  modified?: string;
  /** The item in another drive that this one stands for. */
  standsFor?: { driveId: string; id: string };
}

interface GraphItem extends GraphItemInput {
  content: Buffer;
  driveId: string;
  modifiedBy: string;
  modified: string;
  deleted: boolean;
  contentVersion: number;
  version: number;
}

/** Its failures are met by path; paths of `/download/` are those of the file host. */
export type FakeMicrosoftDrive = FakeDrive<GraphItemInput, MicrosoftFailure>;

export type MicrosoftFailure = keyof typeof failures;

const failures = {
  rateLimited: [429, 'activityLimitReached', 'The app or user has been throttled.'],
  accessDenied: [403, 'accessDenied', 'The caller does not have permission to perform the action.'],
  locked: [423, 'resourceLocked', 'The file is currently checked out or locked for editing by another user.'],
  generalException: [500, 'generalException', 'There was an internal server error.'],
  unavailable: [503, 'serviceNotAvailable', 'The server is temporarily unable to handle the request.'],
} as const;

/** OneDrive behind Microsoft Graph, its file host and its OAuth server, on loopback: real shapes and refusals. */
export async function startFakeMicrosoftDrive(): Promise<FakeMicrosoftDrive> {
  const [clientId, clientSecret] = ['fake-microsoft-client', 'fake-microsoft-secret'];
  const oauth = new FakeOAuth({
    clientId,
    clientSecret,
    authorizePath: '/common/oauth2/v2.0/authorize',
    tokenPath: '/common/oauth2/v2.0/token',
    isOffline: (query) => (query.get('scope') ?? '').split(' ').includes('offline_access'),
    rotates: true,
  });
  const items = new Map<string, GraphItem>();
  const ordered = new OrderedRefusals();
  const tickets = new Map<string, GraphItem>();

  const server = await startLoopback(async (exchange) => {
    if (await oauth.handle(exchange)) return;
    const { request, url } = exchange;
    fake.requests.push(`${request.method} ${url.pathname}${url.search}`);
    ordered.meet(exchange);
    const scopes = oauth.scopeOf(request)?.split(' ');
    if (scopes === undefined)
      throw refusal(401, 'InvalidAuthenticationToken', 'Lifetime validation failed, the token is expired.');
    answer(exchange, scopes);
  });

  /** Another host, whose addresses are signed themselves: it does not want to see the token. */
  const fileHost = await startLoopback(async (exchange) => {
    ordered.meet(exchange);
    const item = tickets.get(exchange.url.searchParams.get('tempauth') ?? '');
    if (!item || exchange.request.headers.authorization !== undefined)
      throw refusal(401, 'unauthenticated', 'The signed address is not valid, or was sent a token.');
    await sendContent(exchange.response, item.content, fake.content);
  });

  function answer({ response, url }: Exchange, scopes: readonly string[]): void {
    const asked = partsOf(url);
    // What others share needs the wider scope.
    if (!scopes.includes('Files.Read.All') && (asked.driveId !== OWN_DRIVE || !scopes.includes('Files.Read')))
      throw refusal(403, 'accessDenied', 'The caller does not have permission to perform the action.');
    const item = asked.itemId === undefined ? undefined : itemOf(asked.driveId, asked.itemId);
    if (item && asked.action === 'content') redirect(response, item);
    else sendJson(response, 200, bodyFor(asked, item, url));
  }

  function bodyFor({ driveId, action }: Parts, item: GraphItem | undefined, url: URL): unknown {
    if (action === 'children') return pageOf(childrenOf(driveId, item?.id), url);
    if (action !== undefined) return pageOf(foundIn(driveId, item?.id, searchedText(action)), url);
    return selected(item ? resourceOf(item) : driveResource(fake.account), url);
  }

  function itemOf(driveId: string, id: string): GraphItem {
    const item = items.get(id);
    if (item?.driveId !== driveId) throw refusal(404, 'itemNotFound', 'The resource could not be found.');
    return item;
  }

  const childrenOf = (driveId: string, parentId: string | undefined): GraphItem[] =>
    [...items.values()]
      .filter((item) => item.driveId === driveId && item.parentId === parentId)
      .sort((one, other) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1));

  const foundIn = (driveId: string, parentId: string | undefined, text: string): GraphItem[] =>
    [...items.values()]
      .filter((item) => parentId === undefined || (item.driveId === driveId && item.parentId === parentId))
      .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));

  function pageOf(found: GraphItem[], url: URL): Record<string, unknown> {
    const query = url.searchParams;
    const from = Number(query.get('$skiptoken') ?? 0);
    if (!Number.isInteger(from)) throw refusal(400, 'invalidRequest', 'The skip token is invalid.');
    const to = from + Math.min(Number(query.get('$top') ?? MAX_PER_PAGE), fake.pageSize);
    const next = new URL(url.pathname + url.search, fake.url);
    next.searchParams.set('$skiptoken', String(to));
    return {
      '@odata.context': `${fake.url}/v1.0/$metadata#Collection(driveItem)`,
      ...(to < found.length && { '@odata.nextLink': next.href }),
      value: found.slice(from, to).map((item) => selected(resourceOf(item), url)),
    };
  }

  function redirect(response: Exchange['response'], item: GraphItem): void {
    if (item.isFolder || item.standsFor) throw refusal(400, 'notSupported', 'The item has no content.');
    const ticket = randomUUID();
    tickets.set(ticket, item);
    response.writeHead(302, { location: `${fileHost.url}/download/${item.id}?tempauth=${ticket}` }).end();
  }

  function resourceOf(item: GraphItem): Record<string, unknown> {
    const { id, name, standsFor } = item;
    const target = standsFor && items.get(standsFor.id);
    return {
      id,
      name,
      parentReference: { driveId: item.driveId, id: item.parentId ?? 'root-id' },
      lastModifiedDateTime: item.modified,
      lastModifiedBy: personOf(item.modifiedBy),
      eTag: `"{${id}},${item.version}"`,
      ...(item.deleted && { deleted: { state: 'deleted' } }),
      ...(target ? { remoteItem: resourceOf(target) } : facetsOf(item)),
    };
  }

  function existing(id: string): GraphItem {
    const item = items.get(id);
    if (!item) throw new Error(`The fake has no item ${id}`);
    item.version++;
    return item;
  }

  const fake: FakeMicrosoftDrive = {
    url: server.url,
    async stop() {
      await Promise.all([server.stop(), fileHost.stop()]);
    },
    oauth,
    clientId,
    clientSecret,
    variables: {
      SVC_MICROSOFT_CLIENT_ID: clientId,
      SVC_MICROSOFT_CLIENT_SECRET: clientSecret,
      SVC_MICROSOFT_AUTHORIZE_URL: `${server.url}/common/oauth2/v2.0/authorize`,
      SVC_MICROSOFT_TOKEN_URL: `${server.url}/common/oauth2/v2.0/token`,
      SVC_MICROSOFT_API_URL: server.url,
    },
    account: 'owner@tenant.test',
    pageSize: MAX_PER_PAGE,
    content: { cut: false, midway: undefined },
    requests: [],
    add(item) {
      items.set(item.id, {
        ...item,
        mimeType: item.mimeType ?? (item.name.endsWith('.xlsx') ? XLSX : 'application/octet-stream'),
        content: Buffer.from(item.content ?? ''),
        driveId: item.driveId ?? OWN_DRIVE,
        modifiedBy: item.modifiedBy ?? 'owner@tenant.test',
        modified: item.modified ?? '2026-03-01T09:00:00Z',
        deleted: false,
        contentVersion: 1,
        version: 1,
      });
    },
    edit(id, content, by) {
      const item = existing(id);
      item.content = Buffer.from(content);
      item.contentVersion++;
      item.modified = new Date(Date.parse(item.modified) + 60_000).toISOString();
      item.modifiedBy = by ?? item.modifiedBy;
    },
    rename(id, name) {
      existing(id).name = name;
    },
    // Leaves the item behind with its `deleted` facet, as some drives do.
    trash(id) {
      existing(id).deleted = true;
    },
    remove(id) {
      items.delete(id);
    },
    fail(failure, { times = 1, path = /^\/v1\.0\//, retryAfter } = {}) {
      const [status, code, message] = failures[failure];
      const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
      ordered.order(path, times, refusal(status, code, message, headers));
    },
  };
  return fake;
}

interface Parts {
  driveId: string;
  itemId: string | undefined;
  /** `children`, `content` or `search(q='…')`. */
  action: string | undefined;
}

function partsOf({ pathname }: URL): Parts {
  const [, version, ...path] = pathname.split('/').map(decodeURIComponent);
  const [first, second, third, ...rest] = path;
  const driveId = first === 'me' && second === 'drive' ? OWN_DRIVE : second;
  if (version !== 'v1.0' || !['me', 'drives'].includes(first ?? '') || driveId === undefined)
    throw refusal(400, 'BadRequest', 'Resource not found for the segment.');
  if (third === 'items') return { driveId, itemId: rest[0] ?? '', action: rest[1] };
  return { driveId, itemId: undefined, action: third === 'root' ? rest[0] : third };
}

function searchedText(action: string): string {
  const [, text] = /^search\(q='((?:[^']|'')*)'\)$/.exec(action) ?? [];
  if (text === undefined) throw refusal(400, 'BadRequest', `Syntax error in '${action}'.`);
  return text.replaceAll("''", "'");
}

const driveResource = (owner: string) => ({ id: OWN_DRIVE, driveType: 'business', owner: personOf(owner) });

function facetsOf({ id, isFolder, content, mimeType, contentVersion }: GraphItem): Record<string, unknown> {
  if (isFolder) return { folder: { childCount: 0 }, size: 0 };
  return { file: { mimeType }, size: content.length, cTag: `"c:{${id}},${contentVersion}"` };
}

const personOf = (email: string) => ({ user: { id: randomUUID(), displayName: email.split('@')[0], email } });

function selected(resource: Record<string, unknown>, url: URL): Record<string, unknown> {
  const fields = url.searchParams.get('$select')?.split(',');
  if (!fields) return resource;
  return Object.fromEntries(Object.entries(resource).filter(([name]) => fields.includes(name)));
}

/** An error in the shape of Microsoft Graph. */
function refusal(
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Refusal {
  const innerError = {
    date: '2026-03-01T09:00:00',
    'request-id': randomUUID(),
    'client-request-id': randomUUID(),
  };
  return new Refusal(status, { error: { code, message, innerError } }, headers);
}
