import type { Db } from '../catalog/db.js';
import { preparedAndKept } from '../catalog/prepared.js';
import { allTablesOf, type TableRecord, tablesById } from '../catalog/tables.js';
import {
  Governance,
  type GovernedTable,
  type ReadableTable,
  requireReadable,
  type Viewer,
} from './governance/governed-tables.js';
import { STORES, type Stores, storesOf } from './stores.js';

/**
 * The handle of all stored data, used through the functions of `workbook/`: those of `reading/` take a reader or
 * a table that it returned; those of `files/`, `upkeep/` and `ungoverned/` take the handle. The importers of
 * `ungoverned/` are listed in `layering.test.ts`.
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
}

/** The tables of workbooks as one caller may see them. */
export class Reader {
  constructor(
    readonly data: WorkbookData,
    readonly viewer: Viewer,
  ) {}

  /** A table whose rows the caller may read; refused if they are withheld. */
  async table(workbookId: string, nameOrId: string, version?: number): Promise<ReadableTable> {
    return requireReadable(await this.describe(workbookId, nameOrId, version));
  }

  /** Everything about a table except its rows. */
  async describe(workbookId: string, nameOrId: string, version?: number): Promise<GovernedTable> {
    const prefetched = this.viewer.prefetched?.take(workbookId, nameOrId);
    const { record, columns, governance } = await Governance.find(
      this.#db,
      this.viewer,
      workbookId,
      nameOrId,
      prefetched,
    );
    const table = await governance.view(this.#db, record, version, columns);
    return prefetched ? { ...table, isPrefetched: true } : table;
  }

  /** A table for reporting values that it had at this version or before. */
  async tableOfPast(workbookId: string, nameOrId: string, version?: number): Promise<ReadableTable> {
    return requireReadable(await this.describePast(workbookId, nameOrId, version));
  }

  /** Like `tableOfPast`, also for a table whose rows are withheld. */
  async describePast(workbookId: string, nameOrId: string, version?: number): Promise<GovernedTable> {
    const { record, columns, governance } = await Governance.find(
      this.#db,
      this.viewer,
      workbookId,
      nameOrId,
    );
    return await governance.viewOfPast(this.#db, record, version, columns);
  }

  /** Versions of different tables that a snapshot names, in the given order, even if the tables are deleted. */
  async pinnedTables(
    workbookId: string,
    pins: readonly { tableId: string; version: number }[],
  ): Promise<GovernedTable[]> {
    const governance = await this.governance(workbookId);
    const records = new Map((await allTablesOf(this.#db, workbookId)).map((record) => [record.id, record]));
    return await governance.viewAll(
      this.#db,
      pins.map(({ tableId, version }) => ({ record: records.get(tableId) as TableRecord, version })),
    );
  }

  /** In the order of their creation: all of them, or a page. */
  async tables(
    workbookId: string,
    state: 'active' | 'archived' | 'all' = 'all',
    page?: { after: string; limit: number },
  ): Promise<GovernedTable[]> {
    const rows = await pageOfTables(this.#db, {
      workbookId,
      state: state === 'all' ? undefined : state,
      after: page?.after,
      limit: page?.limit,
    }).execute();
    const governance = await this.governance(workbookId);
    return await governance.viewAll(this.#db, rows.map(atPresent));
  }

  /** Tables of any workbooks, in the given order; deleted ones are left out. */
  async tablesByIds(tables: readonly { id: string; workbook_id: string }[]): Promise<GovernedTable[]> {
    const views = new Map<string, GovernedTable>();
    for (const workbookId of new Set(tables.map(({ workbook_id }) => workbook_id))) {
      const ids = tables.flatMap(({ id, workbook_id }) => (workbook_id === workbookId ? [id] : []));
      const rows = await tablesById(this.#db, workbookId, ids);
      const governance = await this.governance(workbookId);
      const wanted = [...rows.values()].map((record) => this.#atVersion(record));
      for (const view of await governance.viewAll(this.#db, wanted)) views.set(view.record.id, view);
    }
    return tables.flatMap(({ id }) => views.get(id) ?? []);
  }

  async isGoverned(workbookId: string): Promise<boolean> {
    return (await this.governance(workbookId)).governed;
  }

  /** Whether any rule of the workbook hides columns with its tag from the caller. */
  async hidesAnything(workbookId: string): Promise<boolean> {
    return (await this.governance(workbookId)).hidesAnything;
  }

  /** Changes whenever the caller may see other columns of the workbook; empty if all of them are visible. */
  async visibility(workbookId: string, db: Db = this.#db): Promise<string> {
    return await (await Governance.load(db, this.viewer, workbookId)).visibility(db, workbookId);
  }

  async governance(workbookId: string): Promise<Governance> {
    return await Governance.load(this.#db, this.viewer, workbookId);
  }

  #atVersion(record: TableRecord) {
    return { record, version: this.viewer.versions?.get(record.id) ?? record.edit_version };
  }

  get #db(): Db {
    return storesOf(this.data).catalog.db;
  }
}

interface SomeTables {
  workbookId: string;
  state: 'active' | 'archived' | undefined;
  after: string | undefined;
  limit: number | undefined;
}

const pageOfTables = preparedAndKept((db, { workbookId, state, after, limit }: SomeTables) =>
  db
    .selectFrom('tables')
    .selectAll()
    .where('workbook_id', '=', workbookId)
    .$if(state !== undefined, (query) => query.where('state', '=', state as 'active' | 'archived'))
    .$if(after !== undefined, (query) => query.where('id', '>', after as string))
    .$if(limit !== undefined, (query) => query.limit(limit as number))
    .orderBy('id'),
);

const atPresent = (record: TableRecord) => ({ record, version: record.edit_version });
