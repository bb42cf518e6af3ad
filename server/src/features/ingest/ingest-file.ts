import { type Author, type Change, type CommitOptions, change } from '../../catalog/change.js';
import type { JobProgress } from '../../catalog/job-records.js';
import type { SourceRecord } from '../../catalog/source-records.js';
import { violatedKey } from '../../catalog/unique-keys.js';
import type { Reading } from '../../core/reading.js';
import type { FollowedTarget } from '../../core/reading-targets.js';
import type { LandedSheet } from '../../workbook/files/land-file.js';
import { Governance, type GovernedTable, type Viewer } from '../../workbook/governance/governed-tables.js';
import { isOutOfCredits, type LandedSource, landRawInstead, landSource } from '../landing/land-source.js';
import { readingOfSheets } from '../landing/reading-of-sheets.js';
import { commitRevision, startRevision } from '../revising/commit-revision.js';
import { revisionPlanner } from '../revising/plan-revision.js';
import type { Service } from '../service.js';
import { readingsNamed, specsOf } from '../sources/readings-named.js';
import { SourceVisibility, type VisibleSource } from '../sources/source-visibility.js';
import { findSourceByContent, getSource, tablesOfSource } from '../sources/sources.js';
import { changeWithRetry } from '../tables/edit-table.js';
import { lockTargets, planAppends, planKnownAppends, sourceToReplace } from './follow-targets.js';
import type { Ingested, IngestRequest } from './ingest-request.js';
import { readingVisibleTo } from './read-reading.js';
import { ingestOp, ingestOperation, registerSource } from './register-source.js';

type ReportProgress = (progress: JobProgress) => Promise<void>;

/** Ingests a file: its source and tables are created in one transaction. */
export async function ingestFile(
  service: Service,
  author: Author,
  request: IngestRequest,
  commit: CommitOptions,
  { reportProgress = async () => {}, viewer }: { reportProgress?: ReportProgress; viewer?: Viewer } = {},
): Promise<Ingested> {
  const before = await answerDuplicate(service, author, request, viewer, commit);
  if (before) return before;
  await reportProgress({ stage: 'reading', percent: 10 });
  const landed = request.mode === 'auto' ? await landSource(service, author, request) : undefined;
  await reportProgress({ stage: 'registering', percent: 90 });
  const replaced = landed && (await replaceByReading(service, author, request, landed, viewer, commit));
  if (replaced && 'source' in replaced) return replaced;
  const register = (read: LandedSource | undefined) =>
    changeWithRetry(
      service,
      author,
      { expectedVersion: null },
      () => planIngest(service, author, request, read, viewer, replaced),
      commit,
    );
  try {
    // Work that committed first may have spent the credits.
    const ingested = await register(landed).catch(async (error: unknown) => {
      if (!isOutOfCredits(error)) throw error;
      return await register(await landRawInstead(service, request, error));
    });
    if (ingested.jobId) service.jobs.wake();
    return ingested;
  } catch (error) {
    // The same bytes were registered while the file was being read.
    const known =
      violatedKey(error) === 'sources_content_unique' &&
      (await answerDuplicate(service, author, request, viewer, commit));
    if (!known) throw error;
    return known;
  }
}

/** The source, its tables and the rows that go to other tables are one change. */
async function planIngest(
  service: Service,
  author: Author,
  request: IngestRequest,
  read: LandedSource | undefined,
  viewer: Viewer | undefined,
  refused: FollowedTarget | undefined,
): Promise<(c: Change) => Promise<Ingested>> {
  const targets = await planAppends(service, author, request, read?.file.sheets ?? []);
  const landed = read && { ...read, file: { ...read.file, sheets: targets.sheets } };
  return async (c) => {
    await lockTargets(c, targets);
    const operation = ingestOperation(request, landed?.file.sheets ?? []);
    const id = await ingestOp(c, request, operation);
    const registered = await registerSource(c, request, landed, id);
    const followed: FollowedTarget[] = [...targets.refused, ...(refused ? [refused] : [])];
    for (const { write } of targets.appends)
      followed.push(await write(c, { id, operation, sourceId: registered.source.id }));
    const reading = landed ? readingOfSheets(landed.file.sheets) : null;
    return await asSeen(c, viewer, { ...registered, targets: followed }, reading);
  };
}

