import type { Db } from '../../../catalog/db.js';
import { lineageAt } from '../../../catalog/lineage.js';
import type { TracedRow } from '../../../engine/protocol.js';
import type { Governance, GovernedColumn, GovernedTable } from '../../governance/governed-tables.js';
import type { Stores } from '../../stores.js';
import { findRun, inputTables, type RunRecord } from './find-run.js';
import { type ColumnSources, type Deadline, type InputColumn, replayRun } from './replay-run.js';

/** The run that computed a derived table, as one caller may see it. */
export interface GovernedRun {
  /** In the order of the run; undefined for a deleted one. */
  inputs: (GovernedTable | undefined)[];
  /** The columns that a column is computed from, without denied ones. */
  sourcesOf(columnId: string): Pick<ColumnSources, 'exact' | 'otherRows'> & { sources: RunColumn[] };
  /** By row id; absent if unknown or hidden. */
  rows: Map<number, TracedRow>;
}

export interface RunColumn {
  input: number;
  table: GovernedTable;
  column: GovernedColumn;
}

export async function governedRun(
  stores: Stores,
  governance: Governance,
  table: GovernedTable,
  rowIds: readonly number[],
  limits: { rowsAnInput: number; deadline: Deadline },
): Promise<GovernedRun | undefined> {
  const { db } = stores.catalog;
  const run = await findRun(db, table.record, table.version);
  if (!run) return undefined;
  const inputs = await visibleInputs(db, governance, table.record.workbook_id, run);
  const visible = ({ input, columnId }: InputColumn): RunColumn[] => {
    const from = inputs[input];
    const column = from?.columns.find(({ id }) => id === columnId);
    return from && column ? [{ input, table: from, column }] : [];
  };
  const replay = await replayRun(stores, table.record, run, limits.deadline);
  // Rows grouped, joined or filtered by hidden values would reveal those values.
  const mayKnowRows = replay?.influences.every((one) => visible(one).some(({ column }) => !column.masked));
  const columns = replay?.columns ?? (await recordedSources(db, table, run));
  return {
    inputs,
    sourcesOf: (columnId) => {
      const { sources, exact, otherRows } = columns.get(columnId) ?? unknownSources;
      return { sources: sources.flatMap(visible), exact, otherRows };
    },
    rows: replay && mayKnowRows ? await replay.rows(rowIds, limits.rowsAnInput) : new Map(),
  };
}

const unknownSources: ColumnSources = { sources: [], exact: false, otherRows: true };

async function visibleInputs(
  db: Db,
  governance: Governance,
  workbookId: string,
  run: RunRecord,
): Promise<(GovernedTable | undefined)[]> {
  const tables = await inputTables(db, workbookId, run);
  return await Promise.all(
    run.inputs.map(async ({ artifact_id, edit_version }) => {
      const row = tables.get(artifact_id);
      return row && (await governance.view(db, row, edit_version));
    }),
  );
}

/** The lineage recorded when the table was computed: by table, while a replay distinguishes placeholders. */
async function recordedSources(
  db: Db,
  table: GovernedTable,
  run: RunRecord,
): Promise<Map<string, ColumnSources>> {
  const columns = new Map<string, ColumnSources>();
  for (const { columnId, inputTableId, inputColumnId } of await lineageAt(
    db,
    table.record.id,
    table.version,
  )) {
    const input = run.inputs.findIndex(({ artifact_id }) => artifact_id === inputTableId);
    const known = columns.get(columnId) ?? { ...unknownSources, sources: [] };
    known.sources.push({ input, columnId: inputColumnId });
    columns.set(columnId, known);
  }
  return columns;
}
