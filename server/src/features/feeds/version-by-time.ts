import { say } from '@workbook-data-service/contract/messages';
import { timeOfVersion, versionAt, versionSince } from '../../catalog/versions-by-time.js';
import { problem } from '../../core/problems.js';
import type { Service } from '../service.js';

interface NamedTable {
  id: string;
  name: string;
}

export async function versionAtTime({ catalog }: Service, table: NamedTable, time: string): Promise<number> {
  const found = await versionAt(catalog.db, table.id, time);
  if (found) return found.version;
  throw problem('not-found', say('feed-time-early', { table: table.name }), {
    fix: say('fix-feed-time-early'),
  });
}

export async function versionSinceTime(
  { catalog }: Service,
  table: NamedTable,
  time: string,
): Promise<number> {
  const found = await versionSince(catalog.db, table.id, time);
  if (found) return found.version;
  throw problem('not-found', say('feed-time-late', { table: table.name }), {
    fix: say('fix-feed-time-late'),
  });
}

/** In milliseconds since 1970. */
export async function commitTime({ catalog }: Service, tableId: string, version: number): Promise<number> {
  return Date.parse((await timeOfVersion(catalog.db, tableId, version)) ?? '') || 0;
}
