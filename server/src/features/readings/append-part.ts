import { CellRefused, type Cells, type ColumnType, castCell } from '@workbook-data-service/sheets/values';
import type { SheetSpec } from '@workbook-data-service/structure/parse-spec';
import type { Change } from '../../catalog/change.js';
import { deletedRows } from '../../catalog/row-edits.js';
import { partsOf, setPart } from '../../catalog/table-parts.js';
import { type ColumnRecord, columnIdsEverUsed, findTable } from '../../catalog/tables.js';
import { nextColumnId } from '../../core/column-changes.js';
import type { Operation } from '../../core/operations.js';
import { Problem } from '../../core/problems.js';
import type { FollowedTarget, ReadingTarget, TargetRefusal } from '../../core/reading-targets.js';
import { regionRows, type TableRows } from '../../workbook/files/parse-specs.js';
import type { ReceivedFile } from '../../workbook/files/received-file.js';
import type { GovernedColumn, GovernedTable } from '../../workbook/governance/governed-tables.js';
import { lockTable } from '../../workbook/writing/lock-table.js';
import { appendVersion, insertTable, type RowChange } from '../../workbook/writing/write-tables.js';
import type { Service } from '../service.js';
import { tableNameTaker } from '../sources/register-tables.js';
import { emptySegmentOf } from '../tables/create-table.js';

/** A sheet whose rows go to the table that its reading names. */
interface SheetToAppend {
  workbookId: string;
  file: ReceivedFile;
  spec: SheetSpec;
  target: NonNullable<ReadingTarget>;
}

/** The part of the append that runs in the transaction of its upload, after the table is locked and the op is taken. */
export interface PlannedAppend {
  lock(c: Change): Promise<void>;
  write(c: Change, op: { id: number; operation: Operation; sourceId: string }): Promise<FollowedTarget>;
}

const maxRows = 100_000;

/** Plans to add the rows of a sheet to a table, in place of those of an earlier file of the same period, or says why not. */
export async function planAppend(
  service: Service,
  author: { userId: string | null },
  { workbookId, file, spec, target }: SheetToAppend,
): Promise<PlannedAppend | TargetRefusal> {
  const read = await rowsOf(service, workbookId, file, spec);
  if (typeof read === 'string') return read;
  const { period } = read;
  const extra = extraColumns(target, period, file.filename);
  const columns = read.columns.map((name, at) => ({ name, type: read.types[at] ?? 'VARCHAR' }));
  const wanted = [...columns, ...extra.map(({ name, type }) => ({ name, type }))];
  const rows = read.rows.map((row) => ({
    ...row,
    ...Object.fromEntries(extra.map(({ name, value }) => [name, value])),
  }));
  const record = await findTable(service.catalog.db, workbookId, target.table);
  const table = record
    ? await service.data.as({ userId: author.userId ?? '' }).table(workbookId, record.id)
    : undefined;
  const refused = table && whyNot(table);
  if (refused) return refused;
  const part = period ?? file.filename;
  return table
    ? await planForTable(service, table, { wanted, rows, target, part })
    : await planForNewTable(service, workbookId, { wanted, rows, target, part });
}

interface PartToAdd {
  wanted: readonly Pick<ColumnRecord, 'name' | 'type'>[];
  rows: readonly Record<string, unknown>[];
  target: NonNullable<ReadingTarget>;
  part: string;
}

async function rowsOf(
  service: Service,
  workbookId: string,
  file: ReceivedFile,
  spec: SheetSpec,
): Promise<TableRows | TargetRefusal> {
  try {
    return await regionRows(service.data, workbookId, file, { specs: [spec], maxRows });
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    return error.slug === 'too-large' ? 'too_large' : 'several_tables';
  }
}

function extraColumns(
  { sourceColumn, periodColumn }: NonNullable<ReadingTarget>,
  period: string | undefined,
  filename: string,
): { name: string; type: ColumnType; value: string | null }[] {
  return [
    ...(periodColumn ? [{ name: periodColumn, type: 'VARCHAR' as const, value: period ?? null }] : []),
    ...(sourceColumn ? [{ name: sourceColumn, type: 'VARCHAR' as const, value: filename }] : []),
  ];
}

