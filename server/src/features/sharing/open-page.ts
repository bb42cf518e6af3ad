import { timingSafeEqual } from 'node:crypto';
import { change } from '../../catalog/change.js';
import type { ChartRecord } from '../../catalog/chart-records.js';
import { countOpening, findPageLink, type NamedPageLink } from '../../catalog/page-links.js';
import { SignInAttempts } from '../../catalog/sign-in-attempts.js';
import { pinnedOutputs, pinnedTables } from '../../catalog/snapshots.js';
import { nameKey } from '../../catalog/tables.js';
import { hashSecret } from '../../core/secrets.js';
import type { PageViewer } from '../charts/page-viewer.js';
import { passwordMatches } from '../identity/passwords.js';
import { tooManyFailures } from '../identity/prove-password.js';
import type { Service } from '../service.js';
import type { HtmlPage } from '../sheets/html/html-page.js';
import { renderHtml } from '../sheets/html/render-html.js';
import { resolveSheet } from '../sheets/resolve-sheet.js';
import { requireSheet } from '../sheets/sheets.js';
import { chartPage } from './chart-page.js';

export type OpenedPage =
  /** There is none, or no longer: nobody is told which. */
  | { state: 'ended' }
  | { state: 'locked'; wasWrong: boolean }
  | { state: 'open'; page: HtmlPage; frameOrigins: string[] };

interface Opening {
  password: string | undefined;
  /** Of the client. */
  address: string;
  requestId: string;
}

/** What somebody sees who opens a link. */
export async function openPage(service: Service, token: string, opening: Opening): Promise<OpenedPage> {
  const { db } = service.catalog;
  const link = await findByToken(service, token);
  if (!link || link.forbids_links === 1 || hasEnded(link)) return { state: 'ended' };
  if (link.password_hash !== null) {
    if (opening.password === undefined) return { state: 'locked', wasWrong: false };
    if (!(await unlocks(service, link, { ...opening, password: opening.password })))
      return { state: 'locked', wasWrong: true };
  }
  const page = await renderPage(service, link);
  service.usage.countOpening(link.account_id);
  await countOpening(db, link.id, new Date().toISOString());
  return { state: 'open', page, frameOrigins: JSON.parse(link.frame_origins) as string[] };
}

async function findByToken({ catalog }: Service, token: string): Promise<NamedPageLink | undefined> {
  const hash = hashSecret(token);
  const link = await findPageLink(catalog.db, { token_hash: hash });
  return link && timingSafeEqual(Buffer.from(link.token_hash), Buffer.from(hash)) ? link : undefined;
}

const hasEnded = ({ expires_at }: NamedPageLink): boolean =>
  expires_at !== null && Date.parse(expires_at) <= Date.now();

/** Failures are counted by link and address, on all nodes, and delay the next attempt as at sign-in. */
async function unlocks(
  { catalog }: Service,
  link: NamedPageLink,
  { password, address, requestId }: Opening & { password: string },
): Promise<boolean> {
  const attempts = await SignInAttempts.read(catalog, `page-link ${link.id}`, address);
  const wait = attempts.secondsToWait(new Date());
  if (wait > 0) throw tooManyFailures(wait);
  if (await passwordMatches(link.password_hash, password)) {
    await catalog.transaction((tx) => attempts.recordSuccess(tx, new Date()));
    return true;
  }
  await change(catalog, { userId: null, credentialId: null, requestId }, async (c) => {
    await attempts.recordFailure(c.tx, new Date(c.at));
    await c.audit({ chain: link.workbook_id, action: 'page_link.refused', target: link.id });
  });
  return false;
}

async function renderPage(service: Service, link: NamedPageLink): Promise<HtmlPage> {
  const { db } = service.catalog;
  const { workbook_id: workbookId, sheet_id: sheetId, chart_id: chartId } = link;
  const pinned = await pinnedState(service, link);
  const viewer: PageViewer = { userId: link.created_by, isPublic: true, ...pinned?.viewer };
  if (sheetId === null) return await chartPage(service, viewer, { workbookId, chart: chartId as string });
  const current = await requireSheet(db, { workbookId, sheet: sheetId });
  const sheet = { ...current, ...pinned?.sheets.get(sheetId) };
  return await renderHtml(service, viewer, sheet, await resolveSheet(service, viewer, sheet));
}

/** Reports, charts and versions of tables as a named version has them; undefined for the current state. */
async function pinnedState({ catalog }: Service, { workbook_id, snapshot_id }: NamedPageLink) {
  if (snapshot_id === null) return undefined;
  const { db } = catalog;
  const { sheets, charts } = await pinnedOutputs(db, snapshot_id);
  const tables = await pinnedTables(db, [snapshot_id]);
  const records = charts.map(
    (chart): ChartRecord => ({
      ...chart,
      workbook_id,
      name_key: nameKey(chart.name),
      updated_at: chart.created_at,
    }),
  );
  return {
    sheets: new Map(sheets.map((sheet) => [sheet.id, sheet])),
    viewer: {
      versions: new Map(tables.map(({ table_id, edit_version }) => [table_id, edit_version])),
      pinnedCharts: new Map(records.map((chart) => [chart.id, chart])),
    },
  };
}
