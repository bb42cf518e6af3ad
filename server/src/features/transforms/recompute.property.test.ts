import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { executeQuery } from '../../workbook/reading/execute-query.js';
import { createTable } from '../tables/create-table.js';
import { deleteRows } from '../tables/delete-rows.js';
import { readRows } from '../tables/read-rows.js';
import { upsertRows } from '../tables/upsert-rows.js';
import { listOverrides } from '../tables/visible-overrides.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { createTransform } from './create-transform.js';
import { recompute } from './recompute.js';
import { TransformGraph } from './transform-graph.js';

/** Set SVC_TEST_RUNS to search longer. */
const RUNS = Number(process.env.SVC_TEST_RUNS ?? 2);
const BASES = 2;

/** Every table has the columns k and v, so that each can be an input of any other. */
const shapes = [
  'select k, v from {{ a }} where v > 0',
  'select k, sum(v)::bigint as v from {{ a }} group by k',
  'select distinct k, v % 3 as v from {{ a }}',
  'select k, v from {{ a }} union all select k, -v from {{ b }}',
  'select x.k, x.v + y.v as v from {{ a }} x join (select k, max(v) as v from {{ b }} group by k) y using (k)',
  'select k, v - lag(v, 1, 0::bigint) over (partition by k order by v) as v from {{ a }}',
];

interface Node {
  shape: number;
  a: number;
  b: number;
}
interface Edit {
  base: number;
  row: number;
  kind: 'insert' | 'update' | 'delete';
  cells: { k: string | null; v: number | null };
}

const node = fc.record({ shape: fc.nat(shapes.length - 1), a: fc.nat(), b: fc.nat() });
const edit: fc.Arbitrary<Edit> = fc.record({
  base: fc.nat(BASES - 1),
  row: fc.nat(),
  kind: fc.constantFrom('insert', 'insert', 'update', 'delete'),
  cells: fc.record({
    k: fc.constantFrom('x', 'y', 'z', '', null),
    v: fc.option(fc.integer({ min: -9, max: 9 }), { nil: null }),
  }),
});
const rounds = fc.array(fc.array(edit, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 });

let host: InProcessService;
beforeAll(async () => {
  host = await InProcessService.start();
});
afterAll(() => host.dispose());

