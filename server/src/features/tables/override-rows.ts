import { say } from '@workbook-data-service/contract/messages';
import {
  CellRefused,
  type Cells,
  type CellValue,
  castCell,
  ROW_ID,
} from '@workbook-data-service/sheets/values';
import { cellKey, overridesAt } from '../../catalog/overrides.js';
import type { Operation } from '../../core/operations.js';
import { fieldError, problem } from '../../core/problems.js';
import type { ReadableTable } from '../../workbook/governance/governed-tables.js';
import { rowStates } from '../../workbook/ungoverned/row-states.js';
import { byCell, type OverrideChange, writeOverrides } from '../../workbook/writing/write-overrides.js';
import type { Service } from '../service.js';
import type { CastRow } from './cast-rows.js';
import type { EditInput, Write } from './edit-table.js';
import type { WrittenRows } from './upserted-rows.js';

interface OverrideInput extends EditInput {
  operation: Operation;
}

/** Plans an edit of a derived table: each changed cell becomes an override, which survives every recompute. */
export async function planOverrides(
  service: Service,
  table: ReadableTable,
  rows: readonly CastRow[],
  { expectedVersion, actor, operation }: OverrideInput,
): Promise<Write<WrittenRows>> {
  const rowIds = rows.map(({ rowId }, i) => rowId ?? refuseInsert(table, i));
  const changes = await changedCells(service, table, rows, rowIds);
  return async (c) => {
    const edit = {
      workbookId: table.record.workbook_id,
      tableId: table.record.id,
      expectedVersion,
      readVersion: table.version,
      opKind: 'rows.upsert',
      actor,
      operation,
    } as const;
    return { ...(await writeOverrides(c, edit, changes)), rowIds, inserted: 0, updated: rowIds.length };
  };
}

/** Cells whose value does not change stay as they are, computed or overridden. */
async function changedCells(
  service: Service,
  table: ReadableTable,
  rows: readonly CastRow[],
  rowIds: number[],
): Promise<OverrideChange[]> {
  const { id: tableId, workbook_id: workbookId } = table.record;
  const [states, current] = await Promise.all([
    rowStates(service.data, { workbookId, tableId, version: table.version, rowIds, exact: true }),
    overridesAt(service.catalog.db, tableId, table.version, rowIds).then(byCell),
  ]);
  return rows.flatMap(({ cells }, i) => {
    const rowId = rowIds[i] as number;
    const state = states.get(rowId) ?? refuseUnknown(rowId, i);
    return Object.entries(cells).flatMap(([columnId, value]) => {
      if (sameCell(table, columnId, state, value)) return [];
      const override = current.get(cellKey({ rowId, columnId }));
      const computed = override?.computed ? (JSON.parse(override.computed) as CellValue) : state[columnId];
      return [{ rowId, columnId, value, computed: computed ?? null }];
    });
  });
}

function sameCell(table: ReadableTable, columnId: string, state: Cells, value: CellValue): boolean {
  const type = table.columns.find(({ id }) => id === columnId)?.type ?? 'VARCHAR';
  try {
    return JSON.stringify(castCell(state[columnId], type)) === JSON.stringify(value);
  } catch (error) {
    // A computed value may be one that cannot be written: an infinity, or a day before the year 1.
    if (error instanceof CellRefused) return false;
    throw error;
  }
}

function refuseInsert(table: ReadableTable, index: number): never {
  const path = `/rows/${index}/${ROW_ID}`;
  throw problem('invalid-request', say('override-names-no-row', { index, table: table.record.name }), {
    fix: say('fix-override-names-no-row', { id: ROW_ID }),
    members: { errors: [fieldError(path, say('row-required-in-derived'))] },
  });
}

function refuseUnknown(rowId: number, index: number): never {
  throw problem('invalid-request', say('override-row-unknown', { row: rowId }), {
    fix: say('fix-row-ids'),
    members: { errors: [fieldError(`/rows/${index}/${ROW_ID}`, say('row-absent', { row: rowId }))] },
  });
}
