import type { TracedRow } from '../../../engine/protocol.js';
import type { Governance, GovernedTable } from '../../governance/governed-tables.js';
import type { Stores } from '../../stores.js';
import { type FileCell, fileCells } from './file-cells.js';
import { type GovernedRun, governedRun, type RunColumn } from './governed-run.js';
import type { Deadline } from './replay-run.js';

/** Where a cell came from: a cell of a file, cells of other tables, or neither. */
export interface CellOrigin {
  from: FileCell | null;
  /** Only for a cell of a derived table. */
  derivation?: Derivation;
}

interface Derivation {
  cells: SourceCell[];
  /** Whether the cell comes from these and no others. */
  exact: boolean;
  /** Whether there are more than listed. */
  truncated: boolean;
}

interface SourceCell extends CellOrigin {
  table: GovernedTable;
  column: string;
  /** Null if the rows are unknown. */
  rowId: number | null;
}

/** A cell whose column the caller may see. */
interface WantedCell {
  rowId: number | null;
  columnId: string;
}

const MAX_ROWS_AN_INPUT = 1000;
const MAX_CELLS = 2000;
const MAX_LEVELS = 25;

/** Traces cells of derived tables back to files, through tables that one caller may see. */
export class CellTracer {
  /** How many more cells may be listed. */
  #left = MAX_CELLS;

  constructor(
    private readonly stores: Stores,
    private readonly governance: Governance,
    private readonly deadline: Deadline,
  ) {}

  async governedRun(table: GovernedTable, rowIds: readonly number[]): Promise<GovernedRun | undefined> {
    return await governedRun(this.stores, this.governance, table, rowIds, {
      rowsAnInput: MAX_ROWS_AN_INPUT,
      deadline: this.deadline,
    });
  }

  /** In the order of the cells. */
  async origins(table: GovernedTable, cells: readonly WantedCell[], level = 0): Promise<CellOrigin[]> {
    if (table.record.kind !== 'derived') return await this.#filed(table, cells);
    if (level === MAX_LEVELS || this.deadline.leftMs() === 0) return cells.map(() => cutOff);
    const rowIds = [...new Set(cells.flatMap(({ rowId }) => rowId ?? []))];
    const run = await this.governedRun(table, rowIds);
    return run ? await this.derived(run, cells, level) : cells.map(() => ({ from: null }));
  }

  async derived(run: GovernedRun, cells: readonly WantedCell[], level = 0): Promise<CellOrigin[]> {
    const leadsOn = run.inputs.some((input) => input?.record.kind === 'derived');
    // Half is left for the next levels: reaching the file matters more than listing all cells of one level.
    let allowance = leadsOn ? Math.ceil(this.#left / 2) : this.#left;
    const derivations = cells.map((cell, index) => {
      const share = Math.ceil(allowance / (cells.length - index));
      const derivation = derivationOf(run, cell, share);
      allowance -= derivation.cells.length;
      this.#left -= derivation.cells.length;
      return derivation;
    });
    await this.#follow(
      derivations.flatMap((derivation) => derivation.cells),
      level + 1,
    );
    return derivations.map((derivation) => ({
      from: null,
      derivation: { ...derivation, cells: derivation.cells.map(({ source: _, ...cell }) => cell) },
    }));
  }

  /** Adds the origin of each cell, table by table, except for masked ones. */
  async #follow(found: FoundCell[], level: number): Promise<void> {
    const open = found.filter(({ source }) => !source.column.masked);
    for (const table of new Set(open.map((cell) => cell.table))) {
      const cells = open.filter((cell) => cell.table === table);
      const wanted = cells.map(({ rowId, source }) => ({ rowId, columnId: source.column.id }));
      const origins = await this.origins(table, wanted, level);
      for (const [index, cell] of cells.entries()) Object.assign(cell, origins[index]);
    }
  }

  async #filed(table: GovernedTable, cells: readonly WantedCell[]): Promise<CellOrigin[]> {
    const known = cells.flatMap(({ rowId, columnId }) => (rowId === null ? [] : [{ rowId, columnId }]));
    const found = (await fileCells(this.stores, table, known)).values();
    return cells.map(({ rowId }) => ({ from: rowId === null ? null : (found.next().value ?? null) }));
  }
}

const cutOff: CellOrigin = { from: null, derivation: { cells: [], exact: false, truncated: true } };

interface FoundCell extends SourceCell {
  source: RunColumn;
}

interface Found extends Derivation {
  cells: FoundCell[];
}

function derivationOf(run: GovernedRun, { rowId, columnId }: WantedCell, most: number): Found {
  const { sources, exact, otherRows } = run.sourcesOf(columnId);
  const row = rowId === null ? undefined : run.rows.get(rowId);
  const all = sources.flatMap((source) =>
    rowsOf(source, row, otherRows).map(
      (inputRow): FoundCell => ({
        table: source.table,
        column: source.column.name,
        rowId: inputRow,
        from: null,
        source,
      }),
    ),
  );
  const listed = sources.every(({ input }) => isWhole(row, input));
  return {
    cells: all.slice(0, most),
    exact: exact && !otherRows && row?.same === true,
    truncated: all.length > most || !listed,
  };
}

/** If a column is also computed from other rows, an input without traced rows still contributes unknown ones. */
function rowsOf({ input }: RunColumn, row: TracedRow | undefined, otherRows: boolean): (number | null)[] {
  const known = row?.inputs[input]?.rowIds;
  if (!known) return [null];
  return known.length === 0 && otherRows ? [null] : known;
}

function isWhole(row: TracedRow | undefined, input: number): boolean {
  const rows = row?.inputs[input];
  return !rows || rows.total === rows.rowIds.length;
}
