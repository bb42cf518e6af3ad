import type { DuckDBConnection } from '@duckdb/node-api';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import type { NetEdits } from '../../core/row-edits.js';
import { identifier } from '../../core/sql-text.js';
import { editFlag, type PhysicalColumn, type SegmentFiles } from '../protocol.js';
import { type EditPart, EditParts, presenceWords, unionOf } from './edit-parts.js';
import { insertedCell } from './memory-table.js';
import { type EditedRows, foldedEdits, withEdits } from './merge-edits.js';
import { selectEdits, selectSegment } from './select-segment.js';
import { bitOf, type StagedRows, stageRows, wordOf } from './stage-rows.js';

type Kind = 'insert' | 'update' | 'delete';

/** What the edited rows lie on: the segment's rows, or only its own edits. */
type Below = { rows: string; edits?: undefined } | { edits: EditedRows };

/**
 * A table that is not in memory, because it is too large or was read only once: a view over its segment's file and
 * the rows edited since. Those are in small tables, each row at most once, with its kind and a bit mask of its
 * edited cells.
 */
export class FileTable {
  readonly #parts: EditParts;
  readonly #touched = new Set<string>();

  private constructor(
    /** Quoted. */
    readonly name: string,
    private readonly below: Below,
    readonly columns: readonly PhysicalColumn[],
    partName: (number: number) => string,
  ) {
    this.#parts = new EditParts(columns, partName);
  }

  static async open(
    connection: DuckDBConnection,
    nameOf: (suffix: string) => string,
    { columns, segment }: { columns: PhysicalColumn[]; segment: SegmentFiles },
  ): Promise<FileTable> {
    const rows = await selectSegment(connection, segment, columns);
    return await FileTable.#shown(connection, nameOf, { columns, below: { rows } });
  }

  /** The same without the rows that were not edited: what a file of edits has. */
  static async openEdits(
    connection: DuckDBConnection,
    nameOf: (suffix: string) => string,
    { columns, segment }: { columns: PhysicalColumn[]; segment: SegmentFiles },
  ): Promise<FileTable> {
    const edits = await selectEdits(connection, segment.edits, columns);
    return await FileTable.#shown(connection, nameOf, { columns, below: { edits } });
  }

  static async #shown(
    connection: DuckDBConnection,
    nameOf: (suffix: string) => string,
    { columns, below }: { columns: PhysicalColumn[]; below: Below },
  ): Promise<FileTable> {
    const table = new FileTable(nameOf(' file'), below, columns, (number) => nameOf(` tail ${number}`));
    if (below.edits) await table.#parts.partFor(connection, []);
    await table.show(connection);
    return table;
  }

  /** The approximate memory of the edits. */
  get bytes(): number {
    return this.#parts.bytes;
  }

  /** Readers see the edits after `show`. */
  async apply(connection: DuckDBConnection, { deletes, inserts, updates }: NetEdits): Promise<void> {
    await stageRows(connection, this.columns, updates, (staged) =>
      this.#keep(connection, staged, (earlier) => this.#updated(staged, earlier)),
    );
    const replaced = [
      { kind: 'delete' as const, rows: deletes.map((rowId) => ({ rowId, cells: {} })) },
      { kind: 'insert' as const, rows: inserts },
    ];
    for (const { kind, rows } of replaced) {
      await stageRows(connection, this.columns, rows, (staged) =>
        this.#keep(connection, staged, () => this.#replaced(staged, kind)),
      );
    }
  }

  async show(connection: DuckDBConnection): Promise<void> {
    await connection.run(`create or replace view ${this.name} as ${this.#select()}`);
  }

  async drop(connection: DuckDBConnection): Promise<void> {
    await connection.run(`drop view if exists ${this.name}`);
    await this.#parts.drop(connection);
  }

  /** Rows with new values for some of their cells, on top of earlier edits, which are in the given parts. */
  #updated(staged: StagedRows, earlier: readonly EditPart[]): string {
    const byId = new Map(staged.columns.map((column) => [column.column.id, column]));
    const cells = this.columns.map(({ id, type }) => {
      const own = byId.get(id);
      const before = earlier.length > 0 ? `edited.${identifier(id)}` : `cast(null as ${type})`;
      return own ? `case when ${own.isPresent} then ${own.value} else ${before} end` : before;
    });
    if (earlier.length === 0) {
      const bits = presenceWords(this.columns).map((word) => staged.presence(word));
      return `select staged.row_id, 'update', ${[...bits, ...cells].join(', ')} from ${staged.table} staged`;
    }
    const bits = presenceWords(this.columns).map(
      (word) => `coalesce(edited.p${word}, 0) | ${staged.presence(word)}`,
    );
    return `select staged.row_id, coalesce(edited.kind, 'update'), ${[...bits, ...cells].join(', ')}
      from ${staged.table} staged left join (${unionOf(earlier)}) edited on edited.${identifier(ROW_ID)} = staged.row_id`;
  }

  /** Rows that replace everything earlier. */
  #replaced(staged: StagedRows, kind: Kind): string {
    const byId = new Map(staged.columns.map((column) => [column.column.id, column]));
    const cells = this.columns.map((column) => insertedCell(column, byId.get(column.id)));
    const bits = presenceWords(this.columns).map(() => '0');
    return `select staged.row_id, '${kind}', ${[...bits, ...cells].join(', ')} from ${staged.table} staged`;
  }

  /** Replaces the stored rows with the same ids by the selected ones. */
  async #keep(
    connection: DuckDBConnection,
    staged: StagedRows,
    rowsAfter: (earlier: readonly EditPart[]) => string,
  ): Promise<void> {
    for (const { column } of staged.columns) this.#touched.add(column.id);
    const { rowIds } = staged;
    const earlier = this.#parts.with(rowIds);
    const rows = rowsAfter(earlier);
    if (earlier.length === 0) {
      // Most edits are of rows that were not edited before.
      await connection.run(`insert into ${await this.#parts.partFor(connection, rowIds)} ${rows}`);
      return;
    }
    await connection.run(`create or replace temp table edited_rows as ${rows}`);
    for (const part of earlier) {
      await connection.run(
        `delete from ${part.name} where ${identifier(ROW_ID)} in (select row_id from ${staged.table})`,
      );
      for (const rowId of rowIds) part.rowIds.delete(rowId);
    }
    await connection.run(
      `insert into ${await this.#parts.partFor(connection, rowIds)} from temp.edited_rows`,
    );
    await connection.run('drop table temp.edited_rows');
  }

  #select(): string {
    if (this.below.edits) return foldedEdits(this.below.edits, this.#edited(), this.columns);
    if (this.#parts.isEmpty) return this.below.rows;
    return withEdits(this.below.rows, this.#edited(), this.columns);
  }

  #edited(): EditedRows {
    const flags = this.columns.flatMap(({ id }, place) =>
      this.#touched.has(id)
        ? [`(p${wordOf(place)} & ${bitOf(place)}) <> 0 as ${identifier(editFlag(id))}`]
        : [],
    );
    return {
      rows: `select ${['*', ...flags].join(', ')} from (${this.#parts.union()})`,
      isEdited: ({ id }) => (this.#touched.has(id) ? identifier(editFlag(id)) : undefined),
    };
  }
}
