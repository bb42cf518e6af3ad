import { ROW_ID } from '@workbook-data-service/sheets/values';
import { addCompacted, segmentAt } from '../../catalog/segments.js';
import { shortenTail } from '../../catalog/table-records.js';
import { columnsAt, type TableRecord } from '../../catalog/tables.js';
import { retryingLostFiles } from '../retry-lost-files.js';
import { storesOf } from '../stores.js';
import { physicalRelation } from '../ungoverned/physical-relation.js';
import { writeSegment } from '../ungoverned/write-segment.js';
import type { WorkbookData } from '../workbook-data.js';
import { mergeEdits } from './merge-edits.js';

/**
 * Writes a table's current version as a segment, so that loading it need not replay a long tail of edits: a small table
 * anew as a whole, of a large one only what its edits touched. Nothing refers to what is written before it is all there.
 */
export const compactTable = retryingLostFiles(
  async (data: WorkbookData, table: TableRecord): Promise<void> => {
    const stores = storesOf(data);
    const { catalog, segmentSizes } = stores;
    const version = table.edit_version;
    const columns = await columnsAt(catalog.db, table.id, version);
    const relation = physicalRelation(table, version, columns);
    const { stored } = await segmentAt(catalog.db, table.id, version);
    const merged =
      stored.files || stored.size >= segmentSizes.whole
        ? await mergeEdits(stores, table.workbook_id, { stored, relation, columns })
        : undefined;
    const written =
      merged ??
      (await writeSegment(stores, table.workbook_id, [relation], `select * from rows order by ${ROW_ID}`));
    const place = { tableId: table.id, version, editsAfter: version, rowCount: table.row_count };
    await catalog.transaction(async (tx) => {
      if (await addCompacted(tx, place, written)) await shortenTail(tx, table);
    });
  },
);
