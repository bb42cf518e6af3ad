import type { DuckDBType } from '@duckdb/node-api';
import type { ResultColumn } from '../protocol.js';
import { uniqueColumnNames } from './column-names.js';
import { typeName } from './type-name.js';

/** A prepared statement or a result. */
interface ColumnSource {
  readonly columnCount: number;
  columnName(index: number): string;
  columnType(index: number): DuckDBType;
}

/**
 * The columns as callers see them. A prepared statement does not know the types of columns that depend on
 * unbound parameters, and then not even their number is certain: prefer the result if there is one.
 */
export function describeColumns(source: ColumnSource): ResultColumn[] {
  const indexes = Array.from({ length: source.columnCount }, (_, index) => index);
  const names = uniqueColumnNames(indexes.map((index) => source.columnName(index)));
  return names.map((name, index) => ({ name, type: knownTypeName(source, index) }));
}

function knownTypeName(source: ColumnSource, index: number): string {
  try {
    return typeName(source.columnType(index));
  } catch {
    return 'UNKNOWN';
  }
}
