import { ROW_ID } from '@workbook-data-service/sheets/values';
import { shortenTail } from '../../catalog/table-records.js';
import { columnsAt, type TableRecord } from '../../catalog/tables.js';
import { retryingLostFiles } from '../retry-lost-files.js';
import { storesOf } from '../stores.js';
import { physicalRelation } from '../ungoverned/physical-relation.js';
import { writeSegment } from '../ungoverned/write-segment.js';
import type { WorkbookData } from '../workbook-data.js';

/** Writes a table's current version as a full segment, so that loading it need not replay a long tail of edits. */
export const compactTable = retryingLostFiles(
  async (data: WorkbookData, table: TableRecord): Promise<void> => {
    const stores = storesOf(data);
    const { catalog } = stores;
    const version = table.edit_version;
    const columns = await columnsAt(catalog.db, table.id, version);
    const relation = physicalRelation(table, version, columns);
    const segment = await writeSegment(
      stores,
      table.workbook_id,
      [relation],
      `select * from rows order by ${ROW_ID}`,
    );
    await catalog.transaction(async (tx) => {
      const written = await tx
        .insertInto('table_segments')
        .values({
          table_id: table.id,
          version,
          blob_hash: segment.hash,
          size: segment.size,
          row_count: table.row_count,
          edits_after: version,
        })
        // A restored version has a segment already, with edits on top.
        .onConflict((oc) =>
          oc
            .columns(['table_id', 'version'])
            .doUpdateSet({ blob_hash: segment.hash, size: segment.size, edits_after: version })
            .where('table_segments.edits_after', '<', version),
        )
        .returning('version')
        .executeTakeFirst();
      // Another node may have done the same work first.
      if (written) await shortenTail(tx, table);
    });
  },
);
