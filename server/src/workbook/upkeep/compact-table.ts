import type { BlobStore } from '../../blobs/blob-store.js';
import type { Catalog } from '../../catalog/catalog.js';
import { columnsAt, type TableRecord } from '../../catalog/tables.js';
import { ROW_ID } from '../../core/column-types.js';
import type { Engine, Relation } from '../../engine/engine.js';
import { writeSegment } from '../ungoverned/write-segment.js';

/** Every physical column under its id, for rewriting a table; never for an answer. */
export function physicalRelation(
  table: { id: string },
  version: number,
  columns: readonly { id: string; type: string }[],
): Relation {
  return {
    name: 'rows',
    tableId: table.id,
    version,
    columns: columns.map(({ id, type }) => ({ name: id, id, type, masked: false })),
  };
}

/** Writes a table's current version as a full segment, so that loading it need not replay a long tail of edits. */
export async function compactTable(
  deps: { catalog: Catalog; engine: Engine; blobs: BlobStore },
  table: TableRecord,
): Promise<void> {
  const version = table.edit_version;
  const columns = await columnsAt(deps.catalog.db, table.id, version);
  const relation = physicalRelation(table, version, columns);
  const segment = await writeSegment(
    deps,
    table.workbook_id,
    [relation],
    `select * from rows order by ${ROW_ID}`,
  );
  await deps.catalog.transaction(async (tx) => {
    const written = await tx
      .insertInto('table_segments')
      .values({
        table_id: table.id,
        version,
        blob_hash: segment.hash,
        size: segment.size,
        row_count: table.row_count,
      })
      .onConflict((oc) => oc.doNothing())
      .returning('version')
      .executeTakeFirst();
    // Edits made meanwhile stay in the tail; another node may have done the same work first.
    if (!written) return;
    await tx
      .updateTable('tables')
      .set((eb) => ({
        tail_edits: eb('tail_edits', '-', table.tail_edits),
        tail_bytes: eb('tail_bytes', '-', table.tail_bytes),
      }))
      .where('id', '=', table.id)
      .execute();
  });
}
