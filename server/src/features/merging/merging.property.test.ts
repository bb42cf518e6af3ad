import type { CellValue, ColumnType } from '@workbook-data-service/sheets/values';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { Random } from '../../../test-support/random.js';
import { type RowOfFile, returnedTable } from '../../../test-support/returned-rows.js';
import { findBranch, insertBranch } from '../../catalog/branches.js';
import { change } from '../../catalog/change.js';
import type { BaseColumn } from '../../core/base-column.js';
import { newId } from '../../core/ids.js';
import { pageOfRows } from '../../workbook/reading/page-of-rows.js';
import { storesOf } from '../../workbook/stores.js';
import { mergeTable } from '../../workbook/ungoverned/merging/merge-table.js';
import { undoOp } from '../history/undo-op.js';
import { createTable } from '../tables/create-table.js';
import { deleteRows } from '../tables/delete-rows.js';
import { upsertRows } from '../tables/upsert-rows.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { commitMerge } from './commit-merge.js';

/**
 * Random tables with random edits here and in the file, merged and compared with a plain model of what a merge does. The
 * model knows which row each row of the file is, also one that the file brought without an id and returns edited, moved
 * and among others. Set SVC_TEST_RUNS to search longer.
 */
const TABLES = Number(process.env.SVC_TEST_RUNS ?? 1);
const ROUNDS = 4;
const ROWS = 80;

const pools: [ColumnType, CellValue[]][] = [
  [
    'VARCHAR',
    ['', null, '007', '1e5', '=1+2', '-5', 'TRUE', '2024-01-31', ' spaced ', 'a\r\nb', '😀', '漢字', "it's"],
  ],
  ['VARCHAR', [null, ...'abcdefghijklmnopqrstuvwxyz', 'a\nb', 'null', '5', 'x'.repeat(33_000)]],
  ['BIGINT', [null, 0, -1, 42, 9007199254740991, 1e18]],
  [
    'BIGINT',
    ['9223372036854775807', '-9223372036854775808', '1152921504606846976', '1234567890123456789', null],
  ],
  ['INTEGER', [null, 0, 7, -2147483648]],
  ['DOUBLE', [null, 0, 0.1, 0.3, 0.30000000000000004, 1e300, -2.5]],
  ['DECIMAL(10,2)', [null, 0, 12.34, -99.9]],
  ['DECIMAL(38,2)', [1000000000000001, 9007199254740994, '1152921504606846976.00', -0.01]],
  ['BOOLEAN', [null, true, false]],
  ['DATE', [null, '2024-01-31', '1899-12-31', '9999-12-31']],
  ['TIME', [null, '12:00:00', '23:59:59.999000', '12:00:00.000400']],
  ['TIMESTAMP', [null, '2024-01-31T12:00:00', '2024-01-31T12:00:00.123456', '1850-05-05T00:00:00']],
  ['TIMESTAMPTZ', [null, '2024-01-31T12:00:00Z', '2024-01-31T23:59:59.999000Z']],
  ['JSON', [null, { a: 1 }, [1, 2], 'text', 5]],
  // Tells rows apart, as a name does: each row has its own, which is never edited.
  ['VARCHAR', []],
];
const LABEL = pools.length - 1;
const columns = pools.map(
  ([type], i): BaseColumn => ({ id: `c${i + 1}`, name: `${type.toLowerCase().slice(0, 7)} ${i}`, type }),
);

/** A value as a sheet holds it. */
function held(value: CellValue, type: ColumnType): CellValue {
  if (typeof value === 'number' && type === 'DOUBLE') return Number(value.toPrecision(15));
  if (typeof value !== 'string' || type === 'JSON') return value;
  if (type === 'VARCHAR') return value.replace(/\r\n?/g, '\n').slice(0, 32_767) || null;
  if (!type.startsWith('TIME')) return value;
  return value.replace(/\.(\d{3})\d{3}/, (_, ms) => (ms === '000' ? '' : `.${ms}000`));
}

