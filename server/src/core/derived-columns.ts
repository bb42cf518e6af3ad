import { nextColumnId } from './column-changes.js';
import { type ColumnType, parseColumnType, ROW_ID } from './column-types.js';

/** A column of a statement, as the engine describes it. */
export interface StatementColumn {
  name: string;
  type: string;
}

/** A column of a statement that becomes a column of a derived table. */
export interface DerivedColumn {
  /** Its place in the statement, from 0. */
  position: number;
  name: string;
  type: ColumnType;
  /** Whether its values hold other values, which are kept as JSON. */
  nested: boolean;
}

/** What a table stores of types that no column has: the narrowest type that loses nothing, or else the text. */
const storedTypes: Readonly<Record<string, ColumnType>> = {
  TINYINT: 'INTEGER',
  SMALLINT: 'INTEGER',
  UTINYINT: 'INTEGER',
  USMALLINT: 'INTEGER',
  UINTEGER: 'BIGINT',
  UBIGINT: 'DECIMAL(20,0)',
  // Sums of integers are such; what has more than 38 digits is an error when the transform runs.
  HUGEINT: 'DECIMAL(38,0)',
  UHUGEINT: 'DECIMAL(38,0)',
  FLOAT: 'DOUBLE',
  TIMESTAMP_S: 'TIMESTAMP',
  TIMESTAMP_MS: 'TIMESTAMP',
  TIMESTAMP_NS: 'TIMESTAMP',
};

const nestedType = /^(STRUCT|MAP|UNION)\(|\]$/;
/** Row ids of inputs, which `select *` brings along: the derived table has its own. */
const rowIdName = new RegExp(`^${ROW_ID}(_\\d+)?$`, 'i');

export function derivedColumns(columns: readonly StatementColumn[]): DerivedColumn[] {
  return columns.flatMap(({ name, type }, position) =>
    rowIdName.test(name) ? [] : [{ position, name, type: storedType(type), nested: nestedType.test(type) }],
  );
}

function storedType(type: string): ColumnType {
  if (nestedType.test(type)) return 'JSON';
  return parseColumnType(type) ?? storedTypes[type] ?? 'VARCHAR';
}

/** An id for each column: that of the column which had its name before, or one that no version ever used. */
export function columnIds(
  columns: readonly { name: string }[],
  previous: readonly { id: string; name: string }[],
  everUsed: readonly string[],
): string[] {
  const kept = new Map(previous.map(({ id, name }) => [name.toLowerCase(), id]));
  const used = [...everUsed];
  return columns.map(({ name }) => {
    const id = kept.get(name.toLowerCase()) ?? nextColumnId(used);
    used.push(id);
    return id;
  });
}
