import { expect, test } from 'vitest';
import { describeEachDatabase, type FreshDatabase } from '../../../test-support/databases.js';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { Random } from '../../../test-support/random.js';
import {
  fit,
  type ModelCell,
  type ModelColumn,
  type ModelEdit,
  type ModelRow,
  TableModel,
} from '../../../test-support/table-model.js';
import { Compactor } from '../../background/compactor.js';
import { Problem } from '../../core/problems.js';
import type { RunningService } from '../../open-service.js';
import type { SegmentSizes } from '../../workbook/segment-files.js';
import type { Caller } from '../caller.js';
import { restoreSnapshot } from '../history/restore-snapshot.js';
import { commitSnapshot } from '../history/snapshots.js';
import { undoOp } from '../history/undo-op.js';
import type { TablePlace } from '../places.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { addColumn } from './add-column.js';
import { createTable } from './create-table.js';
import { deleteRows } from './delete-rows.js';
import { dropColumn } from './drop-column.js';
import { readRows } from './read-rows.js';
import { renameColumn } from './rename-column.js';
import { retypeColumn } from './retype-column.js';
import { upsertRows } from './upsert-rows.js';

/** Set SVC_TEST_STEPS to search longer. */
const STEPS = Number(process.env.SVC_TEST_STEPS ?? 40);

test.each([1, 2])(
  'every committed version reads the same after any later edits (seed %i)',
  (seed) => walkThrough({ seed }),
  600_000,
);

/** Files of a few rows, which are written anew early or late. */
const sizes = [
  { file: 700, whole: 0, editedShare: 0.4 },
  { file: 1500, whole: 0, editedShare: 0.1 },
  { file: 1200, whole: 600, editedShare: 0.8 },
];

describeEachDatabase('tables in several files, with edits beside them', ({ fresh }) => {
  test.each(sizes.map((segmentSizes, i) => ({ segmentSizes, seed: i + 3 })))(
    'read the same (seed $seed)',
    async ({ segmentSizes, seed }) => {
      const place = await fresh();
      await walkThrough({ seed, place, segmentSizes });
    },
    600_000,
  );
});

interface Walk {
  seed: number;
  place?: FreshDatabase;
  segmentSizes?: SegmentSizes;
}

async function walkThrough({ seed, place, segmentSizes }: Walk): Promise<void> {
  const host = await InProcessService.start(place, {}, segmentSizes && { segmentSizes });
  try {
    const walk = await RandomWalk.start(host, seed, segmentSizes ? OFTEN_COMPACTED : RARELY_COMPACTED);
    for (let step = 0; step < STEPS; step++) await walk.step();
    await walk.verifyAll();
    if (segmentSizes) expect(await kindsOfFiles(host)).toEqual(['edits', 'rows']);
  } finally {
    await host.dispose();
  }
}

async function kindsOfFiles({ service }: InProcessService): Promise<string[]> {
  const rows = await service.catalog.db.selectFrom('segment_files').select('kind').distinct().execute();
  return rows.map(({ kind }) => kind).sort();
}

/** In how many of a hundred steps the table is compacted besides. */
const OFTEN_COMPACTED = 40;
const RARELY_COMPACTED = 0;