type Row = CellValue[];

/** A row of the file, and the id of the row that it is: null until a merge has inserted it. */
interface FileRow extends RowOfFile {
  own: number | null;
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const heldRow = (row: Row): Row => row.map((value, i) => held(value, columns[i]?.type as ColumnType));

interface Outcome {
  rows: Map<number, Row>;
  /** The rows that only the file has, by content. */
  brought: string[];
  conflicts: string[];
}

/** The row of the file for each row of the base. Of new copies of a row, one that is equal to the base takes its place. */
function holdersOf(base: Map<number, Row>, file: readonly FileRow[]): Map<number, FileRow> {
  const holders = new Map<number, FileRow>();
  for (const row of file) {
    const id = row.own ?? row.id;
    const before = id === null ? undefined : base.get(id);
    if (id === null || !before) continue;
    const holder = holders.get(id);
    const isUnedited = (one: FileRow) => same(one.cells, heldRow(before));
    if (!holder || (isUnedited(row) && !isUnedited(holder))) holders.set(id, row);
  }
  return holders;
}

/** What a merge does, as section 13 of the contract tells it. */
function model(base: Map<number, Row>, current: Map<number, Row>, file: readonly FileRow[]): Outcome {
  const holders = holdersOf(base, file);
  const rows = new Map(current);
  const conflicts: string[] = [];
  for (const [id, before] of base) {
    const here = current.get(id);
    const there = holders.get(id)?.cells.map((cell, i) => {
      const type = columns[i]?.type as ColumnType;
      if (same(cell, held(before[i] as CellValue, type))) return before[i] as CellValue;
      return here && same(cell, held(here[i] as CellValue, type)) ? (here[i] as CellValue) : cell;
    });
    if (!there) {
      if (here && !same(here, before)) conflicts.push(`${id}: gone`);
      rows.delete(id);
    } else if (!here) {
      if (same(there, before)) continue;
      conflicts.push(`${id}: back`);
      rows.set(id, there);
    } else {
      const merged = here.map((cell, i) => {
        if (same(there[i], before[i])) return cell;
        if (!same(cell, before[i]) && !same(cell, there[i]))
          conflicts.push(`${id} ${columns[i]?.name}: ${JSON.stringify([before[i], cell, there[i]])}`);
        return there[i] as CellValue;
      });
      rows.set(id, merged);
    }
  }
  const kept = new Set(holders.values());
  const brought = file.filter((row) => !kept.has(row)).map(({ cells }) => JSON.stringify(cells));
  return { rows, brought: brought.sort(), conflicts: conflicts.sort() };
}

let host: InProcessService;
beforeAll(async () => {
  host = await InProcessService.start();
});
afterAll(() => host.dispose());

class Story {
  readonly #random: Random;
  /** What the file showed when it was exported or merged last, by row id. */
  #base = new Map<number, Row>();
  #file: FileRow[] = [];
  #labels = 0;
  /** The rows of the file with copies: a second copy, where the first was deleted, would be taken for that one. */
  #copied = new Set<number>();

  constructor(
    seed: number,
    readonly workbookId: string,
    readonly tableId: string,
    readonly branchId: string,
  ) {
    this.#random = new Random(seed);
  }

