import { type DuckDBType, DuckDBTypeId } from '@duckdb/node-api';

/** Types that Parquet returns unchanged. */
const plainTypes = new Set<DuckDBTypeId>([
  DuckDBTypeId.BOOLEAN,
  DuckDBTypeId.TINYINT,
  DuckDBTypeId.SMALLINT,
  DuckDBTypeId.INTEGER,
  DuckDBTypeId.BIGINT,
  DuckDBTypeId.UTINYINT,
  DuckDBTypeId.USMALLINT,
  DuckDBTypeId.UINTEGER,
  DuckDBTypeId.UBIGINT,
  DuckDBTypeId.FLOAT,
  DuckDBTypeId.DOUBLE,
  DuckDBTypeId.DECIMAL,
  DuckDBTypeId.VARCHAR,
  DuckDBTypeId.DATE,
  DuckDBTypeId.TIME,
  DuckDBTypeId.TIMESTAMP,
  DuckDBTypeId.TIMESTAMP_TZ,
]);

/**
 * Parquet has no 128-bit integer and would round it to a double. Sums of integers have this type, so it is
 * common.
 */
const wideIntegers = new Set<DuckDBTypeId>([DuckDBTypeId.HUGEINT, DuckDBTypeId.UHUGEINT]);

/** Whether a page made from the live value reads the same as one made from the stored value. */
export function isPlain(type: DuckDBType): boolean {
  return plainTypes.has(type.typeId) || wideIntegers.has(type.typeId);
}

export function storedExpression(type: DuckDBType, index: number): string {
  const column = `k${index}`;
  if (plainTypes.has(type.typeId)) return column;
  if (wideIntegers.has(type.typeId)) return `cast(${column} as varchar) as ${column}`;
  return `to_json(${column}) as ${column}`;
}

/** The value of a stored column, in its original type. */
export function restoredExpression(typeName: string, index: number): string {
  const column = `k${index}`;
  return /^U?HUGEINT$/.test(typeName) ? `cast(${column} as ${typeName}) as ${column}` : column;
}
