import { lowerAscii } from './lower-ascii.js';

// VARIANT is missing because casting deep JSON to it crashes the process; TYPE, POINTER, GEOMETRY and
// aggregate states because they are internal and not data.
const typeIds: ReadonlySet<string> = new Set([
  ...['BOOLEAN', 'TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'HUGEINT', 'UTINYINT', 'USMALLINT', 'UINTEGER'],
  ...[
    'UBIGINT',
    'UHUGEINT',
    'BIGNUM',
    'FLOAT',
    'DOUBLE',
    'DECIMAL',
    'VARCHAR',
    'CHAR',
    'BLOB',
    'BIT',
    'UUID',
  ],
  ...['DATE', 'TIME', 'TIME_NS', 'TIME WITH TIME ZONE', 'TIMESTAMP', 'TIMESTAMP_S', 'TIMESTAMP_MS'],
  ...[
    'TIMESTAMP_NS',
    'TIMESTAMP WITH TIME ZONE',
    'INTERVAL',
    'LIST',
    'ARRAY',
    'STRUCT',
    'MAP',
    'UNION',
    'NULL',
  ],
  ...['UNBOUND'],
]);

// Types that the parser leaves to the catalog, by their unqualified name.
const catalogTypes: ReadonlySet<string> = new Set(['json', 'enum']);

export function isAllowedTypeId(id: unknown): boolean {
  return typeof id === 'string' && typeIds.has(id);
}

export function isAllowedCatalogType(name: unknown): boolean {
  return typeof name === 'string' && catalogTypes.has(lowerAscii(name));
}
