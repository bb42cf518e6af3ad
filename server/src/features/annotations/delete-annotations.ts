import { deleteAnnotationsAt } from '../../catalog/annotation-records.js';
import { type CommitOptions, change } from '../../catalog/change.js';
import type { Caller } from '../caller.js';
import type { TablePlace } from '../places.js';
import type { Service } from '../service.js';
import { type AnnotationTarget, placesOf } from './annotation-target.js';
import { recordAnnotationOp } from './set-annotations.js';

/** Deletes annotations; a target without one is not an error. */
export async function deleteAnnotations(
  service: Service,
  caller: Caller,
  place: TablePlace,
  input: {
    targets: AnnotationTarget[];
    actor?: string | null | undefined;
    dryRun?: boolean | undefined;
  },
  commit: CommitOptions,
): Promise<{ deleted: number; opId: number; dryRun: boolean }> {
  const { workbookId } = place;
  const { targets, actor, dryRun } = input;
  const table = await service.data.as(caller).table(workbookId, place.table);
  const places = placesOf(table, targets, '/targets');
  return await change(
    service.catalog,
    caller,
    async (c) => {
      const deleted = await deleteAnnotationsAt(
        c,
        table.record.id,
        places.map(({ rowId, columnId }) => ({ row_id: rowId, column_id: columnId })),
      );
      const opId = await recordAnnotationOp(c, table.record, {
        kind: 'annotations.delete',
        actor,
        operation: { operation: 'deleteAnnotations', input: { targets } },
        count: deleted,
      });
      return { deleted, opId, dryRun: dryRun ?? false };
    },
    { ...commit, dryRun },
  );
}
