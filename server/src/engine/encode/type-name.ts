import {
  DuckDBArrayType,
  DuckDBDecimalType,
  DuckDBEnumType,
  DuckDBListType,
  DuckDBMapType,
  DuckDBStructType,
  type DuckDBType,
  DuckDBTypeId,
  DuckDBUnionType,
} from '@duckdb/node-api';

const shortNames: ReadonlyMap<DuckDBTypeId, string> = new Map([
  [DuckDBTypeId.TIME_TZ, 'TIMETZ'],
  [DuckDBTypeId.TIMESTAMP_TZ, 'TIMESTAMPTZ'],
  [DuckDBTypeId.SQLNULL, 'NULL'],
]);

const nestedTypes: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.LIST,
  DuckDBTypeId.ARRAY,
  DuckDBTypeId.STRUCT,
  DuckDBTypeId.MAP,
  DuckDBTypeId.UNION,
]);

/** JSON is text to the engine, recognised by the alias of its type. */
export function isJsonType(type: DuckDBType): boolean {
  return type.typeId === DuckDBTypeId.VARCHAR && type.alias === 'JSON';
}

/** Whether values of the type contain other values. */
export function isNestedType(type: DuckDBType): boolean {
  return nestedTypes.has(type.typeId);
}

/** The name of a type in responses: `BIGINT`, `DECIMAL(18,3)`, `STRUCT(a BIGINT)[]`. */
export function typeName(type: DuckDBType): string {
  if (isJsonType(type)) return 'JSON';
  if (type instanceof DuckDBDecimalType) return `DECIMAL(${type.width},${type.scale})`;
  if (type instanceof DuckDBListType) return `${typeName(type.valueType)}[]`;
  if (type instanceof DuckDBArrayType) return `${typeName(type.valueType)}[${type.length}]`;
  if (type instanceof DuckDBMapType) return `MAP(${typeName(type.keyType)}, ${typeName(type.valueType)})`;
  if (type instanceof DuckDBStructType) return `STRUCT(${members(type.entryNames, type.entryTypes)})`;
  if (type instanceof DuckDBUnionType) return `UNION(${members(type.memberTags, type.memberTypes)})`;
  // The labels may be many, and may be values of a column that the reader cannot otherwise see.
  if (type instanceof DuckDBEnumType) return 'ENUM';
  return shortNames.get(type.typeId) ?? DuckDBTypeId[type.typeId] ?? 'UNKNOWN';
}

function members(names: readonly string[], types: readonly DuckDBType[]): string {
  return types.map((type, i) => `${memberName(names[i] ?? '')} ${typeName(type)}`).join(', ');
}

function memberName(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}
