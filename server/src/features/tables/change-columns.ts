import { say } from '@workbook-data-service/contract/messages';
import type { OpKind } from '@workbook-data-service/contract/messages/recorded';
import { referencedColumns } from '@workbook-data-service/sheets/formula';
import type { Change } from '../../catalog/change.js';
import type { StoredSegment } from '../../catalog/segments.js';
import { type ColumnRecord, columnsAt } from '../../catalog/tables.js';
import { columnNamed } from '../../core/column-named.js';
import { parseFormula } from '../../core/formulas.js';
import type { Operation } from '../../core/operations.js';
import { problem } from '../../core/problems.js';
import {
  Governance,
  type GovernedColumn,
  type GovernedTable,
  type Viewer,
} from '../../workbook/governance/governed-tables.js';
import { lockTable } from '../../workbook/writing/lock-table.js';
import { appendVersion } from '../../workbook/writing/write-tables.js';
import { noSuchColumn } from './hidden-columns.js';

export interface ChangedTable {
  /** What the caller may see of it after the change. */
  table: GovernedTable;
  opId: number;
  stale: string[];
  dryRun: boolean;
}

interface ColumnsEdit {
  expectedVersion: number | null;
  actor?: string | null | undefined;
  opKind: OpKind;
  operation: Operation;
  segment?: StoredSegment | undefined;
  /** Pins the state before, as part of the op; for what takes something away. */
  pin?: ((c: Change, opId: number) => Promise<void>) | undefined;
  /** Called with the current columns while the table is locked; returns the new ones. */
  edit(columns: ColumnRecord[], c: Change): ColumnRecord[] | Promise<ColumnRecord[]>;
}

/** Changes the columns of a table, as one version. */
export async function changeColumns(
  c: Change,
  viewer: Viewer,
  { record: { id: tableId, workbook_id: workbookId } }: GovernedTable,
  { edit, pin, expectedVersion, actor, opKind, operation, segment }: ColumnsEdit,
): Promise<Omit<ChangedTable, 'dryRun'>> {
  const { edit_version } = await lockTable(c, tableId, expectedVersion);
  const pinnedBy = pin && (await c.op({ workbookId, kind: opKind, tableId, actor, operation }));
  if (pinnedBy !== undefined) await pin?.(c, pinnedBy);
  const columns = await edit(await columnsAt(c.tx, tableId, edit_version), c);
  const { opId, stale } = await appendVersion(c, {
    workbookId,
    tableId,
    expectedVersion,
    opKind,
    actor,
    operation,
    columns,
    ...(pinnedBy !== undefined && { opId: pinnedBy }),
    ...(segment && { segment }),
  });
  return { table: await viewOf(c, viewer, workbookId, tableId), opId, stale };
}

/** What the caller may see of the table, read inside the change. */
export async function viewOf(
  c: Change,
  viewer: Viewer,
  workbookId: string,
  tableId: string,
): Promise<GovernedTable> {
  const row = await c.tx.selectFrom('tables').selectAll().where('id', '=', tableId).executeTakeFirstOrThrow();
  const governance = await Governance.load(c.tx, viewer, workbookId);
  return await governance.view(c.tx, row);
}

/** The column that a path names. A denied one is treated as missing; a masked one cannot be changed. */
export function requireColumn(table: GovernedTable, name: string): GovernedColumn {
  const column = columnNamed(table.columns, name);
  if (!column) throw noSuchColumn(table, name);
  if (column.masked) throw problem('forbidden', say('column-unchangeable', { column: column.name }));
  return column;
}

/** A column that formulas refer to cannot be changed until they are frozen or changed. */
export function refuseFormulaInput(table: GovernedTable, columns: readonly ColumnRecord[], id: string): void {
  const dependent = columns.find(
    ({ id: other, formula }) =>
      other !== id && formula !== undefined && referencedColumns(parseFormula(formula)).includes(id),
  );
  if (!dependent) return;
  const isVisible = table.columns.some((column) => column.id === dependent.id);
  const subject = isVisible ? `The formula column "${dependent.name}"` : 'A formula column';
  throw problem('conflict', say('column-computed-from', { subject }), {
    fix: say('fix-freeze-formula'),
  });
}

/** The columns with one of them changed. */
export function replaceColumn(
  columns: ColumnRecord[],
  id: string,
  become: (column: ColumnRecord) => ColumnRecord,
): ColumnRecord[] {
  if (!columns.some((column) => column.id === id)) throw problem('not-found', say('column-dropped'));
  return columns.map((column) => (column.id === id ? become(column) : column));
}
