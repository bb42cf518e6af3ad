import { say } from '@workbook-data-service/contract/messages';
import { didYouMean } from '../core/did-you-mean.js';
import { identifiersOf } from '../core/identifiers.js';
import { problem } from '../core/problems.js';
import type { Caller } from '../features/caller.js';
import { feedTableNames } from '../features/feeds/feed-tables.js';
import type { Service } from '../features/service.js';

/** The feed of a workbook, as one caller reads it. */
export interface Feed {
  service: Service;
  caller: Caller;
  workbookId: string;
  /** Its address, which ends with a slash. */
  root: string;
}

/** The names of the entity sets by the names of the tables. */
export async function setNames({ service, workbookId }: Feed): Promise<Map<string, string>> {
  return identifiersOf((await feedTableNames(service, workbookId)).map(({ name }) => name));
}

/** The table behind an entity set. */
export async function findSet(
  { service, workbookId }: Feed,
  name: string,
): Promise<{ id: string; name: string }> {
  const tables = await feedTableNames(service, workbookId);
  const names = identifiersOf(tables.map((table) => table.name));
  const found = tables.find((table) => names.get(table.name) === name);
  if (found) return { id: found.id, name };
  throw problem('not-found', say('feed-set-unknown', { set: name.slice(0, 200) }), {
    fix: didYouMean(name, [...names.values()], say('fix-feed-set-unknown')),
  });
}
