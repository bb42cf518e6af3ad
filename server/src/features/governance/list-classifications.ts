import { decodeCursor, encodeCursor, isText } from '../../core/cursor.js';
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

/** All tags of the columns that the caller may know of, table by table. */
export async function listClassifications(
  service: Service,
  caller: Caller,
  workbookId: string,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ classifications: Classification[]; nextCursor: string | null }> {
  const { db } = service.catalog;
  const after = page.cursor === undefined ? undefined : decodeCursor(page.cursor, isPosition);
  const rights = await rightsTo(service, caller, workbookId);
  const sources = await TagSources.load(db, workbookId);
  const found: Classification[] = [];
  for (const table of await service.data.as(caller).tables(workbookId)) {
    const tags = await sources.tagsOf(table.record.id);
    if (tags.size === 0) continue;
    for (const column of await knownColumns(db, rights, table))
      for (const tag of tags.get(column.id) ?? []) found.push({ table: table.record, column, ...tag });
  }
  const rest = found
    .sort((a, b) => compare(positionOf(a), positionOf(b)))
    .filter((one) => !after || compare(positionOf(one), after) > 0);
  const classifications = rest.slice(0, page.limit);
  const last = classifications.at(-1);
  return {
    classifications,
    nextCursor: last && rest.length > page.limit ? encodeCursor(positionOf(last)) : null,
  };
}

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
