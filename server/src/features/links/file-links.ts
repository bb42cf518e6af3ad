import { say } from '@workbook-data-service/contract/messages';
import type { Db } from '../../catalog/db.js';
import {
  type FileLink,
  type FileLinkRecord,
  type FileLinkVersion,
  findLink,
  linksBefore,
  withVersions,
} from '../../catalog/file-links.js';
import type { SourceRecord } from '../../catalog/source-records.js';
import { encodeCursor } from '../../core/cursor.js';
import { type Page, type PageRequest, startOf } from '../../core/paging.js';
import { problem } from '../../core/problems.js';
import type { Caller } from '../caller.js';
import type { LinkPlace } from '../places.js';
import type { Service } from '../service.js';
import { SourceVisibility } from '../sources/source-visibility.js';

/** A version; hash and size are null if the viewer may not see every column that comes from the source. */
export type VisibleVersion = Omit<FileLinkVersion, 'blob_hash' | 'size'> & {
  blob_hash: string | null;
  size: number | null;
};

export interface LinkView {
  link: FileLinkRecord;
  /** The name of the source. */
  source: string;
  versions: VisibleVersion[];
}

/** A page ends early after this many versions, so that long histories do not make it large. */
const MAX_VERSIONS = 10_000;

/** Newest first. */
export async function listLinks(
  service: Service,
  caller: Caller,
  workbookId: string,
  page: PageRequest,
): Promise<Page<LinkView>> {
  const { db } = service.catalog;
  const found = await linksBefore(db, workbookId, { before: startOf(page), limit: page.limit + 1 });
  const count = Math.min(page.limit, linksWithin(found, MAX_VERSIONS));
  const links = await withVersions(db, found.slice(0, count));
  const last = links.at(-1);
  return {
    items: await viewLinks(service, caller, workbookId, links),
    nextCursor: last && found.length > count ? encodeCursor(last.id) : null,
  };
}

/** How many links have this many versions together, but at least one. */
function linksWithin(links: readonly { versionCount: number }[], most: number): number {
  let versions = 0;
  const beyond = links.findIndex(({ versionCount }, index) => {
    versions += versionCount;
    return versions > most && index > 0;
  });
  return beyond === -1 ? links.length : beyond;
}

export async function getLink(service: Service, caller: Caller, place: LinkPlace): Promise<LinkView> {
  const link = await requireLink(service.catalog.db, place);
  const [view] = await viewLinks(service, caller, place.workbookId, [link]);
  return view ?? noSuchLink(place.linkId);
}

export async function requireLink(db: Db, { workbookId, linkId }: LinkPlace): Promise<FileLink> {
  return (await findLink(db, workbookId, linkId)) ?? noSuchLink(linkId);
}

export function noSuchLink(linkId: string): never {
  throw problem('not-found', say('link-unknown', { link: linkId }), {
    fix: say('fix-links'),
  });
}

export async function requireSourceOf(db: Db, { id, source_id }: FileLinkRecord): Promise<SourceRecord> {
  const source = await db.selectFrom('sources').selectAll().where('id', '=', source_id).executeTakeFirst();
  return source ?? noSuchLink(id);
}

async function viewLinks(
  service: Service,
  caller: Caller,
  workbookId: string,
  links: readonly FileLink[],
): Promise<LinkView[]> {
  if (links.length === 0) return [];
  const sources = await service.catalog.db
    .selectFrom('sources')
    .selectAll()
    .where(
      'id',
      'in',
      links.map(({ source_id }) => source_id),
    )
    .execute();
  const byId = new Map(sources.map((source) => [source.id, source]));
  const visibility = await SourceVisibility.load(service, caller, workbookId);
  const views: LinkView[] = [];
  for (const { versions, ...link } of links) {
    const source = byId.get(link.source_id);
    // Its source, and the link with it, was deleted meanwhile.
    if (!source) continue;
    const isVisible = await visibility.isFullyVisible(source);
    views.push({ link, source: source.name, versions: isVisible ? versions : versions.map(redacted) });
  }
  return views;
}

const redacted = (version: FileLinkVersion): VisibleVersion => ({ ...version, blob_hash: null, size: null });
