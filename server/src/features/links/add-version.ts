import { say } from '@workbook-data-service/contract/messages';
import { type Change, type CommitOptions, change } from '../../catalog/change.js';
import { type FileLink, type FileLinkVersion, latestVersionNumber } from '../../catalog/file-links.js';
import type { SourceRecord } from '../../catalog/source-records.js';
import type { Operation } from '../../core/operations.js';
import { problem } from '../../core/problems.js';
import type { Provenance } from '../../core/provenance.js';
import { emailOf } from '../identity/email-of.js';
import type { LinkPlace } from '../places.js';
import type { JobAuthor } from '../queue/queue-job.js';
import { commitRevision, type RevisionOp, startRevision } from '../revising/commit-revision.js';
import { refusingKnownBytes } from '../revising/known-bytes.js';
import { revisionPlanner } from '../revising/plan-revision.js';
import { refuseGovernedRevision } from '../revising/revise-source.js';
import { type RevisedTables, revisionOfTables, untouched } from '../revising/revision.js';
import type { Service } from '../service.js';
import { tablesOfSource } from '../sources/sources.js';
import { changeWithRetry, type Write } from '../tables/edit-table.js';
import { cutVersion, type NewVersion, provenanceOf } from './cut-version.js';
import { requireLink, requireSourceOf } from './file-links.js';

/** A tracked file after a version of it arrived. */
export interface TrackedFile extends RevisedTables {
  link: FileLink;
  /** The name of the source. */
  source: string;
  /** Whether a version was cut. */
  changed: boolean;
  /** The current version. */
  version: FileLinkVersion;
  /** Null if nothing changed. */
  opId: number | null;
  dryRun: boolean;
}

/** A new file for a link: its source is revised by it. Bytes that are those of the latest version change nothing. */
export async function addVersion(
  service: Service,
  caller: JobAuthor,
  place: LinkPlace,
  version: NewVersion & { dryRun?: boolean | undefined },
  commit: CommitOptions,
): Promise<TrackedFile> {
  await refuseGovernedRevision(service, caller, place.workbookId);
  const { file } = version;
  const operation: Operation = {
    operation: 'addFileVersion',
    input: { link: place.linkId, file: file.blob.hash, filename: file.filename },
  };
  return await appendVersion(
    service,
    caller,
    place,
    {
      ...version,
      op: { kind: 'file.version', operation },
      provenance: (link) => provenanceOf(link, version),
    },
    commit,
  );
}

/** Goes back to the bytes of version n, which become a new version. */
export async function revertToVersion(
  service: Service,
  caller: JobAuthor,
  place: LinkPlace & { n: number },
  { actor, dryRun }: { actor?: string | null | undefined; dryRun?: boolean | undefined },
  commit: CommitOptions,
): Promise<TrackedFile> {
  await refuseGovernedRevision(service, caller, place.workbookId);
  const { linkId, n } = place;
  const { db } = service.catalog;
  const reverted = requireVersion(await requireLink(db, place), n);
  const { filename, blob_hash: hash, size } = reverted;
  const pulled = {
    externalVersion: reverted.external_version,
    modifiedBy: reverted.modified_by,
    modified: reverted.modified,
  };
  return await appendVersion(
    service,
    caller,
    place,
    {
      kind: 'revert',
      file: { filename, blob: { hash, size } },
      modifiedBy: await emailOf(db, caller.userId),
      modified: null,
      externalVersion: null,
      dryRun,
      op: {
        kind: 'file.revert',
        actor,
        operation: { operation: 'revertFileVersion', input: { link: linkId, n } },
      },
      provenance: (link) => provenanceOf(link, pulled, reverted.synced_at),
    },
    commit,
  );
}

export function requireVersion(link: FileLink, n: number): FileLinkVersion {
  const found = link.versions.find((version) => version.n === n);
  if (found) return found;
  throw problem('not-found', say('link-version-unknown', { n }), {
    fix: say('fix-link-versions', { versions: link.versions.length, link: link.id }),
  });
}

interface Addition extends NewVersion {
  op: RevisionOp;
  /** Where the service fetched the file. */
  provenance(link: FileLink): Provenance | undefined;
  dryRun?: boolean | undefined;
}

/** The revision of the source, the version and its snapshot are one change. */
async function appendVersion(
  service: Service,
  caller: JobAuthor,
  place: LinkPlace,
  version: Addition,
  commit: CommitOptions,
): Promise<TrackedFile> {
  const { file, op, dryRun } = version;
  const planRevision = revisionPlanner(service, caller, file);
  const plan = async (): Promise<Write<Omit<TrackedFile, 'dryRun'>>> => {
    const link = await requireLink(service.catalog.db, place);
    const source = await requireSourceOf(service.catalog.db, link);
    const latest = latestOf(link);
    if (latest.blob_hash === file.blob.hash) return (c) => noteUnchanged(c, link, source);
    const planned = await planRevision(source);
    return async (c) => {
      const id = await startRevision(c, planned, op);
      await requireLatest(c, link.id, latest);
      const revision = revisionOfTables(
        await commitRevision(c, planned, { ...op, id }, version.provenance(link)),
        planned,
      );
      const after = await cutVersion(c, link, version, id);
      const current = latestOf(after);
      await c.audit({
        chain: link.workbook_id,
        action: version.kind === 'revert' ? 'file.reverted' : 'file.version_added',
        target: link.id,
        detail: { op_id: id, version: current.n, filename: current.filename, sha256: current.blob_hash },
      });
      return { ...revision, link: after, source: source.name, changed: true, version: current };
    };
  };
  return await refusingKnownBytes(service, place.workbookId, file, () =>
    changeWithRetry(service, caller, { expectedVersion: null, dryRun }, plan, commit),
  );
}

/** The file has not changed since: the latest version stays. */
export async function keepVersion(
  service: Service,
  caller: JobAuthor,
  place: LinkPlace,
  { dryRun }: { dryRun: boolean },
  commit: CommitOptions,
): Promise<TrackedFile> {
  const link = await requireLink(service.catalog.db, place);
  const source = await requireSourceOf(service.catalog.db, link);
  return await change(
    service.catalog,
    caller,
    async (c) => ({ ...(await noteUnchanged(c, link, source)), dryRun }),
    { ...commit, dryRun },
  );
}

/** Every link has a version: it is created with the first. */
export function latestOf(link: FileLink): FileLinkVersion {
  return link.versions.at(-1) as FileLinkVersion;
}

/** Another version may have arrived while this one was planned; then it is planned again. */
async function requireLatest(c: Change, linkId: string, { n }: FileLinkVersion): Promise<void> {
  if ((await latestVersionNumber(c.tx, linkId)) === n) return;
  throw problem('version-conflict', say('link-version-raced'), {
    fix: say('fix-send-file-again'),
  });
}

async function noteUnchanged(
  c: Change,
  link: FileLink,
  source: SourceRecord,
): Promise<Omit<TrackedFile, 'dryRun'>> {
  const detail = { unchanged: true };
  await c.audit({ chain: link.workbook_id, action: 'file.version_added', target: link.id, detail });
  return {
    ...untouched(await tablesOfSource(c.tx, source.id)),
    link,
    source: source.name,
    changed: false,
    version: latestOf(link),
    opId: null,
  };
}
