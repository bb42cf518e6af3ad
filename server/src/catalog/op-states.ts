// The only writer of `op_states`, and of `kept_landings`, which keeps blobs that these name: what an op changed beside rows and columns, which have their own log, as it was before.
import type { Selectable } from 'kysely';
import { batches } from '../core/batches.js';
import type { PolicyRule } from '../core/policy.js';
import type { Db, Tx } from './db.js';
import type { Schema } from './schema.js';
import type { PinnedAnnotation, PinnedChart, PinnedSheet, PinnedTransform } from './snapshots.js';
import type { SourceRecord } from './source-records.js';
import type { SyncBindingRecord } from './sync-bindings.js';
import type { TableRecord } from './tables.js';

/** What is kept of each kind of object. The id of a part of a table begins with that of the table. */
export interface KeptStates {
  table: Pick<TableRecord, 'name' | 'state' | 'description'> & { deleted: boolean };
  'column-description': { description: string | null };
  annotation: PinnedAnnotation;
  transform: PinnedTransform;
  sheet: PinnedSheet;
  chart: PinnedChart;
  binding: SyncBindingRecord;
  tag: Record<string, never>;
  policy: Pick<PolicyRule, 'effect' | 'influence'>;
  workbook: { title: string; description: string | null };
  /** Its file and how that was read; not the tables. */
  source: Pick<
    SourceRecord,
    'filename' | 'blob_hash' | 'size' | 'format' | 'reader' | 'status' | 'provenance' | 'failure'
  > & { findings: Pick<Schema['source_findings'], 'coverage' | 'reconciliation'> | null };
  'parse-spec': { spec_version: number };
  /** What a table is of its file. */
  landing: {
    landing: Pick<Selectable<Schema['table_landings']>, 'blob_hash' | 'columns'> | null;
    structured: Pick<
      Selectable<Schema['structured_tables']>,
      'provenance_hash' | 'sheet_columns' | 'spec_version'
    > | null;
    origin: string | null;
    sheet: string | null;
  };
}

export type StateKind = keyof KeptStates;

/** How an object was before an op; null if it was not there. */
export type StateBefore = {
  [Kind in StateKind]: { kind: Kind; objectId: string; before: KeptStates[Kind] | null };
}[StateKind];

/** An id of what has no id of its own. */
export const partId = (...parts: readonly (string | number)[]): string => JSON.stringify(parts);

export const partsOf = (objectId: string): string[] => (JSON.parse(objectId) as unknown[]).map(String);

/** Five parameters per row, well below what either database accepts in one statement. */
const INSERT_ROWS = 500;

/** Collects what one change meets; of an object that it changes twice, how it was first. */
export class StatesBefore {
  readonly #found = new Map<string, { kind: StateKind; object_id: string; before: string | null }>();

  keep(kind: StateKind, objectId: string, before: object | null): void {
    const key = `${kind} ${objectId}`;
    if (this.#found.has(key)) return;
    this.#found.set(key, { kind, object_id: objectId, before: before && JSON.stringify(before) });
  }

  async write(tx: Tx, { workbookId, opId }: { workbookId: string; opId: number }): Promise<void> {
    const rows = [...this.#found.values()].map((state) => ({
      workbook_id: workbookId,
      op_id: opId,
      ...state,
    }));
    for (const some of batches(rows, INSERT_ROWS)) await tx.insertInto('op_states').values(some).execute();
    const landings = rows.flatMap(({ kind, object_id: table_id, before }) => {
      if (kind !== 'landing' || before === null) return [];
      const { landing, structured } = JSON.parse(before) as KeptStates['landing'];
      const blobs = {
        blob_hash: landing?.blob_hash ?? null,
        provenance_hash: structured?.provenance_hash ?? null,
      };
      return { workbook_id: workbookId, op_id: opId, table_id, ...blobs };
    });
    for (const some of batches(landings, INSERT_ROWS))
      await tx.insertInto('kept_landings').values(some).execute();
  }
}

export async function statesBefore(db: Db, workbookId: string, opId: number): Promise<StateBefore[]> {
  const rows = await db
    .selectFrom('op_states')
    .select(['kind', 'object_id', 'before'])
    .where('workbook_id', '=', workbookId)
    .where('op_id', '=', opId)
    .orderBy('kind')
    .orderBy('object_id')
    .execute();
  return rows.map(
    ({ kind, object_id: objectId, before }) =>
      ({ kind, objectId, before: before === null ? null : JSON.parse(before) }) as StateBefore,
  );
}
