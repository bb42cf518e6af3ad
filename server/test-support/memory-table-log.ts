import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Cells } from '@workbook-data-service/sheets/values';
import type { EditPlace, EditSlice, RowEdit } from '../src/core/row-edits.js';
import type { PhysicalColumn } from '../src/engine/protocol.js';
import type { TableAtVersion, TableLog } from '../src/engine/table-log.js';
import { writeSegment } from './segments.js';

interface LoggedTable {
  columns: PhysicalColumn[];
  segment: { version: number; path: string; size: number; rowCount: number };
  /** Beginning with version 2. */
  edits: RowEdit[][];
}

export const insert = (rowId: number, after: Cells): RowEdit => ({ rowId, kind: 'insert', after });
export const update = (rowId: number, after: Cells): RowEdit => ({ rowId, kind: 'update', after });
export const remove = (rowId: number): RowEdit => ({ rowId, kind: 'delete', after: null });

/** A table log in memory; its segments are real Parquet files. */
export class MemoryTableLog implements TableLog {
  readonly #directory: string;
  readonly #tables = new Map<string, LoggedTable>();
  #questions = 0;
  /** What all but the first edits of a whole table wait for. */
  #released: Promise<void> = Promise.resolve();

  /** Edits are returned a few at a time, as from a database. */
  constructor(
    directory: string,
    private readonly sliceRows = 3,
  ) {
    this.#directory = directory;
  }

  /** Version 1 of a table. */
  async create(tableId: string, columns: PhysicalColumn[], rows: string[]): Promise<void> {
    const path = join(this.#directory, `${tableId}.parquet`);
    await writeSegment(path, columns, rows);
    const { size } = await stat(path);
    const segment = { version: 1, path, size, rowCount: rows.length };
    this.#tables.set(tableId, { columns: [...columns], segment, edits: [] });
  }

  /** Returns the version that the edits create. */
  edit(tableId: string, ...edits: RowEdit[]): number {
    const table = this.#table(tableId);
    table.edits.push(edits);
    return table.edits.length + 1;
  }

  addColumn(tableId: string, column: PhysicalColumn): void {
    this.#table(tableId).columns.push(column);
  }

  async deleteSegment(tableId: string): Promise<void> {
    await rm(this.#table(tableId).segment.path);
  }

  /** How often the engine called; it need not for cached tables. */
  get questions(): number {
    return this.#questions;
  }

  /** Keeps back all but the first edits of whole tables, as if there were many, until the returned function is called. */
  holdBack(): () => void {
    let release = () => {};
    this.#released = new Promise((resolve) => {
      release = resolve;
    });
    return release;
  }

  async segmentAt({ tableId }: TableAtVersion) {
    await this.#answer();
    const { segment } = this.#table(tableId);
    return { ...segment, files: [segment.path], editsAfter: segment.version };
  }

  async columnsAt({ tableId }: TableAtVersion): Promise<PhysicalColumn[]> {
    await this.#answer();
    return [...this.#table(tableId).columns];
  }

  async editsAfter({ tableId, version, rows }: TableAtVersion, place: EditPlace): Promise<EditSlice> {
    await this.#answer();
    const isFirst = place.rowId === Number.MAX_SAFE_INTEGER;
    if (!rows && !isFirst) await this.#released;
    const wanted = this.#table(tableId)
      .edits.slice(0, version - 1)
      .flatMap((edits, i) =>
        [...edits].sort((a, b) => a.rowId - b.rowId).map((edit) => ({ ...edit, version: i + 2 })),
      )
      .filter((edit) =>
        edit.version === place.version ? edit.rowId > place.rowId : edit.version > place.version,
      )
      .filter(({ rowId }) => !rows || (rowId > rows.after && rowId <= rows.upTo));
    const edits = wanted.slice(0, this.sliceRows).map((edit) => ({
      ...edit,
      after: edit.after && JSON.stringify(edit.after),
    }));
    const last = edits.at(-1);
    return last && wanted.length > edits.length
      ? { edits, next: { version: last.version, rowId: last.rowId } }
      : { edits };
  }

  /** Like a database, it answers some calls later than others. */
  async #answer(): Promise<void> {
    for (let turns = this.#questions++ % 4; turns > 0; turns--) await nextTurn();
  }

  #table(tableId: string): LoggedTable {
    const table = this.#tables.get(tableId);
    if (!table) throw new Error(`no table ${tableId}`);
    return table;
  }
}
