import type { DuckDBDataChunk, DuckDBType, DuckDBVector } from '@duckdb/node-api';
import { columnJson, type RowSpan } from './column-json.js';
import { entityJson } from './entity-json.js';
import { type PageBuilder, type PageCut, type PageShape, rowTooLarge } from './page-builder.js';

/** Rows are written this many at a time, so that little work is wasted when the page is full. */
const SLICE_ROWS = 128;

/** A list of objects; one object per line; the inside of a list of lists of cells; or a list of entities of OData. */
export type JsonLayout = 'json' | 'ndjson' | 'cells' | 'odata' | 'odata-ieee754';

const list = { open: '[', close: ']', between: ',', after: '' };
const layouts = {
  json: list,
  odata: list,
  'odata-ieee754': list,
  ndjson: { open: '', close: '', between: '\n', after: '\n' },
  cells: { open: '', close: '', between: ',', after: '' },
};

/** A page as JSON text, written from the vectors: no object is created for a row. */
export class JsonPage implements PageBuilder {
  readonly #shape: PageShape;
  readonly #layout: (typeof layouts)[JsonLayout];
  readonly #cells: typeof columnJson;
  /** The text before each cell. */
  readonly #keys: string[];
  readonly #rowEnd: string;
  readonly #blocks: string[] = [];
  #bytes: number;
  rowCount = 0;
  cutBy: PageCut | undefined;

  constructor(layout: JsonLayout, shape: PageShape) {
    this.#shape = shape;
    this.#layout = layouts[layout];
    this.#cells = layout.startsWith('odata') ? entityJson(layout === 'odata-ieee754') : columnJson;
    const [start, end] = layout === 'cells' ? '[]' : '{}';
    this.#keys = shape.names.map((name, i) => {
      const key = layout === 'cells' ? '' : `${JSON.stringify(name)}:`;
      return (i === 0 ? start : ',') + key;
    });
    this.#rowEnd = end as string;
    this.#bytes = this.#layout.open.length + this.#layout.close.length;
  }

  add(chunk: DuckDBDataChunk): void {
    const { types, limit = Infinity } = this.#shape;
    const vectors = types.map((_, i) => chunk.getColumnVector(i));
    for (let from = 0; from < chunk.rowCount && !this.cutBy; ) {
      const to = Math.min(from + SLICE_ROWS, chunk.rowCount, from + limit - this.rowCount);
      if (to === from) this.cutBy = 'limit';
      else this.#take(this.#rows(vectors, { from, to }));
      from = to;
    }
  }

  finish(): string {
    const { open, close, between, after } = this.#layout;
    if (this.#blocks.length === 0) return open + close;
    return `${open}${this.#blocks.join(between)}${after}${close}`;
  }

  #rows(vectors: readonly DuckDBVector[], span: RowSpan): string[] {
    const columns = vectors.map((vector, i) => this.#cells(vector, this.#shape.types[i] as DuckDBType, span));
    const rows = new Array<string>(span.to - span.from);
    for (let row = 0; row < rows.length; row += 1) {
      let text = '';
      for (let i = 0; i < columns.length; i += 1) text += `${this.#keys[i]}${columns[i]?.[row]}`;
      rows[row] = text + this.#rowEnd;
    }
    return rows;
  }

  #take(rows: string[]): void {
    const { maxBytes = Infinity } = this.#shape;
    const block = rows.join(this.#layout.between);
    const bytes = Buffer.byteLength(block) + 1;
    if (this.#bytes + bytes <= maxBytes) {
      this.#keep(block, bytes, rows.length);
      return;
    }
    this.cutBy = 'bytes';
    for (const row of rows) {
      const rowBytes = Buffer.byteLength(row) + 1;
      if (this.#bytes + rowBytes > maxBytes) break;
      this.#keep(row, rowBytes, 1);
    }
    if (this.rowCount === 0) throw rowTooLarge(maxBytes);
  }

  #keep(block: string, bytes: number, rowCount: number): void {
    this.#blocks.push(block);
    this.#bytes += bytes;
    this.rowCount += rowCount;
  }
}
