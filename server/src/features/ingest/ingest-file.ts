import { type Author, type Change, type CommitOptions, change } from '../../catalog/change.js';
import type { JobProgress } from '../../catalog/job-records.js';
import type { SourceRecord } from '../../catalog/source-records.js';
import { violatedKey } from '../../catalog/unique-keys.js';
import { Governance, type GovernedTable, type Viewer } from '../../workbook/governance/governed-tables.js';
import type { Service } from '../service.js';
import { SourceVisibility, type VisibleSource } from '../structuring/source-visibility.js';
import type { Ingested, IngestRequest } from './ingest-request.js';
import { isOutOfCredits, type LandedSource, landRawInstead, landSource } from './land-source.js';
import { ingestOp, registerSource } from './register-source.js';
import { findSourceByContent, tablesOfSource } from './sources.js';

export type ReportProgress = (progress: JobProgress) => Promise<void>;

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
  const landed = request.mode === 'auto' ? await landSource(service, request) : undefined;
  await reportProgress({ stage: 'registering', percent: 90 });
  const register = (read: LandedSource | undefined) =>
    change(
      service.catalog,
      author,
      async (c) => withColumns(c, viewer, await registerSource(c, request, read, await ingestOp(c, request))),
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

/** Identical bytes in the same workbook are the existing source. */
async function answerDuplicate(
  service: Service,
  author: Author,
  { workbookId, file, mode }: IngestRequest,
  viewer: Viewer | undefined,
  commit: CommitOptions,
): Promise<Ingested | undefined> {
  const source = await findSourceByContent(service.catalog.db, workbookId, file.blob.hash);
  if (!source) return undefined;
  // The author may not know the bytes: a file in an upload slot can be ingested by another user.
  const visible = await visibleSource(service, author, source);
  return await change(
    service.catalog,
    author,
    async (c) => {
      await c.audit({ chain: workbookId, action: 'source.uploaded_again', target: source.id });
      const tables = await tablesOfSource(c.tx, source.id);
      const structured = tables.some(({ state }) => state === 'archived');
      return await withColumns(c, viewer, {
        source: visible,
        tables,
        structuring: mode === 'staged' ? null : structured ? 'structured' : 'skipped',
        isNew: false,
      });
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

/** Without a viewer, as in a stored result of a job, columns are left out, because their names may be governed. */
async function withColumns(c: Change, viewer: Viewer | undefined, ingested: Ingested): Promise<Ingested> {
  if (!viewer) return ingested;
  const governance = await Governance.load(c.tx, viewer, ingested.source.workbook_id);
  const columns: NonNullable<Ingested['columns']> = {};
  for (const row of ingested.tables) columns[row.id] = columnsOf(await governance.view(c.tx, row));
  return { ...ingested, columns };
}

const columnsOf = ({ columns }: GovernedTable) => columns.map(({ name, type }) => ({ name, type }));

/** The stored result of a job with the columns that the viewer may see now. */
export async function withVisibleColumns(
  service: Service,
  viewer: Viewer,
  ingested: Ingested,
): Promise<Ingested> {
  const made = new Set(ingested.tables.map(({ id }) => id));
  const tables = await service.data.as(viewer).tables(ingested.source.workbook_id);
  const visible = tables.filter(({ record }) => made.has(record.id));
  return {
    ...ingested,
    columns: Object.fromEntries(visible.map((table) => [table.record.id, columnsOf(table)])),
  };
}
