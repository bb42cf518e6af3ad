import {
  DuckDBListType,
  DuckDBListVector,
  DuckDBStructType,
  DuckDBStructVector,
  type DuckDBType,
  type DuckDBVector,
} from '@duckdb/node-api';
import { structText, valueJson } from './value-json.js';

/**
 * The JSON text of one cell. Structs are read from their vectors: the bindings turn them into plain objects,
 * which lose unnamed members and one called `__proto__`.
 */
export function cellJson(vector: DuckDBVector, type: DuckDBType, index: number): string {
  if (vector instanceof DuckDBStructVector && type instanceof DuckDBStructType) {
    if (!vector.isItemValid(index)) return 'null';
    const members = type.entryTypes.map((member, i) => cellJson(vector.entryVectorAt(i), member, index));
    return structText(type.entryNames, members);
  }
  if (vector instanceof DuckDBListVector && type instanceof DuckDBListType) {
    const items = vector.getItemVector(index);
    if (!items) return 'null';
    const texts = Array.from({ length: items.itemCount }, (_, i) => cellJson(items, type.valueType, i));
    return `[${texts.join(',')}]`;
  }
  return valueJson(vector.getItem(index), type);
}
