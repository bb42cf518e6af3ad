import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import type { Change, CommitOptions } from '../../catalog/change.js';
import type { Db } from '../../catalog/db.js';
import {
  type FileLink,
  type FileLinkRecord,
  findLinkOfDriveFile,
  findLinkOfSource,
  insertLink,
} from '../../catalog/file-links.js';
import type { SourceRecord } from '../../catalog/source-records.js';
import { cleanFilename } from '../../core/file-names.js';
import { newId } from '../../core/ids.js';
import type { OperationInputs } from '../../core/operations.js';
import { problem } from '../../core/problems.js';
import type { LandedSheet } from '../../workbook/files/land-file.js';
import type { ReceivedFile } from '../../workbook/files/received-file.js';
import type { Caller } from '../caller.js';
import { emailOf } from '../identity/email-of.js';
import type { IngestRequest } from '../ingest/ingest-request.js';
import { registerSource } from '../ingest/register-source.js';
import { type LandedSource, landSource } from '../landing/land-source.js';
import { readingOfSheets } from '../landing/reading-of-sheets.js';
import type { ReadingChoice } from '../readings/known-readings.js';
import {
  commitRevision,
  type PlannedRevision,
  type RevisionOp,
  startRevision,
} from '../revising/commit-revision.js';
import { refusingKnownBytes } from '../revising/known-bytes.js';
import { revisionPlanner } from '../revising/plan-revision.js';
import { refuseGovernedRevision } from '../revising/revise-source.js';
import { type RevisedTables, revisionOfTables, untouched } from '../revising/revision.js';
import type { Service } from '../service.js';
import { readingsNamed, specsOf } from '../sources/readings-named.js';
import { findSourceByContent, findSourceByName, tablesOfSource } from '../sources/sources.js';
import { changeWithRetry, type Write } from '../tables/edit-table.js';
import { latestOf, type TrackedFile } from './add-version.js';
import { cutVersion, type NewVersion, provenanceOf } from './cut-version.js';
import { looksLikeSameFile } from './same-file.js';

export interface TrackRequest extends Omit<NewVersion, 'kind'> {
  workbookId: string;
  provider: FileLinkRecord['provider'];
  /** The file's id in its drive. */
  externalId: string | null;
  /** Where a local file lives, as its owner says; it is never opened. */
  origin: string;
  /** The name of the source; that of the file if absent. */
  asName?: string | null | undefined;
  /** What to do if the workbook has a source of that name. */
  onExisting: 'auto' | 'seed' | 'replace' | 'refuse';
  /** How a new source is read. */
  reading?: ReadingChoice | undefined;
  dryRun?: boolean | undefined;
}

type Tracking = Write<Omit<TrackedFile, 'dryRun'>>;

/** Begins to track a file: it becomes version 1 of a new source, or a version of the source that has its name. */
export async function trackFile(
  service: Service,
  caller: Caller,
  request: TrackRequest,
  commit: CommitOptions,
): Promise<TrackedFile> {
  const { workbookId, file, dryRun } = request;
  const planner = new TrackPlanner(service, caller, request);
  return await refusingKnownBytes(service, workbookId, file, () =>
    changeWithRetry(service, caller, { expectedVersion: null, dryRun }, () => planner.plan(), commit),
  );
}

/** Plans how a file is tracked; the file is read once, however often that is planned. */
class TrackPlanner {
  readonly #name: string;
  readonly #input: OperationInputs['trackFile'];
  readonly #op: RevisionOp;
  readonly #planRevision: (source: SourceRecord) => Promise<PlannedRevision>;
  #landed: LandedSource | undefined;

  constructor(
    private readonly service: Service,
    private readonly caller: Caller,
    private readonly request: TrackRequest,
  ) {
    const { file, provider, externalId } = request;
    this.#name = cleanFilename(request.asName ?? file.filename);
    this.#planRevision = revisionPlanner(service, caller, file);
    this.#input = { file: file.blob.hash, filename: file.filename, provider, external_id: externalId };
    this.#op = this.#opBy([]);
  }

  /** `sheets` are those of a new source, where it says by which readings they were read. */
  #opBy(sheets: readonly LandedSheet[]): RevisionOp {
    const input = { ...this.#input, ...readingsNamed(specsOf(sheets)) };
    return { kind: 'file.track', operation: { operation: 'trackFile', input } };
  }

  async plan(): Promise<Tracking> {
    const { db } = this.service.catalog;
    const { source, link } = await this.#target(db);
    if (link) throw alreadyTracked(link);
    await refuseOtherSource(db, this.request, source);
    return source ? await this.#planForSource(source) : await this.#planForNewSource();
  }

