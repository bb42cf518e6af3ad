import { say } from '@workbook-data-service/contract/messages';
import type { CellValue } from '@workbook-data-service/sheets/values';
import type { Change, CommitOptions } from '../../catalog/change.js';
import { cellKey, type OverrideRecord, placeOfOverride } from '../../catalog/overrides.js';
import { problem } from '../../core/problems.js';
import type { ReadableTable } from '../../workbook/governance/governed-tables.js';
import { type OverrideChange, writeOverrides } from '../../workbook/writing/write-overrides.js';
import type { Caller } from '../caller.js';
import type { TablePlace } from '../places.js';
import type { Service } from '../service.js';
import { type EditInput, editTable } from '../tables/edit-table.js';
import { derivedTable, visibleOverrides } from '../tables/visible-overrides.js';
import { writableColumn } from '../tables/writable-table.js';

interface DropOverridesInput extends EditInput {
  /** If absent: every override that the caller may see. */
  cells?: { row_id: number; column: string }[] | undefined;
}

export interface DroppedOverrides {
  version: number;
  opId: number;
  dropped: number;
  stale: string[];
  dryRun: boolean;
}

/** Restores the computed values. Tables computed from this one become stale. */
export async function dropOverrides(
  service: Service,
  caller: Caller,
  place: TablePlace,
  input: DropOverridesInput,
  commit: CommitOptions,
): Promise<DroppedOverrides> {
  const { cells, expectedVersion, actor } = input;
  const find = () => derivedTable(service, caller, place);
  const plan = async (table: ReadableTable) => {
    const changes = (await chooseOverrides(service, table, cells)).map(toDrop);
    const edit = {
      workbookId: table.record.workbook_id,
      tableId: table.record.id,
      expectedVersion,
      readVersion: table.version,
      opKind: 'overrides.drop',
      actor,
      operation: {
        operation: 'dropOverrides',
        input: { cells: cells?.map(({ row_id, column }) => ({ rowId: row_id, column })), expectedVersion },
      },
    } as const;
    return async (c: Change) => {
      const { version, opId, stale } = await writeOverrides(c, edit, changes);
      return { version, opId, dropped: changes.length, stale };
    };
  };
  return await editTable(service, caller, input, { find, plan }, commit);
}

export function toDrop(override: OverrideRecord): OverrideChange {
  const computed = override.computed === null ? undefined : (JSON.parse(override.computed) as CellValue);
  return { ...placeOfOverride(override), value: undefined, computed };
}

async function chooseOverrides(
  service: Service,
  table: ReadableTable,
  cells: DropOverridesInput['cells'],
): Promise<OverrideRecord[]> {
  const visible = (await visibleOverrides(service, table)).map(({ row }) => row);
  if (!cells) return visible;
  const found = new Map(visible.map((row) => [cellKey(placeOfOverride(row)), row]));
  const chosen = cells.map(({ row_id, column }, i) => {
    const { id } = writableColumn(table, column, `/cells/${i}/column`);
    const override = found.get(cellKey({ rowId: row_id, columnId: id }));
    if (override) return override;
    throw problem('not-found', say('cell-not-overridden', { column, row: row_id }), {
      fix: say('fix-overrides'),
    });
  });
  return [...new Set(chosen)];
}