class RandomWalk {
  readonly #model = new TableModel([
    { key: 'k1', name: 'name', type: 'VARCHAR' },
    { key: 'k2', name: 'qty', type: 'BIGINT' },
  ]);
  readonly #ops: { opId: number; version: number }[] = [];
  readonly #snapshots: { id: string; version: number }[] = [];
  #nextRowId = 1;
  #nextColumn = 3;

  private constructor(
    private readonly host: InProcessService,
    private readonly workbookId: string,
    private readonly random: Random,
    private readonly compactions: number,
  ) {}

  static async start(host: InProcessService, seed: number, compactions: number): Promise<RandomWalk> {
    const { id } = await createWorkbook(host.service, host.caller, { title: 'walk' }, {});
    const columns = [
      { name: 'name', type: 'VARCHAR' },
      { name: 'qty', type: 'BIGINT' },
    ];
    await createTable(host.service, host.caller, id, { name: 't', columns }, {});
    return new RandomWalk(host, id, new Random(seed), compactions);
  }

  async step(): Promise<void> {
    if (this.random.chance(this.compactions)) await this.#compact();
    const dice = this.random.below(100);
    if (dice < 50) await this.#upsert();
    else if (dice < 63) await this.#delete();
    else if (dice < 80) await this.#undo();
    else if (dice < 88) await this.#changeColumns();
    else if (dice < 92) await this.#pinOrRestore();
    else if (dice < 97) await this.#verify(this.random.below(this.#model.version) + 1);
    else if (dice < 99) await this.#compact();
    else await this.host.restart();
  }

  async verifyAll(): Promise<void> {
    for (let version = 1; version <= this.#model.version; version++) await this.#verify(version);
  }

  async #upsert(): Promise<void> {
    const edits: ModelEdit[] = [];
    const existing = this.#someRows(this.random.below(3));
    for (const rowId of existing) edits.push({ rowId, kind: 'update', cells: this.#someCells() });
    const inserts = this.random.below(3) + (existing.length === 0 ? 1 : 0);
    for (let i = 0; i < inserts; i++) {
      edits.push({ rowId: this.#nextRowId++, kind: 'insert', cells: this.#someCells() });
    }
    const rows = edits.map(({ rowId, kind, cells }) => ({
      ...this.#byName(cells),
      ...(kind === 'update' && { __svc_row_id: rowId }),
    }));
    const done = await upsertRows(...this.#at, { rows, expectedVersion: this.#model.version }, {});
    expect(done.rowIds).toEqual(edits.map(({ rowId }) => rowId));
    this.#record(edits, done);
  }

  async #changeColumns(): Promise<void> {
    const { columns, version: expectedVersion } = this.#model;
    const column = this.random.one(columns);
    const place = { workbookId: this.workbookId, table: 't', column: column.name };
    const { service, caller } = this.host;
    const dice = this.random.below(100);
    if (dice < 40 && columns.length < 6) {
      const added: ModelColumn = {
        key: `k${this.#nextColumn}`,
        name: `col ${this.#nextColumn++}`,
        type: 'BIGINT',
      };
      const initial = this.random.chance(50) ? 7 : null;
      await addColumn(
        ...this.#at,
        {
          column: added.name,
          type: added.type,
          default: initial,
          expectedVersion,
        },
        {},
      );
      this.#model.reshape([...columns, added], (row) => ({ ...row, [added.key]: initial }));
    } else if (dice < 60) {
      const renamed = { ...column, name: `col "${this.#nextColumn++}"` };
      await renameColumn(service, caller, place, { newName: renamed.name, expectedVersion }, {});
      this.#model.reshape(columns.map((other) => (other === column ? renamed : other)));
    } else if (dice < 80 && columns.length > 1) {
      await dropColumn(service, caller, place, { expectedVersion }, {});
      this.#model.reshape(columns.filter((other) => other !== column));
    } else if (column.type === 'BIGINT') {
      const retyped: ModelColumn = { ...column, type: 'VARCHAR' };
      await retypeColumn(service, caller, place, { type: 'VARCHAR', expectedVersion }, {});
      this.#model.reshape(
        columns.map((other) => (other === column ? retyped : other)),
        (row) => ({ ...row, [column.key]: fit(row[column.key], retyped) }),
      );
    }
  }

  async #delete(): Promise<void> {
    const rowIds = this.#someRows(1 + this.random.below(2));
    if (rowIds.length === 0) return;
    const done = await deleteRows(...this.#at, { rowIds, expectedVersion: this.#model.version }, {});
    this.#record(
      rowIds.map((rowId) => ({ rowId, kind: 'delete', cells: {} })),
      done,
    );
  }

  async #undo(): Promise<void> {
    const [op] = this.#ops.splice(Math.max(0, this.#ops.length - 1 - this.random.below(8)), 1);
    if (!op) return;
    const { service, caller } = this.host;
    const inverse = this.#model.inverse(op.version);
    const undoing = undoOp(service, caller, { workbookId: this.workbookId, opId: op.opId }, {});
    if (!inverse) return await expect(undoing).rejects.toBeInstanceOf(Problem);
    const done = await undoing;
    this.#model.undo(op.version, inverse);
    expect(done.tables.map(({ version }) => version)).toEqual([this.#model.version]);
  }

  async #pinOrRestore(): Promise<void> {
    const { service, caller } = this.host;
    if (this.#snapshots.length === 0 || this.random.chance(40)) {
      const input = { summary: 'pinned', eventType: 'test' };
      const { record } = await commitSnapshot(service, caller, this.workbookId, input, {});
      this.#snapshots.push({ id: record.id, version: this.#model.version });
      return;
    }
    const { id, version } = this.random.one(this.#snapshots);
    const { tables } = await restoreSnapshot(service, caller, this.workbookId, { snapshot: id }, {});
    if (version === this.#model.version) return;
    this.#model.restore(version);
    this.#ops.length = 0;
    expect(tables).toMatchObject([{ action: 'restored', version: this.#model.version }]);
  }

  async #compact(): Promise<void> {
    const { catalog, data, log } = this.host.service;
    await new Compactor({ catalog, data, log }).compact({ edits: 1, bytes: Number.MAX_SAFE_INTEGER });
    const { tail_edits } = await catalog.db
      .selectFrom('tables')
      .select('tail_edits')
      .executeTakeFirstOrThrow();
    expect(tail_edits).toBe(0);
  }

  async #verify(version: number): Promise<void> {
    const { page, total } = await readRows(...this.#at, {
      limit: 10_000,
      format: 'json',
      asOf: String(version),
    });
    const expected = this.#model.read(version);
    expect(JSON.parse(page as string), `version ${version}`).toEqual(expected);
    expect(total).toBe(expected.length);
  }

  /** The first arguments of most features. */
  get #at(): [RunningService, Caller, TablePlace] {
    return [this.host.service, this.host.caller, { workbookId: this.workbookId, table: 't' }];
  }

  #record(edits: ModelEdit[], done: { version: number; opId: number }): void {
    this.#model.apply(edits);
    expect(done.version).toBe(this.#model.version);
    this.#ops.push({ opId: done.opId, version: done.version });
  }

  #someRows(count: number): number[] {
    const ids = [...this.#model.rows.keys()];
    const picked = Array.from({ length: Math.min(count, ids.length) }, () => this.random.one(ids));
    return [...new Set(picked)];
  }

  #someCells(): ModelRow {
    const touched = this.#model.columns.filter(() => this.random.chance(60));
    return Object.fromEntries(touched.map((column) => [column.key, this.#someValue(column)]));
  }

  #someValue({ type }: ModelColumn): ModelCell {
    if (this.random.chance(10)) return null;
    return type === 'VARCHAR' ? `n"${this.random.below(50)}'é` : this.random.below(1000) - 500;
  }

  #byName(cells: ModelRow): Record<string, ModelCell> {
    const nameOf = new Map(this.#model.columns.map(({ key, name }) => [key, name]));
    return Object.fromEntries(Object.entries(cells).map(([key, value]) => [nameOf.get(key) ?? key, value]));
  }
}
