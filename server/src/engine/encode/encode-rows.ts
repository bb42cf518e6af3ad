import type { DuckDBDataChunk, DuckDBType } from '@duckdb/node-api';
import type { PageRequest, ResultColumn } from '../protocol.js';
import { ColumnPage } from './column-page.js';
import { JsonPage } from './json-page.js';
import type { PageBuilder, PageShape } from './page-builder.js';

/** A page in the requested format: text, or the bytes of an Arrow IPC stream. */
export async function openPage(format: PageRequest['format'], shape: PageShape): Promise<PageBuilder> {
  if (format === 'columns') return new ColumnPage(shape);
  if (format !== 'arrow') return new JsonPage(format, shape);
  // apache-arrow is large and rarely requested.
  const { ArrowPage } = await import('./arrow-page.js');
  return new ArrowPage(shape);
}

/** All the rows as the text of one JSON array of objects. */
export function rowsAsJson(
  columns: readonly ResultColumn[],
  types: readonly DuckDBType[],
  chunks: Iterable<DuckDBDataChunk>,
): string {
  const page = new JsonPage('json', { names: columns.map(({ name }) => name), types });
  for (const chunk of chunks) page.add(chunk);
  return page.finish();
}
