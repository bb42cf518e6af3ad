import { sql } from 'kysely';
import { decodeCursor, encodeCursor, isText } from '../../core/cursor.js';
import { foldText, searchText } from '../../core/search-text.js';
import type { GovernedTable } from '../../workbook/governance/governed-tables.js';
import { withinReach } from '../access/within-reach.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';

interface FoundTables {
  tables: GovernedTable[];
  nextCursor: string | null;
}

/** Every table the credential reaches, across workbooks, newest first. */
export async function listReachableTables(
  service: Service,
  caller: Caller,
  page: { limit: number; cursor?: string | undefined },
): Promise<FoundTables> {
  return await pageOf(service, caller, page, undefined);
}

/** Tables whose name, description, columns or source file contain the words, as far as the caller may see them. */
export async function searchTables(
  service: Service,
  caller: Caller,
  input: { q: string; limit: number; cursor?: string | undefined },
): Promise<FoundTables> {
  const words = foldText(input.q).trim();
  if (words === '') return { tables: [], nextCursor: null };
  return await pageOf(service, caller, input, words);
}

async function pageOf(
  service: Service,
  caller: Caller,
  page: { limit: number; cursor?: string | undefined },
  words: string | undefined,
): Promise<FoundTables> {
  let before = page.cursor === undefined ? undefined : decodeCursor(page.cursor, isText);
  const limit = page.limit + 1;
  const found: GovernedTable[] = [];
  // Pages are filled with visible tables: a short page, or a cursor at a hidden table, would reveal it.
  for (let isLast = false; !isLast && found.length < limit; ) {
    const rows = await candidates(service, caller, { limit, before, words });
    const views = await service.data.as(caller).tablesByIds(rows);
    const sourceOf = new Map(rows.map(({ id, source }) => [id, source]));
    const isVisibleMatch = (table: GovernedTable) =>
      words === undefined || visibleText(table, sourceOf.get(table.record.id)).includes(words);
    found.push(...views.filter(isVisibleMatch));
    before = rows.at(-1)?.id;
    isLast = rows.length < limit;
  }
  const tables = found.slice(0, page.limit);
  const last = tables.at(-1);
  return { tables, nextCursor: found.length > page.limit && last ? encodeCursor(last.record.id) : null };
}

/** The text that the caller can find the table by: without the columns denied to them. */
function visibleText({ record, columns, denied }: GovernedTable, source: string | null | undefined): string {
  if (denied.length === 0) return record.search_text;
  return searchText([record.name, record.description, source, ...columns.map(({ name }) => name)]);
}

async function candidates(
  service: Service,
  caller: Caller,
  input: { limit: number; before: string | undefined; words: string | undefined },
) {
  const { before, words } = input;
  return await service.catalog.db
    .selectFrom('tables')
    .innerJoin('workbooks', 'workbooks.id', 'tables.workbook_id')
    .innerJoin('workspaces', 'workspaces.id', 'workbooks.workspace_id')
    .leftJoin('sources', 'sources.id', 'tables.source_id')
    .select(['tables.id', 'tables.workbook_id', 'sources.name as source'])
    .where('tables.state', '=', 'active')
    .where(withinReach(caller))
    .$if(before !== undefined, (query) => query.where('tables.id', '<', before ?? ''))
    .$if(words !== undefined, (query) =>
      query.where(sql<boolean>`tables.search_text like ${likePattern(words ?? '')} escape '!'`),
    )
    .orderBy('tables.id', 'desc')
    .limit(input.limit)
    .execute();
}

function likePattern(words: string): string {
  return `%${words.replaceAll(/[!%_]/g, '!$&')}%`;
}
