import type { Db } from '../../../catalog/db.js';
import { lineageAt } from '../../../catalog/lineage.js';
import type { TracedRow } from '../../../engine/protocol.js';
import type { Governance, GovernedColumn, GovernedTable } from '../../governance/governed-tables.js';
import type { Stores } from '../../stores.js';
import { findRun, inputTables, type RunRecord } from './find-run.js';
import { type ColumnSources, type Deadline, type InputColumn, replayRun } from './replay-run.js';

/** The run behind a derived table, as far as one caller may know of it. */
export interface GovernedRun {
  /** In the order of the run; undefined where it was deleted. */
  inputs: (GovernedTable | undefined)[];
  /** What the column comes from, columns that the caller is denied left out. */
  sourcesOf(columnId: string): Pick<ColumnSources, 'exact' | 'otherRows'> & { sources: RunColumn[] };
  /** By row id; absent where it cannot be told. */
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
  const inputs = await seenInputs(db, governance, table.record.workbook_id, run);
  const seen = ({ input, columnId }: InputColumn): RunColumn[] => {
    const from = inputs[input];
    const column = from?.columns.find(({ id }) => id === columnId);
    return from && column ? [{ input, table: from, column }] : [];
  };
  const replay = await replayRun(stores, table.record, run, limits.deadline);
  // Rows grouped, joined or chosen by values that the caller may not see would tell of those values.
  const mayKnowRows = replay?.influences.every((one) => seen(one).some(({ column }) => !column.masked));
  const columns = replay?.columns ?? (await recordedSources(db, table, run));
  return {
    inputs,
    sourcesOf: (columnId) => {
      const { sources, exact, otherRows } = columns.get(columnId) ?? unknownSources;
      return { sources: sources.flatMap(seen), exact, otherRows };
    },
    rows: replay && mayKnowRows ? await replay.rows(rowIds, limits.rowsAnInput) : new Map(),
  };
}

const unknownSources: ColumnSources = { sources: [], exact: false, otherRows: true };

async function seenInputs(
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

/** What was written down when the table was computed: by table, where a replay tells placeholders apart. */
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
