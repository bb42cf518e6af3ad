import type { DuckDBMaterializedResult } from '@duckdb/node-api';
import { identifier } from '../../core/sql-text.js';
import { describeColumns } from '../encode/describe-columns.js';
import { rowsAsJson } from '../encode/encode-rows.js';
import type { PhysicalColumn } from '../protocol.js';

/** Never the name of a column: ids have no blanks. */
const TEXT = ' text';

/**
 * In addition to the cells, the engine's own text of those that JSON shows differently from what a column
 * accepts: infinities and NaN, which JSON lacks, and years of five digits.
 */
export function exactTexts(columns: readonly PhysicalColumn[]): string[] {
  return columns.flatMap(({ id, type }) => {
    if (type !== 'DOUBLE' && type !== 'DATE' && !type.startsWith('TIMESTAMP')) return [];
    const cell = identifier(id);
    const isOdd = `not isfinite(${cell})${type === 'DOUBLE' ? '' : ` or year(${cell}) > 9999`}`;
    return [`case when ${isOdd} then cast(${cell} as varchar) end as ${identifier(id + TEXT)}`];
  });
}

export async function resultAsJson(result: DuckDBMaterializedResult): Promise<string> {
  return rowsAsJson(describeColumns(result), result.columnTypes(), await result.fetchAllChunks());
}

/** The rows with these texts in place of the cells. */
export async function exactRowsAsJson(result: DuckDBMaterializedResult): Promise<string> {
  const rows = JSON.parse(await resultAsJson(result)) as Record<string, unknown>[];
  return JSON.stringify(rows.map(withTexts));
}

function withTexts(row: Record<string, unknown>): Record<string, unknown> {
  const cells = Object.entries(row).filter(([id]) => !id.endsWith(TEXT));
  return Object.fromEntries(cells.map(([id, value]) => [id, row[id + TEXT] ?? value]));
}
