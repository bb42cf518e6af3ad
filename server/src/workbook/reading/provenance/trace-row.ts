import type { GovernedTable, ReadableTable } from '../../governance/governed-tables.js';
import { retryingLostFiles } from '../../retry-lost-files.js';
import { storesOf } from '../../stores.js';
import type { Reader } from '../../workbook-data.js';
import { fileCells } from './file-cells.js';
import type { GovernedRun } from './governed-run.js';
import type { Deadline } from './replay-run.js';
import { type CellOrigin, CellTracer } from './trace-cells.js';

interface CellProvenance extends CellOrigin {
  column: string;
}

/** The rows of an input that a row of a derived table comes from. */
interface InputProvenance {
  table: GovernedTable;
  /** The first of them; null if unknown. */
  rowIds: number[] | null;
  total: number | null;
}

export interface RowProvenance {
  cells: CellProvenance[];
  /** Only for a row of a derived table. */
  inputs?: InputProvenance[];
}

/**
 * Traces the cells of a row through transforms to cells of uploaded files, as far as the tables in between are
 * visible to the reader; masked columns are not traced.
 */
export const traceRow = retryingLostFiles(
  async (reader: Reader, table: ReadableTable, rowId: number): Promise<RowProvenance> => {
    const stores = storesOf(reader.data);
    const open = table.columns.filter(({ masked }) => !masked);
    const wanted = open.map(({ id }) => ({ rowId, columnId: id }));
    const placeOf = new Map(open.map(({ id }, place) => [id, place]));
    const withColumns = (origins: readonly CellOrigin[]): CellProvenance[] =>
      table.columns.map(({ id, name }) => ({
        column: name,
        ...(origins[placeOf.get(id) ?? -1] ?? { from: null }),
      }));
    if (table.record.kind !== 'derived') {
      const cells = await fileCells(stores, table, wanted);
      return { cells: withColumns(cells.map((from) => ({ from }))) };
    }
    const governance = await reader.governance(table.record.workbook_id);
    const tracer = new CellTracer(stores, governance, deadlineIn(stores.queryTimeoutMs));
    const run = await tracer.governedRun(table, [rowId]);
    if (!run) return { cells: withColumns([]), inputs: [] };
    return { cells: withColumns(await tracer.derived(run, wanted)), inputs: inputsOf(run, rowId) };
  },
);

function inputsOf({ inputs, rows }: GovernedRun, rowId: number): InputProvenance[] {
  const known = rows.get(rowId)?.inputs;
  return inputs.flatMap((table, index) => {
    const { rowIds = null, total = null } = known?.[index] ?? {};
    return table ? [{ table, rowIds, total }] : [];
  });
}

function deadlineIn(deadlineMs: number): Deadline {
  const end = performance.now() + deadlineMs;
  return { leftMs: () => Math.max(0, Math.round(end - performance.now())) };
}
