import { getResult, type QueryAnswer, type QueryRequest, query, type ResultPage } from './api.js';
import type { Connection } from './connection.js';

export type QueryParameters = unknown[] | Record<string, unknown>;

export interface QueryOptions extends Pick<QueryRequest, 'as_of' | 'timeout_ms'> {
  /** The most rows that are read at once; 5,000 if absent, 10,000 at most. */
  page_size?: number | undefined;
  signal?: AbortSignal | undefined;
}

export type FirstPage<Cells> = Omit<QueryAnswer, 'rows'> & { rows: Cells[] };
/** What every page of a result says. */
export type PageOfResult<Cells> = Pick<FirstPage<Cells>, keyof FirstPage<Cells> & keyof ResultPage>;

/** The result of a SELECT. It is run when the rows are asked for, and each time that they are. */
export class Query<Cells> implements AsyncIterable<Cells> {
  readonly #connection: Connection;
  readonly #path: { workbook_id: string };
  readonly #request: QueryRequest & { limit: number };
  readonly #signal: AbortSignal | undefined;

  constructor(
    connection: Connection,
    workbookId: string,
    sql: string,
    params?: QueryParameters,
    { page_size = 5_000, signal, ...options }: QueryOptions = {},
  ) {
    this.#connection = connection;
    this.#path = { workbook_id: workbookId };
    this.#request = { sql, ...options, ...(params && { params }), limit: page_size };
    this.#signal = signal;
  }

  /** Every row that the service keeps of the result, page by page. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Cells, void, undefined> {
    for await (const { rows } of this.pages()) yield* rows;
  }

  /** All rows at once, for a result that fits into memory. */
  async all(): Promise<Cells[]> {
    const rows: Cells[] = [];
    for await (const row of this) rows.push(row);
    return rows;
  }

  /** As the service answers it: with `columns`, `row_count`, `truncated` and the versions of the tables. */
  async firstPage(): Promise<FirstPage<Cells>> {
    return (await query(this.#connection, this.#run({}))) as FirstPage<Cells>;
  }

  /** As the service answers them, each with `columns` and `row_count`. */
  async *pages(): AsyncGenerator<PageOfResult<Cells>, void, undefined> {
    const first = await this.firstPage();
    yield first;
    for (let offset = first.next_offset; offset !== null; ) {
      const page = await getResult(this.#connection, this.#nextPage(first.id, offset));
      yield { ...page, rows: page.rows as Cells[] };
      offset = page.next_offset;
    }
  }

  /** Each page as an Arrow IPC stream; `toArrow` makes one table of them. */
  async *arrowPages(): AsyncGenerator<Uint8Array, void, undefined> {
    let answer = await query.response(this.#connection, this.#run({ format: 'arrow' }));
    const id = answer.headers.get('x-svc-result-id') ?? '';
    for (;;) {
      yield new Uint8Array(await answer.arrayBuffer());
      const offset = answer.headers.get('x-svc-next-offset');
      if (offset === null) return;
      const next = this.#nextPage(id, Number(offset), 'arrow');
      answer = await getResult.response(this.#connection, next);
    }
  }

  /** A SELECT changes nothing, so it may run twice. */
  #run(more: Partial<QueryRequest>) {
    const body = { ...this.#request, ...more };
    return { path: this.#path, body, isRepeatable: true, signal: this.#signal };
  }

  #nextPage(id: string, offset: number, format: 'json' | 'arrow' = 'json') {
    const limit = this.#request.limit;
    return { path: { result_id: id }, query: { offset, limit, format }, signal: this.#signal };
  }
}
