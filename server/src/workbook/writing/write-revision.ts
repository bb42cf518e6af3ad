import type { OpKind } from '@workbook-data-service/contract/messages/recorded';
import { deleteAnnotationsOfColumns } from '../../catalog/annotation-records.js';
import type { Change } from '../../catalog/change.js';
import { tablesById } from '../../catalog/tables.js';
import type { Operation } from '../../core/operations.js';
import type { TableOrigin } from '../../core/table-origin.js';
import { openConflicts } from './conflicts.js';
import type { RevisedContent, TableRevision } from './table-revision.js';
import { appendVersion } from './write-tables.js';

/** Writes the content of a new file to a table as one version, or as none if nothing changes. */
export async function writeRevision(
  c: Change,
  revision: TableRevision,
  op: {
    workbookId: string;
    id: number;
    kind: OpKind;
    actor?: string | null | undefined;
    operation: Operation;
  },
): Promise<void> {
  const { tableId, version, content, conflicts, landed, provenance } = revision;
  if (content) {
    const { columns, segment, rows, rowsInSegmentOnly } = content;
    await appendVersion(c, {
      workbookId: op.workbookId,
      tableId,
      expectedVersion: version,
      opId: op.id,
      opKind: op.kind,
      actor: op.actor,
      operation: op.operation,
      columns,
      segment,
      rows,
      rowsInSegmentOnly,
    });
    await forgetColumns(c, tableId, content);
  }
  if (conflicts.length > 0) {
    const table = (await tablesById(c.tx, op.workbookId, [tableId])).get(tableId);
    // The values that people gave are those of the version before.
    if (table) await openConflicts(c, { ...table, edit_version: version + 1 }, op.id, conflicts);
  }
  const landing = { blob_hash: landed.segment.hash, columns: JSON.stringify(landed.columns) };
  await c.tx
    .insertInto('table_landings')
    .values({ table_id: tableId, ...landing })
    .onConflict((conflict) => conflict.column('table_id').doUpdateSet(landing))
    .execute();
  await replaceOrigin(c, tableId, revision.origin);
  if (provenance) {
    await c.tx
      .updateTable('structured_tables')
      .set({
        provenance_hash: provenance.blob.hash,
        sheet_columns: JSON.stringify(provenance.sheetColumns),
      })
      .where('table_id', '=', tableId)
      .execute();
  }
}

/** Tags of dropped columns are kept: earlier versions still have the columns. */
async function forgetColumns(c: Change, tableId: string, { droppedColumns }: RevisedContent): Promise<void> {
  await deleteAnnotationsOfColumns(c, tableId, droppedColumns);
}

async function replaceOrigin(c: Change, tableId: string, origin: TableOrigin | null): Promise<void> {
  await c.tx.deleteFrom('table_origins').where('table_id', '=', tableId).execute();
  if (!origin) return;
  await c.tx
    .insertInto('table_origins')
    .values({ table_id: tableId, origin: JSON.stringify(origin) })
    .execute();
}
