import { type Author, type Change, type CommitOptions, change } from '../../catalog/change.js';
import type { JobProgress } from '../../catalog/job-records.js';
import type { SourceRecord } from '../../catalog/source-records.js';
import { violatedKey } from '../../catalog/unique-keys.js';
import type { Reading } from '../../core/reading.js';
import { Governance, type GovernedTable, type Viewer } from '../../workbook/governance/governed-tables.js';
import type { Service } from '../service.js';
import { SourceVisibility, type VisibleSource } from '../sources/source-visibility.js';
import { findSourceByContent, tablesOfSource } from '../sources/sources.js';
import type { Ingested, IngestRequest } from './ingest-request.js';
import { isOutOfCredits, type LandedSource, landRawInstead, landSource } from './land-source.js';
import { readingOfSheets, readingVisibleTo } from './read-reading.js';
import { ingestOp, registerSource } from './register-source.js';

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
  const landed = request.mode === 'auto' ? await landSource(service, request) : undefined;
  await reportProgress({ stage: 'registering', percent: 90 });
  const register = (read: LandedSource | undefined) =>
    change(
      service.catalog,
      author,
      async (c) => {
        const registered = await registerSource(c, request, read, await ingestOp(c, request));
        return await asSeen(c, viewer, registered, read ? readingOfSheets(read.file.sheets) : null);
      },
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
  const reading = mode === 'auto' ? await readingVisibleTo(service, author, source.id) : null;
  return await change(
    service.catalog,
    author,
    async (c) => {
      await c.audit({ chain: workbookId, action: 'source.uploaded_again', target: source.id });
      const tables = await tablesOfSource(c.tx, source.id);
      const structured = tables.some(({ state }) => state === 'archived') || reading !== null;
      const structuring = mode === 'staged' ? null : structured ? 'structured' : 'skipped';
      return await asSeen(c, viewer, { source: visible, tables, structuring, isNew: false }, reading);
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
