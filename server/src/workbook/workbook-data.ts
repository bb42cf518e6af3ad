import type { Readable } from 'node:stream';
import type { Db } from '../catalog/db.js';
import { tablesById } from '../catalog/tables.js';
import type { CellRange } from '../core/a1.js';
import { problem } from '../core/problems.js';
import type { Cells } from '../core/row-edits.js';
import type { PageCut, PageFormat, Parameters, ResultPageRequest } from '../engine/protocol.js';
import type { ReceivedFile } from './files/received-file.js';
import {
  fingerprint,
  Governance,
  type GovernedColumn,
  type GovernedTable,
  type ReadableTable,
  requireReadable,
  requireTable,
  type Viewer,
} from './governance/governed-tables.js';
import { type ChangesSince, changesSince } from './reading/changes-since.js';
import { exportPreserved, type PreservedExportRequest } from './reading/export-preserved.js';
import { type ExportedFile, type ExportRequest, exportTables } from './reading/export-tables.js';
import { matchRows } from './reading/match-rows.js';
import { type ColumnProfile, profileTable } from './reading/profile-table.js';
import { type RowProvenance, rowProvenance } from './reading/provenance/row-provenance.js';
import { type RangeCells, readRange, readRowIds } from './reading/read-range.js';
import { type RowsPage, type RowsRequest, readRows } from './reading/read-rows.js';
import {
  type DescribeRequest,
  describeQuery,
  type QueryOutcome,
  type QueryRequest,
  runQuery,
} from './reading/run-query.js';
import {
  type CellsRequest,
  type RawCells,
  readBytes,
  readCells,
  refuseWhereGoverned,
} from './reading/source-files.js';
import { readValues, type TableValues } from './reading/table-values.js';
import { type PageBody, takePage } from './reading/take-page.js';
import { remakingLostFiles } from './remaking-lost-files.js';
import { isDamage } from './stored-blobs.js';
import { STORES, type Stores, storesOf } from './stores.js';

/** A query result as the catalog keeps it: its file, or its rows as JSON. */
export interface KeptResult {
  blobHash: string | null;
  rows: string | null;
  /** As they were read: what their columns hold may have been computed from others since. */
  tables: { id: string; version: number }[];
  policyFingerprint: string;
}

export interface ResultPage {
  page: PageBody;
  pageRows: number;
  cutBy?: PageCut | undefined;
}

/** What the result of one query may take. */
export { MOST_BYTES as MOST_RESULT_BYTES } from './keep-file.js';
export type { PageBody, PageCut, PageFormat, Parameters };

/**
 * The one door to data. Whatever reads rows or raw bytes asks here for a table as this caller may see it;
 * no other module touches the engine or the blob store.
 */
export class WorkbookData {
  readonly [STORES]: Stores;

  constructor(stores: Stores) {
    this[STORES] = stores;
  }

  /** Data as this caller may see it. */
  as(viewer: Viewer): Reader {
    return new Reader(this, viewer);
  }

  async rows(table: ReadableTable, request: RowsRequest): Promise<RowsPage> {
    const { engine, queryTimeoutMs, maxPageBytes } = this[STORES];
    const limits = { mostPageBytes: maxPageBytes, deadlineMs: queryTimeoutMs };
    return await remakingLostFiles(() => readRows(engine, table.row.workbook_id, table, request, limits))();
  }

  /** What the columns hold, those that are masked excepted. */
  async profile(table: ReadableTable): Promise<ColumnProfile[]> {
    const { engine, queryTimeoutMs } = this[STORES];
    return await profileTable(engine, table, queryTimeoutMs);
  }

  /** Cells by their place on a sheet that has the headers in row 1. */
  async range(table: ReadableTable, range: CellRange): Promise<RangeCells> {
    const { engine, queryTimeoutMs, maxPageBytes } = this[STORES];
    const limits = { mostPageBytes: maxPageBytes, deadlineMs: queryTimeoutMs };
    return await remakingLostFiles(() => readRange(engine, table, range, limits))();
  }

  /** The row id of each row of a range; null where there is no row. */
  async rangeRowIds(table: ReadableTable, range: CellRange): Promise<(number | null)[]> {
    const { engine, queryTimeoutMs } = this[STORES];
    return await readRowIds(engine, table, range, queryTimeoutMs);
  }

  /** What happened to the table after a version, as far as the caller sees its columns. */
  async changesSince(table: ReadableTable, version: number): Promise<ChangesSince> {
    return await changesSince(this[STORES].catalog.db, table, version);
  }

