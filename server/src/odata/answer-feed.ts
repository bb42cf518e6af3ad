import { text as textOf } from 'node:stream/consumers';
import { say } from '@workbook-data-service/contract/messages';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { feedTables } from '../features/feeds/feed-tables.js';
import { type Answer, aroundPage, JsonText } from '../present/answer.js';
import { discardPage, type PageBody } from '../workbook/reading/take-page.js';
import { csdlJson } from './csdl-json.js';
import { csdlXml } from './csdl-xml.js';
import { type EntitySet, entitySetOf, propertyNamed } from './entity-types.js';
import { type Feed, findSet, setNames } from './feed.js';
import { unknownProperty, unsupported } from './feed-problems.js';
import { type JsonForm, jsonFormFor, jsonType, metadataFormFor, type ODataVersion } from './negotiate.js';
import { countOf, type Options, wantsCount } from './query-options.js';
import { filterOfKey, openSet, queryOf, readPage, selectedNames, shapeOf, unknownRow } from './read-rows.js';
import type { Resource } from './resource-path.js';
import { readSkipToken, writeSkipToken } from './skip-token.js';

/** Rows of a page, unless the client prefers fewer. */
const PAGE_ROWS = 10_000;

export interface Asked {
  resource: Resource;
  options: Options;
  /** The options as they were sent, which a link to the next page repeats. */
  query: Readonly<Record<string, unknown>>;
  accept: string | undefined;
  version: ODataVersion;
  /** By the header Prefer. */
  maxPageSize: number | undefined;
}

export async function answerFeed(feed: Feed, asked: Asked): Promise<Answer> {
  const { resource } = asked;
  switch (resource.is) {
    case 'service':
      return await serviceDocument(feed, asked);
    case 'metadata':
      return await metadata(feed, asked);
    case 'batch':
      throw unsupported(say('feed-option-unsupported', { option: '$batch' }), say('fix-feed-batch'));
    case 'rows':
      return await rows(feed, asked, resource.set);
    case 'count':
      return await count(feed, asked, resource.set);
    case 'row':
      return await row(feed, asked, resource);
    case 'cell':
    case 'text':
      return await cell(feed, asked, resource);
  }
}

async function serviceDocument(feed: Feed, { accept, options }: Asked): Promise<Answer> {
  const form = jsonFormFor(accept, options.format);
  const names = await setNames(feed);
  const tables = await feedTables(feed.service, feed.caller, feed.workbookId);
  const value = tables.map(({ record }) => {
    const name = names.get(record.name) as string;
    return {
      name,
      ...(name !== record.name && { title: record.name }),
      kind: 'EntitySet',
      url: encodeURIComponent(name),
    };
  });
  return json({ ...contextOf(feed, form, ''), value }, form);
}

async function metadata(feed: Feed, { accept, options, version }: Asked): Promise<Answer> {
  const form = metadataFormFor(accept, options.format);
  const names = await setNames(feed);
  const tables = await feedTables(feed.service, feed.caller, feed.workbookId);
  const sets = tables.map((table) => entitySetOf(names.get(table.record.name) as string, table));
  if (form === 'json')
    return {
      status: 200,
      body: csdlJson(sets, '4.01'),
      headers: { 'content-type': 'application/json;charset=utf-8' },
    };
  return {
    status: 200,
    body: csdlXml(sets, version),
    headers: { 'content-type': 'application/xml;charset=utf-8' },
  };
}

async function rows(feed: Feed, asked: Asked, name: string): Promise<Answer> {
  const { options, accept, maxPageSize = PAGE_ROWS } = asked;
  const form = jsonFormFor(accept, options.format);
  const token = options.skiptoken === undefined ? undefined : readSkipToken(options.skiptoken);
  const set = await openSet(feed, await findSet(feed, name), token?.version);
  const left = token ? token.left : (countOf(options, 'top') ?? null);
  const skip = countOf(options, 'skip');
  const limit = Math.min(left ?? PAGE_ROWS, maxPageSize, PAGE_ROWS);
  const page = await readPage(feed, set.table, {
    ...queryOf(set, options),
    ...shapeOf(set, form),
    // No page is without rows; one is read for `$top=0`, and not shown.
    limit: Math.max(limit, 1),
    cursor: token?.cursor,
    offset: token || !skip ? undefined : skip,
  });
  const rest = left === null ? null : Math.max(left - page.rowIds.length, 0);
  const hasNext = page.nextCursor !== null && rest !== 0;
  const next = hasNext && {
    version: set.table.version,
    cursor: page.nextCursor as string,
    left: rest,
  };
  const head = {
    ...contextOf(feed, form, `#${contextName(set, options)}`),
    ...(wantsCount(options) && { '@odata.count': page.total }),
    ...(next && { '@odata.nextLink': nextLink(feed, asked, set, writeSkipToken(next)) }),
  };
  const applied =
    asked.maxPageSize === undefined
      ? undefined
      : { 'preference-applied': `maxpagesize=${Math.min(maxPageSize, PAGE_ROWS)}` };
  if (limit === 0) discardPage(page.page);
  return withRows(head, limit === 0 ? '[]' : page.page, { ...typeOf(form), ...applied });
}

