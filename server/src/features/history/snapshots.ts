import { say } from '@workbook-data-service/contract/messages';
import { type CommitOptions, change } from '../../catalog/change.js';
import type { Db } from '../../catalog/db.js';
import { nearMiss } from '../../catalog/near-misses.js';
import {
  findLabel,
  findSnapshot,
  labelsOf,
  type PinnedTable,
  pinnedTables,
  type SnapshotRecord,
  snapshotsBefore,
} from '../../catalog/snapshots.js';
import { allTablesOf, type TableRecord } from '../../catalog/tables.js';
import type { Config } from '../../config.js';
import { cutPage, type Page, type PageRequest, startOf } from '../../core/paging.js';
import { problem } from '../../core/problems.js';
import { Governance } from '../../workbook/governance/governed-tables.js';
import type { Caller } from '../caller.js';
import { BEFORE, DAILY, endingKinds, pinState, type SnapshotInput } from '../pins/pin-state.js';
import type { Service } from '../service.js';

/** A pinned table as the caller may see it. */
interface SnapshotTable extends Pick<PinnedTable, 'table_id' | 'name' | 'edit_version' | 'state'> {
  /** Null if the rows are withheld from the caller. */
  rowCount: number | null;
}

export interface SnapshotView {
  record: SnapshotRecord;
  label: string | null;
  /** When the service drops it; null if it stays. */
  endsAt: string | null;
  tables: SnapshotTable[];
}

/** Pins the current state of a workbook, so that it can be viewed, compared and restored. */
export async function commitSnapshot(
  service: Service,
  caller: Caller,
  workbookId: string,
  input: SnapshotInput,
  commit: CommitOptions,
): Promise<SnapshotView> {
  return await change(
    service.catalog,
    caller,
    async (c) => {
      const record = await pinState(c, workbookId, { ...input, automatic: false });
      const [view] = await viewSnapshots(c.tx, caller, service.config, [record]);
      return view as SnapshotView;
    },
    commit,
  );
}

/** Newest first. */
export async function listSnapshots(
  service: Service,
  caller: Caller,
  workbookId: string,
  page: PageRequest & { automatic?: boolean | undefined },
): Promise<Page<SnapshotView>> {
  const { db } = service.catalog;
  const { automatic } = page;
  const found = await snapshotsBefore(db, workbookId, {
    before: startOf(page),
    limit: page.limit + 1,
    automatic,
    // They would fill the list of what people pinned.
    without: automatic === undefined ? [BEFORE, DAILY] : [],
  });
  const { items, nextCursor } = cutPage(found, page, ({ id }) => id);
  return { items: await viewSnapshots(db, caller, service.config, items), nextCursor };
}

export async function getSnapshot(
  service: Service,
  caller: Caller,
  workbookId: string,
  id: string,
): Promise<SnapshotView> {
  const record = await requireSnapshot(service, workbookId, id);
  const [view] = await viewSnapshots(service.catalog.db, caller, service.config, [record]);
  return view as SnapshotView;
}

async function viewSnapshots(
  db: Db,
  caller: Caller,
  { autoPinDays }: Config,
  records: readonly SnapshotRecord[],
): Promise<SnapshotView[]> {
  const ids = records.map(({ id }) => id);
  const [labels, pinned] = [await labelsOf(db, ids), await pinnedTables(db, ids)];
  const countOf = await visibleCounts(db, caller, records[0]?.workbook_id);
  const tables: (SnapshotTable & { snapshot_id: string })[] = [];
  for (const table of pinned) tables.push({ ...table, rowCount: await countOf(table) });
  return records.map((record) => ({
    record,
    label: labels.get(record.id) ?? null,
    endsAt: labels.has(record.id) ? null : endOf(record, autoPinDays),
    tables: tables.filter(({ snapshot_id }) => snapshot_id === record.id),
  }));
}

const DAY_MS = 24 * 60 * 60 * 1000;

function endOf({ automatic, event_type, created_at }: SnapshotRecord, days: number): string | null {
  if (days === 0 || automatic === 0 || !endingKinds.includes(event_type)) return null;
  return new Date(Date.parse(created_at) + days * DAY_MS).toISOString();
}

/** Of a governed workbook, the caller may not know how many rows every table had. */
async function visibleCounts(db: Db, caller: Caller, workbookId: string | undefined) {
  const governance = workbookId === undefined ? undefined : await Governance.load(db, caller, workbookId);
  if (!governance?.governed) return async (table: PinnedTable) => table.row_count;
  const records = new Map((await allTablesOf(db, workbookId as string)).map((one) => [one.id, one]));
  const known = new Map<string, number | null>();
  return async ({ table_id, edit_version }: PinnedTable): Promise<number | null> => {
    const key = `${table_id} ${edit_version}`;
    const count = known.get(key);
    if (count !== undefined) return count;
    const view = await governance.view(db, records.get(table_id) as TableRecord, edit_version);
    known.set(key, view.rowCount);
    return view.rowCount;
  };
}

/** A snapshot by its id or by a label on it. */
export async function requireSnapshot(
  service: Service,
  workbookId: string,
  idOrLabel: string,
): Promise<SnapshotRecord> {
  const { db } = service.catalog;
  const label = await findLabel(db, workbookId, idOrLabel);
  const found = await findSnapshot(db, workbookId, label?.snapshot_id ?? idOrLabel);
  if (found) return found;
  throw problem('not-found', say('snapshot-unknown', { name: idOrLabel }), {
    fix: await nearMiss(db, 'version', { workbookId, given: idOrLabel, listed: say('fix-snapshots') }),
  });
}
