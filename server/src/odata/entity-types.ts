import { type ColumnType, ROW_ID } from '@workbook-data-service/sheets/values';
import { identifiersOf } from '../core/identifiers.js';
import type { GovernedColumn, GovernedTable } from '../workbook/governance/governed-tables.js';

/** The namespace of everything that `$metadata` declares. */
export const NAMESPACE = 'WorkbookData';
export const CONTAINER = 'Workbook';

/** As many as a page of rows has. */
const MAX_PROPERTIES = 2000;

export interface EdmType {
  type: string;
  precision?: number;
  scale?: number;
}

interface Property {
  name: string;
  column: GovernedColumn;
  edm: EdmType;
}

/** An entity set: a table under a valid name, and its columns as properties. */
export interface EntitySet {
  name: string;
  typeName: string;
  table: GovernedTable;
  properties: Property[];
}

export function entitySetOf(name: string, table: GovernedTable): EntitySet {
  const columns = table.columns.slice(0, MAX_PROPERTIES);
  const names = identifiersOf(columns.map((column) => column.name));
  const properties = columns.map((column) => ({
    name: names.get(column.name) as string,
    column,
    edm: edmTypeOf(column.type),
  }));
  return { name, typeName: `${name.slice(0, 120)}_row`, table, properties };
}

const MICROSECONDS = 6;
const simple = {
  VARCHAR: { type: 'Edm.String' },
  BIGINT: { type: 'Edm.Int64' },
  INTEGER: { type: 'Edm.Int32' },
  DOUBLE: { type: 'Edm.Double' },
  BOOLEAN: { type: 'Edm.Boolean' },
  DATE: { type: 'Edm.Date' },
  TIME: { type: 'Edm.TimeOfDay', precision: MICROSECONDS },
  TIMESTAMP: { type: 'Edm.DateTimeOffset', precision: MICROSECONDS },
  TIMESTAMPTZ: { type: 'Edm.DateTimeOffset', precision: MICROSECONDS },
  JSON: { type: 'Edm.String' },
} as const satisfies Record<Exclude<ColumnType, `DECIMAL${string}`>, EdmType>;

function edmTypeOf(type: ColumnType): EdmType {
  const decimal = /^DECIMAL\((\d+),(\d+)\)$/.exec(type);
  if (decimal) return { type: 'Edm.Decimal', precision: Number(decimal[1]), scale: Number(decimal[2]) };
  return simple[type as keyof typeof simple];
}

/** The property with this name; the row id is one of every set. */
export function propertyNamed(
  { properties }: EntitySet,
  name: string,
): { name: string; type: ColumnType } | undefined {
  if (name === ROW_ID) return { name: ROW_ID, type: 'BIGINT' };
  return properties.find((property) => property.name === name)?.column;
}
