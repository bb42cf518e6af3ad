import { say } from '@workbook-data-service/contract/messages';
import type { Cells } from '@workbook-data-service/sheets/values';
import type { Change, CommitOptions } from '../../catalog/change.js';
import { cellKey, overridesAt } from '../../catalog/overrides.js';
import { fieldError, problem } from '../../core/problems.js';
import { type GovernedTable, hidesAnythingOf } from '../../workbook/governance/governed-tables.js';
import { rowStates } from '../../workbook/ungoverned/row-states.js';
import { type ConflictRecord, closeConflict, WHOLE_ROW } from '../../workbook/writing/conflicts.js';
import { missingRows } from '../../workbook/writing/require-rows.js';
import { byCell, writeOverrides } from '../../workbook/writing/write-overrides.js';
import { type AppendedVersion, appendVersion, type RowChange } from '../../workbook/writing/write-tables.js';
import type { Caller } from '../caller.js';
import { toDrop } from '../overrides/drop-overrides.js';
import type { Service } from '../service.js';
import { castOldValue } from '../tables/cast-old-value.js';
import { changeWithRetry, type Write } from '../tables/edit-table.js';
import { withFormulas } from '../tables/with-formulas.js';
import { writableColumn } from '../tables/writable-table.js';
import { type ConflictView, requireConflict } from './conflicts.js';

export type Resolution = 'acknowledge' | 'revert' | 'drop_override';

export interface ResolveInput {
  action: Resolution;
  actor?: string | null | undefined;
  note?: string | null | undefined;
  dryRun?: boolean | undefined;
}

export interface ResolvedConflict {
  conflict: ConflictView;
  /** The new version of the table; null if the resolution wrote nothing to it. */
  written: { version: number; opId: number; stale: string[] } | null;
  dryRun: boolean;
}

const statusAfter: Record<Resolution, Exclude<ConflictRecord['status'], 'open'>> = {
  acknowledge: 'acknowledged',
  revert: 'reverted',
  drop_override: 'dropped',
};

const kindFor: Partial<Record<Resolution, ConflictRecord['kind']>> = {
  revert: 'overwrite',
  drop_override: 'stale_override',
};

/** Closes a conflict and changes its cell accordingly, in one transaction. */
export async function resolveConflict(
  service: Service,
  caller: Caller,
  workbookId: string,
  conflictId: string,
  input: ResolveInput,
  commit: CommitOptions,
): Promise<ResolvedConflict> {
  const plan = async () => {
    const conflict = await requireConflict(service, caller, workbookId, conflictId);
    refuseUnfit(conflict, input.action);
    const write = await planWrite(service, caller, conflict, input);
    return async (c: Change) => {
      const row = await closeConflict(c, conflictId, statusAfter[input.action], input.note ?? null);
      if (!row) throw resolvedAlready(conflictId);
      const appended = await write?.(c);
      await c.audit({
        chain: workbookId,
        action: 'conflict.resolved',
        target: conflictId,
        detail: { action: input.action, actor: input.actor ?? null },
      });
      const written = appended && {
        version: appended.version,
        opId: appended.opId,
        stale: appended.stale,
      };
      return { conflict: { ...conflict, row }, written: written ?? null };
    };
  };
  return await changeWithRetry(service, caller, { ...input, expectedVersion: null }, plan, commit);
}

function refuseUnfit({ row, column }: ConflictView, action: Resolution): void {
  if (row.status !== 'open') throw resolvedAlready(row.id);
  const wanted = kindFor[action];
  if (wanted && wanted !== row.kind) {
    throw problem('invalid-request', say('conflict-action', { action, wanted, kind: row.kind }), {
      fix: say(row.kind === 'overwrite' ? 'fix-revert-or-acknowledge' : 'fix-drop-or-acknowledge'),
      members: { errors: [fieldError('/action', say('action-other-conflicts', { kind: row.kind }))] },
    });
  }
  if (column?.masked)
    throw problem('forbidden', say('column-masked', { column: column.name }), {
      fix: say('fix-masked-conflict'),
    });
}

