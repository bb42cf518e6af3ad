import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { whyOf } from '@workbook-data-service/contract/messages/why';
import { type ColumnRecord, nameKey } from '../../../catalog/tables.js';
import type { BaseColumn } from '../../../core/base-column.js';
import { nextColumnId } from '../../../core/column-changes.js';
import { freeName } from '../../../core/file-names.js';
import type { ReturnedColumn } from '../../files/returned-file.js';
import type { GovernedTable } from '../../governance/governed-tables.js';
import type { TypedColumn } from '../revision/plan-columns.js';

/** A column that is merged, with its counterparts in the base, the table and the file. */
export interface MergeColumn extends TypedColumn {
  base: TypedColumn | undefined;
  current: TypedColumn | undefined;
  incoming: TypedColumn;
  /** The column of the file that marks cells which could not be read, and stay as they were. */
  unread: string | null;
}

/** A column of the table that the file does not have, or that its sender may not write. */
export interface HiddenColumn extends TypedColumn {
  /** As the file was exported; undefined if the table did not have it then. */
  exported: TypedColumn | undefined;
}

interface MergeColumns {
  merged: MergeColumn[];
  /** Without formula columns: what they show follows from the others. */
  unseen: HiddenColumn[];
  /** Columns of the base that are not merged: the next base has them as this one has. */
  carried: TypedColumn[];
  /** The columns of the table after the merge; null if they stay as they are. */
  changed: ColumnRecord[] | null;
  /** Those of the next base. */
  base: BaseColumn[];
  added: string[];
  renamed: { from: string; to: string }[];
  /** The headings of columns of the file that the merge does not write. */
  ignored: string[];
  /** The names of columns that the file no longer has. */
  missing: string[];
  warnings: Message[];
}

export interface KnownColumns {
  table: GovernedTable;
  /** Also those that are denied to the caller. */
  all: readonly ColumnRecord[];
  /** Those of the version that the file was exported from. */
  exported: readonly ColumnRecord[];
  /** Ids that any version of the table used. */
  everUsed: readonly string[];
  base: readonly BaseColumn[];
}

/**
 * The columns to look for in a returned file, with their types now: those of the base, and those that the table got
 * since, so that a heading with the name of one of these is no new column.
 */
export function columnsToRead({
  table,
  all,
  base,
}: Omit<KnownColumns, 'exported' | 'everUsed'>): BaseColumn[] {
  const visible = new Map(table.columns.map((column) => [column.id, column]));
  const now = new Map(all.map((column) => [column.id, column]));
  const baseIds = new Set(base.map(({ id }) => id));
  const known = base.map((column): BaseColumn => {
    const current = now.get(column.id);
    if (!current || column.masked || column.formula) return column;
    if (current.formula !== undefined) return { ...column, formula: true };
    const { type } = current;
    return visible.get(column.id)?.masked === false ? { ...column, type } : { ...column, type, masked: true };
  });
  const since = table.columns
    .filter(({ id }) => !baseIds.has(id))
    .map(
      ({ id, name, type, formula, masked }): BaseColumn => ({
        id,
        name,
        type,
        ...(formula !== undefined && { formula: true as const }),
        ...(masked && { masked: true as const }),
      }),
    );
  return [...known, ...since];
}

/** What the columns of a returned file mean for the table. */
export function planMergeColumns(known: KnownColumns, returned: readonly ReturnedColumn[]): MergeColumns {
  const plan = new ColumnPlanning(known);
  for (const column of returned) {
    if (column.id === null) plan.add(column);
    else plan.follow(column, column.id);
  }
  return plan.finish();
}

class ColumnPlanning {
  readonly #known: KnownColumns;
  readonly #baseOf: Map<string, BaseColumn>;
  #columns: ColumnRecord[];
  #isChanged = false;
  readonly #used: string[];
  readonly #found = new Map<string, BaseColumn>();
  readonly #merged: MergeColumn[] = [];
  readonly #added: string[] = [];
  readonly #renamed: { from: string; to: string }[] = [];
  readonly #ignored: string[] = [];
  readonly #warnings: Message[] = [];

  constructor(known: KnownColumns) {
    this.#known = known;
    this.#baseOf = new Map(known.base.map((column) => [column.id, column]));
    this.#columns = [...known.all];
    this.#used = [...known.everUsed, ...this.#baseOf.keys()];
  }

