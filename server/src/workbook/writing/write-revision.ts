import type { OpKind } from '@workbook-data-service/contract/messages/recorded';
import { deleteAnnotationsOfColumns } from '../../catalog/annotation-records.js';
import type { Change } from '../../catalog/change.js';
import { keepLanding, replaceOrigin, setLanding, setStructured } from '../../catalog/table-landings.js';
import { tablesById } from '../../catalog/tables.js';
import type { Operation } from '../../core/operations.js';
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
  await keepLanding(c, tableId);
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
  await setLanding(c, tableId, { blob_hash: landed.segment.hash, columns: JSON.stringify(landed.columns) });
  await replaceOrigin(c, tableId, revision.origin);
  if (provenance)
    await setStructured(c, tableId, {
      provenance_hash: provenance.blob.hash,
      sheet_columns: JSON.stringify(provenance.sheetColumns),
    });
}

/** Tags of dropped columns are kept: earlier versions still have the columns. */
async function forgetColumns(c: Change, tableId: string, { droppedColumns }: RevisedContent): Promise<void> {
  await deleteAnnotationsOfColumns(c, tableId, droppedColumns);
}
