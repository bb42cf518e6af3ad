import type { DuckDBConnection } from '@duckdb/node-api';
import { Problem } from '../../core/problems.js';
import { inspectSelect } from '../guard/inspect-select.js';
import { lowerAscii } from '../guard/lower-ascii.js';
import { parseOn } from '../guard/parse-sql.js';
import type { Node } from '../lineage/tree.js';
import { parseTree, printTree } from './lossless-tree.js';
import { traceQuery } from './trace-query.js';
import { beginTracing, RESERVED, Untraceable } from './tracing.js';

/**
 * A SELECT that the guard has accepted, with an added last column: a list of the source rows of each row, as
 * numbers `row id * inputs + number of the input`. Undefined if it cannot be traced.
 */
export async function traceStatement(
  connection: DuckDBConnection,
  sql: string,
  inputNames: readonly string[],
): Promise<string | undefined> {
  const serialized = await textOf(connection, 'select json_serialize_sql($1::varchar)', sql);
  const statement = serialized.includes(RESERVED) ? undefined : parseTree(serialized);
  if (!statement) return undefined;
  try {
    const tracing = beginTracing(inputNames);
    const node = traceQuery(statement.node as Node, tracing, tracing.freshName());
    const tree = printTree({ ...statement, node });
    const traced = await textOf(connection, 'select json_deserialize_sql($1::json)', tree);
    // The printed text is new, so the guard has not accepted it yet; and unforeseen cases show here.
    const { tables } = await inspectSelect(parseOn(connection), traced);
    if (!tables.every((name) => tracing.inputs.has(lowerAscii(name)))) return undefined;
    (await connection.prepare(traced)).destroySync();
    return traced;
  } catch (error) {
    if (error instanceof Untraceable || isRefusal(error)) return undefined;
    throw error;
  }
}

/** An internal error: the engine's planner cannot handle some rewritten statements. */
function isRefusal(error: unknown): boolean {
  if (error instanceof Problem) return error.slug === 'sql-refused' || error.slug === 'sql-invalid';
  const kinds = /^(Parser|Binder|Catalog|Not implemented|Serialization|INTERNAL) Error/;
  return error instanceof Error && kinds.test(error.message);
}

async function textOf(connection: DuckDBConnection, query: string, parameter: string): Promise<string> {
  const reader = await connection.runAndReadAll(query, [parameter]);
  return String(reader.getRows()[0]?.[0]);
}
