import type { Saying } from '@workbook-data-service/contract/messages/message';
// The only writer of snapshots and their labels. A snapshot names versions in the logs of its tables and copies no row.
import type { Selectable } from 'kysely';
import { newId } from '../core/ids.js';
import { type StoredSaying, sayingIn } from '../core/stored-saying.js';
import type { Change } from './change.js';
import { type ChartRecord, chartsOf } from './chart-records.js';
import type { Db, Tx } from './db.js';
import type { Schema } from './schema.js';
import { type SheetRecord, sheetsOf } from './sheet-records.js';
import { type TransformRecord, transformsOf } from './transforms.js';

export type SnapshotRecord = Selectable<Schema['snapshots']>;
export type SnapshotLabel = Selectable<Schema['snapshot_labels']>;
export type PinnedTable = Selectable<Schema['snapshot_tables']>;
export type PinnedTransform = Pick<
  TransformRecord,
  | 'id'
  | 'name'
  | 'kind'
  | 'code'
  | 'args'
  | 'output_table_id'
  | 'key'
  | 'row_salt'
  | 'description'
  | 'owner_user_id'
>;
export type PinnedSheet = Omit<SheetRecord, 'workbook_id' | 'updated_at'>;
export type PinnedChart = Omit<ChartRecord, 'workbook_id' | 'name_key' | 'updated_at'>;
export type PinnedAnnotation = Omit<Selectable<Schema['annotations']>, 'table_id'>;

interface NewSnapshot {
  workbookId: string;
  opId: number;
  /** A stored saying where it is automatic. */
  summary: string;
  eventType: string;
  /** Of the version that the snapshot is taken for. */
  label: string | null;
  automatic: boolean;
  actor: string | null;
}

/** What people call a state: what the service says of those that it pins by itself, else what somebody wrote. */
export const summaryOf = ({ summary, automatic }: SnapshotRecord): Saying =>
  automatic ? sayingIn(summary as StoredSaying) : { text: summary };

/** Ten parameters per row, well below what either database accepts in one statement. */
const INSERT_ROWS = 500;

/**
 * Pins the current state of a workbook. The op that the change has taken keeps other writers of the workbook waiting,
 * so all tables are pinned at one moment.
 */
export async function insertSnapshot(c: Change, snapshot: NewSnapshot): Promise<SnapshotRecord> {
  const { workbookId } = snapshot;
  const record: SnapshotRecord = {
    id: newId('snp'),
    workbook_id: workbookId,
    summary: snapshot.summary,
    event_type: snapshot.eventType,
    automatic: snapshot.automatic ? 1 : 0,
    op_id: snapshot.opId,
    actor: snapshot.actor,
    created_at: c.at,
    created_by: c.author.userId ?? 'system',
  };
  await c.tx.insertInto('snapshots').values(record).execute();
  await pinTables(c, record);
  await pinTransforms(c, record);
  await pinOutputs(c, record);
  return record;
}

async function pinTables(c: Change, { id, workbook_id }: SnapshotRecord): Promise<void> {
  const tables = await c.tx
    .selectFrom('tables')
    .select(['id', 'name', 'kind', 'state', 'edit_version', 'row_count', 'description'])
    .where('workbook_id', '=', workbook_id)
    .execute();
  const annotations = await annotationsOf(c.tx, workbook_id);
  const rows = tables.map(({ id: tableId, ...table }) => ({
    snapshot_id: id,
    table_id: tableId,
    ...table,
    annotations: annotations.has(tableId) ? JSON.stringify(annotations.get(tableId)) : null,
  }));
  for (let start = 0; start < rows.length; start += INSERT_ROWS)
    await c.tx
      .insertInto('snapshot_tables')
      .values(rows.slice(start, start + INSERT_ROWS))
      .execute();
}