  async #planForNewSource(): Promise<Tracking> {
    const { workbookId, file, reading } = this.request;
    const request: IngestRequest = {
      workbookId,
      file,
      reading,
      name: this.#name,
      mode: 'auto',
      structuring: 'auto',
      provenance: this.#provenance(),
    };
    this.#landed ??= await landSource(this.service, this.caller, request);
    const landed = this.#landed;
    return async (c) => {
      const opId = await c.op({ workbookId, ...this.#opBy(landed.file.sheets) });
      await this.#requireUnmoved(c, undefined);
      const { source, tables } = await registerSource(c, request, landed, opId);
      const link = await cutVersion(c, await this.#insertLink(c, source), this.#sent('link'), opId);
      const tracked = await this.#tracked(c, link, source, untouched(tables), opId);
      return { ...tracked, reading: readingOfSheets(landed.file.sheets) };
    };
  }

  async #planForSource(source: SourceRecord): Promise<Tracking> {
    const { workbookId, file, onExisting } = this.request;
    if (onExisting === 'refuse') throw nameTaken(say('source-exists', { source: source.name }));
    if (source.blob_hash === file.blob.hash) return this.#adopt(source);
    await refuseGovernedRevision(this.service, this.caller, workbookId);
    if (onExisting === 'auto' && !(await looksLikeSameFile(this.service, source, file)))
      throw nameTaken(say('source-unlike', { source: source.name }));
    const copy = onExisting === 'replace' ? null : await this.#copyOf(source);
    const planned = await this.#planRevision(source);
    return async (c) => {
      const id = await startRevision(c, planned, this.#op);
      await this.#requireUnmoved(c, source);
      let link = await this.#insertLink(c, source);
      if (copy) link = await cutVersion(c, link, copy, id);
      const committed = await commitRevision(c, planned, { ...this.#op, id }, this.#provenance());
      link = await cutVersion(c, link, this.#sent(copy ? 'sync' : 'link'), id);
      return await this.#tracked(c, link, source, revisionOfTables(committed, planned), id);
    };
  }

  /** The source has the bytes already: only the link is new. */
  #adopt(source: SourceRecord): Tracking {
    return async (c) => {
      const opId = await c.op({ workbookId: source.workbook_id, ...this.#op });
      await this.#requireUnmoved(c, source);
      const link = await cutVersion(c, await this.#insertLink(c, source), this.#sent('link'), opId);
      return await this.#tracked(c, link, source, untouched(await tablesOfSource(c.tx, source.id)), opId);
    };
  }

  /** The source that the file would feed, and the link that already feeds it or already tracks the file. */
  async #target(db: Db): Promise<{ source?: SourceRecord | undefined; link?: FileLinkRecord | undefined }> {
    const { workbookId, file, provider, externalId } = this.request;
    const source = await findSourceByName(db, workbookId, this.#name, file.blob.hash);
    const link =
      (source && (await findLinkOfSource(db, source.id))) ??
      (externalId === null ? undefined : await findLinkOfDriveFile(db, workbookId, provider, externalId));
    return { source, link };
  }

  /** What was planned holds only for the source as it was; otherwise it is planned again. */
  async #requireUnmoved(c: Change, planned: SourceRecord | undefined): Promise<void> {
    const { source, link } = await this.#target(c.tx);
    if (!link && source?.id === planned?.id && source?.blob_hash === planned?.blob_hash) return;
    throw problem('version-conflict', say('sources-changed'), {
      fix: say('fix-send-file-again'),
    });
  }

  async #insertLink(c: Change, source: Pick<SourceRecord, 'id' | 'workbook_id'>): Promise<FileLink> {
    const { file, provider, externalId, origin } = this.request;
    const link: FileLinkRecord = {
      id: newId('lnk'),
      workbook_id: source.workbook_id,
      source_id: source.id,
      filename: cleanFilename(file.filename),
      provider,
      external_id: externalId,
      origin,
      created_at: c.at,
      created_by: c.author.userId ?? 'system',
    };
    await insertLink(c, link);
    return { ...link, versions: [] };
  }

  #sent(kind: NewVersion['kind']): NewVersion {
    const { file, modifiedBy, modified, externalVersion } = this.request;
    return { kind, file, modifiedBy, modified, externalVersion };
  }

  /** The file that the source has, as the version before the sent one. */
  async #copyOf({ id, filename, blob_hash: hash, size, created_by }: SourceRecord): Promise<NewVersion> {
    const { db } = this.service.catalog;
    const revision = await db
      .selectFrom('source_revisions')
      .select('created_by')
      .where('source_id', '=', id)
      .orderBy('revision', 'desc')
      .executeTakeFirst();
    return {
      kind: 'link',
      file: { filename, blob: { hash, size } },
      modifiedBy: await emailOf(db, revision?.created_by ?? created_by),
      modified: null,
      externalVersion: null,
    };
  }

  #provenance() {
    const { provider, externalId } = this.request;
    return provenanceOf({ provider, external_id: externalId }, this.request);
  }

  async #tracked(
    c: Change,
    link: FileLink,
    source: Pick<SourceRecord, 'name'>,
    tables: RevisedTables,
    opId: number,
  ): Promise<Omit<TrackedFile, 'dryRun'>> {
    const version = latestOf(link);
    await c.audit({
      chain: link.workbook_id,
      action: 'file.tracked',
      target: link.id,
      detail: {
        op_id: opId,
        source_id: link.source_id,
        provider: link.provider,
        external_id: link.external_id,
        version: version.n,
        filename: version.filename,
        sha256: version.blob_hash,
      },
    });
    return { ...tables, link, source: source.name, changed: true, version, opId };
  }
}

function alreadyTracked({ id }: FileLinkRecord) {
  return problem('already-tracked', say('file-tracked', { link: id }), { members: { link_id: id } });
}

/** The same bytes cannot be two sources of a workbook. */
async function refuseOtherSource(
  db: Db,
  { workbookId, file }: { workbookId: string; file: ReceivedFile },
  source: SourceRecord | undefined,
): Promise<void> {
  const known = await findSourceByContent(db, workbookId, file.blob.hash);
  if (!known || known.id === source?.id) return;
  const link = await findLinkOfSource(db, known.id);
  if (link) throw alreadyTracked(link);
  throw problem('conflict', say('file-known', { source: known.name }), {
    fix: say('fix-file-known', { source: known.name }),
  });
}

function nameTaken(why: Message) {
  return problem('name-taken', why, {
    fix: say('fix-source-exists'),
  });
}
