import {
  DuckDBBigIntVector,
  type DuckDBDataChunk,
  DuckDBDateVector,
  DuckDBDecimal16Vector,
  DuckDBDecimal32Vector,
  DuckDBDecimal64Vector,
  DuckDBDecimal128Vector,
  DuckDBDoubleVector,
  DuckDBTimestampTZVector,
  DuckDBTimestampVector,
  DuckDBTimeVector,
  type DuckDBVector,
} from '@duckdb/node-api';
import { type RowSpan, texts } from './column-json.js';
import type { PageBuilder, PageCut, PageShape } from './page-builder.js';

/** Few enough that nobody who parses a line is held up by it. */
const CELLS_PER_LINE = 16 * 1024;

/**
 * Rows for a copy in memory, exactly: a line is the JSON of some rows, a list for each column. Dates and times are counted in days
 * and microseconds, decimals in their last place, and what a double would change is text.
 */
export class ColumnPage implements PageBuilder {
  readonly #shape: PageShape;
  readonly #lines: string[] = [];
  #bytes = 0;
  rowCount = 0;
  cutBy: PageCut | undefined;

  constructor(shape: PageShape) {
    this.#shape = shape;
  }

  add(chunk: DuckDBDataChunk): void {
    const { types, limit = Infinity, maxBytes = Infinity } = this.#shape;
    const vectors = types.map((_, i) => chunk.getColumnVector(i));
    const rowsPerLine = Math.max(1, Math.floor(CELLS_PER_LINE / types.length));
    for (let from = 0; from < chunk.rowCount && !this.cutBy; from += rowsPerLine) {
      const span = { from, to: Math.min(from + rowsPerLine, chunk.rowCount) };
      const line = `[${vectors.map((vector) => `[${exactCells(vector, span).join(',')}]`).join(',')}]`;
      this.#bytes += Buffer.byteLength(line) + 1;
      if (this.rowCount + span.to - span.from > limit) this.cutBy = 'limit';
      else if (this.#bytes > maxBytes) this.cutBy = 'bytes';
      if (this.cutBy) return;
      this.#lines.push(line);
      this.rowCount += span.to - span.from;
    }
  }

  finish(): string {
    return this.#lines.join('\n');
  }
}

function exactCells(vector: DuckDBVector, span: RowSpan): string[] {
  if (vector instanceof DuckDBDoubleVector) return texts(vector, span, exactDouble);
  if (vector instanceof DuckDBBigIntVector) return texts(vector, span, exactInteger);
  if (vector instanceof DuckDBDateVector) return texts(vector, span, ({ days }) => String(days));
  if (
    vector instanceof DuckDBTimestampVector ||
    vector instanceof DuckDBTimestampTZVector ||
    vector instanceof DuckDBTimeVector
  )
    return texts<{ micros: bigint }>(vector, span, ({ micros }) => exactInteger(micros));
  if (
    vector instanceof DuckDBDecimal16Vector ||
    vector instanceof DuckDBDecimal32Vector ||
    vector instanceof DuckDBDecimal64Vector ||
    vector instanceof DuckDBDecimal128Vector
  )
    return texts({ getItem: (i) => vector.getScaledValue(i) }, span, exactInteger);
  return texts<unknown>(vector, span, JSON.stringify);
}

function exactDouble(value: number): string {
  // A zero keeps its sign here, which String would drop.
  if (Object.is(value, -0)) return '-0';
  return Number.isFinite(value) ? String(value) : `"${value}"`;
}

function exactInteger(value: bigint | number): string {
  const exact = Number(value);
  return Number.isSafeInteger(exact) ? String(exact) : `"${value}"`;
}