  async matchRows(table: ReadableTable, columns: GovernedColumn[], wanted: Cells[]): Promise<number[][]> {
    const { engine, queryTimeoutMs } = this[STORES];
    return await matchRows(engine, table, columns, wanted, queryTimeoutMs);
  }

  async query(viewer: Viewer, request: QueryRequest): Promise<QueryOutcome> {
    const { catalog, engine, blobs, maxResultRows, maxResultBytes, maxPageBytes } = this[STORES];
    const limits = { mostRows: maxResultRows, mostBytes: maxResultBytes, mostPageBytes: maxPageBytes };
    return await remakingLostFiles(() =>
      runQuery({ db: catalog.db, engine, blobs }, viewer, request, limits),
    )();
  }

  async describeQuery(viewer: Viewer, request: DescribeRequest) {
    const { catalog, engine } = this[STORES];
    return await describeQuery({ db: catalog.db, engine }, viewer, request);
  }

  /** A whole table as its reader may see it, for code that runs elsewhere. */
  async values(table: ReadableTable): Promise<TableValues> {
    const { engine, queryTimeoutMs } = this[STORES];
    return await readValues(engine, table, queryTimeoutMs);
  }

  /** A page of a kept result. It is refused once the caller would see other columns than when it was made. */
  async resultPage(
    viewer: Viewer,
    workbookId: string,
    result: KeptResult,
    page: Omit<ResultPageRequest, 'kept' | 'bounds'>,
  ): Promise<ResultPage> {
    const { catalog, blobs, engine, queryTimeoutMs, maxPageBytes } = this[STORES];
    const governance = await Governance.load(catalog.db, viewer, workbookId);
    if (
      governance.governed &&
      fingerprint(await this.#tablesAsRead(governance, workbookId, result.tables)) !==
        result.policyFingerprint
    ) {
      throw problem('expired', 'The columns that you may see have changed since this result was made.', {
        fix: 'Run the query again.',
      });
    }
    return await remakingLostFiles(async () => {
      const kept =
        result.blobHash === null
          ? { rows: result.rows ?? '[]' }
          : { path: await blobs.localPath(result.blobHash).catch(explainLostResult) };
      return await takePage(engine, maxPageBytes, (bounds) =>
        engine.resultPage(workbookId, { ...page, kept, bounds }, queryTimeoutMs),
      );
    })();
  }

  async export(request: Omit<ExportRequest, 'deadlineMs'>): Promise<ExportedFile> {
    return await remakingLostFiles(() =>
      exportTables(this[STORES], { ...request, deadlineMs: EXPORT_DEADLINE_MS }),
    )();
  }

  /** Tables in the file that they came from; refused where column policies could not be applied to the rest of it. */
  async exportPreserved(
    viewer: Viewer,
    request: Omit<PreservedExportRequest, 'deadlineMs'>,
  ): Promise<ExportedFile> {
    if (await this.as(viewer).isGoverned(request.workbookId)) {
      throw problem('governed-workbook', 'A governed workbook cannot be exported into its original file.', {
        fix: 'Export with formula_mode=values: column policies apply to that file.',
      });
    }
    return await remakingLostFiles(() =>
      exportPreserved(this[STORES], { ...request, deadlineMs: EXPORT_DEADLINE_MS }),
    )();
  }

  /** The original bytes of a source; refused where column policies could not be applied to them. */
  async sourceBytes(viewer: Viewer, workbookId: string, blobHash: string): Promise<Readable> {
    const { catalog, blobs } = this[STORES];
    await refuseWhereGoverned(catalog.db, viewer, workbookId);
    return await readBytes({ db: catalog.db, blobs }, workbookId, blobHash);
  }

  /** Cells of a source as its file has them; refused as its bytes are. */
  async sourceCells(
    viewer: Viewer,
    workbookId: string,
    file: ReceivedFile,
    request: CellsRequest,
  ): Promise<RawCells> {
    await refuseWhereGoverned(this[STORES].catalog.db, viewer, workbookId);
    return await remakingLostFiles(() => readCells(this[STORES], workbookId, file, request))();
  }

  /** Where each cell of a row came from, as far as the viewer sees the tables on the way to the source. */
  async rowProvenance(viewer: Viewer, table: ReadableTable, rowId: number): Promise<RowProvenance> {
    return await remakingLostFiles(() =>
      rowProvenance(this[STORES], viewer, table, rowId, this[STORES].queryTimeoutMs),
    )();
  }

  async #tablesAsRead(
    governance: Governance,
    workbookId: string,
    tables: KeptResult['tables'],
  ): Promise<GovernedTable[]> {
    const { db } = this[STORES].catalog;
    return await Promise.all(
      tables.map(async ({ id, version }) =>
        requireReadable(await governance.view(db, await requireTable(db, workbookId, id), version)),
      ),
    );
  }
}

