import { say } from '@workbook-data-service/contract/messages';
import { whyOf } from '@workbook-data-service/contract/messages/why';
import type { Cells } from '@workbook-data-service/sheets/values';
import { type ColumnRecord, columnIdsEverUsed, columnsAt } from '../../../catalog/tables.js';
import { problem } from '../../../core/problems.js';
import { literal } from '../../../core/sql-text.js';
import { mapInSlices } from '../../../core/time-slices.js';
import { pathOfTable } from '../../stored-blobs.js';
import { storesOf } from '../../stores.js';
import type { WorkbookData } from '../../workbook-data.js';
import type { NewConflict } from '../../writing/conflicts.js';
import type { RowChange } from '../../writing/write-tables.js';
import { statesBeforeDeletion } from '../deleted-rows.js';
import { InternalStatements } from '../internal-statements.js';
import { physicalRelation } from '../physical-relation.js';
import { ignoredEditWarnings } from './ignored-edits.js';
import { type MergeColumn, planMergeColumns } from './merge-columns.js';
import {
  type ChangedRow,
  type ContestedRow,
  changedInFileSql,
  conflictsOf,
  contestedRowsSql,
  nextBaseSql,
  type OutcomeCounts,
  outcomeCountsSql,
  rowChange,
  rowChangesSql,
} from './merge-outcome.js';
import { EXPORTED, type MergeSides, TABLE } from './merge-sides.js';
import {
  allSkipped,
  invalidJsonCells,
  refuseLongNumbersInJson,
  refuseOffenders,
  refuseUnknownIds,
  removedIds,
} from './offending-cells.js';
import { placeFileRows, placingWarnings } from './place-file-rows.js';
import { readingWarnings } from './reading-warnings.js';
import { warningsOfRounding } from './rounded-cells.js';
import { MAX_MERGED, MAX_MERGED_COLUMNS, type TableMerge, type TableToMerge } from './table-merge.js';

/**
 * Three-way merge of a table of a returned file, with the file as it was exported or merged last as the base: changes of
 * the file are applied, and what people changed meanwhile is reported. Writes blobs only.
 */
