import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBInstance } from '@duckdb/node-api';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { identifier, literal } from '../../core/sql-text.js';
import { inspectSelect } from '../guard/inspect-select.js';
import type { SqlParsers } from '../guard/parse-sql.js';
import type { CachedTables } from './cached-tables.js';
import { withConnection } from './instance.js';
import { read } from './read.js';

const ROWS = 100;
const columns = [
  { id: 'c1', type: 'BIGINT', value: 'range' },
  { id: 'c2', type: 'DOUBLE', value: 'range / 3' },
  { id: 'c3', type: 'VARCHAR', value: "'text ' || range" },
  { id: 'c4', type: 'DATE', value: "date '2020-01-01' + range::integer" },
];
const sql = 'select * from warm where c1 > 3 order by c2, c3 limit 50';

interface Process {
  instance: DuckDBInstance;
  tables: CachedTables;
  parsers: SqlParsers;
  /** One that the instance may access. */
  directory: string;
}

/**
 * Does what a first statement does, over a small table of its own: code that runs for the first time takes several times as
 * long, and a process that waits for a caller has the time.
 */
export async function warmUp({ instance, tables, parsers, directory }: Process): Promise<void> {
  const workbook = randomUUID();
  const path = (kind: string) => join(directory, `${workbook}.${kind}`);
  const file = path('parquet');
  const table = { workbook, entry: 'warm' };
  try {
    const cells = columns.map(({ id, value }) => `${value} as ${id}`).join(', ');
    await withConnection(instance, (connection) =>
      connection.run(
        `copy (select ${cells}, range as ${identifier(ROW_ID)} from range(${ROWS})) to ${literal(file)} (format parquet)`,
      ),
    );
    await inspectSelect(parsers.parse, sql);
    await tables.load({
      ...table,
      isPast: false,
      columns,
      segment: { files: [file], rowCount: ROWS },
      isPartial: false,
      isEditsOnly: false,
      transfer: 0,
      edits: [],
      more: false,
    });
    const views = [
      {
        name: 'warm',
        entry: 'warm',
        columns: columns.map(({ id, type }) => ({ id, name: id, type, masked: false })),
      },
    ];
    const bounds = { maxBytes: 1_000_000, overflowPath: path('page') };
    const output = { kind: 'result', format: 'json', limit: ROWS, bounds, maxRows: ROWS } as const;
    const request = { workbook, views, sql, parameters: [], isSteady: true };
    const whole = { ...request, output: { ...output, path: path('result'), lineage: false } };
    await read(instance, tables, whole, new AbortController().signal);
  } finally {
    await tables.drop({ workbook });
    await rm(file, { force: true });
  }
}
