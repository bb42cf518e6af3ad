import {
  type DeleteRowsAnswer,
  type DeleteRowsRequest,
  deleteRows,
  getTable,
  type Table as TableInfo,
  type UpsertRowsAnswer,
  type UpsertRowsRequest,
  upsertRows,
} from './api.js';
import type { Connection } from './connection.js';
import { type EditOptions, editRows } from './edit-rows.js';
import { type Row, Rows, type RowsOptions } from './rows.js';

interface WriteOptions {
  /** The `edit_version` that was read; any version, if absent. */
  expected_version?: number | null | undefined;
  /** Answers what would happen, and changes nothing. */
  dry_run?: boolean | undefined;
  signal?: AbortSignal | undefined;
}

export type UpsertOptions = WriteOptions & Pick<UpsertRowsRequest, 'match_on' | 'actor'>;
export type DeleteOptions = WriteOptions & Pick<DeleteRowsRequest, 'actor'>;

/** A row to write: with an id the row is updated, without one inserted. Cells that are absent keep their value. */
export type WrittenRow<Cells> = Partial<Cells> & { __svc_row_id?: number };

/** One table of a workbook; the type says what its rows contain. */
export class Table<Cells = Record<string, unknown>> {
  readonly #connection: Connection;
  readonly #path: { workbook_id: string; name: string };

  constructor(connection: Connection, workbookId: string, name: string) {
    this.#connection = connection;
    this.#path = { workbook_id: workbookId, name };
  }

  async get(options: { signal?: AbortSignal | undefined } = {}): Promise<TableInfo> {
    return await getTable(this.#connection, { path: this.#path, ...options });
  }

  rows(options?: RowsOptions): Rows<Cells> {
    return new Rows(this.#connection, this.#path, options);
  }

  /** Writes up to 10,000 rows: all of them or none. */
  async upsert(rows: WrittenRow<Cells>[], options: UpsertOptions = {}): Promise<UpsertRowsAnswer> {
    const { expected_version = null, dry_run, signal, ...fields } = options;
    const body = { rows, expected_version, ...fields };
    return await upsertRows(this.#connection, { path: this.#path, ...dryRun(dry_run), body, signal });
  }

  /** Deletes up to 10,000 rows: all of them or none. */
  async delete(rowIds: number[], options: DeleteOptions = {}): Promise<DeleteRowsAnswer> {
    const { expected_version = null, dry_run, signal, ...fields } = options;
    const body = { row_ids: rowIds, expected_version, ...fields };
    return await deleteRows(this.#connection, { path: this.#path, ...dryRun(dry_run), body, signal });
  }

  /**
   * Reads rows, lets `decide` return those to write, and writes them if the table has not changed meanwhile. If it has,
   * what changed is read again, and `decide` is asked again. Undefined where nothing was to be written.
   */
  async edit(
    decide: (rows: Row<Cells>[]) => WrittenRow<Cells>[] | Promise<WrittenRow<Cells>[]>,
    options: EditOptions = {},
  ): Promise<UpsertRowsAnswer | undefined> {
    return await editRows(this, decide, options);
  }
}

function dryRun(isDryRun: boolean | undefined) {
  return isDryRun === undefined ? {} : { query: { dry_run: isDryRun } };
}
