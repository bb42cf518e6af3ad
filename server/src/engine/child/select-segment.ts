import type { DuckDBConnection } from '@duckdb/node-api';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { identifier, literal } from '../../core/sql-text.js';
import type { PhysicalColumn } from '../protocol.js';

/** A column newer than the segment is missing from it; its rows have the initial value of the column. */
export async function selectSegment(
  connection: DuckDBConnection,
  path: string,
  physical: readonly PhysicalColumn[],
): Promise<string> {
  const file = `read_parquet(${literal(path)})`;
  const wanted = physical.map(({ id }) => literal(id)).join(', ');
  // Not by describing a statement, which takes eight times as long where there are thousands of columns.
  const described = await connection.runAndReadAll(
    `select name from parquet_schema(${literal(path)}) where name in (${wanted || "''"})`,
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

/** The value of a column's cells in rows older than the column. */
export function initialValue({ type, initial }: PhysicalColumn): string {
  if (initial === undefined || initial === null) return `cast(null as ${type})`;
  return type === 'JSON'
    ? `${literal(JSON.stringify(initial))}::json`
    : `cast(${literal(String(initial))} as ${type})`;
}
