import { type ColumnType, parseColumnType, ROW_ID } from '@workbook-data-service/sheets/values';
import { nextColumnId } from './column-changes.js';

/** A column of a statement's result, as the engine describes it. */
interface StatementColumn {
  name: string;
  type: string;
}

/** A column of a statement's result that becomes a column of a derived table. */
export interface DerivedColumn {
  /** Its position in the result, from 0. */
  position: number;
  name: string;
  type: ColumnType;
  /** Whether its values are nested; those are stored as JSON. */
  nested: boolean;
}

/** The stored type for types that no column can have: the narrowest one that loses nothing, or else text. */
const storedTypes: Readonly<Record<string, ColumnType>> = {
  TINYINT: 'INTEGER',
  SMALLINT: 'INTEGER',
  UTINYINT: 'INTEGER',
  USMALLINT: 'INTEGER',
  UINTEGER: 'BIGINT',
  UBIGINT: 'DECIMAL(20,0)',
  // Sums of integers have this type; more than 38 digits are an error when the transform runs.
  HUGEINT: 'DECIMAL(38,0)',
  UHUGEINT: 'DECIMAL(38,0)',
  FLOAT: 'DOUBLE',
  TIMESTAMP_S: 'TIMESTAMP',
  TIMESTAMP_MS: 'TIMESTAMP',
  TIMESTAMP_NS: 'TIMESTAMP',
};

const nestedType = /^(STRUCT|MAP|UNION)\(|\]$/;
/** Row ids of inputs, which `select *` includes: the derived table has its own. */
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

/** An id for each column: that of the earlier column with the same name, or one that no version ever used. */
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
