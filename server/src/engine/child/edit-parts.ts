import type { DuckDBConnection } from '@duckdb/node-api';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { identifier } from '../../core/sql-text.js';
import type { PhysicalColumn } from '../protocol.js';
import { WORD } from './stage-rows.js';

/** Tables of this many rows use memory only for their rows; larger ones use whole blocks per column. */
const PART_ROWS = 2048;
const PART_BYTES_PER_COLUMN = PART_ROWS * 10;
/**
 * So many parts of about one size become one: a statement holds some 2 MB for each that it reads, which for the parts of a
 * million edits is more than it may use.
 */
const MERGED_AT = 8;
/** Argued: beyond this the blocks of a merged part, 256 KB a column, would outweigh what merging saves. */
const MAX_MERGED_COLUMNS = 64;

/** A table of edited rows. */
export interface EditPart {
  name: string;
  /** Those that were put into it, also if they have been replaced since. */
  rowCount: number;
  rowIds: Set<number>;
  /** How often what it holds was merged. */
  merges: number;
}

/** The edited rows of a table, each at most once, in few tables, of which the last takes the next edits. */
export class EditParts {
  #parts: EditPart[] = [];
  #made = 0;

  constructor(
    private readonly columns: readonly PhysicalColumn[],
    private readonly partName: (number: number) => string,
  ) {}

  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  /** The approximate memory of all. */
  get bytes(): number {
    const parts = this.#parts.reduce((sum, { rowCount }) => sum + Math.ceil(rowCount / PART_ROWS), 0);
    return parts * this.columns.length * PART_BYTES_PER_COLUMN;
  }

  /** Those with any of the rows. */
  with(rowIds: readonly number[]): EditPart[] {
    return this.#parts.filter((part) => rowIds.some((rowId) => part.rowIds.has(rowId)));
  }

  /** The name of a part that takes these rows. */
  async partFor(connection: DuckDBConnection, rowIds: readonly number[]): Promise<string> {
    const last = this.#parts.at(-1);
    if (last && last.merges === 0 && last.rowCount + rowIds.length <= PART_ROWS) {
      last.rowCount += rowIds.length;
      for (const rowId of rowIds) last.rowIds.add(rowId);
      return last.name;
    }
    await this.#mergeFull(connection);
    const name = this.partName(++this.#made);
    const columns = [
      `${identifier(ROW_ID)} bigint`,
      'kind varchar',
      ...presenceWords(this.columns).map((word) => `p${word} uinteger`),
      ...this.columns.map(({ id, type }) => `${identifier(id)} ${type}`),
    ];
    await connection.run(`create or replace table ${name} (${columns.join(', ')})`);
    this.#parts.push({ name, rowCount: rowIds.length, rowIds: new Set(rowIds), merges: 0 });
    return name;
  }

  async drop(connection: DuckDBConnection): Promise<void> {
    for (const { name } of this.#parts) await connection.run(`drop table if exists ${name}`);
    this.#parts = [];
  }

  union(): string {
    return unionOf(this.#parts);
  }

  /** Merges the last parts while enough of them were merged equally often, as digits are carried. */
  async #mergeFull(connection: DuckDBConnection): Promise<void> {
    if (this.columns.length > MAX_MERGED_COLUMNS) return;
    for (;;) {
      const last = this.#parts.slice(-MERGED_AT);
      const merges = last.at(-1)?.merges;
      if (last.length < MERGED_AT || last.some((part) => part.merges !== merges)) return;
      const name = this.partName(++this.#made);
      await connection.run(`create or replace table ${name} as ${unionOf(last)}`);
      for (const part of last) await connection.run(`drop table ${part.name}`);
      const rowIds = new Set(last.flatMap((part) => [...part.rowIds]));
      const merged = { name, rowCount: rowIds.size, rowIds, merges: (merges ?? 0) + 1 };
      this.#parts.splice(-MERGED_AT, MERGED_AT, merged);
    }
  }
}

/** The columns of a part that say, a bit a column, which cells of a row were edited. */
export function presenceWords(columns: readonly PhysicalColumn[]): number[] {
  return Array.from({ length: Math.ceil(columns.length / WORD) }, (_, word) => word);
}

export function unionOf(parts: readonly EditPart[]): string {
  return parts.map(({ name }) => `from ${name}`).join(' union all ');
}
