import { isProblem } from '@workbook-data-service/client';
import { typedValue } from '../../app/row-filter/typed-value.js';
import type { Direction, Step } from '../../app/undo/next-step.js';
import type { GridEdit } from '../../grid/editing.js';
import type { GridColumn, GridRow } from '../../grid/types.js';

/** A cell that was changed here and is not yet saved, or could not be. */
interface PendingCell {
  rowId: string;
  column: string;
  before: unknown;
  value: unknown;
  hasFailed: boolean;
}

export interface WrittenRow {
  __svc_row_id?: number;
  [column: string]: unknown;
}

interface Written {
  edit_version: number;
  op_id: number;
}

/** The calls that edits need, bound to a table. */
export interface TableWriter {
  upsert(rows: WrittenRow[], expectedVersion: number): Promise<Written>;
  remove(rowIds: number[], expectedVersion: number): Promise<Written>;
  undo(opId: number, isForced: boolean): Promise<{ op_id: number; edit_version: number | null }>;
  /** What this user undoes next, on this table or elsewhere in the workbook. */
  nextStep(direction: Direction): Promise<Step | undefined>;
}

/** What became of a step that the user asked for. */
interface StepListener {
  onDone(step: Step): void;
  onImpossible(step: Step): void;
  onNone(direction: Direction): void;
}

/** Someone else changed cells that were changed here. */
export interface LostRace {
  cells: PendingCell[];
  currentVersion: number;
}

export interface EditState {
  isSaving: boolean;
  /** Nothing is lost: the cells keep what was typed until it is saved or discarded. */
  failure: { error: unknown; cells: PendingCell[]; step?: Step } | undefined;
  race: LostRace | undefined;
  /** How often something was discarded: the rows in view then have to be read again. */
  discarded: number;
}

interface Batch {
  cells: PendingCell[];
  added: WrittenRow[];
}

interface ChangesSince {
  rows: { row_id: number; columns: string[]; kind: string }[];
  columns: string[];
  truncated: boolean;
}

const quiet: EditState = { isSaving: false, failure: undefined, race: undefined, discarded: 0 };

/**
 * The edits of one table: shown at once, sent one after the other, with the version that the user saw. An edit that others
 * overtook is repeated if they changed other cells; if they changed the same, the user decides.
 */
export class TableEdits {
  #state = quiet;
  #version = 0;
  readonly #pending = new Map<string, PendingCell>();
  #waiting: Batch | undefined;
  #sending: Promise<void> | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(
    private readonly writer: TableWriter,
    private readonly onSaved: () => void,
    private readonly steps: StepListener,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly state = (): EditState => this.#state;

  /** The version of the rows that the user sees. */
  see(version: number): void {
    this.#version = Math.max(this.#version, version);
  }

  get hasPending(): boolean {
    return this.#pending.size > 0;
  }

  pendingAt(rowId: string | null, column: string): PendingCell | undefined {
    return rowId === null ? undefined : this.#pending.get(keyOf(rowId, column));
  }

