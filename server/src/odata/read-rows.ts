import { say } from '@workbook-data-service/contract/messages';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { Problem, problem, whyOfField } from '../core/problems.js';
import { feedPage, feedTable } from '../features/feeds/feed-tables.js';
import type { ReadableTable } from '../workbook/governance/governed-tables.js';
import type { EntityShape } from '../workbook/reading/entity-members.js';
import type { RowsPage, RowsRequest } from '../workbook/reading/page-of-rows.js';
import { type EntitySet, entitySetOf, NAMESPACE, propertyNamed } from './entity-types.js';
import type { Feed } from './feed.js';
import { badOption, syntaxError, unknownProperty, unsupported } from './feed-problems.js';
import { rowFilterOf } from './filter/row-filter-of.js';
import type { JsonForm } from './negotiate.js';
import type { Options } from './query-options.js';
import { foreignSkipToken } from './skip-token.js';

/** A table as an entity set, now or at the version of an earlier page. */
export async function openSet(
  { service, caller, workbookId }: Feed,
  { id, name }: { id: string; name: string },
  version?: number,
): Promise<EntitySet & { table: ReadableTable }> {
  const table = await feedTable(service, caller, { workbookId, tableId: id, version });
  return { ...entitySetOf(name, table), table };
}

/** The parts of a request for rows that `$select`, `$filter` and `$orderby` decide. */
export function queryOf(
  set: EntitySet,
  options: Options,
): Pick<RowsRequest, 'columns' | 'filter' | 'orderBy'> {
  const { select, filter, orderby } = options;
  return {
    columns: JSON.stringify(
      select === undefined ? set.properties.map(({ column }) => column.name) : selected(set, select),
    ),
    filter: filter === undefined ? undefined : JSON.stringify(rowFilter(set, filter)),
    orderBy: orderby === undefined ? undefined : JSON.stringify(orderOf(set, orderby)),
  };
}

/** The names of the properties of `$select`, or undefined if it selects all. */
export function selectedNames({ select }: Options): string[] | undefined {
  const names = select?.split(',').map((name) => name.trim());
  return names === undefined || names.includes('*') ? undefined : names;
}

function selected(set: EntitySet, select: string): string[] {
  const names = selectedNames({ select }) ?? set.properties.map(({ name }) => name);
  return [...new Set(names)].map((name) => trueName(set, name));
}

function trueName(set: EntitySet, property: string): string {
  const column = propertyNamed(set, property);
  if (column) return column.name;
  if (property.includes('/'))
    throw unsupported(say('feed-option-unsupported', { option: property }), say('fix-feed-property-unknown'));
  throw unknownProperty(property, set.name);
}

function rowFilter(set: EntitySet, text: string) {
  return rowFilterOf(text, { set: set.name, columnOf: (name) => propertyNamed(set, name) });
}

/** The name of a property that begins with a dash is none, so that a dash means a descending order. */
function orderOf(set: EntitySet, text: string): string[] {
  return text.split(',').map((term) => {
    const match = /^\s*([^\s(]+)(?:\s+(asc|desc))?\s*$/i.exec(term);
    if (!match?.[1]) {
      if (term.includes('('))
        throw unsupported(
          say('feed-option-unsupported', { option: '$orderby' }),
          say('fix-feed-property-unknown'),
        );
      throw syntaxError('$orderby', text, text.indexOf(term));
    }
    const name = trueName(set, match[1]);
    return match[2]?.toLowerCase() === 'desc' ? `-${name}` : name;
  });
}

/** How rows are shown to a client that asked for this form. */
export function shapeOf(set: EntitySet, { metadata, ieee754 }: JsonForm) {
  const names = new Map(set.properties.map(({ column, name }) => [column.id, name]));
  const told: EntityShape['told'] =
    metadata === 'full'
      ? { set: set.name, type: `${NAMESPACE}.${set.typeName}`, types: toldTypes(set) }
      : undefined;
  return { entity: { names, told }, format: ieee754 ? 'odata-ieee754' : 'odata' } as const;
}

/** Of the types that a client does not know from the JSON itself. */
const evident = new Set(['Edm.String', 'Edm.Boolean', 'Edm.Double']);

function toldTypes({ properties }: EntitySet): Map<string, string> {
  return new Map(
    properties.flatMap(({ column, edm: { type } }) =>
      evident.has(type) ? [] : [[column.id, type.replace('Edm.', '')]],
    ),
  );
}

/** Reads rows; what the filter of the service refuses is told in the words of OData. */
export async function readPage(feed: Feed, table: ReadableTable, request: RowsRequest): Promise<RowsPage> {
  try {
    return await feedPage(feed.service, table, { ...request, emptyIsLeast: true });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code } = error.said.detail;
    const [fault] = error.members.errors ?? [];
    if (code === 'filter-invalid' && fault)
      throw badOption(say('feed-filter-value', whyOfField(fault)), say('fix-feed-filter-value'));
    if (code === 'cursor-unknown') throw foreignSkipToken();
    throw error;
  }
}

/** The filter of a single row. */
export function filterOfKey(key: number): string {
  return JSON.stringify({ column: ROW_ID, op: 'eq', value: key });
}

export function unknownRow(set: string, key: number) {
  return problem('not-found', say('feed-key-unknown', { set, key: String(key) }), {
    fix: say('fix-feed-key-unknown'),
  });
}
