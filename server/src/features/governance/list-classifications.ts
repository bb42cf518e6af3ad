import type { Db } from '../../catalog/db.js';
import { tablesThatMayHaveTags } from '../../catalog/tagged-tables.js';
import { batches } from '../../core/batches.js';
import { decodeCursor, encodeCursor, isText } from '../../core/cursor.js';
import type { Rights } from '../../core/rights.js';
import type { GovernedTable } from '../../workbook/governance/governed-tables.js';
import { rightsTo } from '../access/require-workbook.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { knownColumns } from './steward-column.js';
import { type TagOnColumn, TagSources } from './tag-sources.js';

export interface Classification extends TagOnColumn {
  table: { id: string; name: string };
  column: { id: string; name: string };
}

type Position = [tableId: string, columnId: string, tag: string];

/** Their tags are read together. */
const TABLES_AT_ONCE = 100;

/** All tags of the columns that the caller may know of, table by table. Tables that cannot have any are not read. */
export async function listClassifications(
  service: Service,
  caller: Caller,
  workbookId: string,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ classifications: Classification[]; nextCursor: string | null }> {
  const { db } = service.catalog;
  const after = page.cursor === undefined ? undefined : decodeCursor(page.cursor, isPosition);
  const ids = await tablesThatMayHaveTags(db, workbookId, { from: after?.[0] ?? '' });
  if (ids.length === 0) return { classifications: [], nextCursor: null };
  const rights = await rightsTo(service, caller, workbookId);
  const sources = await TagSources.load(db, workbookId);
  const rest: Classification[] = [];
  for (const some of batches(ids, TABLES_AT_ONCE)) {
    if (rest.length > page.limit) break;
    await sources.readAhead(some);
    const tables = some.map((id) => ({ id, workbook_id: workbookId }));
    for (const table of await service.data.as(caller).tablesByIds(tables))
      rest.push(...(await classificationsOf(db, rights, sources, table)).filter(isAfter(after)));
  }
  const classifications = rest.slice(0, page.limit);
  const last = classifications.at(-1);
  return {
    classifications,
    nextCursor: last && rest.length > page.limit ? encodeCursor(positionOf(last)) : null,
  };
}

async function classificationsOf(
  db: Db,
  rights: Rights | undefined,
  sources: TagSources,
  table: GovernedTable,
): Promise<Classification[]> {
  const tags = await sources.tagsOf(table.record.id);
  if (tags.size === 0) return [];
  const columns = await knownColumns(db, rights, table);
  const found = columns.flatMap((column) =>
    (tags.get(column.id) ?? []).map((tag) => ({ table: table.record, column, ...tag })),
  );
  return found.sort((a, b) => compare(positionOf(a), positionOf(b)));
}

const isAfter = (after: Position | undefined) => (one: Classification) =>
  !after || compare(positionOf(one), after) > 0;

function positionOf({ table, column, tag }: Classification): Position {
  return [table.id, column.id, tag];
}

/** Column ids are numbered upwards, so a shorter id is older. */
function compare(a: Position, b: Position): number {
  return (
    compareText(a[0], b[0]) || a[1].length - b[1].length || compareText(a[1], b[1]) || compareText(a[2], b[2])
  );
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function isPosition(value: unknown): value is Position {
  return Array.isArray(value) && value.length === 3 && value.every(isText);
}
