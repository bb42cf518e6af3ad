import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isReservedName } from '../../core/reserved-names.js';
import { changingFunctions } from './changing-functions.js';
import { allowedFunctions, allowedTableFunctions, argumentCopies } from './functions.js';

let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await (await DuckDBInstance.create()).connect();
});
afterAll(() => connection.closeSync());

async function column(sql: string): Promise<Set<string>> {
  const rows = (await connection.runAndReadAll(sql)).getRows();
  return new Set(rows.map(([value]) => String(value)));
}

test('every allowed function exists in the pinned DuckDB', async () => {
  const known = await column(
    "select lower(function_name) from duckdb_functions() where function_type <> 'pragma'",
  );
  expect([...allowedFunctions].filter((name) => !known.has(name))).toEqual([]);
});

test('every allowed table function exists', async () => {
  const known = await column("select function_name from duckdb_functions() where function_type = 'table'");
  expect([...allowedTableFunctions].filter((name) => !known.has(name))).toEqual([]);
});

test('a built-in macro calls only allowed functions', async () => {
  const macros = await connection.runAndReadAll(
    "select function_name, macro_definition from duckdb_functions() where function_type = 'macro' and schema_name = 'main'",
  );
  // `error` is how json_group_object refuses a NULL key: its argument is fixed.
  const allowed = new Set([
    ...allowedFunctions,
    'error',
    'coalesce',
    'when',
    'then',
    'cast',
    'in',
    'and',
    'bit',
  ]);
  for (const [name, definition] of macros.getRows()) {
    if (!allowedFunctions.has(String(name))) continue;
    const calls = [...String(definition).matchAll(/"?([a-z_0-9]+)"?\s*\(/gi)].map((call) =>
      call[1]?.toLowerCase(),
    );
    expect({ name, unknown: calls.filter((call) => !allowed.has(call ?? '')) }).toEqual({
      name,
      unknown: [],
    });
  }
});

test('macros that repeat an argument are listed', async () => {
  const macros = await connection.runAndReadAll(
    "select function_name, to_json(parameters)::varchar, macro_definition from duckdb_functions() where function_type = 'macro' and schema_name = 'main'",
  );
  for (const [name, parameters, definition] of macros.getRows()) {
    if (!allowedFunctions.has(String(name))) continue;
    const most = Math.max(
      1,
      ...(JSON.parse(String(parameters)) as string[]).map(
        (parameter) => String(definition).match(new RegExp(`\\b${parameter}\\b`, 'g'))?.length ?? 0,
      ),
    );
    expect({ name, copies: argumentCopies.get(String(name)) ?? 1 }).toEqual({
      name,
      copies: expect.toSatisfy((n: number) => n >= most),
    });
  }
});

test('every internal view that needs no schema has a reserved name', async () => {
  const views = await column(
    "select view_name from duckdb_views() where internal and schema_name <> 'information_schema'",
  );
  expect([...views].filter((name) => !isReservedName(name))).toEqual([]);
});

test('an allowed function that DuckDB calls inconsistent is listed as changing', async () => {
  const inconsistent = await column(
    "select function_name from duckdb_functions() where stability in ('VOLATILE', 'CONSISTENT_WITHIN_QUERY')",
  );
  const allowed = [...inconsistent].filter((name) => allowedFunctions.has(name));
  expect(allowed.filter((name) => !changingFunctions.has(name))).toEqual([]);
  const macros = await column(
    "select function_name from duckdb_functions() where function_type = 'macro' and regexp_matches(macro_definition, 'random|uuid|now|today|current_(date|time)')",
  );
  const allowedMacros = [...macros].filter((name) => allowedFunctions.has(name));
  expect(allowedMacros.filter((name) => !changingFunctions.has(name))).toEqual([]);
});