function whyNot({ record, columns, denied }: GovernedTable): TargetRefusal | undefined {
  if (record.kind !== 'base') return 'derived_table';
  if (denied.length > 0 || columns.some(({ masked }) => masked)) return 'hidden_columns';
  return columns.some(({ formula }) => formula !== undefined) ? 'computed_columns' : undefined;
}

async function planForTable(
  service: Service,
  table: GovernedTable,
  { wanted, rows, target, part }: PartToAdd,
): Promise<PlannedAppend | TargetRefusal> {
  const byName = new Map(table.columns.map((column) => [column.name.toLowerCase(), column]));
  const used = new Set(await columnIdsEverUsed(service.catalog.db, table.record.id));
  const added: ColumnRecord[] = [];
  for (const { name, type } of wanted) {
    if (byName.has(name.toLowerCase())) continue;
    const id = nextColumnId([...used]);
    used.add(id);
    added.push({ id, name, originalName: null, type, description: null });
  }
  const all: ColumnRecord[] = [...table.columns.map(recordOf), ...added];
  const cast = castAll(all, rows);
  if (typeof cast === 'string') return cast;
  const { workbook_id: workbookId, id: tableId } = table.record;
  return {
    lock: async (c) => void (await lockTable(c, tableId, table.version)),
    write: async (c, { id: opId, operation, sourceId }) => {
      const before = (await partsOf(c.tx, tableId)).find((one) => one.part === part);
      const followed = { mode: target.mode, table: table.record.name };
      const gone = before ? await deletedRows(c.tx, tableId, before.rowIds) : new Set<number>();
      const removed = before?.rowIds.filter((rowId) => !gone.has(rowId)) ?? [];
      // Rows may be gone by an undo or a restore since.
      if (before?.sourceId === sourceId && (removed.length > 0 || cast.length === 0))
        return { ...followed, rowsAdded: 0, rowsRemoved: 0 };
      const changes: RowChange[] = [...removed.map((rowId) => ({ kind: 'delete' as const, rowId })), ...cast];
      const { rowIds } = await appendVersion(c, {
        workbookId,
        tableId,
        expectedVersion: table.version,
        opKind: 'source.ingest',
        opId,
        operation,
        rows: changes,
        ...(added.length > 0 && { columns: all }),
      });
      await setPart(c, { tableId, part, sourceId, rowIds: rowIds.slice(removed.length) }, opId);
      return { ...followed, rowsAdded: cast.length, rowsRemoved: removed.length };
    },
  };
}

async function planForNewTable(
  service: Service,
  workbookId: string,
  { wanted, rows, target, part }: PartToAdd,
): Promise<PlannedAppend | TargetRefusal> {
  const columns: ColumnRecord[] = wanted.map(({ name, type }, at) => ({
    id: `c${at + 1}`,
    name,
    originalName: null,
    type,
    description: null,
  }));
  const cast = castAll(columns, rows);
  if (typeof cast === 'string') return cast;
  const segment = await emptySegmentOf(service, workbookId, columns);
  return {
    lock: async () => {},
    write: async (c, { id: opId, operation, sourceId }) => {
      const name = (await tableNameTaker(c, workbookId))(target.table);
      const table = await insertTable(c, {
        workbookId,
        opId,
        name,
        kind: 'base',
        columns,
        rowCount: 0,
        segment,
      });
      const { rowIds } = await appendVersion(c, {
        workbookId,
        tableId: table.id,
        expectedVersion: null,
        opKind: 'source.ingest',
        opId,
        operation,
        rows: cast,
      });
      await setPart(c, { tableId: table.id, part, sourceId, rowIds }, opId);
      return { mode: target.mode, table: name, rowsAdded: cast.length, rowsRemoved: 0 };
    },
  };
}

const recordOf = ({ masked, ...record }: GovernedColumn): ColumnRecord => record;

function castAll(
  columns: readonly ColumnRecord[],
  rows: readonly Record<string, unknown>[],
): RowChange[] | TargetRefusal {
  try {
    return rows.map((row) => {
      const byName = new Map(Object.entries(row).map(([name, value]) => [name.toLowerCase(), value]));
      const after: Cells = {};
      for (const { id, name, type } of columns)
        after[id] = castCell(byName.get(name.toLowerCase()) ?? null, type);
      return { kind: 'insert', after };
    });
  } catch (error) {
    if (!(error instanceof CellRefused)) throw error;
    return 'unfit_values';
  }
}
