import { type Change, type CommitOptions, change } from '../../catalog/change.js';
import type { TableRecord } from '../../catalog/tables.js';
import { auditActionOf } from '../../core/audit-actions.js';
import type { Operation } from '../../core/operations.js';
import type { Caller } from '../caller.js';
import type { ColumnPlace } from '../places.js';
import type { Service } from '../service.js';
import { governedName } from './governed-name.js';
import { stewardColumn } from './steward-column.js';

export interface TagInput {
  tag: string;
  actor?: string | null | undefined;
}

export interface TaggedColumn {
  table: TableRecord;
  column: string;
  tag: string;
  /** The tags of the column itself, without inherited ones. */
  tags: string[];
  /** Null if nothing changed. */
  opId: number | null;
}

interface TagChange {
  kind: 'column.tag' | 'column.untag';
  operation: 'tagColumn' | 'untagColumn';
  commit: CommitOptions;
  /** Writes the tags of the column itself, and returns them. */
  write(c: Change, found: Awaited<ReturnType<typeof stewardColumn>>, tag: string): Promise<string[]>;
}

/** Adds a tag to a column, or removes it. */
export async function changeTags(
  service: Service,
  caller: Caller,
  place: ColumnPlace,
  input: TagInput,
  { kind, operation, commit, write }: TagChange,
): Promise<TaggedColumn> {
  const tag = governedName('tag', input.tag, '/tag');
  return await change(
    service.catalog,
    caller,
    async (c) => {
      const found = await stewardColumn(c, place);
      const { table, column, tags: before } = found;
      const after = await write(c, found, tag);
      const opId = await recordTags(c, table, {
        kind,
        actor: input.actor,
        operation: { operation, input: { column: column.name, tag } },
        columnId: column.id,
        before,
        after,
      });
      return { table, column: column.name, tag, tags: after, opId };
    },
    commit,
  );
}

/** Writes the op, audit entry and event of a change of tags; only the entry if nothing changed. */
async function recordTags(
  c: Change,
  table: TableRecord,
  record: {
    kind: 'column.tag' | 'column.untag';
    actor: string | null | undefined;
    operation: Operation;
    columnId: string;
    before: string[];
    after: string[];
  },
): Promise<number | null> {
  const { kind, actor, operation, columnId, before, after } = record;
  const { id: tableId, workbook_id: workbookId } = table;
  const opId =
    before.length === after.length ? null : await c.op({ workbookId, kind, tableId, actor, operation });
  await c.audit({
    chain: workbookId,
    action: auditActionOf(kind),
    target: tableId,
    // The column is named by id only: not every reader of the log may know of it.
    detail: { op_id: opId, column_id: columnId, before, after },
  });
  if (opId !== null)
    c.emit(workbookId, 'artifact.updated', {
      name: table.name,
      artifact_id: tableId,
      edit_version: table.edit_version,
      op_id: opId,
    });
  return opId;
}
