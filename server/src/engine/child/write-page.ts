import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DuckDBDataChunk, DuckDBType } from '@duckdb/node-api';
import { openPage } from '../encode/encode-rows.js';
import type { PageBuilder } from '../encode/page-builder.js';
import type { EncodedPage, PageBounds, PageRequest, ResultColumn } from '../protocol.js';
import { releaseChunks } from './release-chunks.js';

/**
 * A page up to this size is sent as a message; a larger one would stay in the service's memory for slow
 * clients.
 */
const MESSAGE_BYTES = 256 * 1024;

export async function beginPage(
  { format, limit, bounds }: PageRequest,
  columns: readonly ResultColumn[],
  types: readonly DuckDBType[],
): Promise<PageBuilder> {
  const names = columns.map(({ name }) => name);
  return await openPage(format, { names, types, limit, maxBytes: bounds?.maxBytes });
}

/** Reads rows until the page is full or there are no more. */
export async function encodePage(
  request: PageRequest,
  columns: readonly ResultColumn[],
  types: readonly DuckDBType[],
  chunks: AsyncIterable<DuckDBDataChunk>,
): Promise<EncodedPage> {
  const builder = await beginPage(request, columns, types);
  for await (const chunk of chunks) {
    builder.add(chunk);
    releaseChunks();
    if (builder.cutBy) break;
  }
  return await finishPage(builder, request.bounds);
}

export async function finishPage(builder: PageBuilder, bounds: PageBounds | undefined): Promise<EncodedPage> {
  const { rowCount: pageRows, cutBy } = builder;
  const page = builder.finish();
  // A text of n characters has at most 3n bytes, so a message may be three times this size.
  if (!bounds || page.length <= MESSAGE_BYTES) return { page, pageRows, cutBy };
  const bytes = typeof page === 'string' ? Buffer.from(page) : page;
  // The cache directory may be deleted at any time.
  await mkdir(dirname(bounds.overflowPath), { recursive: true });
  await writeFile(bounds.overflowPath, bytes, { mode: 0o600 });
  return { page: { path: bounds.overflowPath, bytes: bytes.length }, pageRows, cutBy };
}