  /** A column of the table, or one that the table had. */
  follow({ key, name, type, wasRenamed, unread }: ReturnedColumn, id: string): void {
    const current = this.#columns.find((column) => column.id === id);
    const base = this.#baseOf.get(id);
    if (!current) {
      this.#ignored.push(name);
      this.#warnings.push(say('warn-column-dropped', { column: name }));
      return;
    }
    this.#merged.push({ id, type: current.type, base, current, incoming: { id: key, type }, unread });
    this.#found.set(id, { ...base, id, name, type: current.type });
    if (wasRenamed && base) this.#rename(current, base.name, name);
  }

  add({ key, name, type, unread }: ReturnedColumn): void {
    if (this.#known.table.denied.length > 0) {
      this.#ignored.push(name);
      this.#warnings.push(say('warn-column-not-added', { column: name }));
      return;
    }
    const free = freeName(name, (candidate) => this.#isTaken(candidate));
    if (free !== name) this.#warnings.push(say('warn-column-became', { column: name, name: free }));
    const id = nextColumnId(this.#used);
    this.#used.push(id);
    this.#columns.push({ id, name: free, originalName: null, type, description: null });
    this.#isChanged = true;
    this.#added.push(free);
    this.#merged.push({ id, type, base: undefined, current: undefined, incoming: { id: key, type }, unread });
    this.#found.set(id, { id, name, type });
  }

  finish(): MergeColumns {
    const inFile = new Set(this.#found.keys());
    const left = this.#known.base.filter(({ id }) => !inFile.has(id));
    const carried = left.filter(({ formula, masked }) => !formula && !masked);
    return {
      merged: this.#merged,
      unseen: this.#unseen(),
      carried: carried.map(({ id, type }) => ({ id, type })),
      changed: this.#isChanged ? this.#columns : null,
      base: [...this.#found.values(), ...left],
      added: this.#added,
      renamed: this.#renamed,
      ignored: [...this.#ignored, ...this.#unwritten(left)],
      missing: carried.filter(({ id }) => this.#isWritable(id)).map(({ name }) => name),
      warnings: this.#warnings,
    };
  }

  /** A name that was changed on both sides stays as the table has it. */
  #rename(current: ColumnRecord, from: string, to: string): void {
    if (current.name === to) return;
    const reason = this.#whyNotRenamed(current, from, to);
    if (reason) {
      this.#warnings.push(say('warn-not-renamed', { from, to, ...whyOf(reason) }));
      return;
    }
    this.#columns = this.#columns.map((column) =>
      column.id === current.id ? { ...column, name: to } : column,
    );
    this.#isChanged = true;
    this.#renamed.push({ from, to });
  }

  #whyNotRenamed(current: ColumnRecord, from: string, to: string): Message | undefined {
    if (current.name !== from) return say('renamed-here', { name: current.name });
    if (this.#known.table.denied.length > 0) return say('columns-hidden');
    const isOther = nameKey(current.name) !== nameKey(to);
    return isOther && this.#isTaken(to) ? say('rename-taken') : undefined;
  }

  /** Columns of the table that are computed, or masked for the caller. One that is denied is not even named. */
  #unwritten(left: readonly BaseColumn[]): string[] {
    const visible = new Set(this.#known.table.columns.map(({ id }) => id));
    return left
      .filter(({ id, formula }) => visible.has(id) && (formula || !this.#isWritable(id)))
      .map(({ name }) => name);
  }

  #unseen(): HiddenColumn[] {
    const merged = new Set(this.#merged.map(({ id }) => id));
    const exported = new Map(this.#known.exported.map((column) => [column.id, column]));
    return this.#known.all
      .filter(({ id, formula }) => formula === undefined && !merged.has(id))
      .map(({ id, type }) => ({ id, type, exported: exported.get(id) }));
  }

  #isWritable(id: string): boolean {
    const column = this.#known.table.columns.find((visible) => visible.id === id);
    return column !== undefined && !column.masked && column.formula === undefined;
  }

  #isTaken(name: string): boolean {
    const key = nameKey(name);
    return this.#columns.some((column) => nameKey(column.name) === key);
  }
}
