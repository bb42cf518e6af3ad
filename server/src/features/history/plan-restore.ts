import {
  definitionOf,
  type PinnedTable,
  type PinnedTransform,
  pinnedTables,
  pinnedTransforms,
} from '../../catalog/snapshots.js';
import { allTablesOf, nameKey, type TableRecord } from '../../catalog/tables.js';
import { type TransformRecord, transformsOf } from '../../catalog/transforms.js';
import { freeName } from '../../core/file-names.js';
import { type RestoredContent, restoredContent } from '../../workbook/ungoverned/restored-content.js';
import type { Service } from '../service.js';

/** A table of the snapshot, as it is now and what gives it back. */
export interface RestoredTable {
  pinned: PinnedTable;
  now: TableRecord;
  isDeleted: boolean;
  /** Null if it has the version of the snapshot. */
  content: RestoredContent | null;
}

export interface RestorePlan {
  tables: RestoredTable[];
  /** Tables made since the snapshot: they are archived, under another name if the snapshot needs theirs. */
  newer: { now: TableRecord; name: string }[];
  transforms: { pinned: PinnedTransform; now: TransformRecord | undefined }[];
  /** Transforms made since whose name the snapshot needs. */
  renamedTransforms: { id: string; name: string }[];
  /** Changes whenever the plan would be another one. */
  state: string;
}

/** Everything that a restore changes, computed from the present state. */
export async function planRestore(
  service: Service,
  workbookId: string,
  snapshotId: string,
): Promise<RestorePlan> {
  const { db } = service.catalog;
  const [pinned, definitions, all, transforms] = await Promise.all([
    pinnedTables(db, [snapshotId]),
    pinnedTransforms(db, snapshotId),
    allTablesOf(db, workbookId),
    transformsOf(db, workbookId),
  ]);
  const byId = new Map(all.map((table) => [table.id, table]));
  const tables: RestoredTable[] = [];
  for (const table of pinned) {
    const now = byId.get(table.table_id);
    if (!now) continue;
    const isMoved = now.edit_version !== table.edit_version;
    const content = isMoved ? await restoredContent(service.data, now, table.edit_version) : null;
    tables.push({ pinned: table, now, isDeleted: now.deleted_at !== null, content });
  }
  const pinnedIds = new Set(pinned.map(({ table_id }) => table_id));
  const newer = all.filter(({ id, deleted_at }) => deleted_at === null && !pinnedIds.has(id));
  const pinnedTransformIds = new Set(definitions.map(({ id }) => id));
  const newerTransforms = transforms.filter(({ id }) => !pinnedTransformIds.has(id));
  const freeTable = freeNames(pinned, newer);
  const freeTransform = freeNames(definitions, newerTransforms);
  return {
    tables,
    newer: newer.map((now) => ({ now, name: freeTable(now.name) })),
    transforms: definitions.map((definition) => ({
      pinned: definition,
      now: transforms.find(({ id }) => id === definition.id),
    })),
    renamedTransforms: newerTransforms
      .map(({ id, name }) => ({ id, before: name, name: freeTransform(name) }))
      .filter(({ before, name }) => name !== before),
    state: stateOf(all, transforms),
  };
}

/** Names for the newer ones, free beside those that the snapshot needs. */
export function freeNames(pinned: readonly { name: string }[], newer: readonly { name: string }[]) {
  const needed = new Set(pinned.map(({ name }) => nameKey(name)));
  const taken = new Set([...needed, ...newer.map(({ name }) => nameKey(name))]);
  return (name: string): string => {
    if (!needed.has(nameKey(name))) return name;
    const free = freeName(name, (candidate) => taken.has(nameKey(candidate)));
    taken.add(nameKey(free));
    return free;
  };
}

type TableState = Pick<TableRecord, 'id' | 'name' | 'state' | 'edit_version' | 'description'> & {
  deleted_at: string | null;
};

export function stateOf(tables: readonly TableState[], transforms: readonly TransformRecord[]): string {
  return JSON.stringify([
    tables.map(({ id, name, state, edit_version, description, deleted_at }) => [
      id,
      name,
      state,
      edit_version,
      description,
      deleted_at,
    ]),
    transforms.map((transform) => [definitionOf(transform), transform.updated_at]),
  ]);
}
