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
      const deleted = await c.tx
        .deleteFrom('annotations')
        .where('table_id', '=', table.record.id)
        .where((eb) =>
          eb.or(
            places.map(({ rowId, columnId }) =>
              eb.and([eb('row_id', '=', rowId), eb('column_id', '=', columnId)]),
            ),
          ),
        )
        .returning('row_id')
        .execute();
      const opId = await recordAnnotationOp(c, table.record, {
        kind: 'annotations.delete',
        actor,
        operation: { operation: 'deleteAnnotations', input: { targets } },
        count: deleted.length,
      });
      return { deleted: deleted.length, opId, dryRun: dryRun ?? false };
    },
    { ...commit, dryRun },
  );
}