async function annotationsOf(db: Db, workbookId: string): Promise<Map<string, PinnedAnnotation[]>> {
  const rows = await db
    .selectFrom('annotations')
    .innerJoin('tables', 'tables.id', 'annotations.table_id')
    .select(['table_id', 'row_id', 'column_id', 'style', 'note'])
    .where('tables.workbook_id', '=', workbookId)
    .execute();
  const byTable = new Map<string, PinnedAnnotation[]>();
  for (const { table_id, ...annotation } of rows) {
    const known = byTable.get(table_id);
    if (known) known.push(annotation);
    else byTable.set(table_id, [annotation]);
  }
  return byTable;
}

async function pinTransforms(c: Change, { id, workbook_id }: SnapshotRecord): Promise<void> {
  const transforms = await transformsOf(c.tx, workbook_id);
  const rows = transforms.map((transform) => ({
    snapshot_id: id,
    transform_id: transform.id,
    definition: JSON.stringify(definitionOf(transform)),
  }));
  for (let start = 0; start < rows.length; start += INSERT_ROWS)
    await c.tx
      .insertInto('snapshot_transforms')
      .values(rows.slice(start, start + INSERT_ROWS))
      .execute();
}

/** The part of a transform that a snapshot pins: not when it ran, which follows from the log. */
export function definitionOf(transform: PinnedTransform): PinnedTransform {
  const { id, name, kind, code, args, output_table_id, key, row_salt, description, owner_user_id } =
    transform;
  return { id, name, kind, code, args, output_table_id, key, row_salt, description, owner_user_id };
}

async function pinOutputs(c: Change, { id, workbook_id }: SnapshotRecord): Promise<void> {
  const [sheets, charts] = [await sheetsOf(c.tx, workbook_id), await chartsOf(c.tx, workbook_id)];
  const rows = [
    ...sheets.map((sheet) => ({ kind: 'sheet' as const, definition: sheetDefinition(sheet) })),
    ...charts.map((chart) => ({ kind: 'chart' as const, definition: chartDefinition(chart) })),
  ].map(({ kind, definition }) => ({
    snapshot_id: id,
    output_id: definition.id,
    kind,
    definition: JSON.stringify(definition),
  }));
  for (let start = 0; start < rows.length; start += INSERT_ROWS)
    await c.tx
      .insertInto('snapshot_outputs')
      .values(rows.slice(start, start + INSERT_ROWS))
      .execute();
}

export function sheetDefinition({
  id,
  name,
  title,
  blocks,
  created_at,
  created_by,
}: PinnedSheet): PinnedSheet {
  return { id, name, title, blocks, created_at, created_by };
}

export function chartDefinition(chart: PinnedChart): PinnedChart {
  const { id, name, chart_type, table_id, title, recipe, created_at, created_by } = chart;
  return { id, name, chart_type, table_id, title, recipe, created_at, created_by };
}

export async function findSnapshot(
  db: Db,
  workbookId: string,
  snapshotId: string,
): Promise<SnapshotRecord | undefined> {
  return await db
    .selectFrom('snapshots')
    .selectAll()
    .where('workbook_id', '=', workbookId)
    .where('id', '=', snapshotId)
    .executeTakeFirst();
}

/** Newest first. */
export async function snapshotsBefore(
  db: Db,
  workbookId: string,
  page: {
    before: string | undefined;
    limit: number;
    automatic?: boolean | undefined;
    without: readonly string[];
  },
): Promise<SnapshotRecord[]> {
  const { before, automatic, without } = page;
  return await db
    .selectFrom('snapshots')
    .selectAll()
    .where('workbook_id', '=', workbookId)
    .$if(before !== undefined, (query) => query.where('id', '<', before as string))
    .$if(automatic !== undefined, (query) => query.where('automatic', '=', automatic ? 1 : 0))
    .$if(without.length > 0, (query) => query.where('event_type', 'not in', [...without]))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute();
}

export async function pinnedTables(db: Db, snapshotIds: readonly string[]): Promise<PinnedTable[]> {
  if (snapshotIds.length === 0) return [];
  return await db
    .selectFrom('snapshot_tables')
    .selectAll()
    .where('snapshot_id', 'in', snapshotIds)
    .orderBy('table_id')
    .execute();
}

