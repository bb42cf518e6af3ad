import type { Db } from '../../../catalog/db.js';
import { firstKept } from '../../../catalog/kept-history.js';
import { segmentAt } from '../../../catalog/segments.js';
import { columnsAt, type TableRecord } from '../../../catalog/tables.js';
import { derivedColumns } from '../../../core/derived-columns.js';
import { Problem } from '../../../core/problems.js';
import { inputName } from '../../../core/transform-template.js';
import type { SegmentColumn, SegmentFiles, TracedRow } from '../../../engine/protocol.js';
import { Governance, type GovernedTable, isReadable } from '../../governance/governed-tables.js';
import { localSegment } from '../../segment-files.js';
import type { Stores } from '../../stores.js';
import type { PlannedInput } from '../../transforms/transform-plan.js';
import { refuseOtherTables, statement } from '../../transforms/transform-statement.js';
import { inputTables, type RunRecord } from './find-run.js';

/** A column of an input, by the number of the input in the run. */
export interface InputColumn {
  input: number;
  columnId: string;
}

export interface ColumnSources {
  sources: InputColumn[];
  /** Whether it comes from all of these and no others. */
  exact: boolean;
  /** Whether it also comes from rows other than those that its own row comes from. */
  otherRows: boolean;
}

/** The lineage of a transform's output, found by running it again. */
interface Replay {
  /** By column id of the output. */
  columns: Map<string, ColumnSources>;
  /** The columns that decide which rows are filtered, joined and grouped. */
  influences: InputColumn[];
  rows(rowIds: readonly number[], limit: number): Promise<Map<number, TracedRow>>;
}

/** The time left for the whole request. */
export interface Deadline {
  leftMs(): number;
}

/**
 * Runs the SQL of a run again, over the input versions that it read, as its owner may see them now. Undefined if it
 * no longer runs.
 */
export async function replayRun(
  stores: Stores,
  output: TableRecord,
  run: RunRecord,
  deadline: Deadline,
): Promise<Replay | undefined> {
  const { engine } = stores;
  const { db } = stores.catalog;
  if (run.kind !== 'sql' || !run.transform) return undefined;
  const { ownerId, rowSalt: salt } = run.transform;
  const inputs = await inputsAsOf(db, output.workbook_id, run, ownerId);
  if (!inputs) return undefined;
  const args = Object.fromEntries(inputs.map(({ placeholder, table }) => [placeholder, table.record.id]));
  const spec = { workbookId: output.workbook_id, code: run.code, args };
  const read = statement(spec, inputs);
  const described = await unlessItFails(async () => {
    await refuseOtherTables(engine, spec);
    const lineage = { kind: 'describe', lineage: true } as const;
    return await engine.read({ ...read, output: lineage, deadlineMs: deadline.leftMs() });
  });
  if (!described?.lineage) return undefined;
  const stored = storedColumns(described.columns, await columnsAt(db, output.id, run.version));
  const key = run.key && keyColumns(run.key, stored);
  const { lineage } = described;
  const idsOf = (sources: readonly { table: string; column: string }[]) => inputColumns(sources, inputs);
  return {
    columns: new Map(
      stored.map(({ id, position }) => {
        const { sources = [], exact = false, otherRows = true } = lineage.columns[position] ?? {};
        return [id, { sources: idsOf(sources), exact, otherRows }];
      }),
    ),
    influences: idsOf(lineage.influences),
    rows: async (rowIds, limit) => {
      if (rowIds.length === 0) return new Map();
      const segment = await writtenSegment(stores, output.id, run.version);
      const trace = { kind: 'trace', segment, columns: stored, key, salt, rowIds, limit } as const;
      const reply = await unlessItFails(() =>
        engine.read({ ...read, output: trace, deadlineMs: deadline.leftMs() }),
      );
      const rows = JSON.parse((reply?.page as string | undefined) ?? '[]') as TracedRow[];
      return new Map(rows.map((row) => [row.rowId, row]));
    },
  };
}

/** What the run wrote, which is the whole version. */
async function writtenSegment(
  { catalog, blobs }: Stores,
  tableId: string,
  version: number,
): Promise<SegmentFiles | undefined> {
  const segment = await segmentAt(catalog.db, tableId, version);
  if (segment.version !== version || segment.editsAfter !== version) return undefined;
  return await localSegment({ db: catalog.db, blobs }, tableId, segment.stored);
}

/** Undefined if an input was deleted, has ended or is withheld from the owner. */
async function inputsAsOf(
  db: Db,
  workbookId: string,
  run: RunRecord,
  ownerId: string,
): Promise<PlannedInput[] | undefined> {
  const governance = await Governance.load(db, { userId: ownerId }, workbookId);
  const tables = await inputTables(db, workbookId, run);
  const inputs: PlannedInput[] = [];
  for (const { placeholder, artifact_id, edit_version } of run.inputs) {
    const row = tables.get(artifact_id);
    const isKept = row && edit_version >= (await firstKept(db, row.id));
    const table = isKept && (await governance.view(db, row, edit_version));
    if (!table || !isReadable(table)) return undefined;
    inputs.push({ placeholder, table });
  }
  return inputs;
}

function storedColumns(
  described: { name: string; type: string }[],
  written: readonly { id: string; name: string }[],
): SegmentColumn[] {
  const ids = new Map(written.map(({ id, name }) => [name.toLowerCase(), id]));
  return derivedColumns(described).flatMap((column) => {
    const id = ids.get(column.name.toLowerCase());
    return id === undefined ? [] : [{ ...column, id }];
  });
}

function keyColumns(key: readonly string[], stored: SegmentColumn[]): SegmentColumn[] {
  const wanted = key.map((name) => name.toLowerCase());
  return wanted.flatMap((name) => stored.filter((column) => column.name.toLowerCase() === name));
}

function inputColumns(
  sources: readonly { table: string; column: string }[],
  inputs: readonly { placeholder: string; table: GovernedTable }[],
): InputColumn[] {
  return sources.flatMap(({ table, column }) => {
    const input = inputs.findIndex(({ placeholder }) => inputName(placeholder) === table);
    const id = inputs[input]?.table.columns.find(({ name }) => name === column)?.id;
    return id === undefined ? [] : [{ input, columnId: id }];
  });
}

/** The owner may no longer see a column, and tracing rows may exceed the time or memory limit. */
async function unlessItFails<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem && /^(sql|query)-/.test(error.slug)) return undefined;
    throw error;
  }
}