  static async begin(seed: number): Promise<Story> {
    const { service, caller } = host;
    const { id: workbookId } = await createWorkbook(service, caller, { title: `${seed}` }, {});
    const { id } = await createTable(service, caller, workbookId, { name: 'table', columns }, {});
    const story = new Story(seed, workbookId, id, newId('br'));
    const rows = Array.from({ length: ROWS }, () => story.#cells(story.#row()));
    const { version } = await upsertRows(service, caller, story.#place, { rows, expectedVersion: null }, {});
    await change(service.catalog, caller, async (c) => {
      const opId = await c.op({
        workbookId,
        kind: 'branch.create',
        operation: { operation: 'updateWorkbook', input: {} },
      });
      const bases = [{ tableId: id, version, columns, rowCount: ROWS }];
      await insertBranch(c, { id: story.branchId, workbookId, format: 'xlsx', filename: 'f', opId, bases });
      await c.audit({ chain: workbookId, action: 'workbook.updated' });
    });
    story.#base = await story.rows();
    story.#file = [...story.#base].map(([rowId, cells]) => ({
      id: rowId,
      own: rowId,
      cells: heldRow(cells),
    }));
    return story;
  }

  get #place() {
    return { workbookId: this.workbookId, table: this.tableId };
  }

  #row(): Row {
    return pools.map(([, pool], i) => (i === LABEL ? this.#label() : this.#random.one(pool)));
  }

  #label(): string {
    return `row ${++this.#labels}`;
  }

  #cells(row: Row) {
    return Object.fromEntries(columns.map(({ name }, i) => [name, row[i]]));
  }

  async editHere(): Promise<void> {
    const { service, caller } = host;
    const present = [...(await this.rows()).keys()];
    const edited = present.filter(() => this.#random.chance(15));
    const rows: Record<string, unknown>[] = edited.map((id) => {
      const column = this.#random.below(LABEL);
      return {
        __svc_row_id: id,
        [columns[column]?.name as string]: this.#random.one(pools[column]?.[1] as CellValue[]),
      };
    });
    rows.push(this.#cells(this.#row()));
    await upsertRows(service, caller, this.#place, { rows, expectedVersion: null }, {});
    const gone = present.filter(() => this.#random.chance(4));
    if (gone.length > 0)
      await deleteRows(service, caller, this.#place, { rowIds: gone, expectedVersion: null }, {});
  }

  /** A copy that was merged has its own row by now, but still the id of the other: those are not edited again. */
  editFile(): void {
    const random = this.#random;
    this.#file = this.#file
      .filter(() => !random.chance(4))
      .flatMap((row) => {
        const isCopy = row.id !== null && row.id !== row.own;
        const edited = !isCopy && random.chance(20) ? { ...row, cells: this.#editedCells(row.cells) } : row;
        if (row.id !== null && !isCopy && !this.#copied.has(row.id) && random.chance(3))
          return [edited, this.#copyOf(row.id, row)];
        return random.chance(3) ? [edited, { id: null, own: null, cells: heldRow(this.#row()) }] : [edited];
      });
    if (random.chance(30)) this.#file = random.shuffled(this.#file);
  }

  #copyOf(id: number, { cells }: FileRow): FileRow {
    this.#copied.add(id);
    return { id, own: null, cells: this.#editedCells(cells).with(LABEL, this.#label()) };
  }

  #editedCells(cells: Row): Row {
    const column = this.#random.below(LABEL);
    const [type, pool] = pools[column] as (typeof pools)[number];
    return cells.map((cell, i) => (i === column ? held(this.#random.one(pool), type) : cell));
  }

  async merge() {
    const { service, caller } = host;
    const { data, catalog } = service;
    const branch = await findBranch(catalog.db, this.workbookId, this.branchId);
    const base = branch?.bases.get(this.tableId);
    if (!branch || !base) throw new Error('no branch');
    const table = await data.as(caller).table(this.workbookId, this.tableId);
    const directory = storesOf(data).engine.outDir;
    const returned = await returnedTable(directory, this.tableId, columns, this.#file);
    const options = { isKept: true, onUnreadable: 'refuse', confirmDeletes: false } as const;
    const merge = await mergeTable(data, { table, base, returned, ...options });
    const file = { filename: 'f.xlsx', blob: { hash: 'none', size: 1 } } as never;
    return await change(catalog, caller, (c) =>
      commitMerge(c, { branch, file, merges: [merge], warnings: [] }),
    );
  }

  async checkMerge(): Promise<void> {
    const before = await this.rows();
    const expected = model(this.#base, before, this.#file);
    const merged = await this.merge();
    expect(merged.conflicts.map(shownConflict).sort()).toEqual(expected.conflicts);
    await this.#check(expected);
    const again = await this.merge();
    expect(again).toMatchObject({ opId: null, conflicts: [] });
    if (merged.opId !== null && this.#random.chance(40)) {
      const { service, caller } = host;
      await undoOp(service, caller, { workbookId: this.workbookId, opId: merged.opId }, {});
      expect([...(await this.rows())]).toEqual([...before]);
      await this.merge();
      await this.#check(expected);
    }
    await this.#moveBase(before);
  }

  async #check(expected: Outcome): Promise<void> {
    const now = await this.rows();
    const known = [...now].filter(([id]) => expected.rows.has(id));
    expect(known.map(([id, row]) => `${id} ${JSON.stringify(row)}`)).toEqual(
      [...expected.rows]
        .sort(([one], [other]) => one - other)
        .map(([id, row]) => `${id} ${JSON.stringify(row)}`),
    );
    const brought = [...now].filter(([id]) => !expected.rows.has(id));
    expect(brought.map(([, row]) => JSON.stringify(row)).sort()).toEqual(expected.brought);
  }

  /** The next base is the file; what it holds less precisely has the value from before. */
  async #moveBase(before: Map<number, Row>): Promise<void> {
    const holders = holdersOf(this.#base, this.#file);
    const inserted = [...(await this.rows())].filter(([id]) => !before.has(id));
    const idOf = new Map(inserted.map(([id, cells]) => [cells[LABEL], id]));
    const next = new Map<number, Row>();
    for (const [id, { cells }] of holders) {
      const was = this.#base.get(id) as Row;
      const here = before.get(id);
      next.set(
        id,
        cells.map((cell, i) => {
          const type = columns[i]?.type as ColumnType;
          if (same(cell, held(was[i] as CellValue, type))) return was[i] as CellValue;
          return here && same(cell, held(here[i] as CellValue, type)) ? (here[i] as CellValue) : cell;
        }),
      );
    }
    const known = new Map([...holders].map(([id, row]) => [row, id]));
    this.#file = this.#file.map((row) => {
      const own = known.get(row) ?? idOf.get(row.cells[LABEL]) ?? null;
      if (own !== null && !next.has(own)) next.set(own, row.cells);
      return { ...row, own };
    });
    this.#base = next;
  }

  async rows(): Promise<Map<number, Row>> {
    const { data } = host.service;
    const table = await data.as(host.caller).table(this.workbookId, this.tableId);
    const rows = new Map<number, Row>();
    for (let cursor: string | undefined; ; ) {
      const { page, nextCursor } = await pageOfRows(data, table, { limit: 1000, format: 'json', cursor });
      for (const row of JSON.parse(page as string) as Record<string, CellValue>[])
        rows.set(
          row.__svc_row_id as number,
          columns.map(({ name }) => row[name] ?? null),
        );
      if (nextCursor === null) return rows;
      cursor = nextCursor;
    }
  }
}

function shownConflict({ row, column }: Awaited<ReturnType<typeof commitMerge>>['conflicts'][number]) {
  if (!column) return `${row.row_id}: ${row.previous === null ? 'back' : 'gone'}`;
  const values = [row.base, row.previous, row.incoming].map((value) => JSON.parse(value ?? 'null'));
  return `${row.row_id} ${column.name}: ${JSON.stringify(values)}`;
}

test.each(Array.from({ length: TABLES }, (_, seed) => [seed]))(
  'merges of table %i do what the model does',
  async (seed) => {
    const story = await Story.begin(seed);
    for (let round = 0; round < ROUNDS; round++) {
      await story.editHere();
      story.editFile();
      await story.checkMerge();
    }
  },
  120_000,
);
