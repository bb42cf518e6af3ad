import { type ReadRowsData, type RowsPage, readRows } from './api.js';
import type { Connection } from './connection.js';

/** A row as it is read: its cells by column, and the id that it keeps for ever. */
export type Row<Cells = Record<string, unknown>> = Cells & { __svc_row_id: number };

export type Filter =
  | { and: Filter[] }
  | { or: Filter[] }
  | { not: Filter }
  | {
      column: string;
      apply?: FilterFunction;
      op: 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge' | 'contains' | 'search' | 'starts_with' | 'ends_with';
      value: unknown;
    }
  | { column: string; apply?: FilterFunction; op: 'in'; value: unknown[] }
  | { column: string; op: 'is_null'; value?: boolean };

/** What is compared in place of the cell, where its type has it. */
export type FilterFunction =
  | 'lower'
  | 'upper'
  | 'trim'
  | 'length'
  | 'floor'
  | 'ceiling'
  | 'round'
  | 'date'
  | 'year'
  | 'month'
  | 'day'
  | 'hour'
  | 'minute'
  | 'second';

export interface RowsOptions {
  filter?: Filter | undefined;
  /** `column` or `-column`; several are compared in turn. */
  order_by?: string | string[] | undefined;
  /** All columns, if absent. */
  columns?: string[] | undefined;
  /** A version label, a snapshot id or an edit_version: the table as it was then. */
  as_of?: string | number | undefined;
  /** The most rows that are read at once; 5,000 if absent, 10,000 at most. */
  page_size?: number | undefined;
  signal?: AbortSignal | undefined;
}

export type PageOfRows<Cells> = Omit<RowsPage, 'rows'> & { rows: Row<Cells>[] };

/** The rows of a table, read page by page as they are asked for. */
export class Rows<Cells> implements AsyncIterable<Row<Cells>> {
  readonly #connection: Connection;
  readonly #path: ReadRowsData['path'];
  readonly #query: NonNullable<ReadRowsData['query']>;
  readonly #signal: AbortSignal | undefined;

  constructor(connection: Connection, path: ReadRowsData['path'], options: RowsOptions = {}) {
    this.#connection = connection;
    this.#path = path;
    this.#query = queryOf(options);
    this.#signal = options.signal;
  }

  /** Every row. Those that others insert or delete meanwhile neither repeat nor hide any. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Row<Cells>, void, undefined> {
    for await (const { rows } of this.pages()) yield* rows;
  }

  /** All rows at once, for a table that fits into memory. */
  async all(): Promise<Row<Cells>[]> {
    const rows: Row<Cells>[] = [];
    for await (const page of this.pages()) for (const row of page.rows) rows.push(row);
    return rows;
  }

  /** As the service answers them: with `edit_version`, `columns`, `total` and `masked_columns`. */
  async *pages(): AsyncGenerator<PageOfRows<Cells>, void, undefined> {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = (await readRows(this.#connection, this.#page({ cursor }))) as PageOfRows<Cells>;
      yield await this.#withAllColumns(page, cursor);
      cursor = page.next_cursor;
    }
  }

  /** The service sends the columns of a very wide table in parts. */
  async #withAllColumns(page: PageOfRows<Cells>, cursor: string | undefined): Promise<PageOfRows<Cells>> {
    const byId = new Map(page.rows.map((row) => [row.__svc_row_id, row]));
    let after = page.next_columns_after;
    while (after !== null) {
      const part = await readRows(this.#connection, this.#page({ cursor, columns_after: after }));
      for (const row of part.rows) Object.assign(byId.get(row.__svc_row_id as number) ?? {}, row);
      page.columns.push(...part.columns);
      page.masked_columns.push(...part.masked_columns);
      after = part.next_columns_after;
    }
    return { ...page, next_columns_after: null };
  }

  /** Each page as an Arrow IPC stream; `toArrow` makes one table of them. */
  async *arrowPages(): AsyncGenerator<Uint8Array, void, undefined> {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const answer = await readRows.response(this.#connection, this.#page({ cursor, format: 'arrow' }));
      if (answer.headers.has('x-svc-next-columns-after'))
        throw new Error('An Arrow page holds 2,000 columns, and the table has more: name those you need.');
      yield new Uint8Array(await answer.arrayBuffer());
      cursor = answer.headers.get('x-svc-next-cursor');
    }
  }

  #page(part: { cursor: string | undefined; columns_after?: string; format?: 'arrow' }) {
    const given = Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined));
    const query = { ...this.#query, ...given };
    return { path: this.#path, query, signal: this.#signal };
  }
}

function queryOf({ filter, order_by, columns, as_of, page_size = 5_000 }: RowsOptions) {
  return {
    limit: page_size,
    ...(filter && { filter: JSON.stringify(filter) }),
    ...(order_by !== undefined && { order_by: JSON.stringify([order_by].flat()) }),
    ...(columns && { columns: JSON.stringify(columns) }),
    ...(as_of !== undefined && { as_of: String(as_of) }),
  };
}
