/** What a table should hold at each of its versions, kept the simplest way: a whole copy for every version. */
export type ModelCell = number | string | null;
export type ModelRow = Record<string, ModelCell>;

export interface ModelEdit {
  rowId: number;
  kind: 'insert' | 'update' | 'delete';
  cells: ModelRow;
}

export class TableModel {
  /** By version; index 0 is unused. */
  readonly versions: Map<number, ModelRow>[] = [new Map(), new Map()];
  readonly edits: ModelEdit[][] = [[], []];
  readonly columns: string[][];

  constructor(columns: string[]) {
    this.columns = [columns, columns];
  }

  get version(): number {
    return this.versions.length - 1;
  }

  get rows(): Map<number, ModelRow> {
    return this.versions[this.version] as Map<number, ModelRow>;
  }

  get currentColumns(): string[] {
    return this.columns[this.version] as string[];
  }

  apply(edits: ModelEdit[]): void {
    const next = new Map(this.rows);
    for (const { rowId, kind, cells } of edits) {
      if (kind === 'delete') next.delete(rowId);
      else next.set(rowId, kind === 'insert' ? { ...cells } : { ...next.get(rowId), ...cells });
    }
    this.#push(next, edits, this.currentColumns);
  }

  /** A change of the columns: each row as `convert` makes it. */
  reshape(columns: string[], convert: (row: ModelRow) => ModelRow): void {
    this.#push(new Map([...this.rows].map(([id, row]) => [id, convert(row)])), [], columns);
  }

  /** The inverse of a version, or undefined where a later edit changed a cell that it touched. */
  inverse(version: number): ModelEdit[] | undefined {
    const done = this.edits[version] as ModelEdit[];
    const before = this.versions[version - 1] as Map<number, ModelRow>;
    const later = this.edits.slice(version + 1).flat();
    const clashes = done.some((edit) => later.some((other) => overlap(edit, other)));
    if (clashes) return undefined;
    return done.map(({ rowId, kind, cells }) => {
      const old = before.get(rowId) ?? {};
      if (kind === 'insert') return { rowId, kind: 'delete', cells: {} };
      if (kind === 'delete') return { rowId, kind: 'insert', cells: old };
      const touched = Object.keys(cells).map((name) => [name, old[name] ?? null]);
      return { rowId, kind: 'update', cells: Object.fromEntries(touched) as ModelRow };
    });
  }

  /** The rows of a version in the order of their ids, as the service answers them. */
  read(version: number): (ModelRow & { __svc_row_id: number })[] {
    const names = this.columns[version] as string[];
    const rows = [...(this.versions[version] as Map<number, ModelRow>)].sort(([a], [b]) => a - b);
    return rows.map(([id, row]) => ({
      ...(Object.fromEntries(names.map((name) => [name, row[name] ?? null])) as ModelRow),
      __svc_row_id: id,
    }));
  }

  #push(rows: Map<number, ModelRow>, edits: ModelEdit[], columns: string[]): void {
    this.versions.push(rows);
    this.edits.push(edits);
    this.columns.push(columns);
  }
}

function overlap(a: ModelEdit, b: ModelEdit): boolean {
  if (a.rowId !== b.rowId) return false;
  return a.kind !== 'update' || b.kind !== 'update' || Object.keys(a.cells).some((name) => name in b.cells);
}
