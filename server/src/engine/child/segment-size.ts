import type { DuckDBConnection } from '@duckdb/node-api';
import type { PhysicalColumn, SegmentFiles } from '../protocol.js';
import { listOf } from './select-segment.js';

interface SegmentSize {
  /**
   * The memory of the table once it is loaded: the engine stores it about as compactly as the pages of the
   * file.
   */
  memoryBytes: number;
  /** The memory needed to load it. */
  loadBytes: number;
  /** The part of it that cannot be spilled to disk. */
  pinnedBytes: number;
}

/** A column with more rows than a vector is loaded through one block for its values and one for its NULLs. */
const VECTOR_ROWS = 2048;
const BLOCK_BYTES = 256 * 1024;

const widths: Record<string, number> = { BOOLEAN: 1, INTEGER: 4, DATE: 4 };
const WIDEST = 16;

/** Read from the footers of its files, without reading their rows. */
export async function segmentSize(
  connection: DuckDBConnection,
  { files, edits }: SegmentFiles,
  columns: readonly PhysicalColumn[],
): Promise<SegmentSize> {
  const paths = listOf(edits === undefined ? files : [...files, edits]);
  const reader = await connection.runAndReadAll(
    `select (select sum(num_rows) from parquet_file_metadata(${paths})),
            (select coalesce(sum(total_uncompressed_size), 0)::double from parquet_metadata(${paths}))`,
  );
  const [rows = 0, pages = 0] = (reader.getRows()[0] ?? []).map(Number);
  const { loadBytes, pinnedBytes } = sizeInMemory(rows, columns);
  return { memoryBytes: pages, loadBytes: loadBytes + pages, pinnedBytes };
}

/** Of some columns, where describing the file would take longer than reading them. */
export function sizeInMemory(rows: number, columns: readonly PhysicalColumn[]): SegmentSize {
  const rowBytes = columns.reduce((sum, { type }) => sum + (widths[type] ?? widthOf(type)), 8);
  const perColumn = rows > VECTOR_ROWS ? 2 * BLOCK_BYTES : VECTOR_ROWS * 10;
  const bytes = rows * rowBytes;
  return { memoryBytes: bytes, loadBytes: bytes, pinnedBytes: columns.length * perColumn };
}

function widthOf(type: string): number {
  return type === 'VARCHAR' || type === 'JSON' || type.startsWith('DECIMAL') ? WIDEST : 8;
}
