import {
  type ArtifactSummary,
  type ExportRequest,
  exportTables,
  getWorkbook,
  listTables,
  type MaterializeAnswer,
  type UploadAnswer,
  type WorkbookEvent,
  type Workbook as WorkbookInfo,
} from './api.js';
import type { Connection } from './connection.js';
import { Download, type DownloadOptions } from './download.js';
import { type EventsOptions, followWorkbook } from './events.js';
import type { FileInput } from './file-source.js';
import { each } from './paging.js';
import { Query, type QueryOptions, type QueryParameters } from './query.js';
import { Table } from './table.js';
import { takeReading } from './take-reading.js';
import { type UploadOptions, upload, uploadToSlot } from './upload.js';

/** One workbook; nothing is asked of the service until a function is called. */
export class Workbook {
  readonly #connection: Connection;

  constructor(
    connection: Connection,
    readonly id: string,
  ) {
    this.#connection = connection;
  }

  async get(options: { signal?: AbortSignal | undefined } = {}): Promise<WorkbookInfo> {
    return await getWorkbook(this.#connection, { path: { workbook_id: this.id }, ...options });
  }

  /** A table by its name or id. */
  table<Cells = Record<string, unknown>>(name: string): Table<Cells> {
    return new Table(this.#connection, this.id, name);
  }

  /** The active tables. */
  tables(options: { signal?: AbortSignal | undefined } = {}): AsyncIterable<ArtifactSummary> {
    return each(listTables, this.#connection, { path: { workbook_id: this.id }, ...options });
  }

  /** Sends a file and waits until its tables are there. */
  async upload(file: FileInput, options?: UploadOptions): Promise<UploadAnswer> {
    return await upload(this.#connection, this.id, file, options);
  }

  /** Sends a file without making tables of it: into an upload slot, from which it can be ingested for a day. */
  async uploadToSlot(file: FileInput, options?: UploadOptions): Promise<{ id: string; size: number }> {
    return await uploadToSlot(this.#connection, this.id, file, options);
  }

  /** Follows another reading of a file, one of the `alternatives` of its upload, and makes its tables. */
  async takeReading(
    source: string,
    reading: string,
    options?: { signal?: AbortSignal | undefined },
  ): Promise<MaterializeAnswer> {
    return await takeReading(
      this.#connection,
      { workbook_id: this.id, source_name: source },
      reading,
      options,
    );
  }

  /** One SELECT over the tables. Pass values as `params`: a list for `?` and `$1`, an object for `$name`. */
  query<Cells = Record<string, unknown>>(
    sql: string,
    params?: QueryParameters,
    options?: QueryOptions,
  ): Query<Cells> {
    return new Query(this.#connection, this.id, sql, params, options);
  }

  /** Tables as one xlsx file, one csv file, or a zip of csv files. */
  async export(request: ExportRequest = {}, options: DownloadOptions = {}): Promise<Download> {
    const { signal } = options;
    const path = { workbook_id: this.id };
    return new Download(
      await exportTables.response(this.#connection, { path, body: request, signal }),
      options,
    );
  }

  /** What happens in the workbook, from now on or from where `last_event_id` says, until the loop is left. */
  events(options?: EventsOptions): AsyncIterable<WorkbookEvent> {
    return followWorkbook(this.#connection, this.id, options);
  }
}