test('after recompute every table equals its whole ancestry computed from scratch', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(node, { minLength: 2, maxLength: 6 }), rounds, async (nodes, edits) => {
      const graph = await RandomGraph.make(nodes);
      for (const round of edits) {
        for (const one of round) await graph.edit(one);
        await graph.recompute();
        await graph.verify();
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});

test('recomputing keeps overrides, and their computed values follow the inputs', async () => {
  const overrides = fc.array(fc.record({ table: fc.nat(), row: fc.nat(), v: fc.integer() }), {
    maxLength: 3,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(node, { minLength: 2, maxLength: 5 }),
      rounds,
      overrides,
      async (nodes, edits, cells) => {
        const graph = await RandomGraph.make(nodes);
        for (const round of edits) {
          for (const one of round) await graph.edit(one);
          await graph.recompute();
          for (const one of cells) await graph.override(one);
          await graph.recompute();
          await graph.verifyOverridden();
        }
      },
    ),
    { numRuns: RUNS, endOnFailure: true },
  );
});

class RandomGraph {
  /** The values of overridden cells, by `table row`. */
  readonly #overrides = new Map<string, number>();

  private constructor(
    private readonly workbookId: string,
    /** For each derived table, SQL over the base tables alone. */
    private readonly fromScratch: Map<string, string>,
    /** For each derived table, the SQL of its transform over its inputs. */
    private readonly fromInputs: Map<string, string>,
  ) {}

  static async make(nodes: Node[]): Promise<RandomGraph> {
    const { service, caller } = host;
    const { id } = await createWorkbook(service, caller, { title: 'graph' }, {});
    const tables = Array.from({ length: BASES }, (_, i) => `base${i}`);
    const columns = [
      { name: 'k', type: 'VARCHAR' },
      { name: 'v', type: 'BIGINT' },
    ];
    for (const name of tables) await createTable(service, caller, id, { name, columns }, {});
    const written = new Map<string, string>();
    const direct = new Map<string, string>();
    for (const [i, { shape, a, b }] of nodes.entries()) {
      const code = shapes[shape] as string;
      const inputs = { a: tables[a % tables.length] as string, b: tables[b % tables.length] as string };
      const output = `derived${i}`;
      const args = code.includes('{{ b }}') ? inputs : { a: inputs.a };
      await createTransform(
        service,
        caller,
        id,
        {
          name: output,
          kind: 'sql',
          code,
          args,
          output,
          run: true,
        },
        {},
      );
      const whole = (name: string) => `(${written.get(name) ?? `select k, v from ${name}`})`;
      written.set(output, code.replaceAll('{{ a }}', whole(inputs.a)).replaceAll('{{ b }}', whole(inputs.b)));
      direct.set(output, code.replaceAll('{{ a }}', inputs.a).replaceAll('{{ b }}', inputs.b));
      tables.push(output);
    }
    return new RandomGraph(id, written, direct);
  }

  async edit({ base, row, kind, cells }: Edit): Promise<void> {
    const table = `base${base}`;
    const { service, caller } = host;
    const ids = (await this.#rows(table)).map((one) => one.__svc_row_id as number);
    const rowId = ids[row % Math.max(ids.length, 1)];
    const expectedVersion = null;
    if (rowId === undefined || kind === 'insert') {
      await upsertRows(
        service,
        caller,
        { workbookId: this.workbookId, table },
        { rows: [cells], expectedVersion },
        {},
      );
    } else if (kind === 'update') {
      const rows = [{ ...cells, __svc_row_id: rowId }];
      await upsertRows(
        service,
        caller,
        { workbookId: this.workbookId, table },
        { rows, expectedVersion },
        {},
      );
    } else {
      await deleteRows(
        service,
        caller,
        { workbookId: this.workbookId, table },
        { rowIds: [rowId], expectedVersion },
        {},
      );
    }
  }

  async recompute(): Promise<void> {
    const { service, caller } = host;
    const stale = (await TransformGraph.load(service, this.workbookId)).stale();
    const { recomputed, failed, skipped } = await recompute(service, caller, this.workbookId, {}, {});
    expect(failed).toEqual([]);
    expect(skipped).toEqual([]);
    expect(new Set(recomputed.map(({ tableId }) => tableId))).toEqual(new Set(stale));
    expect((await TransformGraph.load(service, this.workbookId)).stale()).toEqual([]);
  }

  async override(one: { table: number; row: number; v: number }): Promise<void> {
    const { service, caller } = host;
    const table = `derived${one.table % this.fromInputs.size}`;
    const rows = await this.#rows(table);
    const row = rows[one.row % Math.max(rows.length, 1)];
    if (!row || row.v === one.v) return;
    const rowId = row.__svc_row_id as number;
    const cells = { __svc_row_id: rowId, v: one.v };
    await upsertRows(
      service,
      caller,
      { workbookId: this.workbookId, table },
      { rows: [cells], expectedVersion: null },
      {},
    );
    this.#overrides.set(`${table} ${rowId}`, one.v);
  }

  async verify(): Promise<void> {
    for (const [table, sql] of this.fromScratch) {
      const rows = await this.#rows(table);
      expect(new Set(rows.map((row) => row.__svc_row_id)).size).toBe(rows.length);
      const cells = rows.map(({ k, v }) => ({ k, v }));
      expect(sorted(cells), table).toEqual(await this.#evaluate(sql));
    }
  }

  async verifyOverridden(): Promise<void> {
    const { service, caller } = host;
    for (const [table, sql] of this.fromInputs) {
      const { overrides } = await listOverrides(service, caller, { workbookId: this.workbookId, table });
      const computedByRow = new Map(overrides.map(({ row }) => [row.row_id, row.computed]));
      const rows = await this.#rows(table);
      for (const row of rows) {
        const rowId = row.__svc_row_id as number;
        const value = this.#overrides.get(`${table} ${rowId}`);
        expect(computedByRow.has(rowId)).toBe(value !== undefined);
        if (value === undefined) continue;
        expect(row.v).toBe(value);
        row.v = JSON.parse(computedByRow.get(rowId) as string);
      }
      const cells = rows.map(({ k, v }) => ({ k, v }));
      expect(sorted(cells), table).toEqual(await this.#evaluate(sql));
    }
  }

  async #evaluate(sql: string): Promise<string[]> {
    const { page } = await executeQuery(host.service.data.as(host.caller), {
      workbookId: this.workbookId,
      sql,
      parameters: [],
      limit: 10_000,
      format: 'json',
      deadlineMs: 20_000,
    });
    return sorted(JSON.parse(page as string) as object[]);
  }

  async #rows(table: string): Promise<Record<string, unknown>[]> {
    const { service, caller } = host;
    const { page } = await readRows(
      service,
      caller,
      { workbookId: this.workbookId, table },
      {
        limit: 10_000,
        format: 'json',
      },
    );
    return JSON.parse(page as string) as Record<string, unknown>[];
  }
}

function sorted(rows: object[]): string[] {
  return rows.map((row) => JSON.stringify(row)).sort();
}
