import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { ROW_ID } from '../../core/column-types.js';
import type { NetEdits } from '../../core/row-edits.js';
import { identifier, literal } from '../../core/sql-text.js';
import type { DropRequest, FollowRequest, LoadRequest, PhysicalColumn } from '../protocol.js';
import { withConnection } from './instance.js';

/**
 * Tables of the catalog's log, materialised in memory: one attached database per workbook, one table per entry.
 * Whatever touches an entry takes its turn, in the order in which the host asked: a reader that was promised
 * version n has begun its transaction before an edit takes the entry to n + 1.
 */
export class CachedTables {
  readonly #instance: DuckDBInstance;
  /** The end of each entry's queue of turns. */
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly #attached = new Map<string, Promise<unknown>>();

  constructor(instance: DuckDBInstance) {
    this.#instance = instance;
  }

  load(request: LoadRequest): Promise<void> {
    return this.#inTurn(request.workbook, [request.entry], async () => {
      await withConnection(this.#instance, async (connection) => {
        await this.#attach(connection, request.workbook);
        const table = tableName(request.workbook, request.entry);
        await connection.run(
          `create or replace table ${table} as ${await selectSegment(connection, request.segmentPath, request.columns)}`,
        );
        await applyEdits(connection, table, request.columns, request.edits);
      });
    });
  }

  follow(request: FollowRequest): Promise<void> {
    return this.#inTurn(request.workbook, [request.entry], async () => {
      await withConnection(this.#instance, (connection) =>
        applyEdits(connection, tableName(request.workbook, request.entry), request.columns, request.edits),
      );
    });
  }

  drop(request: DropRequest): Promise<void> {
    if (!request.entries) return this.#detach(request.workbook);
    return this.#inTurn(request.workbook, request.entries, async () => {
      await withConnection(this.#instance, async (connection) => {
        for (const entry of request.entries ?? []) {
          await connection.run(`drop table if exists ${tableName(request.workbook, entry)}`);
        }
      });
    });
  }

  /** Runs `begin` when its turn on all entries has come; later turns wait for it. */
  async beginReading<Result>(
    workbook: string,
    entries: string[],
    begin: () => Promise<Result>,
  ): Promise<Result> {
    return await this.#inTurn(workbook, entries, begin);
  }

  async #attach(connection: DuckDBConnection, workbook: string): Promise<void> {
    const attached =
      this.#attached.get(workbook) ??
      connection.run(`attach ':memory:' as ${identifier(workbook)} (compress)`).then(() => undefined);
    this.#attached.set(workbook, attached);
    attached.catch(() => this.#attached.delete(workbook));
    await attached;
  }

  async #detach(workbook: string): Promise<void> {
    if (!this.#attached.delete(workbook)) return;
    await withConnection(this.#instance, (connection) => connection.run(`detach ${identifier(workbook)}`));
  }

  /** Joins all queues at once, so that two callers with several entries can never wait for each other. */
  #inTurn<Result>(workbook: string, entries: string[], work: () => Promise<Result>): Promise<Result> {
    const keys = entries.map((entry) => `${workbook} ${entry}`);
    const before = Promise.allSettled(keys.map((key) => this.#turns.get(key)));
    const turn = before.then(work);
    const settled = turn
      .catch(() => {})
      .then(() => {
        for (const key of keys) if (this.#turns.get(key) === settled) this.#turns.delete(key);
      });
    for (const key of keys) this.#turns.set(key, settled);
    return turn;
  }
}

export function tableName(workbook: string, entry: string): string {
  return `${identifier(workbook)}.main.${identifier(entry)}`;
}

/** A column that is younger than the segment is absent from it; its rows have what the column began with. */
export async function selectSegment(
  connection: DuckDBConnection,
  path: string,
  physical: PhysicalColumn[],
): Promise<string> {
  const file = `read_parquet(${literal(path)})`;
  const described = await connection.runAndReadAll(
    `select column_name from (describe select * from ${file})`,
  );
  const present = new Set(described.getColumns()[0] as string[]);
  const columns = physical.map((column) => {
    const value = present.has(column.id)
      ? `cast(${identifier(column.id)} as ${column.type})`
      : initialValue(column);
    return `${value} as ${identifier(column.id)}`;
  });
  return `select ${[...columns, identifier(ROW_ID)].join(', ')} from ${file}`;
}

/** All of the edits or none of them; the staged rows carry their cells as JSON, cast to each column's type. */
async function applyEdits(
  connection: DuckDBConnection,
  table: string,
  columns: PhysicalColumn[],
  edits: NetEdits,
): Promise<void> {
  const { deletes, inserts, updates } = edits;
  if (deletes.length + inserts.length + updates.length === 0) return;
  await connection.run('begin');
  try {
    const gone = [...deletes, ...inserts.map((row) => row.rowId)];
    if (gone.length > 0) {
      await connection.run(
        `delete from ${table} where ${identifier(ROW_ID)} in (select unnest(from_json($1, '["BIGINT"]')))`,
        [JSON.stringify(gone)],
      );
    }
    if (inserts.length > 0) {
      const values = columns.map(
        (column) => `case when ${hasCell(column)} then ${cellValue(column)} else ${initialValue(column)} end`,
      );
      await connection.run(
        `insert into ${table} (${[...columns.map((c) => identifier(c.id)), identifier(ROW_ID)].join(', ')})
         select ${[...values, 'row_id'].join(', ')} from (${STAGED}) staged order by row_id`,
        [stage(inserts)],
      );
    }
    await updateCells(connection, table, ROW_ID, columns, updates);
    await connection.run('commit');
  } catch (error) {
    await connection.run('rollback');
    throw error;
  }
}

/** Gives single cells of rows other values; `rowIdColumn` names the rows. */
export async function updateCells(
  connection: DuckDBConnection,
  table: string,
  rowIdColumn: string,
  columns: PhysicalColumn[],
  updates: NetEdits['updates'],
): Promise<void> {
  const touched = columns.filter(({ id }) => updates.some((row) => id in row.cells));
  if (touched.length === 0) return;
  const assignments = touched.map((column) => {
    const cell = identifier(column.id);
    return `${cell} = case when ${hasCell(column)} then ${cellValue(column)} else target.${cell} end`;
  });
  await connection.run(
    `update ${table} as target set ${assignments.join(', ')} from (${STAGED}) staged
     where target.${identifier(rowIdColumn)} = staged.row_id`,
    [stage(updates)],
  );
}

const STAGED = `select (entry->>'r')::bigint as row_id, entry->'c' as cells from (select unnest(from_json($1, '["JSON"]')) as entry)`;

function stage(rows: NetEdits['inserts']): string {
  return JSON.stringify(rows.map(({ rowId, cells }) => ({ r: rowId, c: cells })));
}

function hasCell({ id }: PhysicalColumn): string {
  return `json_exists(cells, ${literal(`$.${id}`)})`;
}

/** What a column's cells hold in rows that are older than the column. */
function initialValue({ type, initial }: PhysicalColumn): string {
  if (initial === undefined || initial === null) return `cast(null as ${type})`;
  return type === 'JSON'
    ? `${literal(JSON.stringify(initial))}::json`
    : `cast(${literal(String(initial))} as ${type})`;
}

function cellValue({ id, type }: PhysicalColumn): string {
  const path = literal(`$.${id}`);
  return type === 'JSON' ? `nullif(cells->${path}, 'null')` : `cast(cells->>${path} as ${type})`;
}
