import type { Cells, ColumnType } from '@workbook-data-service/sheets/values';
import type { ColumnRecord } from '../../../catalog/tables.js';
import type { NetEdits } from '../../../core/row-edits.js';
import { emptyColumn, type MemoryColumn } from './memory-column.js';
import { storedValue, type Value } from './stored-value.js';

type PhysicalColumn = Pick<ColumnRecord, 'id' | 'type' | 'initial'>;

/** All rows of a table at one version, in the order of their ids: every physical column by its id, whoever may see it. */
export class SmallTable {
  readonly #columns: readonly PhysicalColumn[];
  readonly #cells: Map<string, MemoryColumn>;
  #rowIds = emptyColumn('BIGINT');
  #rowCount = 0;

  constructor(
    /** Which edits move on. */
    public version: number,
    columns: readonly PhysicalColumn[],
  ) {
    this.#columns = columns;
    this.#cells = new Map(columns.map(({ id, type }) => [id, emptyColumn(type)]));
  }

  get rowCount(): number {
    return this.#rowCount;
  }

  /** In ascending order. */
  get rowIds(): MemoryColumn {
    return this.#rowIds;
  }

  /** The approximate memory that it takes. */
  get bytes(): number {
    const cells = [...this.#cells.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    return cells + this.#rowIds.bytes;
  }

  rowIdAt(row: number): number {
    return this.#rowIds.valueAt(row) as number;
  }

  /** The place of the first row with this id or a greater one. */
  placeOf(rowId: number): number {
    // Most tables never lost a row.
    if (rowId > 0 && rowId <= this.#rowCount && this.rowIdAt(rowId - 1) === rowId) return rowId - 1;
    let [from, to] = [0, this.#rowCount];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.rowIdAt(middle) < rowId) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** Undefined if the table has none of this id and type. */
  cellsOf({ id, type }: { id: string; type: ColumnType }): MemoryColumn | undefined {
    const cells = this.#cells.get(id);
    return cells?.type === type ? cells : undefined;
  }

  /** Rows with greater ids than all others, as lists of their ids and of the values of each column. */
  append(rowIds: readonly number[], values: readonly (readonly (Value | null)[])[]): void {
    const first = this.#rowCount;
    for (const rowId of rowIds) this.#add(rowId);
    for (const [i, { id }] of this.#columns.entries())
      for (const [row, value] of (values[i] ?? []).entries()) this.#set(id, first + row, value);
  }

  /** If it throws, the table is of no more use. */
  apply({ deletes, inserts, updates }: NetEdits, version: number): void {
    for (const { rowId, cells } of updates) {
      const row = this.#find(rowId);
      if (row !== undefined) this.#update(row, cells);
    }
    const last = this.#rowCount > 0 ? this.rowIdAt(this.#rowCount - 1) : 0;
    // Found before any is added, while the ids are in order.
    const places = inserts.map(({ rowId }) => this.#find(rowId));
    for (const [i, { rowId, cells }] of inserts.entries()) this.#fill(places[i] ?? this.#add(rowId), cells);
    const added = inserts.filter((_, i) => places[i] === undefined).map(({ rowId }) => rowId);
    const isInOrder = added.every((rowId, i) => rowId > (added[i - 1] ?? last));
    if (!isInOrder || deletes.length > 0) this.#arrange(new Set(deletes), isInOrder);
    this.version = version;
  }

  #find(rowId: number): number | undefined {
    const row = this.placeOf(rowId);
    return row < this.#rowCount && this.rowIdAt(row) === rowId ? row : undefined;
  }

  #add(rowId: number): number {
    this.#rowIds.set(this.#rowCount, rowId);
    return this.#rowCount++;
  }

  #update(row: number, cells: Cells): void {
    for (const { id, type } of this.#columns)
      if (Object.hasOwn(cells, id)) this.#set(id, row, storedValue(cells[id], type));
  }

  /** A row that lacks a cell is older than the column. */
  #fill(row: number, cells: Cells): void {
    for (const { id, type, initial } of this.#columns)
      this.#set(id, row, storedValue(Object.hasOwn(cells, id) ? cells[id] : initial, type));
  }

  /** Without the deleted rows, and in the order of ids: an undo inserts rows with ids of old. */
  #arrange(deleted: ReadonlySet<number>, isInOrder: boolean): void {
    let rows = new Int32Array(this.#rowCount);
    let kept = 0;
    for (let row = 0; row < this.#rowCount; row += 1) if (!deleted.has(this.rowIdAt(row))) rows[kept++] = row;
    rows = rows.subarray(0, kept);
    if (!isInOrder) rows.sort((row, other) => this.rowIdAt(row) - this.rowIdAt(other));
    this.#rowCount = rows.length;
    this.#rowIds = this.#rowIds.take(rows);
    for (const [id, cells] of this.#cells) this.#cells.set(id, cells.take(rows));
  }

  #set(id: string, row: number, value: Value | null): void {
    const cells = this.#cells.get(id) as MemoryColumn;
    const holding = cells.holds(value) ? cells : cells.widened();
    if (holding !== cells) this.#cells.set(id, holding);
    holding.set(row, value);
  }
}
