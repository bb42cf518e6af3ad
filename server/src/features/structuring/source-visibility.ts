import type { SourceRecord } from '../../catalog/source-records.js';
import type { SheetSpec } from '../../core/parse-spec.js';
import { problem } from '../../core/problems.js';
import {
  type GovernedTable,
  hidesAnythingOf,
  type Viewer,
} from '../../workbook/governance/governed-tables.js';
import { rawTablesOf } from '../ingest/sources.js';
import type { Service } from '../service.js';
import { findSpec } from './parse-specs.js';

/** A source without what follows from its bytes, where its reader may not see every column that comes from it. */
export type VisibleSource = Omit<SourceRecord, 'blob_hash' | 'size'> & {
  blob_hash: string | null;
  size: number | null;
};

/** Which sources of a workbook somebody sees whole: the one place that decides what is told of their bytes. */
export class SourceVisibility {
  private constructor(
    private readonly service: Service,
    private readonly workbookId: string,
    /** Null where no rule hides anything from the viewer. */
    private readonly tables: readonly GovernedTable[] | null,
  ) {}

  static async load(service: Service, { userId }: Viewer, workbookId: string): Promise<SourceVisibility> {
    // By the user alone: to find out what may be told is not to read the tables, and leaves no trace.
    const viewer = { userId };
    const hides = await service.data.as(viewer).hidesAnything(workbookId);
    return new SourceVisibility(
      service,
      workbookId,
      hides ? await service.data.as(viewer).tables(workbookId) : null,
    );
  }

  get seesEverything(): boolean {
    return this.tables === null;
  }

  /**
   * Whether every column of every table that was made of a source is seen as it is. Tags go with the tables that they
   * stand on: where a sheet as it is has been deleted, nobody knows what was sensitive in it, and it is for those from
   * whom no rule hides anything.
   */
  async isFullyVisible(source: SourceRecord, sheets?: SheetSpec[]): Promise<boolean> {
    if (!this.tables) return true;
    if (this.tables.some((table) => table.record.source_id === source.id && hidesAnythingOf(table)))
      return false;
    if (source.status !== 'materialized') return true;
    const { db } = this.service.catalog;
    const raw = await rawTablesOf(db, source.id);
    const read = sheets ?? (await findSpec(db, source.id))?.sheets ?? [];
    return raw.size > 0 && read.every(({ name, regions }) => regions.length === 0 || raw.has(name));
  }

  /** From a hash and a size a hidden cell can be found by trying; the reason of a failure may quote cells. */
  async redact(source: SourceRecord): Promise<VisibleSource> {
    if (await this.isFullyVisible(source)) return source;
    return { ...source, blob_hash: null, size: null, failure: source.failure && 'It could not be read.' };
  }

  /** The same for a file that is known by its bytes alone; of one that is no source it is not known what it holds. */
  async mayKnowContent(blobHash: string): Promise<boolean> {
    if (!this.tables) return true;
    const sources = await this.service.catalog.db
      .selectFrom('sources')
      .leftJoin('source_revisions', 'source_revisions.source_id', 'sources.id')
      .selectAll('sources')
      .distinct()
      .where('sources.workbook_id', '=', this.workbookId)
      .where((eb) =>
        eb.or([eb('sources.blob_hash', '=', blobHash), eb('source_revisions.blob_hash', '=', blobHash)]),
      )
      .execute();
    for (const source of sources) if (!(await this.isFullyVisible(source))) return false;
    return sources.length > 0;
  }
}

/** How a file is read tells its headings, and what does not fit it is told with its cells. */
export async function requireFullyVisibleSource(
  service: Service,
  viewer: Viewer,
  source: SourceRecord,
  sheets?: SheetSpec[],
): Promise<void> {
  const visibility = await SourceVisibility.load(service, viewer, source.workbook_id);
  if (await visibility.isFullyVisible(source, sheets)) return;
  throw problem('governed-workbook', `You may not see every column that comes from "${source.name}".`, {
    fix: 'Ask someone who may to analyze, correct or materialize it.',
  });
}
