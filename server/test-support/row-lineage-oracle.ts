import { type DuckDBConnection, DuckDBInstance, type Json } from '@duckdb/node-api';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { traceStatement } from '../src/engine/row-lineage/trace-statement.js';
import { Random } from './random.js';

const inputs = ['t', 'u'] as const;
type Input = (typeof inputs)[number];

/** The row ids of each input behind a row of a result. */
type Origins = Record<Input, number[]>;

export interface TracedRow {
  values: Json[];
  origins: Origins;
}

const columns: Record<Input, Record<string, string>> = {
  t: {
    ...{ id: 'bigint', a: 'integer', b: 'integer', name: 'varchar', flag: 'boolean' },
    ...{ tags: 'varchar[]', info: 'json', s: 'struct(x integer, y integer)' },
  },
  u: { id: 'bigint', a: 'integer', c: 'integer', d: 'integer' },
};

function cell(type: string, random: Random): string {
  if (random.chance(10)) return 'null';
  const word = () => `'${random.one(['ann', 'bob', 'cy', 'dee'])}'`;
  switch (type) {
    case 'varchar':
      return word();
    case 'boolean':
      return random.one(['true', 'false']);
    case 'varchar[]':
      return `[${random.times(0, 3, word).join()}]`;
    case 'json':
      return `'{"k": ${random.below(5)}}'`;
    case 'struct(x integer, y integer)':
      return `{'x': ${random.below(5)}, 'y': ${random.below(5)}}`;
    default:
      return String(random.below(5));
  }
}

const ROWS = 6;

/**
 * Checks row lineage by running the statement: over only the rows behind one of its rows, that row appears
 * again.
 */
export class RowLineageOracle {
  readonly #connection: DuckDBConnection;

  private constructor(connection: DuckDBConnection) {
    this.#connection = connection;
  }

  /** Over random tables. */
  static async create(seed: number): Promise<RowLineageOracle> {
    const random = new Random(seed);
    const contentOf = (input: Input) =>
      Array.from({ length: ROWS }, () =>
        Object.fromEntries(Object.entries(columns[input]).map(([name, type]) => [name, cell(type, random)])),
      );
    return await RowLineageOracle.of({ t: contentOf('t'), u: contentOf('u') });
  }

  /** Over rows whose cells are SQL; missing ones are NULL. Their ids count from 1. */
  static async of(contents: Record<Input, Record<string, string | number>[]>): Promise<RowLineageOracle> {
    const connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
    for (const input of inputs) {
      const types = Object.entries(columns[input]);
      const list = [...types.map(([name, type]) => `${name} ${type}`), `${ROW_ID} bigint`];
      await connection.run(`create table all_${input}(${list.join(', ')})`);
      for (const [index, row] of contents[input].entries()) {
        const cells = types.map(([name]) => row[name] ?? 'null');
        await connection.run(`insert into all_${input} values (${cells.join(', ')}, ${index + 1})`);
      }
    }
    const oracle = new RowLineageOracle(connection);
    await oracle.#offer();
    return oracle;
  }

  close(): void {
    this.#connection.closeSync();
  }

  /** As a multiset, sorted. */
  async resultOf(sql: string, only?: Origins): Promise<string[]> {
    await this.#offer(only);
    const reader = await this.#connection.runAndReadAll(sql);
    await this.#offer();
    return reader
      .getRowsJson()
      .map((row) => JSON.stringify(row))
      .sort();
  }

  /** As DuckDB serializes it. */
  async treeText(sql: string): Promise<string> {
    const reader = await this.#connection.runAndReadAll('select json_serialize_sql($1::varchar)', [sql]);
    return String(reader.getRows()[0]?.[0]);
  }

  /** Undefined if it cannot be traced. */
  async trace(sql: string): Promise<TracedRow[] | undefined> {
    const traced = await traceStatement(this.#connection, sql, inputs);
    if (traced === undefined) return undefined;
    const reader = await this.#connection.runAndReadAll(traced);
    return reader.getRowsJson().map((row) => {
      const places = new Set((row.at(-1) as Json[]).map(Number));
      const originsIn = (index: number) =>
        [...places]
          .filter((place) => place % inputs.length === index)
          .map((place) => (place - index) / inputs.length);
      return { values: row.slice(0, -1), origins: { t: originsIn(0).sort(), u: originsIn(1).sort() } };
    });
  }

  async #offer(only?: Origins): Promise<void> {
    for (const input of inputs) {
      const condition = only ? `where ${ROW_ID} in (${[-1, ...only[input]].join()})` : '';
      await this.#connection.run(
        `create or replace view ${input} as select * from all_${input} ${condition}`,
      );
    }
  }
}