  /** Rows that were just read do not know yet what is being saved. */
  overlay(rows: GridRow[], columns: readonly GridColumn[]): GridRow[] {
    if (this.#pending.size === 0) return rows;
    for (const row of rows)
      for (const [i, { name }] of columns.entries()) {
        const pending = this.pendingAt(row.id, name);
        if (pending) row.cells[i] = pending.value;
      }
    return rows;
  }

  apply({ changes, added }: GridEdit, columns: readonly GridColumn[]): void {
    const cells: PendingCell[] = [];
    for (const { row, column, text } of changes) {
      const { name, type } = columns[column] as GridColumn;
      if (row.id === null) continue;
      const before = this.pendingAt(row.id, name)?.before ?? row.cells[column];
      const cell = { rowId: row.id, column: name, before, value: typedValue(text, type), hasFailed: false };
      row.cells[column] = cell.value;
      this.#pending.set(keyOf(row.id, name), cell);
      cells.push(cell);
    }
    const newRows = added.map(({ column, texts }) =>
      Object.fromEntries(
        texts.flatMap((text, i) => {
          const target = columns[column + i];
          return target && !target.badge
            ? [[target.name, typedValue(text === '' ? null : text, target.type)]]
            : [];
        }),
      ),
    );
    this.#waiting = {
      cells: [...(this.#waiting?.cells ?? []), ...cells],
      added: [...(this.#waiting?.added ?? []), ...newRows],
    };
    this.#send();
  }

  /** Sends again what failed or lost its race; where it lost, it now overwrites. */
  again(): void {
    const { race, failure } = this.#state;
    if (race) this.#version = race.currentVersion;
    const cells = race?.cells ?? failure?.cells ?? [];
    for (const cell of cells) cell.hasFailed = false;
    this.#waiting = { cells: [...cells, ...(this.#waiting?.cells ?? [])], added: this.#waiting?.added ?? [] };
    this.#notify({ race: undefined, failure: undefined });
    this.#send();
  }

  /** Takes back what failed or lost its race, and shows what the table has. */
  discard(): void {
    const { race, failure } = this.#state;
    for (const { rowId, column } of race?.cells ?? failure?.cells ?? [])
      this.#pending.delete(keyOf(rowId, column));
    if (race) this.#version = race.currentVersion;
    this.#notify({ race: undefined, failure: undefined, discarded: this.#state.discarded + 1 });
    this.onSaved();
    if (this.#waiting) this.#send();
  }

  /** Whether the rows were deleted. */
  async remove(rowIds: string[]): Promise<boolean> {
    await this.#sending;
    const removed = await this.#attempt(() => this.writer.remove(rowIds.map(Number), this.#version));
    if (removed) this.see(removed.edit_version);
    return removed !== undefined;
  }

  /** Takes back the newest change of the user, or makes it again; one that cannot be undone is not skipped. */
  async step(direction: Direction): Promise<void> {
    await this.#sending;
    const found = await this.#attempt(async () => ({ step: await this.writer.nextStep(direction) }));
    if (!found) return;
    const { step } = found;
    if (!step) this.steps.onNone(direction);
    else if (!step.op.undoable) this.steps.onImpossible(step);
    else await this.take(step);
  }

  /** Forced, also where later changes of the same are lost. */
  async take(step: Step, isForced = false): Promise<void> {
    const undone = await this.#attempt(() => this.writer.undo(step.op.op_id, isForced), step);
    if (!undone) return;
    this.see(undone.edit_version ?? 0);
    this.steps.onDone(step);
  }

  /** Takes back what was just done, where another change may be newer. */
  async takeBack(opId: number): Promise<void> {
    const undone = await this.#attempt(() => this.writer.undo(opId, false));
    if (undone) this.see(undone.edit_version ?? 0);
  }

  async #attempt<Result>(call: () => Promise<Result>, step?: Step): Promise<Result | undefined> {
    this.#notify({ isSaving: true, failure: undefined });
    try {
      return await call();
    } catch (error) {
      this.#notify({ failure: { error, cells: [], ...(step && { step }) } });
      return undefined;
    } finally {
      this.#notify({ isSaving: false });
      this.onSaved();
    }
  }

  #send(): void {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting && !this.#state.race) {
      const batch = this.#waiting;
      this.#waiting = undefined;
      this.#notify({ isSaving: true });
      await this.#save(batch);
    }
    this.#notify({ isSaving: false });
    this.onSaved();
  }

  async #save(batch: Batch): Promise<void> {
    try {
      const rows = rowsOf(batch);
      this.see((await this.writer.upsert(rows, this.#version)).edit_version);
      for (const cell of batch.cells) this.#settle(cell);
    } catch (error) {
      if (isProblem(error, 'version-conflict')) return this.#lost(batch, error.members);
      for (const cell of batch.cells) cell.hasFailed = true;
      this.#notify({ failure: { error, cells: batch.cells } });
    }
  }

  #lost(batch: Batch, members: Readonly<Record<string, unknown>>): void {
    const { current_version: currentVersion, changes_since: since } = members as {
      current_version: number;
      changes_since?: ChangesSince;
    };
    const contested = batch.cells.filter((cell) => isContested(cell, since));
    if (contested.length > 0) {
      const rest = batch.cells.filter((cell) => !contested.includes(cell));
      for (const cell of contested) cell.hasFailed = true;
      this.#notify({ race: { cells: contested, currentVersion } });
      batch = { ...batch, cells: rest };
    } else this.#version = currentVersion;
    if (batch.cells.length + batch.added.length > 0)
      this.#waiting = {
        cells: [...batch.cells, ...(this.#waiting?.cells ?? [])],
        added: [...batch.added, ...(this.#waiting?.added ?? [])],
      };
  }

  /** Unless the same cell was changed once more meanwhile. */
  #settle(cell: PendingCell): void {
    const key = keyOf(cell.rowId, cell.column);
    if (this.#pending.get(key) === cell) this.#pending.delete(key);
  }

  #notify(change: Partial<EditState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

const keyOf = (rowId: string, column: string): string => `${rowId} ${column}`;

function isContested({ rowId, column }: PendingCell, since: ChangesSince | undefined): boolean {
  if (!since || since.truncated || since.columns.includes(column)) return true;
  const row = since.rows.find(({ row_id }) => String(row_id) === rowId);
  return row !== undefined && (row.kind === 'delete' || row.columns.includes(column));
}

/** One row for all changed cells of it. */
function rowsOf({ cells, added }: Batch): WrittenRow[] {
  const byId = new Map<string, WrittenRow>();
  for (const { rowId, column, value } of cells) {
    const row = byId.get(rowId) ?? { __svc_row_id: Number(rowId) };
    row[column] = value;
    byId.set(rowId, row);
  }
  return [...byId.values(), ...added];
}
