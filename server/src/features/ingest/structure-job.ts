import type { Change, CommitOptions } from '../../catalog/change.js';
import { type JobRecord, setJobProgress } from '../../catalog/job-records.js';
import type { SourceRecord } from '../../catalog/source-records.js';
import type { TableRecord } from '../../catalog/tables.js';
import type { Operation } from '../../core/operations.js';
import type { Reading } from '../../core/reading.js';
import type { FollowedTarget } from '../../core/reading-targets.js';
import { spendCredits } from '../billing/spend.js';
import { landTablesWithinCredits, type PricedFile, unlessOutOfCredits } from '../landing/land-source.js';
import { jobAuthor } from '../queue/queue-job.js';
import type { ReadingChoice } from '../readings/known-readings.js';
import type { Service } from '../service.js';
import { archiveRawTable } from '../sources/archive-raw-table.js';
import { readingsNamed, specsOf } from '../sources/readings-named.js';
import { registerSheets } from '../sources/register-tables.js';
import { getSource, tablesOfSource } from '../sources/sources.js';
import { storeStructure } from '../sources/store-structure.js';
import { changeWithRetry } from '../tables/edit-table.js';
import { lockTargets, type PlannedTargets, planAppends } from './follow-targets.js';

export const STRUCTURE_JOB = 'source.structure';

export interface Promotion {
  source: SourceRecord;
  tables: TableRecord[];
  /** Why the raw sheets stayed active; null if the structured tables replaced them. */
  skipped: string | null;
  /** As in `Ingested`. */
  reading?: Reading | null | undefined;
  targets?: FollowedTarget[] | undefined;
}

/** Structures a source that landed as raw sheets, and replaces these with its tables. */
export async function runStructureJob(
  service: Service,
  job: JobRecord,
  commit: CommitOptions,
): Promise<void> {
  const { sourceId, reading: choice } = JSON.parse(job.input) as {
    sourceId: string;
    reading?: ReadingChoice;
  };
  const source = await getSource(service, { workbookId: job.workbook_id, source: sourceId });
  const file = { filename: source.filename, blob: { hash: source.blob_hash, size: source.size } };
  await setJobProgress(service.catalog.db, job, { stage: 'structuring', percent: 20 });
  const structured = await unlessOutOfCredits(
    landTablesWithinCredits(service, jobAuthor(job), {
      workbookId: source.workbook_id,
      file,
      reading: choice,
    }),
  );
  await setJobProgress(service.catalog.db, job, { stage: 'registering', percent: 90 });
  const structure = async (
    c: Change,
    structured: PricedFile | null,
    targets: PlannedTargets,
  ): Promise<Promotion> => {
    await lockTargets(c, targets);
    const existing = await tablesOfSource(c.tx, source.id);
    if (await isRevised(c, source))
      return await skipPromotion(c, source, existing, 'a newer file took its place');
    if (!structured) return await skipPromotion(c, source, existing, 'no_credits');
    if (await isDerivedFrom(c, existing))
      return await skipPromotion(c, source, existing, 'a table was derived from it');
    if (structured.price) await spendCredits(c, structured.price);
    return { source, skipped: null, ...(await promote(c, source, existing, targets)) };
  };
  const plan = async (read: PricedFile | null) => {
    const place = { workbookId: source.workbook_id, file };
    const targets = await planAppends(service, jobAuthor(job), place, read?.file.sheets ?? []);
    return (c: Change) => structure(c, read, targets);
  };
  const register = (read: PricedFile | null) =>
    changeWithRetry(service, jobAuthor(job), { expectedVersion: null }, () => plan(read), commit);
  // Work that committed first may have spent the credits.
  if (!(await unlessOutOfCredits(register(structured)))) await register(null);
}

async function skipPromotion(
  c: Change,
  source: SourceRecord,
  tables: TableRecord[],
  skipped: string,
): Promise<Promotion> {
  const detail = { reason: skipped };
  await c.audit({ chain: source.workbook_id, action: 'source.promotion_skipped', target: source.id, detail });
  return { source, tables, skipped };
}

async function isRevised(c: Change, { id, blob_hash }: SourceRecord): Promise<boolean> {
  const current = await c.tx
    .selectFrom('sources')
    .select('blob_hash')
    .where('id', '=', id)
    .executeTakeFirst();
  return current?.blob_hash !== blob_hash;
}

async function isDerivedFrom(c: Change, tables: TableRecord[]): Promise<boolean> {
  if (tables.length === 0) return false;
  const ids = tables.map(({ id }) => id);
  const derived = await c.tx
    .selectFrom('table_inputs')
    .select('table_id')
    .where('input_id', 'in', ids)
    .limit(1)
    .executeTakeFirst();
  return derived !== undefined;
}

async function promote(
  c: Change,
  source: SourceRecord,
  existing: TableRecord[],
  { sheets, appends, refused }: PlannedTargets,
): Promise<Pick<Promotion, 'tables' | 'targets'>> {
  const named = readingsNamed(specsOf(sheets));
  const operation: Operation = { operation: 'structureSource', input: { source: source.id, ...named } };
  const opId = await c.op({ workbookId: source.workbook_id, kind: 'source.structure', operation });
  const split = sheets.filter(({ tables }) => tables.length > 0);
  const rawTables = new Map(existing.map((table) => [table.source_sheet ?? '', table]));
  for (const { name } of split) {
    const raw = rawTables.get(name);
    if (raw) await archiveRawTable(c, raw, opId);
  }
  const rawIds = new Map([...rawTables].map(([sheet, { id }]) => [sheet, id]));
  const withoutRaw = split.map((sheet) => ({ ...sheet, raw: null }));
  await registerSheets(c, { source, opId, sheets: withoutRaw, rawIds });
  await storeStructure(c, source, sheets);
  await c.audit({
    chain: source.workbook_id,
    action: 'source.structured',
    target: source.id,
    detail: { op_id: opId, ...named },
  });
  const targets = [...refused];
  for (const { write } of appends) targets.push(await write(c, { id: opId, operation, sourceId: source.id }));
  return { tables: await tablesOfSource(c.tx, source.id), targets };
}