/** A result can be had again, so damage to it is no more than its early end. */
function explainLostResult(error: unknown): never {
  if (!isDamage(error)) throw error;
  throw problem('expired', 'What was kept of the result can no longer be read.', {
    fix: 'Run the query again.',
  });
}

const EXPORT_DEADLINE_MS = 10 * 60 * 1000;

/** The tables of workbooks as one caller may see them. No other way leads to a `GovernedTable`, but `Governance` in a change. */
export class Reader {
  constructor(
    readonly data: WorkbookData,
    readonly viewer: Viewer,
  ) {}

  /** A table whose rows the caller may read; refused where they are withheld. */
  async table(workbookId: string, nameOrId: string, version?: number): Promise<ReadableTable> {
    return requireReadable(await this.describe(workbookId, nameOrId, version));
  }

  /** What is to know of a table apart from its rows. */
  async describe(workbookId: string, nameOrId: string, version?: number): Promise<GovernedTable> {
    const ahead = this.viewer.ahead?.take(workbookId, nameOrId);
    const { row, columns, governance } = await Governance.find(
      this.#db,
      this.viewer,
      workbookId,
      nameOrId,
      ahead,
    );
    const table = await governance.view(this.#db, row, version, columns);
    return ahead ? { ...table, foundAhead: true } : table;
  }

  /** A table for reporting values that it had at this version or before. */
  async tableOfPast(workbookId: string, nameOrId: string, version?: number): Promise<ReadableTable> {
    return requireReadable(await this.describePast(workbookId, nameOrId, version));
  }

  /** The same for whoever leaves out a table whose rows are withheld. */
  async describePast(workbookId: string, nameOrId: string, version?: number): Promise<GovernedTable> {
    const { row, columns, governance } = await Governance.find(this.#db, this.viewer, workbookId, nameOrId);
    return await governance.viewOfPast(this.#db, row, version, columns);
  }

  /** In the order in which they were made: all of them, or some after one of them. */
  async tables(
    workbookId: string,
    state: 'active' | 'archived' | 'all' = 'all',
    page?: { after: string; limit: number },
  ): Promise<GovernedTable[]> {
    const rows = await this.#db
      .selectFrom('tables')
      .selectAll()
      .where('workbook_id', '=', workbookId)
      .$if(state !== 'all', (query) => query.where('state', '=', state as 'active' | 'archived'))
      .$if(page !== undefined, (query) => query.where('id', '>', page?.after ?? '').limit(page?.limit ?? 0))
      .orderBy('id')
      .execute();
    const governance = await this.governance(workbookId);
    return await governance.viewAll(this.#db, rows);
  }

  /** Tables of any workbooks, in the order of their ids here; those that are gone are left out. */
  async tablesByIds(tables: readonly { id: string; workbook_id: string }[]): Promise<GovernedTable[]> {
    const views = new Map<string, GovernedTable>();
    for (const workbookId of new Set(tables.map(({ workbook_id }) => workbook_id))) {
      const ids = tables.flatMap(({ id, workbook_id }) => (workbook_id === workbookId ? [id] : []));
      const rows = await tablesById(this.#db, workbookId, ids);
      const governance = await this.governance(workbookId);
      for (const view of await governance.viewAll(this.#db, [...rows.values()])) views.set(view.row.id, view);
    }
    return tables.flatMap(({ id }) => views.get(id) ?? []);
  }

  async isGoverned(workbookId: string): Promise<boolean> {
    return (await this.governance(workbookId)).governed;
  }

  /** Whether any rule of the workbook hides from the caller what carries its tag. */
  async hidesAnything(workbookId: string): Promise<boolean> {
    return (await this.governance(workbookId)).hidesAnything;
  }

  /** Changes whenever the caller may see other columns of the workbook; empty where that is all of them. */
  async sight(workbookId: string, db: Db = this.#db): Promise<string> {
    return await (await Governance.load(db, this.viewer, workbookId)).sight(db, workbookId);
  }

  async governance(workbookId: string): Promise<Governance> {
    return await Governance.load(this.#db, this.viewer, workbookId);
  }

  get #db(): Db {
    return storesOf(this.data).catalog.db;
  }
}
