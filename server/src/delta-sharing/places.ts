import { say } from '@workbook-data-service/contract/messages';
import { identifiersByKey, identifiersOf } from '../core/identifiers.js';
import { problem } from '../core/problems.js';
import { requireWorkbook } from '../features/access/require-workbook.js';
import type { Caller } from '../features/caller.js';
import { feedTableNames } from '../features/feeds/feed-tables.js';
import { feedWorkbooks, feedWorkspaces, type Place } from '../features/feeds/shared-places.js';
import type { Service } from '../features/service.js';

/** What one caller is shared, and where the answers are addressed to. */
export interface Sharing {
  service: Service;
  caller: Caller;
  /** The address of the sharing server, without a slash at its end. */
  root: string;
}

/** A workspace, workbook or table under a name that the protocol allows. */
export interface NamedPlace extends Place {
  identifier: string;
}

export interface SharedTable {
  share: NamedPlace;
  schema: NamedPlace;
  table: NamedPlace;
}

export async function sharesOf({ service, caller }: Sharing): Promise<NamedPlace[]> {
  return named(await feedWorkspaces(service, caller));
}

export async function schemasOf({ service, caller }: Sharing, share: NamedPlace): Promise<NamedPlace[]> {
  return named(await feedWorkbooks(service, caller, share.id));
}

/** Also those whose rows the caller may not read, so that the names of others do not depend on them. */
export async function tablesOf({ service }: Sharing, schema: NamedPlace): Promise<NamedPlace[]> {
  const tables = await feedTableNames(service, schema.id);
  const identifiers = identifiersOf(tables.map(({ name }) => name));
  return tables.map((table) => ({ ...table, identifier: identifiers.get(table.name) as string }));
}

/** Several may have one name. */
function named(places: readonly Place[]): NamedPlace[] {
  const identifiers = identifiersByKey(places.map(({ id, name }) => ({ name, key: id })));
  return places.map((place, i) => ({ ...place, identifier: identifiers[i] as string }));
}

export async function findShare(sharing: Sharing, name: string): Promise<NamedPlace> {
  const found = find(await sharesOf(sharing), name);
  if (found) return found;
  throw problem('not-found', say('feed-share-unknown', { share: shown(name) }), {
    fix: say('fix-feed-share-unknown'),
  });
}

/** Refused like any other read of the workbook if the caller may not enter it by now. */
export async function findSchema(sharing: Sharing, share: NamedPlace, name: string): Promise<NamedPlace> {
  const found = find(await schemasOf(sharing, share), name);
  if (!found)
    throw problem('not-found', say('feed-schema-unknown', { schema: shown(name), share: share.identifier }), {
      fix: say('fix-feed-schema-unknown'),
    });
  await requireWorkbook(sharing.service, sharing.caller, found.id, 'workbooks:read');
  return found;
}

export async function findTable(
  sharing: Sharing,
  names: { share: string; schema: string; table: string },
): Promise<SharedTable> {
  const share = await findShare(sharing, names.share);
  const schema = await findSchema(sharing, share, names.schema);
  const table = find(await tablesOf(sharing, schema), names.table);
  if (table) return { share, schema, table };
  throw problem(
    'not-found',
    say('feed-table-unknown', { table: shown(names.table), schema: schema.identifier }),
    {
      fix: say('fix-feed-table-unknown'),
    },
  );
}

/** By its name, in which case does not count, or its id. */
function find(places: readonly NamedPlace[], name: string): NamedPlace | undefined {
  const key = name.toLowerCase();
  return (
    places.find(({ identifier }) => identifier.toLowerCase() === key) ?? places.find(({ id }) => id === name)
  );
}

const shown = (name: string): string => name.slice(0, 200);
