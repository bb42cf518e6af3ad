import { say } from '@workbook-data-service/contract/messages';
import type { SheetSpec } from '@workbook-data-service/structure/parse-spec';
import type { SourceRecord } from '../../catalog/source-records.js';
import { problem } from '../../core/problems.js';
import { storedSaying } from '../../core/stored-saying.js';
import {
  type GovernedTable,
  hidesAnythingOf,
  type Viewer,
} from '../../workbook/governance/governed-tables.js';
import type { Service } from '../service.js';
import { findSpec } from './parse-specs.js';
import { rawTablesOf } from './sources.js';

/** A source; hash and size are null if the viewer may not see every column that comes from it. */
export type VisibleSource = Omit<SourceRecord, 'blob_hash' | 'size'> & {
  blob_hash: string | null;
  size: number | null;
};

/** Which sources of a workbook are fully visible to a viewer: the only place that decides what is shown of their bytes. */
export class SourceVisibility {
  private constructor(
    private readonly service: Service,
    private readonly workbookId: string,
    /** Null if no rule hides anything from the viewer. */
    private readonly tables: readonly GovernedTable[] | null,
  ) {}

  static async load(service: Service, { userId }: Viewer, workbookId: string): Promise<SourceVisibility> {
    // Without the viewer's trace: checking visibility is not a read of the tables, so it is not logged as one.
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
   * Whether every column of every table made of a source is visible unmasked. Tags are deleted with their table: if a
   * raw table was deleted, it is unknown what was sensitive in its sheet, so the source is visible only to viewers
   * from whom no rule hides anything.
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

  /** Hidden cells can be guessed and checked against a hash and a size; the reason of a failure may quote cells. */
  async redact(source: SourceRecord): Promise<VisibleSource> {
    if (await this.isFullyVisible(source)) return source;
    const failure = source.failure && storedSaying(say('source-unreadable'));
    return { ...source, blob_hash: null, size: null, failure };
  }

  /** The same for a file known only by its hash; the content of a file that is not a source is unknown. */
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

/** A parse spec contains headings of the file, and errors in it quote cells. */
export async function requireFullyVisibleSource(
  service: Service,
  viewer: Viewer,
  source: SourceRecord,
  sheets?: SheetSpec[],
): Promise<void> {
  const visibility = await SourceVisibility.load(service, viewer, source.workbook_id);
  if (await visibility.isFullyVisible(source, sheets)) return;
  throw problem('governed-workbook', say('source-columns-hidden', { file: source.name }), {
    fix: say('fix-source-columns-hidden'),
  });
}
