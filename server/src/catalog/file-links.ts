// The only writer of file links and their versions.
import type { Selectable } from 'kysely';
import type { Change } from './change.js';
import type { Db } from './db.js';
import type { Schema } from './schema.js';

export type FileLinkRecord = Selectable<Schema['file_links']>;
export type FileLinkVersion = Selectable<Schema['file_link_versions']>;

/** A tracked file with its versions, newest last. */
export interface FileLink extends FileLinkRecord {
  versions: FileLinkVersion[];
}

export async function insertLink(c: Change, link: FileLinkRecord): Promise<void> {
  await c.tx.insertInto('file_links').values(link).execute();
}

/** Of two that insert the same number, one fails. */
export async function insertLinkVersion(c: Change, version: FileLinkVersion): Promise<void> {
  await c.tx.insertInto('file_link_versions').values(version).execute();
}

/** Deletes a link and its versions; returns whether it still existed. */
export async function deleteLink(c: Change, linkId: string): Promise<boolean> {
  const { numDeletedRows } = await c.tx
    .deleteFrom('file_links')
    .where('id', '=', linkId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function findLink(db: Db, workbookId: string, linkId: string): Promise<FileLink | undefined> {
  const [record] = await linksOf(db, workbookId).where('id', '=', linkId).execute();
  return record && (await withVersions(db, [record]))[0];
}

/** The number of the latest version; undefined if the link was deleted. */
export async function latestVersionNumber(db: Db, linkId: string): Promise<number | undefined> {
  const latest = await db
    .selectFrom('file_link_versions')
    .select('n')
    .where('link_id', '=', linkId)
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst();
  return latest?.n;
}

export async function findLinkOfSource(db: Db, sourceId: string): Promise<FileLinkRecord | undefined> {
  return await db.selectFrom('file_links').selectAll().where('source_id', '=', sourceId).executeTakeFirst();
}

/** The link of a file in a drive. */
export async function findLinkOfDriveFile(
  db: Db,
  workbookId: string,
  provider: FileLinkRecord['provider'],
  externalId: string,
): Promise<FileLinkRecord | undefined> {
  return await linksOf(db, workbookId)
    .where('provider', '=', provider)
    .where('external_id', '=', externalId)
    .executeTakeFirst();
}

/** The links of local files with this name. */
export async function localLinksNamed(
  db: Db,
  workbookId: string,
  filename: string,
): Promise<FileLinkRecord[]> {
  return await linksOf(db, workbookId)
    .where('provider', '=', 'local')
    .where('filename', '=', filename)
    .limit(2)
    .execute();
}

/** Newest first, each with the number of its versions. */
export async function linksBefore(
  db: Db,
  workbookId: string,
  page: { before: string | undefined; limit: number },
): Promise<(FileLinkRecord & { versionCount: number })[]> {
  const rows = await linksOf(db, workbookId)
    .select((eb) =>
      eb
        .selectFrom('file_link_versions')
        .select((of) => of.fn.countAll().as('versions'))
        .whereRef('file_link_versions.link_id', '=', 'file_links.id')
        .as('versionCount'),
    )
    .$if(page.before !== undefined, (query) => query.where('id', '<', page.before ?? ''))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute();
  return rows.map((row) => ({ ...row, versionCount: Number(row.versionCount) }));
}

function linksOf(db: Db, workbookId: string) {
  return db.selectFrom('file_links').selectAll('file_links').where('workbook_id', '=', workbookId);
}

export async function withVersions(db: Db, records: readonly FileLinkRecord[]): Promise<FileLink[]> {
  if (records.length === 0) return [];
  const rows = await db
    .selectFrom('file_link_versions')
    .selectAll()
    .where(
      'link_id',
      'in',
      records.map(({ id }) => id),
    )
    .orderBy('n')
    .execute();
  const links = new Map(
    records.map((record) => [record.id, { ...record, versions: [] as FileLinkVersion[] }]),
  );
  for (const version of rows) links.get(version.link_id)?.versions.push(version);
  return [...links.values()];
}
