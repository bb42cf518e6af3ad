import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { columnLineage, type InputColumn, type Lineage } from '../src/engine/lineage/column-lineage.js';
import { Random } from './random.js';

type Cells = (random: Random) => string[];

const ROWS = 7;
const each = (type: string, cell: (random: Random) => string): { type: string; cells: Cells } => ({
  type,
  cells: (random) => Array.from({ length: ROWS }, () => (random.chance(15) ? 'null' : cell(random))),
});
const word = (random: Random) => `'${random.one(['ann', 'bob', 'cy', 'dee'])}'`;
const small = each('integer', (random) => String(random.below(5)));
/** All different, so that every order is unique. */
const unique: { type: string; cells: Cells } = {
  type: 'bigint',
  cells: (random) => random.shuffled([...'012345678', 'null']).slice(0, ROWS),
};

const tables = {
  t: {
    id: unique,
    a: small,
    b: small,
    name: each('varchar', word),
    flag: each('boolean', (random) => random.one(['true', 'false'])),
    tags: each('varchar[]', (random) => `[${random.times(0, 3, () => word(random)).join()}]`),
    info: each('json', (random) => `'{"k": ${random.below(5)}, "${random.one(['p', 'q'])}": 1}'`),
    s: each('struct(x integer, y integer)', (random) => `{'x': ${random.below(5)}, 'y': ${random.below(5)}}`),
  },
  u: { id: unique, a: small, c: small, d: small },
};

type TableName = keyof typeof tables;
type Content = Record<string, string[]>;
const tableNames: TableName[] = ['t', 'u'];
const inputColumns = tableNames.flatMap((table) =>
  Object.keys(tables[table]).map((column) => ({ table, column })),
);

/**
 * Checks a lineage by running the query on DuckDB: other values in an input column that is neither a source
 * of an output column nor an influence must not change that output column. So there is one database with
 * random tables, and for each input column another in which only that column differs.
 */
export class LineageOracle {
  readonly #connection: DuckDBConnection;

  private constructor(connection: DuckDBConnection) {
    this.#connection = connection;
  }

  static async create(seed: number): Promise<LineageOracle> {
    const random = new Random(seed);
    const connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
    const contents = { t: content('t', random), u: content('u', random) };
    await fill(connection, unchanged, contents);
    for (const { table, column } of inputColumns) {
      const changed = { ...contents[table], [column]: cells(table, column, random) };
      await fill(connection, `${table}_${column}`, { ...contents, [table]: changed });
    }
    return new LineageOracle(connection);
  }

  close(): void {
    this.#connection.closeSync();
  }

  /** The parse tree of a statement. */
  async parse(sql: string): Promise<Readonly<Record<string, unknown>>> {
    const reader = await this.#connection.runAndReadAll('select json_serialize_sql($1::varchar)', [sql]);
    return JSON.parse(String(reader.getRows()[0]?.[0])).statements[0];
  }

  async lineageOf(sql: string): Promise<Lineage> {
    await this.#connection.run(`use ${unchanged}`);
    const prepared = await this.#connection.prepare(sql);
    const names = Array.from({ length: prepared.columnCount }, (_, index) => prepared.columnName(index));
    prepared.destroySync();
    const inputs = new Map(tableNames.map((table) => [table, Object.keys(tables[table])]));
    return columnLineage(await this.parse(sql), inputs, names);
  }

  /** The output columns that changed with an input column although the lineage says they do not. */
  async faults(sql: string, lineage: Lineage): Promise<string[]> {
    const before = await this.#outputs(unchanged, sql);
    const faults: string[] = [];
    for (const { table, column } of inputColumns) {
      const isNamed = (columns: readonly InputColumn[]) =>
        columns.some((one) => one.table === table && one.column === column);
      if (isNamed(lineage.influences)) continue;
      const after = await this.#outputs(`${table}_${column}`, sql);
      for (const [index, { name, sources }] of lineage.columns.entries()) {
        const moved = !isNamed(sources) && before[index] !== after[index];
        if (moved) faults.push(`${name} moved with ${table}.${column}`);
      }
    }
    return faults;
  }

  /** The values of each output column as a multiset: their order is not guaranteed. */
  async #outputs(database: string, sql: string): Promise<string[]> {
    await this.#connection.run(`use ${database}`);
    const reader = await this.#connection.runAndReadAll(sql);
    return reader.getColumnsJson().map((values) =>
      values
        .map((value) => JSON.stringify(value))
        .sort()
        .join(),
    );
  }
}

const unchanged = 'unchanged';

function content(table: TableName, random: Random): Content {
  return Object.fromEntries(
    Object.keys(tables[table]).map((column) => [column, cells(table, column, random)]),
  );
}

function cells(table: TableName, column: string, random: Random): string[] {
  const columns: Record<string, { cells: Cells }> = tables[table];
  return columns[column]?.cells(random) ?? [];
}

async function fill(connection: DuckDBConnection, database: string, contents: Record<TableName, Content>) {
  await connection.run(`attach ':memory:' as ${database}`);
  for (const table of tableNames) {
    const columns = Object.entries(tables[table]).map(([name, { type }]) => `${name} ${type}`);
    const rows = Array.from({ length: ROWS }, (_, row) =>
      Object.values(contents[table]).map((cell) => cell[row]),
    );
    await connection.run(`create table ${database}.${table} (${columns.join()})`);
    await connection.run(
      `insert into ${database}.${table} values ${rows.map((row) => `(${row.join()})`).join()}`,
    );
  }
}
