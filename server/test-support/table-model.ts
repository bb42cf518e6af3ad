/**
 * The expected content of a table at each of its versions, stored the simplest way: a whole copy for every
 * version.
 */
export type ModelCell = number | string | null;
/** By column key, which no rename changes. */
export type ModelRow = Record<string, ModelCell>;

export interface ModelColumn {
  key: string;
  name: string;
  type: 'BIGINT' | 'VARCHAR';
}

export interface ModelEdit {
  rowId: number;
  kind: 'insert' | 'update' | 'delete';
  cells: ModelRow;
}

interface ModelVersion {
  columns: ModelColumn[];
  rows: Map<number, ModelRow>;
  edits: ModelEdit[];
}

export class TableModel {
  /** By version; index 0 is before the table existed. */
  readonly #versions: ModelVersion[];
  /** The version that undid each. */
  readonly #undone = new Map<number, number>();

  constructor(columns: ModelColumn[]) {
    const empty = { columns, rows: new Map<number, ModelRow>(), edits: [] };
    this.#versions = [empty, empty];
  }

  get version(): number {
    return this.#versions.length - 1;
  }

  get rows(): Map<number, ModelRow> {
    return this.#at(this.version).rows;
  }

  get columns(): ModelColumn[] {
    return this.#at(this.version).columns;
  }

  apply(edits: ModelEdit[]): void {
    const rows = new Map(this.rows);
    for (const { rowId, kind, cells } of edits) {
      if (kind === 'delete') rows.delete(rowId);
      else rows.set(rowId, kind === 'insert' ? { ...cells } : { ...rows.get(rowId), ...cells });
    }
    this.#versions.push({ columns: this.columns, rows, edits });
  }

  /** The inverse of a version, as a new one. */
  undo(version: number, inverse: ModelEdit[]): void {
    this.apply(inverse);
    this.#undone.set(version, this.version);
  }

  /** A change of the columns, with each row converted by `convert`. */
  reshape(columns: ModelColumn[], convert: (row: ModelRow) => ModelRow = (row) => row): void {
    const rows = new Map([...this.rows].map(([id, row]) => [id, convert(row)]));
    this.#versions.push({ columns, rows, edits: [] });
  }

  /** The columns and rows of an earlier version, as a new one. */
  restore(version: number): void {
    this.#versions.push({ ...this.#at(version), edits: [] });
  }

  /**
   * The inverse of a version in the current columns, or undefined if a later edit changed a cell it touched. Later edits
   * that were undone do not count.
   */
  inverse(version: number): ModelEdit[] | undefined {
    const { edits: done } = this.#at(version);
    const { rows: before } = this.#at(version - 1);
    const spent = new Set([...this.#undone].filter(([undone]) => undone > version).flat());
    const later = this.#versions.flatMap(({ edits }, at) => (at > version && !spent.has(at) ? edits : []));
    if (done.some((edit) => later.some((other) => overlap(edit, other)))) return undefined;
    return done.map(({ rowId, kind, cells }) => {
      if (kind === 'insert') return { rowId, kind: 'delete', cells: {} };
      const old = before.get(rowId) ?? {};
      const wanted = this.columns.filter(({ key }) => kind === 'delete' || key in cells);
      const restored = Object.fromEntries(wanted.map((column) => [column.key, fit(old[column.key], column)]));
      return { rowId, kind: kind === 'delete' ? 'insert' : 'update', cells: restored };
    });
  }

  /** The rows of a version in the order of their ids, as the service returns them. */
  read(version: number): Record<string, ModelCell>[] {
    const { columns, rows } = this.#at(version);
    return [...rows]
      .sort(([a], [b]) => a - b)
      .map(([id, row]) => ({
        ...Object.fromEntries(columns.map(({ key, name }) => [name, row[key] ?? null])),
        __svc_row_id: id,
      }));
  }

  #at(version: number): ModelVersion {
    return this.#versions[version] as ModelVersion;
  }
}

/** A value in a column that may have been retyped since. */
export function fit(value: ModelCell | undefined, { type }: ModelColumn): ModelCell {
  if (value === undefined || value === null) return null;
  return type === 'VARCHAR' ? String(value) : value;
}

function overlap(a: ModelEdit, b: ModelEdit): boolean {
  if (a.rowId !== b.rowId) return false;
  return a.kind !== 'update' || b.kind !== 'update' || Object.keys(a.cells).some((key) => key in b.cells);
}
