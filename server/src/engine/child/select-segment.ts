import type { DuckDBConnection } from '@duckdb/node-api';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import type { RowRange } from '../../core/row-edits.js';
import { identifier, literal } from '../../core/sql-text.js';
import { editFlag, type PhysicalColumn, type SegmentFiles } from '../protocol.js';
import { type EditedRows, withEdits } from './merge-edits.js';

/**
 * The rows of a segment: those of its files, with its edits on top. A column newer than a file is missing from it; its
 * rows have the initial value of the column. `isWanted` is a condition on row ids, which reaches every file.
 */
export async function selectSegment(
  connection: DuckDBConnection,
  { files, edits }: SegmentFiles,
  columns: readonly PhysicalColumn[],
  isWanted?: string,
): Promise<string> {
  const where = isWanted === undefined ? '' : ` where ${isWanted}`;
  const present = await columnsOfFiles(connection, files, columns);
  const selects = alike(files, present, columns).map(
    ([first, ...others]) =>
      `select ${cellsOf(first, present, columns)} from ${readFiles([first, ...others])}${where}`,
  );
  const rows = selects.length > 0 ? selects.join(' union all ') : noRows(columns);
  if (edits === undefined) return rows;
  return withEdits(rows, await selectEdits(connection, edits, columns, where), columns);
}

/** The edits of a segment, or none. */
export async function selectEdits(
  connection: DuckDBConnection,
  path: string | undefined,
  columns: readonly PhysicalColumn[],
  where = '',
): Promise<EditedRows> {
  if (path === undefined)
    return { rows: `select *, '' as kind from (${noRows(columns)})`, isEdited: () => undefined };
  const present = await columnsOfFiles(connection, [path], columns, editFlag);
  const names = present.get(path) ?? new Set();
  const flags = columns.map(({ id }) => editFlag(id)).filter((flag) => names.has(flag));
  const shown = [cellsOf(path, present, columns), 'kind', ...flags.map(identifier)].join(', ');
  return {
    rows: `select ${shown} from ${readFiles([path])}${where}`,
    isEdited: ({ id }) => (names.has(editFlag(id)) ? identifier(editFlag(id)) : undefined),
  };
}

export function isInRange({ after, upTo }: RowRange): string {
  const id = identifier(ROW_ID);
  return `${id} > ${after} and ${id} <= ${upTo}`;
}

const readFiles = (paths: readonly string[]): string =>
  `read_parquet(${paths.length === 1 ? literal(paths[0] as string) : listOf(paths)})`;

export const listOf = (paths: readonly string[]): string => `[${paths.map(literal).join(', ')}]`;

/** Those of the columns that each file has, and of others that are named after them. */
async function columnsOfFiles(
  connection: DuckDBConnection,
  paths: readonly string[],
  columns: readonly PhysicalColumn[],
  alsoNamed?: (id: string) => string,
): Promise<Map<string, Set<string>>> {
  const present = new Map(paths.map((path) => [path, new Set<string>()]));
  if (paths.length === 0) return present;
  const names = columns.flatMap(({ id }) => (alsoNamed ? [id, alsoNamed(id)] : [id]));
  const wanted = names.map(literal).join(', ');
  // Not by describing a statement, which takes eight times as long where there are thousands of columns.
  const described = await connection.runAndReadAll(
    `select file_name, name from parquet_schema(${listOf(paths)}) where name in (${wanted || "''"})`,
  );
  for (const [path, name] of described.getRows()) present.get(String(path))?.add(String(name));
  return present;
}

/** Groups of files with the same columns, in their order. */
function alike(
  files: readonly string[],
  present: ReadonlyMap<string, ReadonlySet<string>>,
  columns: readonly PhysicalColumn[],
): [string, ...string[]][] {
  const groups = new Map<string, [string, ...string[]]>();
  for (const path of files) {
    const missing = columns.filter(({ id }) => !present.get(path)?.has(id)).map(({ id }) => id);
    const key = JSON.stringify(missing);
    const group = groups.get(key);
    if (group) group.push(path);
    else groups.set(key, [path]);
  }
  return [...groups.values()];
}

function cellsOf(
  path: string,
  present: ReadonlyMap<string, ReadonlySet<string>>,
  columns: readonly PhysicalColumn[],
): string {
  const cells = columns.map((column) => {
    const value = present.get(path)?.has(column.id)
      ? `cast(${identifier(column.id)} as ${column.type})`
      : initialValue(column);
    return `${value} as ${identifier(column.id)}`;
  });
  return [...cells, identifier(ROW_ID)].join(', ');
}

function noRows(columns: readonly PhysicalColumn[]): string {
  const cells = columns.map(({ id, type }) => `cast(null as ${type}) as ${identifier(id)}`);
  return `select ${[...cells, `0::bigint as ${identifier(ROW_ID)}`].join(', ')} where false`;
}

/** The value of a column's cells in rows older than the column. */
export function initialValue({ type, initial }: PhysicalColumn): string {
  if (initial === undefined || initial === null) return `cast(null as ${type})`;
  return type === 'JSON'
    ? `${literal(JSON.stringify(initial))}::json`
    : `cast(${literal(String(initial))} as ${type})`;
}
