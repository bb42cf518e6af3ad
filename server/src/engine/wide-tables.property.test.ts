import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cells, CellValue } from '@workbook-data-service/sheets/values';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insert, MemoryTableLog, remove, update } from '../../test-support/memory-table-log.js';
import { Random } from '../../test-support/random.js';
import type { RowEdit } from '../core/row-edits.js';
import { Engine } from './engine.js';
import type { Output, PhysicalColumn } from './protocol.js';

/** So little that anything quadratic in the columns, or with a whole table in memory, fails. */
const MEMORY_MB = 64;

let directory: string;
let log: MemoryTableLog;
let engine: Engine;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'wide-'));
  log = new MemoryTableLog(directory, 500);
  engine = newEngine();
});
afterAll(async () => {
  engine.close();
  await rm(directory, { recursive: true, force: true });
});

function newEngine(): Engine {
  return new Engine({
    log,
    processes: 1,
    accountOf: async (workbookId) => workbookId,
    memoryMb: MEMORY_MB,
    cacheDir: join(directory, 'cache'),
    readableDirs: [directory],
  });
}

const types = ['DOUBLE', 'VARCHAR', 'BIGINT', 'DATE', 'JSON', 'BOOLEAN', 'DECIMAL(18,2)'];

/** A wide table, and the expected content of each of its versions. */
class WideTable {
  readonly columns: PhysicalColumn[];
  readonly rows = new Map<number, Cells>();
  version = 1;
  #nextRowId: number;

  private constructor(
    readonly id: string,
    private readonly random: Random,
    columns: PhysicalColumn[],
    segmentRows: number,
  ) {
    this.columns = columns;
    this.#nextRowId = segmentRows + 1;
    const empty = Object.fromEntries(columns.map((column) => [column.id, null]));
    for (let rowId = 1; rowId <= segmentRows; rowId++) this.rows.set(rowId, { ...empty });
  }

  static async create(id: string, seed: number, size: { columns: number; rows: number }): Promise<WideTable> {
    const columns = Array.from({ length: size.columns }, (_, i) => ({
      id: `c${i + 1}`,
      type: types[i % types.length] as string,
    }));
    const empty = columns.map(() => 'null').join(', ');
    await log.create(id, columns, new Array<string>(size.rows).fill(empty));
    return new WideTable(id, new Random(seed), columns, size.rows);
  }

  /** Edits of random rows: whole rows, or a few cells that differ from row to row. */
  edit(rows: number): void {
    const edits = new Map<number, RowEdit>();
    const whole = this.random.below(2) === 0;
    for (let i = 0; i < rows; i++) {
      const rowId = this.#anyRowId();
      const kind = this.random.below(10);
      if (kind < 2 || rowId === undefined) {
        const own = this.#nextRowId++;
        edits.set(own, insert(own, this.#cells(true)));
      } else if (!edits.has(rowId))
        edits.set(rowId, kind === 2 ? remove(rowId) : update(rowId, this.#cells(whole)));
    }
    for (const { rowId, kind, after } of edits.values()) {
      if (kind === 'delete') this.rows.delete(rowId);
      else this.rows.set(rowId, { ...this.rows.get(rowId), ...after });
    }
    this.version = log.edit(this.id, ...edits.values());
  }

  /** From the next version on there is one more column. */
  addColumn(): void {
    const column = { id: `c${this.columns.length + 1}`, type: 'VARCHAR', initial: 'was there' };
    log.addColumn(this.id, column);
    this.columns.push(column);
    for (const cells of this.rows.values()) cells[column.id] = column.initial;
    this.version = log.edit(this.id);
  }

  /** Some of the columns, the newest among them, of every row. */
  async verify(): Promise<void> {
    const some = [...this.random.shuffled(this.columns.slice(0, -1)).slice(0, 11), ...this.columns.slice(-1)];
    const output: Output = { kind: 'page', format: 'json', limit: 10_000, keys: 0 };
    const { page } = await engine.read({
      workbookId: 'wb_1',
      relations: [
        {
          name: 't',
          tableId: this.id,
          version: this.version,
          columns: this.columns.map(({ id, type }) => ({ name: id, id, type, masked: false })),
        },
      ],
      sql: `select ${some.map(({ id }) => id).join(', ')}, __svc_row_id from t order by __svc_row_id`,
      output,
      deadlineMs: 60_000,
    });
    const expected = [...this.rows]
      .sort(([a], [b]) => a - b)
      .map(([rowId, cells]) => ({
        ...Object.fromEntries(some.map(({ id }) => [id, cells[id] ?? null])),
        __svc_row_id: rowId,
      }));
    expect(JSON.parse(page as string)).toEqual(expected);
  }

  #anyRowId(): number | undefined {
    const rowId = 1 + this.random.below(this.#nextRowId - 1);
    return this.rows.has(rowId) ? rowId : undefined;
  }

  #cells(whole: boolean): Cells {
    const columns = whole ? this.columns : this.random.shuffled(this.columns).slice(0, 3);
    return Object.fromEntries(columns.map(({ id, type }) => [id, this.#cell(type)]));
  }

  #cell(type: string): CellValue {
    const n = this.random.below(1000);
    if (n < 50) return null;
    const day = String((n % 28) + 1).padStart(2, '0');
    const values: Record<string, CellValue> = {
      DOUBLE: n / 8,
      VARCHAR: `text "${n}" 😀`,
      BIGINT: n * 1_000_003,
      DATE: `2026-02-${day}`,
      JSON: { n: [n, null] },
      BOOLEAN: n % 2 === 0,
      'DECIMAL(18,2)': n + 0.25,
    };
    return values[type] ?? null;
  }
}

test.each([
  { kind: 'in memory', seed: 1, size: { columns: 30, rows: 500 } },
  { kind: 'too large for memory', seed: 2, size: { columns: 50, rows: 2100 } },
  { kind: 'brought into memory when it is read again', seed: 4, size: { columns: 25, rows: 6000 } },
  { kind: 'read by a few of its many columns', seed: 5, size: { columns: 300, rows: 60 } },
])('a wide table that is $kind reads as its segment and edits', async ({ seed, size }) => {
  const table = await WideTable.create(`art_${seed}`, seed, size);
  await table.verify();
  for (const rows of [300, 10, 10]) {
    table.edit(rows);
    await table.verify();
  }
  table.addColumn();
  table.edit(100);
  await table.verify();
  // A process that has applied none of the edits reads the whole tail.
  engine.close();
  engine = newEngine();
  await table.verify();
});

test('an upsert of 10,000 rows and 40 columns is read', async () => {
  const columns = Array.from({ length: 40 }, (_, i) => ({ id: `c${i + 1}`, type: 'DOUBLE' }));
  await log.create('art_3', columns, []);
  const rows = Array.from({ length: 10_000 }, (_, row) =>
    insert(row + 1, Object.fromEntries(columns.map(({ id }, c) => [id, row + c / 8]))),
  );
  const version = log.edit('art_3', ...rows);
  const { page } = await engine.read({
    workbookId: 'wb_1',
    relations: [
      {
        name: 't',
        tableId: 'art_3',
        version,
        columns: columns.map((column) => ({ ...column, name: column.id, masked: false })),
      },
    ],
    sql: 'select count(*) as n, sum(c1) as first, sum(c40) as last from t',
    output: { kind: 'page', format: 'json', limit: 1, keys: 0 },
    deadlineMs: 60_000,
  });
  const sum = (10_000 * 9_999) / 2;
  expect(JSON.parse(page as string)).toEqual([{ n: 10_000, first: sum, last: sum + (10_000 * 39) / 8 }]);
});
