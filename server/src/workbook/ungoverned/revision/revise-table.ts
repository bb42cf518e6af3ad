import type { StoredSegment } from '../../../catalog/segments.js';
import {
  type ColumnRecord,
  columnIdsEverUsed,
  columnsAt,
  type TableRecord,
} from '../../../catalog/tables.js';
import { LANDED } from '../../../file-workers/changed-rows.js';
import { retryingLostFiles } from '../../retry-lost-files.js';
import { landedRows } from '../../segment-files.js';
import { storeSegment } from '../../store-segment.js';
import { type Stores, storesOf } from '../../stores.js';
import type { WorkbookData } from '../../workbook-data.js';
import {
  type IncomingTable,
  type LandedColumn,
  MAX_KEPT_EDITS,
  type TableRevision,
} from '../../writing/table-revision.js';
import { computeFile } from '../formulas.js';
import { InternalStatements } from '../internal-statements.js';
import { landedContent } from '../landed-content.js';
import { physicalRelation } from '../physical-relation.js';
import { columnFindingsSql, readColumnFindings } from './column-findings.js';
import { conflictsIn, type KeptRow, keptEditsIn } from './kept-edits.js';
import { originUnderTableIds, underTableIds } from './landed-files.js';
import { keptEditsSql, mergedRowsSql, type PlacedStates } from './merge-rows.js';
import { type PairedColumn, pairColumns } from './pair-columns.js';
import { placedRowsSql } from './place-rows.js';
import { type ColumnPlan, lostColumns, planColumns } from './plan-columns.js';
import { revisedRows } from './revised-rows.js';
import { chooseKey, type KeyFinding, keyCandidates, keyFindingsSql } from './row-keys.js';
import { TABLE, type ThreeStates } from './three-states.js';

/**
 * Three-way merge of a new file into a table, with the last landed file as the base: changes of the file alone are
 * applied, edits by people are kept. Writes blobs only.
 */
export const reviseTable = retryingLostFiles(
  async (data: WorkbookData, table: TableRecord, incoming: IncomingTable): Promise<TableRevision> => {
    const stores = storesOf(data);
    const { catalog } = stores;
    const current = await columnsAt(catalog.db, table.id, table.edit_version);
    const base = await landedContent(stores, table.id);
    const relation = physicalRelation(table, table.edit_version, current);
    const reads = new InternalStatements(stores, table.workbook_id, [
      { ...relation, name: TABLE },
      { ...relation, name: LANDED },
    ]);
    try {
      const sides = { base: base.rows, incoming: await landedRows(stores, table.id, incoming.segment) };
      const known = { base: base.columns, current, everUsed: await columnIdsEverUsed(catalog.db, table.id) };
      const pairs = pairColumns(known, incoming.columns);
      const plan = await planFromCells(reads, known, pairs, sides);
      const states: ThreeStates = { ...sides, columns: plan.merged };
      const placedPath = await placeRows(reads, states, table.next_row_id);
      const segment = await writeMerged(
        stores,
        table.workbook_id,
        reads,
        { ...states, placedPath },
        plan.columns,
      );
      const { counts, ...rows } = await revisedRows(reads, current, {
        rows: await landedRows(stores, table.id, segment),
        columns: plan.columns,
      });
      const isChanged =
        counts.inserted + counts.updated + counts.deleted > 0 || !sameShape(current, plan.columns);
      const { origin } = incoming;
      return {
        tableId: table.id,
        version: table.edit_version,
        content: isChanged ? { segment, columns: plan.columns, droppedColumns: plan.dropped, ...rows } : null,
        counts,
        columnNames: plan.names,
        ...(await findKeptEdits(reads, { ...states, placedPath }, plan.columns)),
        landed: {
          segment: await reads.blob(underTableIds(sides.incoming, placedPath, pairs)),
          columns: plan.landed,
        },
        origin: origin ? await originUnderTableIds(reads, origin, placedPath, pairs) : null,
        provenance: await revisedProvenance(stores, reads, table.id, incoming, placedPath, pairs),
      };
    } finally {
      await reads.close();
    }
  },
);

async function revisedProvenance(
  stores: Stores,
  reads: InternalStatements,
  tableId: string,
  { provenance, sheetColumns = {} }: IncomingTable,
  placedPath: string,
  pairs: readonly PairedColumn[],
): Promise<TableRevision['provenance']> {
  if (!provenance) return null;
  const rows = await landedRows(stores, tableId, provenance);
  return {
    blob: await reads.blob(underTableIds(rows, placedPath, pairs)),
    sheetColumns: Object.fromEntries(pairs.map(({ id, incoming }) => [id, sheetColumns[incoming.id] ?? []])),
  };
}

async function planFromCells(
  reads: InternalStatements,
  known: { base: readonly LandedColumn[]; current: readonly ColumnRecord[] },
  pairs: readonly PairedColumn[],
  sides: Pick<ThreeStates, 'base' | 'incoming'>,
): Promise<ColumnPlan> {
  const baseOf = new Map(known.base.map((column) => [column.id, column]));
  const lost = lostColumns(known.current, known.base, pairs).map((current) => ({
    current,
    base: baseOf.get(current.id) as LandedColumn,
  }));
  const [found = {}] = await reads.rows<Record<string, unknown>>(columnFindingsSql(sides, pairs, lost), 1);
  return planColumns(known, pairs, readColumnFindings(found, pairs, lost));
}

async function placeRows(reads: InternalStatements, states: ThreeStates, nextRowId: number): Promise<string> {
  const candidates = keyCandidates(states.columns);
  const findings =
    candidates.length > 0
      ? await reads.rows<KeyFinding>(keyFindingsSql(states, candidates), candidates.length)
      : [];
  return await reads.file(placedRowsSql(states, chooseKey(candidates, findings), nextRowId));
}

async function writeMerged(
  stores: Stores,
  workbookId: string,
  reads: InternalStatements,
  states: PlacedStates,
  columns: ColumnRecord[],
): Promise<StoredSegment> {
  const path = await reads.file(mergedRowsSql(states));
  if (columns.every(({ formula }) => formula === undefined))
    return await storeSegment(stores, workbookId, path);
  return await computeFile(stores, workbookId, path, columns);
}

async function findKeptEdits(
  reads: InternalStatements,
  states: PlacedStates,
  columns: readonly ColumnRecord[],
): Promise<Pick<TableRevision, 'keptEdits' | 'conflicts'>> {
  const rows = await reads.rows<KeptRow>(keptEditsSql(states), MAX_KEPT_EDITS);
  const total = Number(rows[0]?.total ?? 0);
  return {
    keptEdits: { edits: firstOf(rows.flatMap((row) => keptEditsIn(row, columns))), total },
    conflicts: firstOf(rows.flatMap((row) => conflictsIn(row, columns))),
  };
}

const firstOf = <Item>(items: Item[]): Item[] => items.slice(0, MAX_KEPT_EDITS);

function sameShape(before: readonly ColumnRecord[], after: readonly ColumnRecord[]): boolean {
  const shape = (columns: readonly ColumnRecord[]) =>
    JSON.stringify(columns.map(({ id, type }) => [id, type]));
  return shape(before) === shape(after);
}
