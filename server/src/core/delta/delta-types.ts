import type { ColumnType } from '@workbook-data-service/sheets/values';
import { identifiersOf } from '../identifiers.js';
import { identifier } from '../sql-text.js';

/** A type of Delta Lake, as in the JSON of a schema. */
export type DeltaType =
  | 'string'
  | 'long'
  | 'integer'
  | 'double'
  | 'boolean'
  | 'date'
  | 'timestamp'
  | `decimal(${number},${number})`;

/** A column as it stands in Parquet files for the engines of others. */
export interface DeltaColumn<Column> {
  name: string;
  type: DeltaType;
  column: Column;
}

/** The most that one statement of the engine can bear. */
const MAX_COLUMNS = 2000;

const deltaTypes = {
  VARCHAR: 'string',
  BIGINT: 'long',
  INTEGER: 'integer',
  DOUBLE: 'double',
  BOOLEAN: 'boolean',
  DATE: 'date',
  /** Delta has no type for it, and its text is what all engines can read. */
  TIME: 'string',
  /** As if in UTC: that of Delta without a time zone is unknown to most readers. */
  TIMESTAMP: 'timestamp',
  TIMESTAMPTZ: 'timestamp',
  JSON: 'string',
} as const satisfies Record<Exclude<ColumnType, `DECIMAL${string}`>, DeltaType>;

function deltaTypeOf(type: ColumnType): DeltaType {
  if (type.startsWith('DECIMAL')) return type.toLowerCase() as DeltaType;
  return deltaTypes[type as keyof typeof deltaTypes];
}

/** Columns under names that every engine accepts without quotes; those beyond the most are left out. */
export function deltaColumns<Column extends { name: string; type: ColumnType }>(
  columns: readonly Column[],
): DeltaColumn<Column>[] {
  const shown = columns.slice(0, MAX_COLUMNS);
  const names = identifiersOf(shown.map(({ name }) => name));
  return shown.map((column) => ({
    name: names.get(column.name) as string,
    type: deltaTypeOf(column.type),
    column,
  }));
}

/** SQL that selects a column in its Delta type. */
export function deltaExpression({ name, type }: { name: string; type: ColumnType }): string {
  const column = identifier(name);
  if (type === 'TIME' || type === 'JSON') return `cast(${column} as varchar)`;
  // Time zones are those of the session, which is in UTC.
  return type === 'TIMESTAMP' ? `cast(${column} as timestamptz)` : column;
}