function withRows(head: object, page: PageBody, headers: Record<string, string>): Answer {
  const others = JSON.stringify(head).slice(0, -1);
  const before = `${others}${others === '{' ? '' : ','}"value":`;
  return { status: 200, body: aroundPage(before, page, '}'), headers };
}

async function count(feed: Feed, { options }: Asked, name: string): Promise<Answer> {
  const set = await openSet(feed, await findSet(feed, name));
  const { filter } = queryOf(set, { ...(options.filter !== undefined && { filter: options.filter }) });
  const { page, total } = await readPage(feed, set.table, {
    limit: 1,
    columns: '[]',
    filter,
    format: 'json',
  });
  discardPage(page);
  return plainText(String(total));
}

async function row(
  feed: Feed,
  { options, accept }: Asked,
  { set: name, key }: { set: string; key: number },
): Promise<Answer> {
  const form = jsonFormFor(accept, options.format);
  const set = await openSet(feed, await findSet(feed, name));
  const found = await readRow(feed, set, form, options, key);
  const context = contextOf(feed, form, `#${contextName(set, options)}/$entity`);
  const head = JSON.stringify(context).slice(0, -1);
  return json(new JsonText(`${head}${head === '{' ? '' : ','}${found.slice(1)}`), form);
}

/** The text of one row, as a JSON object. */
async function readRow(
  feed: Feed,
  set: Awaited<ReturnType<typeof openSet>>,
  form: JsonForm,
  options: Options,
  key: number,
) {
  const { columns } = queryOf(set, { ...(options.select !== undefined && { select: options.select }) });
  const request = { ...shapeOf(set, form), columns, filter: filterOfKey(key), limit: 1 };
  const { page, rowIds } = await readPage(feed, set.table, request);
  const text = typeof page === 'string' ? page : 'stream' in page ? await textOf(page.stream) : '';
  if (rowIds.length === 0) throw unknownRow(set.name, key);
  return text.slice(1, -1);
}

async function cell(
  feed: Feed,
  { options, accept }: Asked,
  { is, set: name, key, property }: { is: 'cell' | 'text'; set: string; key: number; property: string },
): Promise<Answer> {
  const form =
    is === 'text' ? ({ metadata: 'none', ieee754: false } as const) : jsonFormFor(accept, options.format);
  const set = await openSet(feed, await findSet(feed, name));
  if (!propertyNamed(set, property)) throw unknownProperty(property, set.name);
  const found = await readRow(feed, set, { ...form, metadata: 'none' }, { select: property }, key);
  const value = property === ROW_ID ? String(key) : valueIn(found, property);
  if (value === 'null') return { status: 204 };
  if (is === 'text') return plainText(value.startsWith('"') ? (JSON.parse(value) as string) : value);
  const head = JSON.stringify(
    contextOf(feed, form, `#${encodeURIComponent(set.name)}(${key})/${encodeURIComponent(property)}`),
  );
  const before = head === '{}' ? '{' : `${head.slice(0, -1)},`;
  return json(new JsonText(`${before}"value":${value}}`), form);
}

/** Of a row with one property, whose digits are not to be changed by parsing it. */
function valueIn(row: string, property: string): string {
  return row.slice(`{${JSON.stringify(property)}:`.length, row.lastIndexOf(`,${JSON.stringify(ROW_ID)}:`));
}

function nextLink({ root }: Feed, { query }: Asked, set: EntitySet, token: string): string {
  const repeated = Object.entries(query).filter(
    ([name]) => !['skiptoken', 'skip'].includes(name.toLowerCase().replace(/^\$/, '')),
  );
  const pairs = repeated.map(([name, value]) => `${nameInQuery(name)}=${encodeURIComponent(String(value))}`);
  return `${root}${encodeURIComponent(set.name)}?${[...pairs, `$skiptoken=${token}`].join('&')}`;
}

const nameInQuery = (name: string) => encodeURIComponent(name).replace('%24', '$');

function contextName({ name }: EntitySet, options: Options): string {
  const selected = selectedNames(options)?.map(encodeURIComponent);
  return `${encodeURIComponent(name)}${selected ? `(${selected.join(',')})` : ''}`;
}

function contextOf({ root }: Feed, { metadata: level }: JsonForm, part: string) {
  return level === 'none' ? {} : { '@odata.context': `${root}$metadata${part}` };
}

const typeOf = (form: JsonForm) => ({ 'content-type': jsonType(form) });
const json = (body: unknown, form: JsonForm): Answer => ({ status: 200, body, headers: typeOf(form) });
const plainText = (body: string): Answer => ({
  status: 200,
  body,
  headers: { 'content-type': 'text/plain;charset=utf-8' },
});