export async function mergeTable(
  data: WorkbookData,
  { table, base, returned, isKept, onUnreadable, confirmDeletes }: TableToMerge,
): Promise<TableMerge> {
  const stores = storesOf(data);
  const { db } = stores.catalog;
  const { record } = table;
  if (Math.max(returned.rows, base.rowCount) > MAX_MERGED) throw tooLarge(record.name, MAX_MERGED, 'rows');
  if (returned.columns.length > MAX_MERGED_COLUMNS)
    throw tooLarge(record.name, MAX_MERGED_COLUMNS, 'columns');
  const all = await columnsAt(db, record.id, table.version);
  const exported = await columnsAt(db, record.id, base.exportedVersion);
  const everUsed = await columnIdsEverUsed(db, record.id);
  const columns = planMergeColumns({ table, all, exported, everUsed, base: base.columns }, returned.columns);
  const sides: MergeSides = {
    basePath:
      base.blobHash === null
        ? null
        : await pathOfTable({ db, blobs: stores.blobs }, record.id, base.blobHash),
    incomingPath: returned.path,
    columns: columns.merged,
    unseen: columns.unseen,
    skipsInvalidJson: onUnreadable === 'skip',
  };
  const reads = new InternalStatements(stores, record.workbook_id, [
    { ...physicalRelation(record, table.version, all), name: TABLE },
    { ...physicalRelation(record, base.exportedVersion, exported), name: EXPORTED },
  ]);
  try {
    await refuseUnknownIds(reads, sides, returned);
    const replacing = confirmDeletes ? undefined : await removedIds(reads, sides, returned);
    if (replacing && isKept) throw replacing;
    const placed = await placeFileRows(reads, sides, record.next_row_id);
    const placedPath = placed.path;
    const invalidJson = await invalidJsonCells(reads, sides, placedPath, returned);
    if (onUnreadable === 'refuse') refuseOffenders(invalidJson);
    const skipped = allSkipped(returned.skipped, invalidJson);
    const changedPath = await reads.file(changedInFileSql(sides, placedPath));
    const [found] = await reads.rows<OutcomeCounts>(outcomeCountsSql(changedPath, columns.merged), 1);
    const { inserted, updated, deleted, cells, contested } = found as OutcomeCounts;
    if (contested > MAX_MERGED) throw tooContested(record.name);
    const [counted] = await reads.rows<{ changed: number }>(
      `select count(*) as changed from read_parquet(${literal(changedPath)})`,
      1,
    );
    const isEdited = (counted?.changed ?? 0) > 0 || columns.changed !== null;
    return {
      table,
      baseOpId: base.opId,
      columns,
      rows: await readRowChanges(data, reads, {
        table,
        returned,
        changedPath,
        columns: columns.merged,
        all: columns.changed ?? all,
      }),
      counts: { inserted, updated, deleted, unchanged: returned.rows - inserted - updated },
      cells,
      conflicts: await readConflicts(reads, changedPath, sides),
      isEdited,
      next: {
        columns: columns.base,
        rowCount: returned.rows,
        blob: isEdited && isKept ? await reads.blob(nextBaseSql(sides, placedPath, columns.carried)) : null,
      },
      readings: returned.readings,
      skipped,
      warnings: [
        ...(replacing ? [say('warn-replaces-rows', whyOf(replacing.said.detail))] : []),
        ...placingWarnings(placed, returned.sheet),
        ...returned.warnings,
        ...(await ignoredEditWarnings(reads, {
          returned,
          base: base.columns,
          exported,
          current: all,
          placedPath,
        })),
        ...readingWarnings(returned, skipped),
        ...columns.warnings,
        ...(await warningsOfRounding(reads, sides, placedPath, returned)),
      ],
    };
  } finally {
    await reads.close();
  }
}

async function readRowChanges(
  data: WorkbookData,
  reads: InternalStatements,
  merge: {
    table: TableToMerge['table'];
    returned: TableToMerge['returned'];
    changedPath: string;
    columns: readonly MergeColumn[];
    all: readonly ColumnRecord[];
  },
): Promise<RowChange[]> {
  const { table, returned, changedPath, columns, all } = merge;
  const empty: Cells = Object.fromEntries(all.map(({ id }) => [id, null]));
  const changes: RowChange[] = [];
  for await (const rows of reads.slices<ChangedRow>(rowChangesSql(changedPath, columns))) {
    refuseLongNumbersInJson(rows, columns, returned);
    const back = rows.filter(({ kind, is_new }) => kind === 'insert' && !is_new).map(({ row_id }) => row_id);
    const before = await statesBeforeDeletion(data, table.record, back);
    changes.push(
      ...(await mapInSlices(rows, (row) => rowChange(row, columns, { ...empty, ...before.get(row.row_id) }))),
    );
  }
  return changes;
}

async function readConflicts(
  reads: InternalStatements,
  changedPath: string,
  sides: MergeSides,
): Promise<NewConflict[]> {
  const conflicts: NewConflict[] = [];
  for await (const rows of reads.slices<ContestedRow>(contestedRowsSql(changedPath, sides)))
    conflicts.push(...(await mapInSlices(rows, (row) => conflictsOf(row, sides))).flat());
  return conflicts;
}

function tooLarge(table: string, most: number, of: 'rows' | 'columns') {
  return problem('merge-too-large', say('merge-rows-limit', { table, max: most, what: of }), {
    fix: say('fix-merge-larger'),
  });
}

function tooContested(table: string) {
  return problem('merge-too-large', say('merge-conflict-limit', { max: MAX_MERGED, table }), {
    fix: say('fix-merge-conflict-limit'),
  });
}
