// The only writer of annotations.
import { batches } from '../core/batches.js';
import type { Change } from './change.js';
import { partId } from './op-states.js';
import type { PinnedAnnotation } from './snapshots.js';

/** Row 0 stands for the whole column, the empty column id for the whole row. */
type AnnotationKey = Pick<PinnedAnnotation, 'row_id' | 'column_id'>;

/** Two parameters per place, and five per annotation, well below what either database accepts in one statement. */
const PLACES_AT_ONCE = 500;

/** Adds annotations, replacing any in the same places. */
export async function putAnnotations(
  c: Change,
  tableId: string,
  annotations: readonly PinnedAnnotation[],
): Promise<void> {
  for (const some of batches(annotations, PLACES_AT_ONCE)) {
    const found = await at(c, tableId, some).execute();
    const before = new Map(found.map((one) => [idOf(tableId, one), one]));
    for (const one of some) {
      const id = idOf(tableId, one);
      c.keepBefore('annotation', id, before.get(id) ?? null);
    }
    await c.tx
      .insertInto('annotations')
      .values(some.map((annotation) => ({ table_id: tableId, ...annotation })))
      .onConflict((oc) =>
        oc.columns(['table_id', 'row_id', 'column_id']).doUpdateSet((eb) => ({
          style: eb.ref('excluded.style'),
          note: eb.ref('excluded.note'),
        })),
      )
      .execute();
  }
}

/** Returns how many of these places had one. */
export async function deleteAnnotationsAt(
  c: Change,
  tableId: string,
  places: readonly AnnotationKey[],
): Promise<number> {
  let deleted = 0;
  for (const some of batches(places, PLACES_AT_ONCE)) {
    const found = await at(c, tableId, some).execute();
    keepAll(c, tableId, found);
    deleted += found.length;
    if (found.length > 0)
      await c.tx
        .deleteFrom('annotations')
        .where('table_id', '=', tableId)
        .where((eb) =>
          eb.or(
            found.map(({ row_id, column_id }) =>
              eb.and([eb('row_id', '=', row_id), eb('column_id', '=', column_id)]),
            ),
          ),
        )
        .execute();
  }
  return deleted;
}

export async function deleteAnnotationsOfColumns(
  c: Change,
  tableId: string,
  columnIds: readonly string[],
): Promise<void> {
  if (columnIds.length === 0) return;
  const found = await selected(c, tableId).where('column_id', 'in', columnIds).execute();
  await deleteAnnotationsAt(c, tableId, found);
}

export async function deleteAnnotationsOfTable(c: Change, tableId: string): Promise<void> {
  keepAll(c, tableId, await selected(c, tableId).execute());
  await c.tx.deleteFrom('annotations').where('table_id', '=', tableId).execute();
}

function keepAll(c: Change, tableId: string, found: readonly PinnedAnnotation[]): void {
  for (const one of found) c.keepBefore('annotation', idOf(tableId, one), one);
}

const idOf = (tableId: string, { row_id, column_id }: AnnotationKey): string =>
  partId(tableId, row_id, column_id);

function selected(c: Change, tableId: string) {
  return c.tx
    .selectFrom('annotations')
    .select(['row_id', 'column_id', 'style', 'note'])
    .where('table_id', '=', tableId);
}

function at(c: Change, tableId: string, places: readonly AnnotationKey[]) {
  return selected(c, tableId).where((eb) =>
    eb.or(
      places.map(({ row_id, column_id }) =>
        eb.and([eb('row_id', '=', row_id), eb('column_id', '=', column_id)]),
      ),
    ),
  );
}
