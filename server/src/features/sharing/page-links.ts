import { randomBytes } from 'node:crypto';
import { say } from '@workbook-data-service/contract/messages';
import type { NewPageLink } from '@workbook-data-service/contract/page-links';
import { type Change, type CommitOptions, change } from '../../catalog/change.js';
import type { Db } from '../../catalog/db.js';
import {
  countLinksOfPage,
  deletePageLink,
  findPageLink,
  insertPageLink,
  linksOfPage,
  linksOfWorkspace,
  type NamedPageLink,
  type SharedPage,
} from '../../catalog/page-links.js';
import { findLabel } from '../../catalog/snapshots.js';
import { newId } from '../../core/ids.js';
import { cutPage, type Page, type PageRequest, startOf } from '../../core/paging.js';
import { fieldError, problem } from '../../core/problems.js';
import { may } from '../../core/rights.js';
import { hashSecret } from '../../core/secrets.js';
import { enterWorkspace, requireWorkspace } from '../access/enter-workspace.js';
import { withinReach } from '../access/within-reach.js';
import type { Caller } from '../caller.js';
import { requireChart } from '../charts/charts.js';
import { hashPassword } from '../identity/passwords.js';
import type { Service } from '../service.js';
import { requireSheet } from '../sheets/sheets.js';

/** The report or chart that a link shows. */
type PagePlace = { workbookId: string } & ({ sheet: string } | { chart: string });

/** 128 random bits. */
const TOKEN_BYTES = 16;
/** More than anybody keeps an eye on. */
const MOST_LINKS = 100;

interface CreatedLink {
  link: NamedPageLink;
  /** Told this once: only its hash is stored. */
  url: string;
}

/** Makes an address at which anybody sees the report or chart, as the role `public` may see it. */
export async function createPageLink(
  service: Service,
  caller: Caller,
  place: PagePlace,
  {
    expires_at: expiresAt,
    password,
    version,
    frame_origins: frameOrigins = [],
    origin,
  }: NewPageLink & { origin: string },
  commit: CommitOptions,
): Promise<CreatedLink> {
  const { workbookId } = place;
  const page = await pageAt(service, place);
  refusePast(expiresAt);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const passwordHash = password == null ? null : await hashPassword(password);
  const create = async (c: Change): Promise<CreatedLink> => {
    if ((await countLinksOfPage(c.tx, page)) >= MOST_LINKS)
      throw problem('conflict', say('page-links-many', { max: MOST_LINKS }));
    const id = newId('plk');
    await insertPageLink(c, {
      id,
      workbook_id: workbookId,
      sheet_id: null,
      chart_id: null,
      ...page,
      token_hash: hashSecret(token),
      password_hash: passwordHash,
      snapshot_id: version == null ? null : await snapshotOf(c.tx, workbookId, version),
      version_label: version ?? null,
      frame_origins: JSON.stringify(frameOrigins.map(originOf)),
      expires_at: expiresAt ?? null,
      created_by: caller.userId,
      created_at: c.at,
      opens: 0,
      last_opened_at: null,
    });
    const link = (await findPageLink(c.tx, { id })) as NamedPageLink;
    if (link.forbids_links === 1)
      throw problem('forbidden', say('page-links-forbidden'), { fix: say('fix-page-links-forbidden') });
    const detail = { ...page, expires_at: link.expires_at, has_password: passwordHash !== null };
    await c.audit({ chain: workbookId, action: 'page_link.created', target: id, detail });
    return { link, url: `${origin}/shared/${token}` };
  };
  return await change(service.catalog, caller, create, commit);
}

export async function listPageLinks(
  service: Service,
  place: PagePlace,
  page: PageRequest,
): Promise<Page<NamedPageLink>> {
  const shown = await pageAt(service, place);
  const found = await linksOfPage(service.catalog.db, shown, { after: startOf(page), limit: page.limit + 1 });
  return cutPage(found, page, ({ id }) => id);
}

/** From then on no node shows the page: each looks the link up whenever it is opened. */
export async function endPageLink(
  service: Service,
  caller: Caller,
  place: PagePlace & { linkId: string },
  commit: CommitOptions,
): Promise<void> {
  const page = await pageAt(service, place);
  await change(
    service.catalog,
    caller,
    async (c) => {
      const link = await findPageLink(c.tx, { id: place.linkId });
      const isOfPage =
        link && Object.entries(page).every(([column, id]) => link[column as 'sheet_id'] === id);
      if (!isOfPage) throw noSuchPageLink(place.linkId);
      await endLink(c, link);
    },
    commit,
  );
}

