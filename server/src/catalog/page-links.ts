// The only writer of `page_links`.
import type { Expression, Selectable, SqlBool } from 'kysely';
import type { Change } from './change.js';
import type { Db, Tx } from './db.js';
import type { Schema } from './schema.js';

type PageLinkRecord = Selectable<Schema['page_links']>;

/** What a link shows, by the column that names it. */
export type SharedPage = { sheet_id: string } | { chart_id: string };

/** A link with the name of what it shows, and whether its workspace allows links. */
export interface NamedPageLink extends PageLinkRecord {
  subject: string;
  account_id: string;
  forbids_links: number;
}

function named(db: Db) {
  return db
    .selectFrom('page_links')
    .innerJoin('workbooks', 'workbooks.id', 'page_links.workbook_id')
    .innerJoin('workspaces', 'workspaces.id', 'workbooks.workspace_id')
    .leftJoin('sheets', 'sheets.id', 'page_links.sheet_id')
    .leftJoin('charts', 'charts.id', 'page_links.chart_id')
    .selectAll('page_links')
    .select(['workspaces.account_id', 'workspaces.forbids_links'])
    .select((eb) => eb.fn.coalesce('sheets.name', 'charts.name').$castTo<string>().as('subject'));
}

interface PageOfLinks {
  after: string | undefined;
  limit: number;
}

/** Oldest first. */
export async function linksOfPage(
  db: Db,
  page: SharedPage,
  { after, limit }: PageOfLinks,
): Promise<NamedPageLink[]> {
  return await named(db)
    .$call((query) =>
      'sheet_id' in page
        ? query.where('page_links.sheet_id', '=', page.sheet_id)
        : query.where('page_links.chart_id', '=', page.chart_id),
    )
    .$if(after !== undefined, (query) => query.where('page_links.id', '>', after as string))
    .orderBy('page_links.id')
    .limit(limit)
    .execute();
}

/** `within`: of which workbooks; of all where absent. */
export async function linksOfWorkspace(
  db: Db,
  workspaceId: string,
  { within, after, limit }: PageOfLinks & { within: Expression<SqlBool> | undefined },
): Promise<NamedPageLink[]> {
  return await named(db)
    .where('workspaces.id', '=', workspaceId)
    .$if(within !== undefined, (query) => query.where(within as Expression<SqlBool>))
    .$if(after !== undefined, (query) => query.where('page_links.id', '>', after as string))
    .orderBy('page_links.id')
    .limit(limit)
    .execute();
}

export async function findPageLink(
  db: Db,
  by: { id: string } | { token_hash: string },
): Promise<NamedPageLink | undefined> {
  return await named(db)
    .$call((query) =>
      'id' in by
        ? query.where('page_links.id', '=', by.id)
        : query.where('page_links.token_hash', '=', by.token_hash),
    )
    .executeTakeFirst();
}

export async function countLinksOfPage(db: Db, page: SharedPage): Promise<number> {
  const [[column, id]] = Object.entries(page) as [['sheet_id' | 'chart_id', string]];
  const { count } = await db
    .selectFrom('page_links')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(column, '=', id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertPageLink(c: Change, link: PageLinkRecord): Promise<void> {
  await c.tx.insertInto('page_links').values(link).execute();
}

/** Whether there was such a link. */
export async function deletePageLink(c: Change, id: string): Promise<boolean> {
  const { numDeletedRows } = await c.tx
    .deleteFrom('page_links')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function endPageLinksOfUser(tx: Tx, userId: string): Promise<{ id: string }[]> {
  return await tx.deleteFrom('page_links').where('created_by', '=', userId).returning('id').execute();
}

export async function countOpening(db: Db, id: string, at: string): Promise<void> {
  await db
    .updateTable('page_links')
    .set((eb) => ({ opens: eb('opens', '+', 1), last_opened_at: at }))
    .where('id', '=', id)
    .execute();
}
