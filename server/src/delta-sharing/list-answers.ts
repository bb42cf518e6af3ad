import { decodeCursor, encodeCursor, isText } from '../core/cursor.js';
import { type Page, type PageRequest, pageOf } from '../core/paging.js';
import { feedTables } from '../features/feeds/feed-tables.js';
import { type Answer, ok } from '../present/answer.js';
import {
  findSchema,
  findShare,
  type NamedPlace,
  type Sharing,
  schemasOf,
  sharesOf,
  tablesOf,
} from './places.js';
import { wholeNumber } from './read-fields.js';

type Query = Readonly<Record<string, unknown>>;

/** Also the default. */
const MAX_ITEMS = 500;
/** For each, its tables and policies are looked up. */
const WORKBOOKS_AT_ONCE = 100;

export async function listShares(sharing: Sharing, query: Query): Promise<Answer> {
  const shares = await sharesOf(sharing);
  return listed(
    pageOf(shares, pageAsked(query), ({ id }) => id),
    shareBody,
  );
}

export async function getShare(sharing: Sharing, name: string): Promise<Answer> {
  return ok({ share: shareBody(await findShare(sharing, name)) });
}

export async function listSchemas(sharing: Sharing, query: Query, shareName: string): Promise<Answer> {
  const share = await findShare(sharing, shareName);
  const schemas = await schemasOf(sharing, share);
  return listed(
    pageOf(schemas, pageAsked(query), ({ id }) => id),
    (schema) => ({
      name: schema.identifier,
      share: share.identifier,
      id: schema.id,
      ...told(schema),
    }),
  );
}

export async function listTables(
  sharing: Sharing,
  query: Query,
  names: { share: string; schema: string },
): Promise<Answer> {
  const share = await findShare(sharing, names.share);
  const schema = await findSchema(sharing, share, names.schema);
  const tables = await readableTables(sharing, schema);
  return listed(
    pageOf(tables, pageAsked(query), ({ id }) => id),
    (table) => tableBody(share, schema, table),
  );
}

/** The tables of all workbooks of a workspace. A page may have fewer than were asked for, though others follow. */
export async function listAllTables(sharing: Sharing, query: Query, shareName: string): Promise<Answer> {
  const share = await findShare(sharing, shareName);
  const { limit, cursor } = pageAsked(query);
  const start = cursor === undefined ? ' ' : decodeCursor(cursor, isText);
  const [afterWorkbook = '', afterTable = ''] = start.split(' ');
  const schemas = (await schemasOf(sharing, share)).filter(({ id }) => id >= afterWorkbook);
  const items: object[] = [];
  let last = start;
  for (const [i, schema] of schemas.entries()) {
    if (i === WORKBOOKS_AT_ONCE) return ok({ items, nextPageToken: encodeCursor(`${schema.id} `) });
    for (const table of await readableTables(sharing, schema)) {
      if (schema.id === afterWorkbook && table.id <= afterTable) continue;
      if (items.length === limit) return ok({ items, nextPageToken: encodeCursor(last) });
      items.push(tableBody(share, schema, table));
      last = `${schema.id} ${table.id}`;
    }
  }
  return ok({ items });
}

async function readableTables(sharing: Sharing, schema: NamedPlace): Promise<NamedPlace[]> {
  const { service, caller } = sharing;
  const readable = new Set((await feedTables(service, caller, schema.id)).map(({ record }) => record.id));
  return (await tablesOf(sharing, schema)).filter(({ id }) => readable.has(id));
}

function listed(page: Page<NamedPlace>, bodyOf: (place: NamedPlace) => object): Answer {
  const { items, nextCursor } = page;
  return ok({ items: items.map(bodyOf), ...(nextCursor !== null && { nextPageToken: nextCursor }) });
}

const shareBody = (share: NamedPlace) => ({ name: share.identifier, id: share.id, ...told(share) });

/** The true name, where the protocol has another. */
const told = ({ name, identifier }: NamedPlace) =>
  name === identifier ? {} : { displayName: name, comment: name };

function tableBody(share: NamedPlace, schema: NamedPlace, table: NamedPlace) {
  return {
    name: table.identifier,
    schema: schema.identifier,
    share: share.identifier,
    shareId: share.id,
    id: table.id,
    ...told(table),
    accessModes: ['url'],
  };
}

function pageAsked({ maxResults, pageToken }: Query): PageRequest {
  const limit = Math.min(wholeNumber(maxResults, 'maxResults') ?? MAX_ITEMS, MAX_ITEMS);
  return { limit, cursor: pageToken === undefined || pageToken === '' ? undefined : String(pageToken) };
}
