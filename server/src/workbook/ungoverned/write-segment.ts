import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import type { StoredSegment } from '../../catalog/segments.js';
import { identifier } from '../../core/sql-text.js';
import type { Relation } from '../../engine/engine.js';
import { retryingLostFiles } from '../retry-lost-files.js';
import { SEGMENT_DEADLINE_MS, storeSegment } from '../store-segment.js';
import { type Stores, storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';

interface SegmentColumn {
  id: string;
  type: string;
}

/** Writes the segment of a table without rows. */
export const writeEmptySegment = retryingLostFiles(
  async (data: WorkbookData, workbookId: string, columns: SegmentColumn[]): Promise<StoredSegment> => {
    const cells = columns.map(({ id, type }) => `cast(null as ${type}) as ${identifier(id)}`);
    return await writeSegment(
      storesOf(data),
      workbookId,
      [],
      `select ${[...cells, `0::bigint as ${identifier(ROW_ID)}`].join(', ')} where false`,
    );
  },
);

/** Stores the result of an internal statement over the given relations as a segment. */
export async function writeSegment(
  stores: Stores,
  workbookId: string,
  relations: Relation[],
  sql: string,
): Promise<StoredSegment> {
  const { engine } = stores;
  const path = join(engine.outDir, `${randomUUID()}.parquet`);
  await engine.read({
    workbookId,
    relations,
    sql,
    output: { kind: 'file', format: 'parquet', path },
    deadlineMs: SEGMENT_DEADLINE_MS,
  });
  return await storeSegment(stores, workbookId, path);
}
