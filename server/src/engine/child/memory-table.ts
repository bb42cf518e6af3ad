import type { DuckDBConnection } from '@duckdb/node-api';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import type { NetEdits, RowRange } from '../../core/row-edits.js';
import { identifier } from '../../core/sql-text.js';
import type { PhysicalColumn, SegmentFiles } from '../protocol.js';
import { initialValue, isInRange, selectSegment } from './select-segment.js';
import { type EditedRow, type StagedColumn, stageRows } from './stage-rows.js';

interface OpenedTable {
  columns: PhysicalColumn[];
  segment: SegmentFiles;
  /** All rows if absent. */
  rows?: RowRange;
  bytes: number;
}

/** A table that is entirely in memory; edits change its cells in place. */
export class MemoryTable {
  private constructor(
    /** Quoted. */
    readonly name: string,
    private readonly columns: readonly PhysicalColumn[],
    /** The approximate memory that it uses. */
    public bytes: number,
  ) {}

  static async open(
    connection: DuckDBConnection,
    name: string,
    { columns, segment, rows, bytes }: OpenedTable,
  ): Promise<MemoryTable> {
    const selected = await selectSegment(connection, segment, columns, rows && isInRange(rows));
    return await MemoryTable.copy(connection, name, { rows: selected, columns, bytes });
  }

  /** With the selected rows. */
  static async copy(
    connection: DuckDBConnection,
    name: string,
    { rows, columns, bytes }: { rows: string; columns: readonly PhysicalColumn[]; bytes: number },
  ): Promise<MemoryTable> {
    await connection.run(`create or replace table ${name} as ${rows}`);
    return new MemoryTable(name, columns, bytes);
  }

  async apply(connection: DuckDBConnection, { deletes, inserts, updates }: NetEdits): Promise<void> {
    await deleteRows(connection, this.name, [...deletes, ...inserts.map(({ rowId }) => rowId)]);
    await stageRows(connection, this.columns, inserts, async ({ table, columns }) => {
      const staged = new Map(columns.map((column) => [column.column.id, column]));
      const cells = this.columns.map((column) => insertedCell(column, staged.get(column.id)));
      await connection.run(
        `insert into ${this.name} (${[...this.columns.map(({ id }) => identifier(id)), identifier(ROW_ID)].join(', ')})
         select ${[...cells, 'row_id'].join(', ')} from ${table} staged order by row_id`,
      );
    });
    await updateCells(connection, this.name, ROW_ID, this.columns, updates);
  }

  async drop(connection: DuckDBConnection): Promise<void> {
    await connection.run(`drop table if exists ${this.name}`);
  }
}

/** A row that lacks a cell is older than the column. */
export function insertedCell(column: PhysicalColumn, staged: StagedColumn | undefined): string {
  if (!staged) return initialValue(column);
  return `case when ${staged.isPresent} then ${staged.value} else ${initialValue(column)} end`;
}

async function deleteRows(
  connection: DuckDBConnection,
  table: string,
  rowIds: readonly number[],
): Promise<void> {
  if (rowIds.length === 0) return;
  await connection.run(
    `delete from ${table} where ${identifier(ROW_ID)} in (select unnest(from_json($1, '["BIGINT"]')))`,
    [JSON.stringify(rowIds)],
  );
}

/** An update keeps the old values of every column it sets, so this limits the columns per statement. */
const COLUMNS_AT_ONCE = 64;

/** Sets single cells of rows; `rowIdColumn` identifies the rows. */
export async function updateCells(
  connection: DuckDBConnection,
  table: string,
  rowIdColumn: string,
  columns: readonly PhysicalColumn[],
  updates: readonly EditedRow[],
): Promise<void> {
  await stageRows(connection, columns, updates, async (staged) => {
    for (let start = 0; start < staged.columns.length; start += COLUMNS_AT_ONCE) {
      const some = staged.columns.slice(start, start + COLUMNS_AT_ONCE);
      const assignments = some.map(({ column, isPresent, value }) => {
        const cell = identifier(column.id);
        return `${cell} = case when ${isPresent} then ${value} else target.${cell} end`;
      });
      await connection.run(
        `update ${table} as target set ${assignments.join(', ')} from ${staged.table} staged
         where target.${identifier(rowIdColumn)} = staged.row_id`,
      );
    }
  });
}