/** What the resolution writes to the table; undefined if the cell stays as it is. */
async function planWrite(
  service: Service,
  caller: Caller,
  { row }: ConflictView,
  { action, actor }: ResolveInput,
): Promise<Write<AppendedVersion> | undefined> {
  if (action === 'acknowledge') return undefined;
  const table = await service.data.as(caller).table(row.workbook_id, row.table_id);
  const place = { rowId: row.row_id, columnId: row.column_id };
  const edit = {
    workbookId: row.workbook_id,
    tableId: row.table_id,
    actor,
    operation: { operation: 'resolveConflict', input: { conflictId: row.id, action } },
  } as const;
  // In a base table the value beneath an edit is that of the file which the table came from.
  if (action === 'revert' || table.record.kind === 'base') {
    const wanted = action === 'revert' ? row.previous : row.incoming;
    const rows =
      row.column_id === WHOLE_ROW
        ? await rowOfOtherSide(service, table, row, wanted)
        : await cellOfOtherSide(service, table, row, wanted);
    const opKind = rows.some(({ kind }) => kind === 'delete') ? 'rows.delete' : 'rows.upsert';
    return (c) => appendVersion(c, { ...edit, expectedVersion: table.version, opKind, rows });
  }
  const standing = byCell(await overridesAt(service.catalog.db, row.table_id, table.version, [row.row_id]));
  const override = standing.get(cellKey(place));
  if (!override) return undefined;
  return (c) =>
    writeOverrides(
      c,
      { ...edit, expectedVersion: null, readVersion: table.version, opKind: 'overrides.drop' },
      [toDrop(override)],
    );
}

/** The row with the wanted value in the cell, cast to the column's current type, and its formulas recomputed. */
async function cellOfOtherSide(
  service: Service,
  table: GovernedTable,
  row: ConflictRecord,
  wanted: string | null,
): Promise<RowChange[]> {
  const column = table.columns.find(({ id }) => id === row.column_id);
  const isGone = (await missingRows(service.catalog.db, table.record, [row.row_id])).length > 0;
  if (!column || isGone) {
    throw problem('conflict', say(column ? 'conflict-row-gone' : 'conflict-column-gone'), {
      fix: say('fix-acknowledge'),
    });
  }
  const { id } = writableColumn(table, column.name, '/action');
  const after = { [id]: castOldValue(column, JSON.parse(wanted ?? 'null')) };
  const { computed } = await withFormulas(service, table, [{ kind: 'update', rowId: row.row_id, after }]);
  return computed;
}

/** Deletes the row, or brings it back, as the other side would have it. */
async function rowOfOtherSide(
  service: Service,
  table: GovernedTable,
  row: ConflictRecord,
  wanted: string | null,
): Promise<RowChange[]> {
  if (hidesAnythingOf(table))
    throw problem('forbidden', say('row-columns-hidden'), {
      fix: say('fix-row-columns-hidden'),
    });
  const rowId = row.row_id;
  const isThere = (await missingRows(service.catalog.db, table.record, [rowId])).length === 0;
  if (isThere !== (wanted === null))
    throw problem('conflict', say(isThere ? 'conflict-row-back' : 'conflict-row-gone'), {
      fix: say('fix-acknowledge'),
    });
  if (isThere) return [{ kind: 'delete', rowId }];
  const cells =
    wanted === row.previous ? await rowBefore(service, row) : (JSON.parse(wanted ?? '{}') as Cells);
  const after = Object.fromEntries(
    table.columns.map((column) => [column.id, castOldValue(column, cells[column.id] ?? null)]),
  );
  return (await withFormulas(service, table, [{ kind: 'insert', rowId, after }])).computed;
}

/** All cells of the row, also those that the file does not have. */
async function rowBefore(service: Service, { workbook_id, table_id, version, row_id }: ConflictRecord) {
  const place = { workbookId: workbook_id, tableId: table_id, version, rowIds: [row_id] };
  return (await rowStates(service.data, place)).get(row_id) ?? {};
}

function resolvedAlready(id: string) {
  return problem('conflict', say('conflict-resolved', { conflict: id }), {
    fix: say('fix-open-conflicts'),
  });
}
