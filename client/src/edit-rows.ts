import type { UpsertRowsAnswer } from './api.js';
import { isProblem, type ProblemError } from './problem-error.js';
import type { Filter, Row, RowsOptions } from './rows.js';
import type { Table, WrittenRow } from './table.js';

export interface EditOptions extends Pick<RowsOptions, 'filter' | 'columns' | 'signal'> {
  /** How often the table may change before the conflict is thrown; 10 if absent. */
  attempts?: number;
  /** On whose behalf; recorded with the change. */
  actor?: string;
}

/** What a version conflict says of the changes after the version that was expected. */
interface ChangesSince {
  rows: { row_id: number }[];
  columns: string[];
  truncated: boolean;
}

/** The rows that an edit is decided on, as they are at one version of the table. */
interface Base<Cells> {
  version: number;
  rows: Row<Cells>[];
}

export async function editRows<Cells>(
  table: Table<Cells>,
  decide: (rows: Row<Cells>[]) => WrittenRow<Cells>[] | Promise<WrittenRow<Cells>[]>,
  { attempts = 10, actor, ...reading }: EditOptions,
): Promise<UpsertRowsAnswer | undefined> {
  let base = await readBase(table, reading);
  for (let attempt = 1; ; attempt++) {
    const written = await decide(structuredClone(base.rows));
    if (written.length === 0) return undefined;
    try {
      const expected_version = base.version;
      const { signal } = reading;
      return await table.upsert(written, { expected_version, signal, ...(actor !== undefined && { actor }) });
    } catch (error) {
      if (!isProblem(error, 'version-conflict') || attempt >= attempts) throw error;
      base = await readAgain(table, reading, base, error);
    }
  }
}

/** The version of the first page is that of all: the table is read as it was then. */
async function readBase<Cells>(table: Table<Cells>, reading: RowsOptions): Promise<Base<Cells>> {
  for await (const first of table.rows(reading).pages()) {
    const version = first.edit_version;
    if (first.next_cursor === null) return { version, rows: first.rows };
    return { version, rows: await table.rows({ ...reading, as_of: version }).all() };
  }
  throw new Error('A table has at least one page, even if it is empty.');
}

/** Only the rows that changed are read, if the conflict names all of them. */
async function readAgain<Cells>(
  table: Table<Cells>,
  reading: EditOptions,
  { rows }: Base<Cells>,
  { members }: ProblemError,
): Promise<Base<Cells>> {
  const { current_version: version, changes_since: changes } = members as {
    current_version?: number;
    changes_since?: ChangesSince;
  };
  if (version === undefined || !changes || changes.truncated || changes.columns.length > 0)
    return await readBase(table, reading);
  const ids = changes.rows.map(({ row_id }) => row_id);
  const touched: Filter = { column: '__svc_row_id', op: 'in', value: ids };
  const filter = reading.filter ? { and: [reading.filter, touched] } : touched;
  const changed = ids.length > 0 ? await table.rows({ ...reading, filter, as_of: version }).all() : [];
  const isChanged = new Set(ids);
  const kept = rows.filter(({ __svc_row_id }) => !isChanged.has(__svc_row_id));
  return { version, rows: [...kept, ...changed].sort((a, b) => a.__svc_row_id - b.__svc_row_id) };
}