export async function pinnedTransforms(db: Db, snapshotId: string): Promise<PinnedTransform[]> {
  const rows = await db
    .selectFrom('snapshot_transforms')
    .select('definition')
    .where('snapshot_id', '=', snapshotId)
    .orderBy('transform_id')
    .execute();
  return rows.map(({ definition }) => JSON.parse(definition) as PinnedTransform);
}

/** The sheets and charts of a snapshot. */
export async function pinnedOutputs(
  db: Db,
  snapshotId: string,
): Promise<{ sheets: PinnedSheet[]; charts: PinnedChart[] }> {
  const rows = await db
    .selectFrom('snapshot_outputs')
    .select(['kind', 'definition'])
    .where('snapshot_id', '=', snapshotId)
    .orderBy('output_id')
    .execute();
  const ofKind = <Pinned>(kind: 'sheet' | 'chart') =>
    rows.flatMap((row) => (row.kind === kind ? [JSON.parse(row.definition) as Pinned] : []));
  return { sheets: ofKind<PinnedSheet>('sheet'), charts: ofKind<PinnedChart>('chart') };
}

export async function insertLabel(
  c: Change,
  label: Omit<SnapshotLabel, 'created_at' | 'created_by'>,
): Promise<SnapshotLabel> {
  const record = { ...label, created_at: c.at, created_by: c.author.userId ?? 'system' };
  await c.tx.insertInto('snapshot_labels').values(record).execute();
  return record;
}

export async function findLabel(
  db: Db,
  workbookId: string,
  label: string,
): Promise<SnapshotLabel | undefined> {
  return await db
    .selectFrom('snapshot_labels')
    .selectAll()
    .where('workbook_id', '=', workbookId)
    .where('label', '=', label.normalize('NFC'))
    .executeTakeFirst();
}

/** Newest first. */
export async function labelsBefore(
  db: Db,
  workbookId: string,
  page: { before: string | undefined; limit: number },
): Promise<SnapshotLabel[]> {
  return await db
    .selectFrom('snapshot_labels')
    .selectAll()
    .where('workbook_id', '=', workbookId)
    .$if(page.before !== undefined, (query) => query.where('snapshot_id', '<', page.before as string))
    .orderBy('snapshot_id', 'desc')
    .limit(page.limit)
    .execute();
}

/** Snapshots of these kinds from before a time that nobody named and no version of a file shows, some at a time. */
export async function nameless(
  db: Db,
  { kinds, before, limit }: { kinds: readonly string[]; before: string; limit: number },
): Promise<Pick<SnapshotRecord, 'id' | 'workbook_id'>[]> {
  return await db
    .selectFrom('snapshots')
    .select(['id', 'workbook_id'])
    .where('automatic', '=', 1)
    .where('event_type', 'in', [...kinds])
    .where('created_at', '<=', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('snapshot_labels')
            .select('label')
            .whereRef('snapshot_labels.snapshot_id', '=', 'snapshots.id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('file_link_versions')
            .select('link_id')
            .whereRef('file_link_versions.snapshot_id', '=', 'snapshots.id'),
        ),
      ),
    )
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Deletes a snapshot that nobody has named meanwhile. */
export async function deleteNameless(tx: Tx, snapshotId: string): Promise<void> {
  await tx
    .deleteFrom('snapshots')
    .where('id', '=', snapshotId)
    .where('id', 'not in', (eb) => eb.selectFrom('snapshot_labels').select('snapshot_id'))
    .execute();
}

/** By snapshot id. */
export async function labelsOf(db: Db, snapshotIds: readonly string[]): Promise<Map<string, string>> {
  if (snapshotIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('snapshot_labels')
    .select(['snapshot_id', 'label'])
    .where('snapshot_id', 'in', snapshotIds)
    .execute();
  return new Map(rows.map(({ snapshot_id, label }) => [snapshot_id, label]));
}