/** Makes a file the next revision of the source that the table of its reading came from, if its reading wants that. */
async function replaceByReading(
  service: Service,
  author: Author,
  request: IngestRequest,
  landed: LandedSource,
  viewer: Viewer | undefined,
  commit: CommitOptions,
): Promise<Ingested | FollowedTarget | undefined> {
  const { workbookId, file } = request;
  const found = await sourceToReplace(service, author, workbookId, landed.file.sheets);
  if (!found || !('sourceId' in found)) return found;
  const { sourceId, target } = found;
  const planRevision = revisionPlanner(service, author, file);
  const plan = async () => {
    const planned = await planRevision(await getSource(service, { workbookId, source: sourceId }));
    const op = { kind: 'source.revise' as const, operation: revisionBy(sourceId, file, landed.file.sheets) };
    return async (c: Change): Promise<Ingested> => {
      const id = await startRevision(c, planned, op);
      const { source } = await commitRevision(c, planned, { ...op, id }, request.provenance);
      const counts = planned.revisions.map((one) => one.counts);
      const followed: FollowedTarget = {
        mode: target.mode,
        table: target.table,
        rowsAdded: counts.reduce((sum, { inserted }) => sum + inserted, 0),
        rowsRemoved: counts.reduce((sum, { deleted }) => sum + deleted, 0),
      };
      const tables = await tablesOfSource(c.tx, source.id);
      const revised: Ingested = {
        source,
        tables,
        structuring: 'structured',
        isNew: true,
        targets: [followed],
      };
      return await asSeen(c, viewer, revised, readingOfSheets(planned.landed?.sheets ?? []));
    };
  };
  return await changeWithRetry(service, author, { expectedVersion: null }, plan, commit);
}

const revisionBy = (source: string, file: IngestRequest['file'], sheets: readonly LandedSheet[]) => ({
  operation: 'reviseSource' as const,
  input: { source, file: file.blob.hash, filename: file.filename, ...readingsNamed(specsOf(sheets)) },
});

/** Identical bytes in the same workbook are the existing source. */
async function answerDuplicate(
  service: Service,
  author: Author,
  request: IngestRequest,
  viewer: Viewer | undefined,
  commit: CommitOptions,
): Promise<Ingested | undefined> {
  const { workbookId, file, mode } = request;
  const source = await findSourceByContent(service.catalog.db, workbookId, file.blob.hash);
  if (!source) return undefined;
  // The author may not know the bytes: a file in an upload slot can be ingested by another user.
  const visible = await visibleSource(service, author, source);
  const reading = mode === 'auto' ? await readingVisibleTo(service, author, source.id) : null;
  const appends = mode === 'auto' ? await planKnownAppends(service, author, source) : [];
  return await change(
    service.catalog,
    author,
    async (c) => {
      await lockTargets(c, { appends });
      const operation = ingestOperation(request, []);
      const id = appends.length > 0 ? await ingestOp(c, request, operation) : 0;
      const targets: FollowedTarget[] = [];
      for (const { write } of appends) targets.push(await write(c, { id, operation, sourceId: source.id }));
      await c.audit({ chain: workbookId, action: 'source.uploaded_again', target: source.id });
      const tables = await tablesOfSource(c.tx, source.id);
      const structured = tables.some(({ state }) => state === 'archived') || reading !== null;
      const structuring = mode === 'staged' ? null : structured ? 'structured' : 'skipped';
      return await asSeen(
        c,
        viewer,
        { source: visible, tables, structuring, isNew: false, targets },
        reading,
      );
    },
    commit,
  );
}

async function visibleSource(
  service: Service,
  { userId }: Author,
  source: SourceRecord,
): Promise<VisibleSource> {
  if (userId === null) return source;
  return await (await SourceVisibility.load(service, { userId }, source.workbook_id)).redact(source);
}

/**
 * With the reading, and the columns that the viewer may see. Without a viewer, as in a stored result of a job, they are left
 * out, because they may be governed.
 */
async function asSeen(
  c: Change,
  viewer: Viewer | undefined,
  ingested: Ingested,
  reading: Reading | null,
): Promise<Ingested> {
  if (!viewer) return ingested;
  const governance = await Governance.load(c.tx, viewer, ingested.source.workbook_id);
  const columns: NonNullable<Ingested['columns']> = {};
  for (const row of ingested.tables) columns[row.id] = columnsOf(await governance.view(c.tx, row));
  return { ...ingested, columns, reading };
}

const columnsOf = ({ columns }: GovernedTable) => columns.map(({ name, type }) => ({ name, type }));

/** The stored result of a job with the columns and the reading that the viewer may see now. */
export async function asVisibleTo(service: Service, viewer: Viewer, ingested: Ingested): Promise<Ingested> {
  const made = new Set(ingested.tables.map(({ id }) => id));
  const tables = await service.data.as(viewer).tables(ingested.source.workbook_id);
  const visible = tables.filter(({ record }) => made.has(record.id));
  return {
    ...ingested,
    reading: await readingVisibleTo(service, viewer, ingested.source.id),
    columns: Object.fromEntries(visible.map((table) => [table.record.id, columnsOf(table)])),
  };
}
