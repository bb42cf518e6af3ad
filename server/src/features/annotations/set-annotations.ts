import { say } from '@workbook-data-service/contract/messages';
import type { OpKind } from '@workbook-data-service/contract/messages/recorded';
import { isNumberFormat } from '@workbook-data-service/sheets/number-formats';
import { putAnnotations } from '../../catalog/annotation-records.js';
import { type Change, type CommitOptions, change } from '../../catalog/change.js';
import { auditActionOf } from '../../core/audit-actions.js';
import type { CellStyle } from '../../core/cell-style.js';
import type { Operation } from '../../core/operations.js';
import { requireRows } from '../../workbook/writing/require-rows.js';
import type { Caller } from '../caller.js';
import type { TablePlace } from '../places.js';
import type { Service } from '../service.js';
import { type AnnotationTarget, invalidAnnotation, placesOf } from './annotation-target.js';

export interface NewAnnotation extends AnnotationTarget {
  style: CellStyle;
  note: string | null;
}

/** Sets styles and notes, replacing any on the same target. The table's version does not change. */
export async function setAnnotations(
  service: Service,
  caller: Caller,
  place: TablePlace,
  input: {
    annotations: NewAnnotation[];
    actor?: string | null | undefined;
    dryRun?: boolean | undefined;
  },
  commit: CommitOptions,
): Promise<{ set: number; opId: number; dryRun: boolean }> {
  const { workbookId } = place;
  const { annotations, actor, dryRun } = input;
  const table = await service.data.as(caller).table(workbookId, place.table);
  const places = placesOf(table, annotations, '/annotations');
  annotations.forEach(checkContent);
  const rowIds = [...new Set(annotations.flatMap(({ rowId }) => rowId ?? []))];
  return await change(
    service.catalog,
    caller,
    async (c) => {
      const opId = await recordAnnotationOp(c, table.record, {
        kind: 'annotations.set',
        actor,
        operation: { operation: 'setAnnotations', input: { annotations } },
        count: places.length,
      });
      await requireRows(c.tx, table.record, rowIds);
      await putAnnotations(
        c,
        table.record.id,
        places.map(({ rowId, columnId }, i) => ({
          row_id: rowId,
          column_id: columnId,
          style: JSON.stringify(annotations[i]?.style),
          note: annotations[i]?.note ?? null,
        })),
      );
      return { set: places.length, opId, dryRun: dryRun ?? false };
    },
    { ...commit, dryRun },
  );
}

/** Writes the op, audit entry and event of a change that does not change the table's version. */
export async function recordAnnotationOp(
  c: Change,
  table: { id: string; workbook_id: string; name: string; edit_version: number },
  record: { kind: OpKind; actor: string | null | undefined; operation: Operation; count: number },
): Promise<number> {
  const { kind, actor, operation, count } = record;
  const opId = await c.op({ workbookId: table.workbook_id, kind, tableId: table.id, actor, operation });
  await c.audit({
    chain: table.workbook_id,
    action: auditActionOf(kind),
    target: table.id,
    detail: { op_id: opId, annotations: count },
  });
  c.emit(table.workbook_id, 'artifact.updated', {
    name: table.name,
    artifact_id: table.id,
    edit_version: table.edit_version,
    op_id: opId,
  });
  return opId;
}

function checkContent({ style, note }: NewAnnotation, index: number): void {
  const path = `/annotations/${index}`;
  if (Object.keys(style).length === 0 && note === null)
    throw invalidAnnotation(path, say('annotation-empty'));
  if (note?.includes('\0')) throw invalidAnnotation(`${path}/note`, say('field-nul'));
  if (style.number_format !== undefined && !isNumberFormat(style.number_format))
    throw invalidAnnotation(`${path}/style/number_format`, say('number-format-unknown'));
}