/** A link with the title of its workbook, which is null where the caller may not enter that. */
export interface WorkspaceLinkView extends NamedPageLink {
  workbookTitle: string | null;
}

/** The links of a workspace: all, also of private workbooks, for those who govern it, else those of workbooks within reach. */
export async function listWorkspaceLinks(
  service: Service,
  caller: Caller,
  workspaceId: string,
  page: PageRequest,
): Promise<Page<WorkspaceLinkView>> {
  const { db } = service.catalog;
  const { id, rights } = await enterWorkspace(service, caller, workspaceId, 'workspaces:read');
  const within = may(rights, 'governance:configure') ? undefined : withinReach(caller);
  const found = await linksOfWorkspace(db, id, { within, after: startOf(page), limit: page.limit + 1 });
  const { items, nextCursor } = cutPage(found, page, (link) => link.id);
  const titles = await titlesWithinReach(db, caller, new Set(items.map((link) => link.workbook_id)));
  const views = items.map((link) => ({ ...link, workbookTitle: titles.get(link.workbook_id) ?? null }));
  return { items: views, nextCursor };
}

async function titlesWithinReach(
  db: Db,
  caller: Caller,
  workbookIds: ReadonlySet<string>,
): Promise<Map<string, string>> {
  if (workbookIds.size === 0) return new Map();
  const found = await db
    .selectFrom('workbooks')
    .innerJoin('workspaces', 'workspaces.id', 'workbooks.workspace_id')
    .select(['workbooks.id', 'workbooks.title'])
    .where('workbooks.id', 'in', [...workbookIds])
    .where(withinReach(caller))
    .execute();
  return new Map(found.map(({ id, title }) => [id, title]));
}

export async function endWorkspaceLink(
  service: Service,
  caller: Caller,
  { workspaceId, linkId }: { workspaceId: string; linkId: string },
  commit: CommitOptions,
): Promise<void> {
  const { id } = await requireWorkspace(service, caller, workspaceId, 'governance:configure');
  await change(
    service.catalog,
    caller,
    async (c) => {
      const link = await findPageLink(c.tx, { id: linkId });
      const place = link && (await workspaceOf(c.tx, link.workbook_id));
      if (!link || place !== id) throw noSuchPageLink(linkId);
      await endLink(c, link);
    },
    commit,
  );
}

async function endLink(c: Change, { id, workbook_id: chain }: NamedPageLink): Promise<void> {
  await deletePageLink(c, id);
  await c.audit({ chain, action: 'page_link.ended', target: id });
}

async function workspaceOf(db: Db, workbookId: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('workbooks')
    .select('workspace_id')
    .where('id', '=', workbookId)
    .executeTakeFirst();
  return found?.workspace_id;
}

async function pageAt(service: Service, place: PagePlace): Promise<SharedPage> {
  if ('chart' in place) return { chart_id: (await requireChart(service, place)).id };
  return { sheet_id: (await requireSheet(service.catalog.db, place)).id };
}

async function snapshotOf(db: Db, workbookId: string, version: string): Promise<string> {
  const label = await findLabel(db, workbookId, version);
  if (label) return label.snapshot_id;
  throw problem('invalid-request', say('page-link-version', { version }), {
    members: { errors: [fieldError('/version', say('field-no-version'))] },
  });
}

function refusePast(expiresAt: string | null | undefined): void {
  if (expiresAt == null || Date.parse(expiresAt) > Date.now()) return;
  throw problem('invalid-request', say('page-link-past'), {
    members: { errors: [fieldError('/expires_at', say('field-past'))] },
  });
}

/** Refuses what is more than scheme, host and port: it becomes part of a header. */
function originOf(text: string, i: number): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && ['http:', 'https:'].includes(url.protocol) && url.origin === text.replace(/\/$/, ''))
    return url.origin;
  throw problem('invalid-request', say('page-link-origin', { origin: text }), {
    members: { errors: [fieldError(`/frame_origins/${i}`, say('field-origin'))] },
  });
}

function noSuchPageLink(link: string) {
  return problem('not-found', say('page-link-unknown', { link }), { fix: say('fix-page-links') });
}
