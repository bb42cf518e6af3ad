import { say } from '@workbook-data-service/contract/messages';
import { type CommitOptions, withOuterAnswer } from '../../catalog/change.js';
import type { TableRecord } from '../../catalog/tables.js';
import { fieldError, problem } from '../../core/problems.js';
import type { JobAuthor } from '../queue/queue-job.js';
import type { Service } from '../service.js';
import { upsertRows } from '../tables/upsert-rows.js';
import type { UpsertedRows } from '../tables/upserted-rows.js';
import { writableTable } from '../tables/writable-table.js';

export interface AppendTarget {
  table: string;
  expectedVersion: number | null;
  /** Target columns by column of the rows, null to leave one out; columns of the same name need no entry. */
  columnMapping: Record<string, string | null>;
  dryRun?: boolean | undefined;
  actor?: string | null | undefined;
}

export interface AppendedRows {
  table: TableRecord;
  rows: number;
  version: number;
  opId: number;
}

/** Appends the rows of a file to a table; columns are matched by the mapping, otherwise by name. */
export async function appendRows(
  service: Service,
  author: JobAuthor,
  workbookId: string,
  { columns, rows }: { columns: string[]; rows: Record<string, unknown>[] },
  target: AppendTarget,
  commit: CommitOptions,
): Promise<AppendedRows> {
  const { record } = await writableTable(service, author, { workbookId, table: target.table });
  const unknown = Object.keys(target.columnMapping).find((name) => !columns.includes(name));
  if (unknown !== undefined) {
    throw problem('invalid-request', say('region-lacks-column', { column: unknown }), {
      members: {
        errors: [fieldError('/column_mapping', say('mapping-among', { columns: columns.join(', ') }))],
      },
    });
  }
  const { columnMapping } = target;
  const mapped = columns.flatMap((name) => {
    const to = Object.hasOwn(columnMapping, name) ? columnMapping[name] : name;
    return to == null ? [] : [[name, to] as const];
  });
  if (mapped.length === 0) {
    throw problem('invalid-request', say('mapping-empty'), {
      members: { errors: [fieldError('/column_mapping', say('mapping-leaves-none'))] },
    });
  }
  const answer = ({ version, opId, inserted }: UpsertedRows): AppendedRows => ({
    table: { ...record, edit_version: version, row_count: record.row_count + inserted },
    rows: inserted,
    version,
    opId,
  });
  const upserted = await upsertRows(
    service,
    author,
    { workbookId, table: target.table },
    {
      rows: rows.map((cells) => Object.fromEntries(mapped.map(([from, to]) => [to, cells[from] ?? null]))),
      expectedVersion: target.expectedVersion,
      actor: target.actor,
      dryRun: target.dryRun,
    },
    withOuterAnswer(commit, answer),
  );
  return answer(upserted);
}
